/** The camera's cards on a phone: its question, a disagreement, and a photo taken with the phone. */

import * as client from "../http/client.js";
import { art, h, note, token } from "../basics/dom.js";
import { t } from "../basics/words.js";
import { READ_PX, smaller } from "./smaller.js";

const MOST_MOVES = 4;
const LONERS = new Set(["governor", "smuggler"]);

/** In one line, how things stand with the camera. */
export function statusWords(camera) {
  return {
    starting: t("Camera is starting"),
    unlearnt: t("The camera does not know your tiles yet"),
    looking: t("Looking at the table"),
    in_step: t("Camera and game agree"),
    hand: t("A hand is over the table"),
    seeing: t("A move is under way"),
    carry: t("Some pieces still have to be moved"),
    asking: t("The camera has a question"),
    lost: t("Table and game differ"),
    not_seen: t("The camera does not see the table"),
  }[camera.status] ?? "";
}

const own = (view, seat) => seat === view.you.seat || view.you.seats.includes(seat);

/** The card for what the camera needs now, or null. */
export function cameraCard(view, store) {
  const { question, status, differences, detail } = view.camera;
  if (question && (own(view, question.seat) || question.options.length)) return questionCard(view, question, store);
  if (status === "lost") return differenceCard(view, differences, detail, store);
  return cameraLines(view, store);
}

/** What needs no answer: what was seen and played, what is under way, what is to be carried; null where nothing is.
 *  A phone shows what concerns its player, the table screen everything. */
export function cameraLines(view, store, everything = false) {
  const { seen, carry = [], prints = [], status, detail, late, far } = view.camera;
  const mine = everything || view.you.host || view.turn.yours;
  const lines = [
    seen && (everything || own(view, seen.seat)) ? seenLine(view, seen, store) : null,
    status === "seeing" && mine ? h("p.camera-line", { role: "status" }, detail) : null,
    status === "not_seen" && mine ? h("p.camera-line.blind", { role: "status" }, detail) : null,
    status === "not_seen" && view.you.host ? otherCopyLine(view.camera.other_copy, store) : null,
    ...carry.filter((one) => !view.players[one.seat]?.strength && (everything || one.seat === null || own(view, one.seat))).map((one) => h("p.camera-line", { role: "status", class: late ? "late" : "" }, one.text)),
    far && (everything || view.you.host) ? h("p.camera-line", { role: "status" }, far) : null,
    ...(mine ? prints : []).map((one) => h("p.camera-line", { role: "status" }, one.text)),
  ].filter(Boolean);
  return lines.length ? h("section.camera-lines", { "aria-label": t("Camera") }, lines) : null;
}

/** Another copy lies on the table than the one the camera looks for: one tap, and it looks for that. */
function otherCopyLine(name, store) {
  return name ? h("p.camera-line.offer", { role: "status" }, h("span.grow", {}, t("The copy “{name}” lies on the table.", { name })),
    h("button", { type: "button", "data-key": "use-other-copy", onclick: () => store.send(() => client.profile("use", { name }).then(() => null)) }, t("Use this copy"))) : null;
}

/** The same for the table screen: everybody reads it, the host may settle it. */
export function tableCamera(view, store) {
  const { question, status, differences, detail } = view.camera;
  if (question?.options.length) return questionCard(view, question, store);
  if (question) return h("p.camera-line", { role: "status" }, t("The camera asks {name}", { name: view.players[question.seat].name }));
  if (status === "lost") return differenceCard(view, differences, detail, store);
  return cameraLines(view, store, true);
}

/** Whether this phone's own doing, as the camera saw it last, can be taken back beside its words. */
export function offersTakeBack(view) {
  const { seen, question, status } = view.camera ?? {};
  return Boolean(seen) && !question && status !== "lost" && view.setup?.stage !== "checking" && own(view, seen.seat);
}

function seenLine(view, seen, store) {
  const mayTakeBack = own(view, seen.seat) || view.you.host;
  const seat = own(view, seen.seat) ? seen.seat : null;
  return h("p.camera-line.seen", { role: "status" }, h("span.grow", {}, seen.text),
    mayTakeBack ? h("button", { type: "button", "data-key": "take-back", onclick: () => store.send(() => client.takeBack({ version: seen.version, seat })) }, t("Take back")) : null);
}

/** A question is answered for the seat it is asked of; the host's device answers for anybody. */
function questionCard(view, question, store) {
  const seat = own(view, question.seat) ? question.seat : null;
  const options = question.options.map((option, at) =>
    h("button.choice", { type: "button", class: at ? "" : "primary", "data-key": `answer-${option.id}`,
      onclick: () => store.send(() => client.answer({ question_id: question.id, option_id: option.id, seat })) },
    moves(view, option.moves ?? []), h("span.choice-text", {}, option.text)));
  const asked = own(view, question.seat) ? t("The camera has a question") : t("The camera asks {name}", { name: view.players[question.seat].name });
  return h("section.card.camera-card", { role: "alert" }, h("h2", {}, asked), h("p", {}, question.text), h("div.stack", {}, options));
}

/** Which token newly stands where, drawn. */
function moves(view, all) {
  if (!all.length) return null;
  return h("span.moves", { "aria-hidden": "true" }, all.slice(0, MOST_MOVES).map((one) =>
    h("span.move", {}, art(`place-${String(one.place).padStart(2, "0")}`), piece(one))));
}

const piece = ({ kind, color }) => (LONERS.has(kind) ? art(`token-${kind}`) : token(kind, color));

function differenceCard(view, differences, detail, store) {
  const settle = (who) => () => store.send(() => client.settle(who, store.seat));
  const maySettle = view.you.host || view.you.seat !== null;
  return h("section.card.camera-card.differs", { role: "alert" }, h("h2", {}, t("Table and game differ")),
    detail ? h("p", {}, detail) : null,
    h("ul.differences", {}, differences.map((one) => h("li", {}, one.text))),
    maySettle ? h("div.row", {},
      h("button.grow", { type: "button", "data-key": "settle-table", onclick: settle("table") }, t("The table is right")),
      h("button.grow", { type: "button", "data-key": "settle-app", onclick: settle("app") }, t("The game is right")),
      h("button.grow", { type: "button", "data-key": "settle-look", onclick: settle("look") }, t("Look again"))) : null,
    maySettle ? h("p.small.soft", {}, t("If the table is right, the game takes over what lies there. If the game is right, put the pieces back.")) : null);
}

/** For a cautious table: even what is certain is asked before it is played. */
export function askFirstSwitch(view, store) {
  return h("label.check", {}, h("input", { type: "checkbox", "data-key": "ask-first", checked: view.camera.ask_first,
    onchange: (event) => store.send(() => client.askFirst(event.target.checked)) }), t("Ask before anything the camera saw is played"));
}

/** Can a photo of a phone be read here, and is it the way to show the table just now? */
export const takesPhotos = (camera) => camera.photos !== false && !camera.virtual;
export const wantsPhoto = (camera) => takesPhotos(camera) && ["off", "lost", "not_seen"].includes(camera.status);

/** Whether a photo is on its way: the page may be drawn anew meanwhile, and goes on saying so. */
let looking = false;

/** A button that takes a photo of the table and sends it; works over plain HTTP. */
export function photoButton(store, words = t("Take a photo of the table")) {
  const input = h("input.visually-hidden", { type: "file", accept: "image/*", capture: "environment", id: "photo", tabindex: "-1" });
  const label = h("button", { type: "button", "data-key": "photo", disabled: looking, onclick: () => input.click() },
    looking ? t("Looking at the photo …") : words);
  input.addEventListener("change", () => {
    const file = input.files[0];
    input.value = ""; // the same file may be picked again
    if (file && !looking) send(file, store);
  });
  return h("span.photo", {}, label, input);
}

async function send(file, store) {
  looking = true;
  store.tell();
  const answer = await store.aside(async () => client.photo(await smaller(file, READ_PX)));
  looking = false;
  store.tell();
  if (answer?.message) note(answer.message);
}

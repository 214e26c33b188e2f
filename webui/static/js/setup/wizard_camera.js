/** The step about the camera: none, a webcam, an address, photos by phone, or the painted table; seen at once. */

import * as client from "../http/client.js";
import { h, note } from "../basics/dom.js";
import { eyesKnown, eyeWays, fetchEyes } from "../rights/eyes.js";
import { qr } from "../rights/qr.js";
import { wishCard } from "../rights/seats.js";
import { t } from "../basics/words.js";

const LOOK_MS = 1000;
const NOTHING = { looking: false, webcams: [] };
const KINDS = [
  { kind: "none", title: t("No camera"), help: t("You tap your moves on the phones."), more: () => null },
  { kind: "webcam", title: t("A webcam of this computer"), help: t("Above the table, seeing all sixteen tiles."), more: webcams },
  { kind: "network", title: t("A phone or camera with an address"), help: t("An app on an old phone sends its picture over your Wi-Fi."), more: address },
  { kind: "phone", title: t("A phone's own camera, live"), help: t("A phone stands above the table and sends what it sees. Needs a secure connection (HTTPS)."), more: phone },
  { kind: "eye", title: t("A camera on another computer"), help: t("A small computer at the table reads the tiles and sends what it saw. Its pictures stay there."), more: (set) => h("div.choice-more.stack", {}, eyeWays(set.draw)) },
  { kind: "photos", title: t("Photos by phone"), help: t("No camera stands there. Whoever likes takes a photo after a move."), more: () => null },
  { kind: "virtual", title: t("Virtual table, to try it out"), help: t("Nothing to unpack: the program paints a table and reads it like a real one."), more: () => null },
];
const RIGHT = new Set(["webcam", "network", "phone"]);
const WITH_MORE = new Set(["webcam", "network", "phone", "eye"]);
const NO_PICTURE = new Set(["none", "photos", "eye"]);
const ui = { found: null, finding: false, choosing: false, open: null, address: "" };
let looking = 0;

/** Does this camera need to know the tiles of the copy on the table? */
export const leavesTiles = (camera) => ["webcam", "network", "photos", "files", "phone"].includes(camera?.kind);

/** The step; `set` as in wizard.js. */
export function cameraStep(set) {
  const chosen = set.camera?.kind ?? "none";
  watch(set);
  const cards = KINDS.map((one) => h("div.choice", { class: (ui.open ?? chosen) === one.kind ? "open" : "" },
    h("button.choice-card", { type: "button", role: "radio", "aria-checked": String(chosen === one.kind), "data-key": `camera-${one.kind}`, onclick: () => take(set, one.kind) },
      h("b", {}, one.title), h("span.soft", {}, one.help)),
    (ui.open ?? chosen) === one.kind ? one.more(set) : null,
    chosen === one.kind ? preview(set) : null));
  return h("div.choices.cameras", { role: "radiogroup", "aria-label": t("Who watches the table?") }, cards);
}

/** A kind that needs more words opens; the others are chosen at once. */
function take(set, kind) {
  ui.open = kind;
  if (kind === "webcam" && !ui.found) find(set);
  if (kind === "eye") askForEyes(set);
  if (!WITH_MORE.has(kind)) return choose(set, { kind });
  set.draw();
  showOpen();
}

/** What was chosen comes into sight with its picture. */
const showOpen = () => document.querySelector(".cameras > .open")?.scrollIntoView({ block: "nearest" });

/** An eye that was let in before looks again at once. */
async function askForEyes(set) {
  await fetchEyes();
  if (eyesKnown()?.eyes.length && set.camera?.kind !== "eye") return choose(set, { kind: "eye" });
  return set.draw();
}

async function choose(set, choice) {
  const before = set.camera;
  ui.choosing = true;
  set.camera = { ...before, ...choice, picture: false };
  set.draw();
  try {
    set.camera = await client.chooseCamera(choice);
    await set.recall();
    ui.open = choice.kind;
  } catch (error) {
    set.camera = before;
    note(error.message, "bad");
  }
  ui.choosing = false;
  set.draw();
  showOpen();
}

async function find(set) {
  ui.finding = true;
  set.draw();
  ui.found = await client.findWebcams().catch(() => NOTHING);
  while (ui.found.looking) {
    set.draw();
    await new Promise((done) => setTimeout(done, LOOK_MS));
    ui.found = await client.webcamsSoFar().catch(() => NOTHING);
  }
  ui.finding = false;
  set.draw();
}

function webcams(set) {
  const again = h("button", { type: "button", "data-key": "find", disabled: ui.finding, onclick: () => find(set) }, ui.finding ? t("Looking for webcams …") : t("Look for webcams"));
  const now = set.camera?.kind === "webcam" ? set.camera.spec : null;
  const found = (ui.found?.webcams ?? []).map((one, at) => h("button.webcam", { type: "button", "aria-pressed": String(now === one.spec), "data-key": `webcam-${one.spec}`, onclick: () => choose(set, { kind: "webcam", spec: one.spec }) },
    one.picture ? h("img", { src: one.picture, alt: "" }) : null, h("span", {}, one.name || t("Webcam {n}", { n: at + 1 })),
    one.state === "silent" ? h("span.small.soft", {}, t("gives no picture")) : null));
  const nothing = ui.found && !ui.found.webcams.length && !ui.finding;
  return h("div.choice-more.stack", {}, found.length ? h("div.webcams", {}, found) : null,
    nothing ? h("p.reason", {}, t("No webcam answers. Plug one in, close other programs that use it, and look again.")) : null, h("div.row", {}, again));
}

function address(set) {
  const send = (event) => {
    event.preventDefault();
    const spec = event.target.elements.address.value.trim();
    choose(set, { kind: "network", spec: spec.includes("://") ? spec : `http://${spec}` });
  };
  return h("form.choice-more.stack", { onsubmit: send },
    h("label", { for: "address" }, t("Address of the picture, as the camera's app shows it")),
    h("div.row", {}, h("input.grow", { type: "text", inputmode: "url", autocapitalize: "off", spellcheck: "false", id: "address", name: "address", required: true, placeholder: "http://192.168.1.20:8080/video", "data-key": "address", value: set.camera?.kind === "network" ? set.camera.spec : "" }),
      h("button.primary", { type: "submit", "data-key": "use-address" }, t("Look through it"))));
}

/** The phone offers itself with its own browser; the host lets it in here. */
function phone(set) {
  const { offer } = set.camera ?? {};
  if (!offer) return h("p.choice-more.soft", {}, t("Start the program with --https for this; on plain HTTP phones keep their cameras to themselves."));
  return h("div.choice-more.stack", {}, wishCard(set.store.view, set.store),
    h("div.by-phone", {}, qr(offer.qr, t("Code for the phone that is to be the camera")), h("p.soft", {}, t("Scan this with the phone that stands above the table, then let it in here."))));
}

/** What the chosen camera sees, or why it sees nothing. */
function preview(set) {
  const { camera } = set;
  if (!camera || NO_PICTURE.has(camera.kind)) return null;
  const words = ui.choosing ? t("Opening the camera …") : camera.picture ? t("This is what it sees.") : WAITING[camera.kind] ?? t("The first picture is on its way …");
  return h("figure.preview", {}, camera.picture ? h("img.camera-picture", { src: client.pictureUrl([], Date.now()), alt: t("What the camera sees") }) : h("div.no-picture", { "aria-hidden": "true" }),
    h("figcaption", { role: "status" }, words),
    camera.help?.length ? h("ul.small", {}, camera.help.map((one) => h("li", {}, one))) : null,
    camera.picture && RIGHT.has(camera.kind) ? putRight(set, camera) : null);
}

/** A picture that is upside down or mirrored is put right here, and stays so. */
function putRight(set, { kind, spec, profile, turn, mirrored }) {
  const again = (changed) => () => choose(set, { kind, spec: kind === "network" ? "" : spec, profile, turn, mirrored, ...changed });
  return h("div.row", {}, h("button.small", { type: "button", "data-key": "turn-picture", onclick: again({ turn: (turn + 90) % 360 }) }, t("Turn the picture")),
    h("button.small", { type: "button", "data-key": "mirror-picture", "aria-pressed": String(mirrored), onclick: again({ mirrored: !mirrored }) }, t("It is mirrored")));
}

const WAITING = {
  webcam: t("The webcam gives no picture yet. Another program may be using it."),
  network: t("Nothing answers there yet. Does the camera's app run, in the same Wi-Fi?"),
  phone: t("Waiting for the phone's first picture …"),
  virtual: t("The table is being painted …"),
};

/** While this step is shown the picture is asked for again and again. */
function watch(set) {
  clearTimeout(looking);
  looking = setTimeout(async () => {
    const picture = document.querySelector(".preview .camera-picture");
    if (!document.querySelector(".choices.cameras") || document.hidden) return;
    if (picture) picture.src = client.pictureUrl([], Date.now());
    const told = await client.chosenCamera().catch(() => set.camera);
    const before = set.camera;
    set.camera = told;
    if (told.kind !== before?.kind) await set.recall();
    const eyes = JSON.stringify(eyesKnown());
    if ((ui.open ?? told.kind) === "eye") await fetchEyes();
    if (JSON.stringify(eyesKnown()) !== eyes) return set.draw();
    if (!ui.choosing && (told.kind !== before?.kind || told.picture !== before.picture)) return set.draw();
    return watch(set);
  }, LOOK_MS);
}

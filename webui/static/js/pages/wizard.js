/** The first evening, step by step: every step may be skipped, left and come back to; what was chosen stays. */

import { at } from "../basics/address.js";
import * as client from "../http/client.js";
import { dress } from "../basics/comfort.js";
import { keeper, newest } from "../setup/draft.js";
import { announce, art, h, note, redraw } from "../basics/dom.js";
import { untilAnswered } from "../http/again.js";
import { joinByLink, onlyHost } from "../rights/join.js";
import { PARTS, freshOrder, gameChoice, mayLeave, playersChoice, recalled, sentOrder } from "../setup/newgame.js";
import { seatCards, wishCard } from "../rights/seats.js";
import { earlierCard, earlierGames } from "../keepsakes/earlier.js";
import { movingCard } from "../keepsakes/moving.js";
import { Store } from "../http/store.js";
import { troubleCards } from "../keepsakes/troubles.js";
import { cameraStep, leavesTiles } from "../setup/wizard_camera.js";
import { tilesStep } from "../setup/wizard_tiles.js";
import { LANGUAGES, t } from "../basics/words.js";

const FRESH_CODES_MS = 60_000;
const app = document.getElementById("app");
const store = new Store();
const set = { order: freshOrder(), ui: {}, games: [], camera: null, profiles: [], store, draw, change, kept, recall };
const ui = { step: "", ways: [], asked: "", earlier: [] };
const keep = keeper(() => ({ step: ui.step, order: set.order }));

/** All steps in order; `when` says whether this evening has such a step. */
const STEPS = [
  { id: "language", short: t("Language"), title: t("Welcome to the bazaar"), help: t("A few questions, then you play. Every step can be skipped, and changed later."), draw: languageStep },
  { id: "game", short: t("Game"), title: t("Which game"), when: () => set.games.length > 1, draw: () => gameChoice(set) },
  { id: "camera", short: t("Camera"), title: t("Who watches the table?"), help: t("A camera takes the typing off your hands. It can be chosen or changed at any time."), when: () => hasEye(), draw: () => cameraStep(set) },
  { id: "tiles", short: t("Your tiles"), title: t("Your tiles"), help: t("The camera has to have seen your copy of the game once: any edition, any language."), when: () => hasEye() && leavesTiles(set.camera), draw: () => tilesStep(set) },
  { id: "players", short: t("Players"), title: t("Who plays"), help: t("In the order in which you sit, clockwise. Tap a mark for another colour of wood."), draw: () => playersChoice(set) },
  ...Object.entries(PARTS).flatMap(([game, parts]) => parts.map((part) => ({ ...part, when: () => set.order.game === game, draw: () => part.draw(set) }))),
  { id: "seats", short: t("Seats"), title: t("Take your seats"), help: t("Everybody scans their own code with the phone's camera. No app, no account."), when: () => store.view.players, draw: seatsStep },
];

/** The camera reads the tiles of the board game. */
const hasEye = () => set.order.game === "istanbul";
const steps = () => STEPS.filter((one) => !one.when || one.when());
const here = () => steps().find((one) => one.id === ui.step) ?? steps()[0];

function draw() {
  const { view } = store;
  if (!view.you.host) return redraw(app, strangers());
  const now = here();
  redraw(app, h("div.awning"), h("div.wizard", {},
    troubleCards(view, store),
    progress(now),
    h("section.wizard-step", { "aria-labelledby": "step-title", "data-step": now.id },
      h("header.stack", {}, h("h1", { id: "step-title", tabindex: "-1", "data-key": "step-title" }, now.title), now.help ? h("p.lead", {}, now.help) : null),
      now.draw()),
    ways(now)));
  document.title = `${now.title} · Bazaar Companion`;
  app.querySelector(".progress [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
}

const strangers = () => [h("div.awning"), h("div.wizard.stack", {}, art("icon", "", "wizard-icon"), h("h1", {}, t("Set up the evening")),
  onlyHost(),
  h("p", {}, h("a.button", { href: "/" }, t("My seat")), " ", h("a.button", { href: "/table" }, t("Table screen"))))];

function progress(now) {
  const all = steps();
  const at = all.indexOf(now);
  return h("nav.progress", { "aria-label": t("The steps") },
    h("ol", {}, all.map((one, number) => h("li", { class: number < at ? "past" : "" },
      h("button.dot", { type: "button", "data-key": `step-${one.id}`, "aria-current": one === now ? "step" : null, onclick: () => go(one.id) }, h("span.dot-sign", { "aria-hidden": "true" }, number < at ? "✓" : ""), h("span.dot-name", {}, one.short))))));
}

/** Back, skip, on; where the game begins the last button says so. */
function ways(now) {
  const all = steps();
  const at = all.indexOf(now);
  const back = at > 0 ? h("button.quiet", { type: "button", "data-key": "back", onclick: () => go(all[at - 1].id) }, t("Back")) : null;
  return h("footer.ways", {}, h("div.ways-row", {}, back, h("span.grow"), onward(now, all[at + 1])));
}

function onward(now, next) {
  const { view } = store;
  if (now.id === "seats") return h("button.primary.big-button", { type: "button", "data-key": "table", onclick: toTable }, t("To the table"));
  const begins = !next || next.id === "seats";
  if (!begins) {
    return [h("button.quiet", { type: "button", "data-key": "skip", onclick: () => go(next.id) }, t("Skip")),
      h("button.primary.big-button", { type: "button", "data-key": "next", onclick: () => saidOfTiles(now) || go(next.id) }, t("Next"))];
  }
  const open = (kind) => h(kind, { type: "button", "data-key": "open", disabled: store.busy, onclick: openBazaar }, view.players ? t("Begin a new game") : t("Open the bazaar"));
  if (!view.players || view.result) return open("button.primary.big-button");
  return [open("button"), h("button.primary.big-button", { type: "button", "data-key": "keep", onclick: () => go("seats") }, t("Keep the running game"))];
}

/** Whether people were told that the tiles they learnt here are not saved yet. */
function saidOfTiles(now) {
  if (now.id !== "tiles" || !set.ui.lesson?.tiles.length) return false;
  note(t("These tiles are not saved yet. Save them, or skip this step."), "bad");
  app.querySelector("[data-key=save]")?.scrollIntoView({ block: "center" });
  return true;
}

function go(id, remember = true) {
  ui.step = id;
  if (remember) history.pushState({ step: id }, "", `?step=${id}`);
  kept();
  draw();
  scrollTo(0, 0);
  document.getElementById("step-title")?.focus({ preventScroll: true });
  announce(here().title);
}

function change(edit) {
  edit();
  kept();
  draw();
}

function kept() {
  keep.soon();
}

async function openBazaar() {
  if (!mayLeave(store.view)) return;
  if (await store.send(() => client.newGame(sentOrder(set.order)))) await seat();
}

/** The game that runs now is another one: its people sit down. */
async function seat() {
  askEarlier();
  await fetchCodes();
  go("seats");
}

async function askEarlier() {
  ui.earlier = await earlierGames();
  draw();
}

async function toTable() {
  ui.step = "";
  await keep.now();
  location.assign(at("/table"));
}

function languageStep() {
  const choose = async (lang) => {
    document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=strict`;
    await keep.now();
    location.reload();
  };
  const now = document.documentElement.lang;
  return [h("div.welcome", {}, art("icon", "", "wizard-icon")),
    h("div.choices.languages", { role: "radiogroup", "aria-label": t("Language") }, Object.entries(LANGUAGES).map(([lang, words]) =>
      h("button.choice-card", { type: "button", role: "radio", lang, "aria-checked": String(lang === now), "data-key": `lang-${lang}`, onclick: () => choose(lang) }, h("b", {}, words)))),
    h("p.soft", {}, t("Each phone chooses its own language.")),
    earlierCard(ui.earlier, store, seat),
    store.view.players ? null : h("details", { "data-key": "moving" }, h("summary", {}, t("Coming from another computer?")), movingCard())];
}

function seatsStep() {
  const { view } = store;
  askForCodes(view);
  const watch = ui.ways.find((way) => way.address)?.address;
  return [wishCard(view, store), seatCards(view, ui.ways, store, fetchCodes),
    watch ? h("p.soft", {}, t("Whoever only watches opens {address}", { address: `${watch.replace(/^https?:\/\//, "")}/watch` })) : null];
}

/** Codes are asked for when seats change hands, and again before they grow old. */
function askForCodes(view) {
  const now = `${view.game_id}/${view.joined.join()}`;
  if (now === ui.asked) return;
  ui.asked = now;
  fetchCodes();
}

async function fetchCodes() {
  if (!store.view?.you.host || !store.view.players) return;
  const told = await client.seats().catch(() => ui.ways);
  ui.ways = Array.isArray(told) ? told : told.seats;
  draw();
}

/** What the server knows of the evening so far. */
async function recall() {
  const told = await client.wizard();
  set.games = told.games;
  set.profiles = told.profiles;
  set.camera = told.camera;
  return newest(told.draft);
}

async function begin() {
  const draft = await untilAnswered(recall);
  Object.assign(set.order, recalled(draft.order));
  ui.step = new URLSearchParams(location.search).get("step") ?? draft.step;
  history.replaceState({ step: here().id }, "", `?step=${here().id}`);
  ui.step = here().id;
}

dress();
const joined = await joinByLink();
if (joined?.problem) note(joined.problem, "bad");
await store.start();
await store.first();
if (store.view.you.host) await begin().catch((error) => note(error.message, "bad"));
store.subscribe(draw);
draw();
if (store.view.you.host) askEarlier();
addEventListener("popstate", (event) => event.state?.step && go(event.state.step, false));
setInterval(() => here().id === "seats" && fetchCodes(), FRESH_CODES_MS);

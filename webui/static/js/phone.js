/** A player's phone: what I have, what I may do, what happened. */

import { bazaar } from "./bazaar.js";
import { cameraCard, photoButton, statusWords, takesPhotos, wantsPhoto } from "./camera.js";
import { callPlayer, comfort, dress } from "./comfort.js";
import { announce, art, h, mark, redraw } from "./dom.js";
import { dock, litPlaces } from "./dock.js";
import { hand } from "./hand.js";
import { joinByLink, joinPage } from "./join.js";
import { logList } from "./log.js";
import { watchPresses } from "./lookup.js";
import { barrow, crew, purse, summary } from "./mat.js";
import { ranking } from "./result.js";
import { wishCard } from "./seats.js";
import { statistics } from "./stats.js";
import { Store } from "./store.js";
import { t } from "./words.js";
import * as client from "./client.js";

const app = document.getElementById("app");
const wanted = new URLSearchParams(location.search).get("seat");
const store = new Store({ seat: wanted === null ? null : Number(wanted) });
let ui = {};
let seenTurn = "";
let problem = "";

function draw() {
  const view = store.view;
  if (!view.players || view.you.seat === null) return joinPage(app, problem || (view.players ? "" : t("No game has been started yet. The host starts it on the computer.")), () => store.refresh(), view.you);
  problem = "";
  freshTurn(view);
  const me = view.players[view.you.seat];
  redraw(app,
    head(view, me),
    view.result ? [ranking(view), statistics(view, store.numbers)] : null,
    wishCard(view, store),
    cameraCard(view, store),
    h("section.card.mat", { "aria-label": t("Your things"), class: `edge-${me.color}` }, barrow(view, me), purse(view, me), crew(view, me)),
    hand(view, ui, store),
    h("section", { "aria-label": t("The bazaar") }, bazaar(view, { lit: litPlaces(view), why: view.refusals?.places ?? {}, chosen: ui.place, onpick: pick })),
    wantsPhoto(view.camera) && !view.result ? h("div.row.photo-row", {}, photoButton(store)) : null,
    dock(view, ui, draw, store),
    others(view, me),
    logList(view, { "data-key": "log" }),
    comfort(deviceRows(view)));
  if (ui.reveal) revealBazaar();
  document.title = `${view.turn.yours ? "● " + t("Your turn") : me.name} · Bazaar Companion`;
}

function head(view, me) {
  const mine = view.turn.of === me.seat;
  const words = mine ? t("Your turn") : view.turn.of === null ? t("Game over") : t("{name} plays", { name: view.players[view.turn.of].name });
  return h("header.head", { class: mine ? "mine" : "" },
    h("div.awning"),
    h("div.head-row", {}, mark(me, "big"), h("div", {}, h("h1", {}, me.name), h("p.head-turn", {}, words)), dice(view), status(view)),
    store.online ? null : h("p.offline", { role: "status" }, t("The line to the companion is broken. Trying again …")));
}

function status(view) {
  const words = statusWords(view.camera);
  return words ? h("span.camera-dot", { role: "img", "aria-label": words, title: words, class: `is-${view.camera.status}` }) : null;
}

function dice(view) {
  if (!view.dice) return null;
  const [first, second] = view.dice.dice;
  return h("span.dice", { role: "img", "aria-label": t("Last roll: {first} and {second}", { first, second }) }, art(`die-${first}`), art(`die-${second}`));
}

function others(view, me) {
  const rest = view.players.filter((one) => one.seat !== me.seat);
  return h("section.stack", { "aria-label": t("The others") }, h("h2", {}, t("The others")), rest.map((one) => h("div.card", { class: `edge-${one.color}` }, summary(view, one))));
}

function deviceRows(view) {
  const seats = view.you.seats.length > 1 ? h("div.row", {}, view.you.seats.map((seat) => h("a.button", { href: `/?seat=${seat}` }, view.players[seat].name))) : null;
  return [
    takesPhotos(view.camera) && !wantsPhoto(view.camera) ? photoButton(store) : null,
    seats,
    h("p", {}, h("a", { href: "/table" }, t("Table screen")), " · ", h("a", { href: "/guide" }, t("Guide")), " · ", h("a", { href: "/tools" }, t("Layouts and dice"))),
    h("button.danger", { type: "button", onclick: leave }, t("Leave this seat")),
  ];
}

async function leave() {
  if (!confirm(t("Leave this seat? Another phone can take it then."))) return;
  await store.send(() => client.leave(store.view.you.seat));
  location.assign("/");
}

/** On a small phone the decision must not lie over the places it is about. */
function revealBazaar() {
  ui.reveal = false;
  const hidden = app.querySelector(".bazaar").getBoundingClientRect().bottom - app.querySelector(".dock").getBoundingClientRect().top;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (hidden > 0 && innerWidth < 960) scrollBy({ top: hidden + 6, behavior: calm ? "instant" : "smooth" });
}

function pick(place) {
  ui.place = ui.place === place ? null : place;
  ui.reveal = true;
  draw();
}

/** Picks belong to one moment of the game: a new version forgets them; a new turn of mine calls me. */
function freshTurn(view) {
  const now = `${view.game_id}/${view.version}`;
  if (ui.moment !== now) ui = { moment: now, hand: ui.hand, reveal: view.turn.yours && view.turn.step === "move" };
  const turn = `${view.game_id}/${view.table.round}/${view.turn.yours}`;
  if (turn === seenTurn) return;
  if (view.turn.yours && seenTurn) callPlayer();
  seenTurn = turn;
  announce(view.turn.yours ? t("Your turn. {what}", { what: view.turn.text }) : view.turn.text);
}

dress();
watchPresses(() => store.view);
const joined = await joinByLink();
if (joined?.problem) problem = joined.problem;
store.subscribe(draw);
await store.start();

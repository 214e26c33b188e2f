/** A player's phone: what I have, what I may do, what happened. */

import { at } from "../basics/address.js";
import { noTie } from "../basics/about.js";
import { cameraCard, photoButton, statusWords, takesPhotos, wantsPhoto } from "../camera/camera.js";
import { clock } from "../play/clock.js";
import { callPlayer, comfort, dress, waitsForTouch, wantsStillness } from "../basics/comfort.js";
import { announce, h, mark, note, redraw } from "../basics/dom.js";
import { joinByLink, joinPage, satDown, standsUp } from "../rights/join.js";
import { photoLine } from "../club/photos.js";
import { organiserCard } from "../rights/organiser.js";
import { fixForm } from "../play/fix.js";
import { logList } from "../play/log.js";
import { explain, watchPresses } from "../basics/lookup.js";
import { watchMoments } from "../play/moments/queue.js";
import { notes } from "../play/notes.js";
import { loadParts, partsOf } from "../play/parts.js";
import { rivalCard } from "../play/rivals/rival.js";
import { ranking } from "../play/result.js";
import { wishCard } from "../rights/seats.js";
import { isSettingUp, setupCard } from "../setup/setup_check.js";
import { statistics } from "../play/stats.js";
import { Store } from "../http/store.js";
import { tellEntries } from "../play/told.js";
import { t } from "../basics/words.js";
import * as client from "../http/client.js";

const app = document.getElementById("app");
const wanted = new URLSearchParams(location.search).get("seat");
const store = new Store({ seat: wanted === null ? null : Number(wanted), prepare: loadParts });
const GAP_PX = 6;
let ui = {};
let seenTurn = "";
let problem = "";

function draw() {
  const view = store.view;
  if (!view.players || view.you.seat === null) {
    document.title = "Bazaar Companion";
    return joinPage(app, problem || (view.players ? "" : t("No game has been started yet. The host starts it on the computer.")), () => store.refresh(), view);
  }
  problem = "";
  satDown(view.game_id, view.you.seat);
  freshTurn(view);
  const me = view.players[view.you.seat];
  const parts = partsOf(view);
  const above = [rivalCard(view, store), parts.camera && !isSettingUp(view) ? cameraCard(view, store) : null];
  const page = { ui, draw, store, pick, above };
  redraw(app,
    head(view, me, parts),
    view.result ? [ranking(view), statistics(view, store.numbers)] : null,
    !view.result && waitsForTouch() ? h("p.small.soft.touch-me", {}, t("Tap anywhere once: before that a browser lets no phone sound or vibrate.")) : null,
    wishCard(view, store),
    parts.camera ? setupCard(view, store) : null,
    parts.own(view, me, page),
    parts.camera && wantsPhoto(view.camera) && !view.result ? h("div.row.photo-row", {}, photoButton(store)) : null,
    parts.camera ? photoLine(view) : null,
    parts.dock(view, page),
    others(view, me, parts),
    logList(view, { store, "data-key": "log" }),
    view.result ? null : h("details.card", { "data-key": "fix-own" }, h("summary", {}, t("Put my things right")), fixForm(view, ui, draw, store, me.seat)),
    notes(view),
    comfort(deviceRows(view)),
    noTie());
  if (ui.reveal) reveal();
  document.title = `${view.turn.yours ? "● " + t("Your turn") : me.name} · Bazaar Companion`;
}

function head(view, me, parts) {
  const mine = view.turn.of === me.seat;
  return h("header.head", { class: mine ? "mine" : "" },
    h("div.awning"),
    h("div.head-row", {}, mark(me, "big"), h("div", {}, h("h1", {}, me.name), h("p.head-turn", {}, turnWords(view, me), view.table.ending && view.turn.of !== null ? h("b.last-round", {}, " · ", t("last round")) : null, " ", clock(view, me.seat))), view.result ? null : parts.dice(view), parts.camera ? status(view) : null),
    parts.pinned && !view.result ? parts.pinned(me) : null,
    store.online ? null : h("p.offline", { role: "status" }, t("No connection to the table. Trying again …")));
}

function turnWords(view, me) {
  if (view.turn.of === null) return t("Game over");
  return view.turn.of === me.seat ? t("Your turn") : t("{name} plays", { name: view.players[view.turn.of].name });
}

function status(view) {
  const words = statusWords(view.camera);
  return words ? h("span.camera-dot", { role: "img", "aria-label": words, title: words, class: `is-${view.camera.status}` }) : null;
}

function others(view, me, parts) {
  const rest = view.players.filter((one) => one.seat !== me.seat);
  return h("section.stack", { "aria-label": t("The others") }, h("h2", {}, t("The others")), rest.map((one) => h("div.card", { class: `edge-${one.color}` }, parts.summary(view, one))));
}

function deviceRows(view) {
  const seats = view.you.seats.length > 1 ? h("div.row", {}, view.you.seats.map((seat) => h("a.button", { href: `/?seat=${seat}` }, view.players[seat].name))) : null;
  return [
    partsOf(view).camera && takesPhotos(view.camera) && !wantsPhoto(view.camera) ? photoButton(store) : null,
    seats,
    h("p", {}, h("a", { href: "/table" }, t("Table screen")), " · ", h("a", { href: "/guide" }, t("Guide")), " · ", h("a", { href: "/tools" }, t("Layouts and dice"))),
    organiserCard(view, store),
    h("button.danger", { type: "button", onclick: leave }, t("Leave this seat")),
  ];
}

async function leave() {
  if (!confirm(t("Leave this seat? Another phone can take it then."))) return;
  if (!await store.send(() => client.leave(store.view.you.seat))) return;
  standsUp();
  location.assign(at("/"));
}

const gait = () => (wantsStillness() ? "instant" : "smooth");

/** What is news now comes into sight: what is to be tapped, with the place that was tapped, or who has won. */
function reveal() {
  const what = ui.reveal;
  ui.reveal = false;
  if (what === "result") app.querySelector(".result")?.scrollIntoView({ behavior: gait() });
  else revealTapped(what);
}

/** On a small phone the decision must not lie over the places it is about, nor may the head, where the page was scrolled
 *  further while the decision was a longer one. Where not all places find room, the one tapped keeps its own. */
function revealTapped({ board: where, place: tapped }) {
  const [board, panel, head, place] = [where, ".dock", ".head", tapped].map((one) => one && app.querySelector(one)?.getBoundingClientRect());
  if (!board) return;
  const top = Math.max(0, head.bottom);
  const alone = place && board.height > panel.top - top;
  const under = (alone ? place : board).bottom - panel.top;
  const over = alone ? top - place.top : Math.min(head.bottom - board.top, innerHeight - panel.bottom);
  const way = under > 0 ? under + GAP_PX : over > 0 ? -over - (alone ? GAP_PX : 0) : 0;
  if (way && innerWidth < 960) scrollBy({ top: way, behavior: gait() });
}

function pick(place) {
  ui.place = ui.place === place ? null : place;
  ui.reveal = { board: ".bazaar, .dice-board", place: `.bazaar [data-place="${place}"]` };
  draw();
}

/** Whoever was reading further down sees that another game is on. */
function anotherGame() {
  scrollTo(0, 0);
  note(t("Another game has begun."));
}

/** Picks belong to one moment of the game: a new version forgets them; a new turn of mine calls me. */
function freshTurn(view) {
  const now = `${view.game_id}/${view.version}`;
  if (ui.moment && !ui.moment.startsWith(`${view.game_id}/`)) anotherGame();
  if (ui.moment !== now) {
    const board = view.turn.yours && partsOf(view).choosing(view);
    const news = view.result && ui.moment && !ui.over ? "result" : board && { board };
    ui = { moment: now, hand: ui.hand, over: Boolean(view.result), reveal: news };
  }
  const turn = `${view.game_id}/${view.table.round}/${view.turn.yours}`;
  if (turn === seenTurn) return;
  if (view.turn.yours && seenTurn) callPlayer(() => store.view.turn?.yours && turn === seenTurn);
  seenTurn = turn;
  announce(`${turnWords(view, view.players[view.you.seat])}. ${view.turn.text}`);
}

dress();
watchPresses(() => store.view);
store.refused = explain;
const redeem = async () => {
  const joined = await joinByLink();
  problem = joined?.problem ?? problem;
  return joined;
};
await redeem();
addEventListener("hashchange", async () => (await redeem()) && store.refresh());
store.subscribe(draw);
for (const sign of ["pointerup", "keydown"]) addEventListener(sign, () => app.querySelector(".touch-me")?.remove());
tellEntries(store);
watchMoments(store, ({ seat, to, seats }, view) => seat === null || [seat, to].includes(view.you.seat) || seats);
await store.start();

/** The host's page for another game: who plays, on which layout, with whose dice and cards, all at a glance. */

import { at, inClub } from "../basics/address.js";
import * as client from "../http/client.js";
import { comfort, dress } from "../basics/comfort.js";
import { keeper } from "../setup/draft.js";
import { h, note, redraw } from "../basics/dom.js";
import { earlierCard, earlierGames } from "../keepsakes/earlier.js";
import { joinByLink, onlyHost } from "../rights/join.js";
import { PARTS, freshOrder, gameChoice, mayLeave, playersChoice, recalled, sentOrder } from "../setup/newgame.js";
import { Store } from "../http/store.js";
import { troubleCards } from "../keepsakes/troubles.js";
import { t } from "../basics/words.js";

const app = document.getElementById("app");
const store = new Store();
const set = { order: freshOrder(), ui: {}, games: [], camera: null, draw, change, kept };
let step = "";
/** The games that can be gone on with. */
let earlier = [];
/** Whether something was chosen on this page. */
let touched = false;
const keep = keeper(() => ({ step, order: set.order }));

function draw() {
  const { view } = store;
  redraw(app, h("div.awning"), h("div.page.stack", {},
    h("h1", {}, t("A new game")),
    troubleCards(view, store),
    view.you.host ? null : onlyHost(),
    view.players && !view.result ? h("p.card", {}, t("A game is running. "), h("a", { href: "/table" }, t("Back to the table")), t(" – it is kept when you begin another one.")) : null,
    earlierCard(earlier, store, () => location.assign(at("/table"))),
    set.games.length > 1 ? card(t("Which game"), gameChoice(set)) : null,
    card(t("Who plays, clockwise"), playersChoice(set)),
    (PARTS[set.order.game] ?? []).map((part) => card(part.title, h("p.soft.small", {}, part.help), part.draw(set))),
    h("div.row", {}, h("button.primary.big-button", { type: "button", "data-key": "start", disabled: !view.you.host || store.busy, onclick: start }, t("Open the bazaar"))),
    view.you.host && !inClub ? h("p", {}, h("a", { href: "/setup" }, t("Camera, tiles and everything else, step by step"))) : null,
    comfort()));
}

const card = (title, ...parts) => h("section.card.stack", {}, h("h2", {}, title), parts);

function change(edit) {
  edit();
  kept();
  draw();
}

function kept() {
  touched = true;
  if (store.view?.you.host && !inClub) keep.soon();
}

async function start() {
  if (!mayLeave(store.view)) return;
  if (await store.send(() => client.newGame(sentOrder(set.order)))) location.assign(at("/table"));
}

/** What was chosen before. Where nobody answers it is asked again, and what was chosen meanwhile stands. */
async function recall() {
  if (inClub) set.games = await client.games().catch(() => []);
  if (inClub) return;
  const told = await client.wizard().catch(askAgain);
  if (!told) return;
  step = told.draft.step;
  if (!touched) Object.assign(set.order, recalled(told.draft.order));
  set.games = told.games;
  set.camera = told.camera;
  if (touched) kept();
}

function askAgain(error) {
  if (!(error instanceof client.Refusal)) setTimeout(() => recall().then(draw), client.AGAIN_MS);
}

dress();
const joined = await joinByLink();
if (joined?.problem) note(joined.problem, "bad");
store.subscribe(() => set.ready && draw());
await store.start();
await store.first();
if (store.view.you.host) await recall();
set.ready = true;
draw();
if (store.view.you.host) earlier = await earlierGames();
if (earlier.length) draw();

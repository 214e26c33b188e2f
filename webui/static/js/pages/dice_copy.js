/** The host's page for a copy of the dice game: what is printed on board, tiles and cards, typed in once. */

import * as client from "../http/client.js";
import { comfort, dress } from "../basics/comfort.js";
import { faceBuilder } from "../play/dice_game/dice_asks.js";
import { bazaarCard, boon, goods } from "../play/dice_game/dice_things.js";
import { art, h, note, redraw } from "../basics/dom.js";
import { untilAnswered } from "../http/again.js";
import { joinByLink } from "../rights/join.js";
import { t, tn } from "../basics/words.js";

const app = document.getElementById("app");
const name = new URLSearchParams(location.search).get("name") ?? "copy";
const MOST_CIRCLES = 12;
const SIDES = [["2-3", t("Side for two and three")], ["4", t("Side for four")]];
const ui = { side: "2-3", building: null, changed: false };
let copy = null;

function draw() {
  if (!copy) return;
  redraw(app, h("div.awning"), h("div.page.stack.copy-page", {},
    h("h1", {}, t("Your copy of the game")),
    h("p.soft", {}, t("Type in what is printed on the components. What is complete can be dealt by the app.")),
    h("ul.card.lacking", {}, [...playersByLack()].map(([what, players]) => h("li", {}, whatIsMissing(what, players)))),
    board(), faces("tiles", t("Mosque tiles"), copy.totals.mosque), faces("cards", t("Bazaar cards"), copy.totals.bazaar),
    h("div.row.copy-end", {}, h("button.primary.big-button", { type: "button", "data-key": "keep", disabled: !ui.changed, onclick: keep }, t("Keep this")), h("a.button", { href: "/new" }, t("Start a game"))),
    comfort()));
}

/** For how many players the same is missing: what, by name, to numbers of players. */
function playersByLack() {
  const alike = new Map();
  for (const [players, lacking] of Object.entries(copy.missing)) {
    const what = lacking.map(areaName).join(", ");
    alike.set(what, [...(alike.get(what) ?? []), players]);
  }
  return alike;
}

function whatIsMissing(what, players) {
  const n = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(players);
  const most = Number(players.at(-1));
  return what
    ? tn("With {n} player still missing: {what}", "With {n} players still missing: {what}", most, { n, what })
    : tn("With {n} player: complete", "With {n} players: complete", most, { n });
}

const WORDS = { tiles: t("Mosque tiles"), cards: t("Bazaar cards") };
const areaName = (what) => copy.areas.find((one) => one.area === what)?.name ?? WORDS[what] ?? what;

function change(how) {
  how();
  ui.changed = true;
  draw();
}

// ------------------------------------------------------------------------- the board

function board() {
  const tabs = SIDES.map(([side, words]) => h("button.toggle", { type: "button", "data-key": `side-${side}`, "aria-pressed": String(ui.side === side), onclick: () => { ui.side = side; draw(); } }, words));
  const skips = ui.side === "2-3";
  return h("section.card.stack", {}, h("h2", {}, t("The board")), h("div.row", { role: "group", "aria-label": t("The board") }, tabs),
    h("p.small.soft", {}, skips ? t("For each hall: a field for every ruby, with the number beside it. Tap the dot under a field that stays empty with two players.") : t("For each hall: a field for every ruby, with the number beside it.")),
    copy.areas.map(areaRow),
    skips ? check("skip", t("All circles that stay empty with two players are marked"), Boolean(skip().confirmed), (on) => { skip().confirmed = on; }) : null);
}

const side = () => copy.sides[ui.side];
const line = (area) => (side()[area] ??= {});
const skip = () => (side().two_player_skip ??= {});

function areaRow({ area, name: words, good }) {
  const one = line(area);
  const rubies = one.rubies ?? 0;
  const resize = (by) => change(() => {
    one.rubies = Math.max(0, Math.min(MOST_CIRCLES, rubies + by));
    one.prices = area === "mosque" ? [] : Array.from({ length: one.rubies }, (_, at) => one.prices?.[at] ?? 0);
    skip().fields = (skip().fields ?? []).filter((field) => !field.startsWith(`${area}:`) || Number(field.split(":")[1]) < one.rubies);
  });
  return h("div.copy-area", { role: "group", "aria-label": words },
    art(`hall-${area}`, "", "copy-hall"), h("b", {}, words, good ? art(`good-${good}`) : null),
    h("span.row.copy-count", {}, stepButton(`${area}-less`, "−", t("one ruby less: {name}", { name: words }), rubies > 0, () => resize(-1)), h("span", {}, art("thing-ruby"), rubies), stepButton(`${area}-more`, "+", t("one ruby more: {name}", { name: words }), rubies < MOST_CIRCLES, () => resize(1))),
    h("div.row.circles", {}, Array.from({ length: rubies }, (_, at) => circle(area, words, one, at))),
    check(`sure-${area}`, t("read off the board"), Boolean(one.confirmed), (on) => { one.confirmed = on; }));
}

function circle(area, words, one, at) {
  const field = `${area}:${at}`;
  const fields = (skip().fields ??= []);
  const empty = fields.includes(field);
  const price = area === "mosque" ? null : h("input", { type: "number", min: 0, max: 99, value: one.prices?.[at] || "", "data-key": `price-${field}`, "aria-label": t("{name}: price of ruby {n}", { name: words, n: at + 1 }),
    onchange: ({ target }) => change(() => {
      target.defaultValue = target.value; // kept already: a redraw shows what is kept
      one.prices[at] = Number(target.value) || 0;
    }) });
  const dot = ui.side === "2-3" ? h("button.dot", { type: "button", "data-key": `dot-${field}`, "aria-pressed": String(empty), "aria-label": t("{name}: circle {n} stays empty with two players", { name: words, n: at + 1 }), onclick: () => change(() => { skip().fields = empty ? fields.filter((other) => other !== field) : [...fields, field]; }) }) : null;
  return h("span.circle", {}, price, dot);
}

function check(key, words, on, set) {
  return h("label.check", {}, h("input", { type: "checkbox", "data-key": key, checked: on, onchange: (event) => change(() => set(event.target.checked)) }), words);
}

const stepButton = (key, sign, words, possible, onclick) => h("button.icon-button", { type: "button", "data-key": key, "aria-label": words, disabled: !possible, onclick }, sign);

// ------------------------------------------------------------------------- tiles and cards

function faces(what, title, total) {
  const all = copy[what];
  const counted = all.reduce((sum, one) => sum + one.copies, 0);
  const kind = what === "tiles" ? "tile" : "card";
  const builder = ui.building === what ? faceBuilder({ forms: copy.forms[kind], goods: copy.goods }, ui, draw, (code) => add(what, kind, code)) : h("button", { type: "button", "data-key": `new-${what}`, onclick: () => { ui.building = what; ui.form = undefined; ui.gaps = {}; draw(); } }, what === "tiles" ? t("Another tile") : t("Another card"));
  return h("section.card.stack", {}, h("h2", {}, title), h("p.soft", {}, t("{n} of {total} counted", { n: counted, total })), h("ul.faces", {}, all.map((one) => faceRow(what, one))), builder);
}

function faceRow(what, one) {
  const step = (by) => change(() => { one.copies = Math.max(0, one.copies + by); });
  const picture = what === "tiles" ? h("span.face-tile", {}, boon(one), h("span.things", {}, goods(one.cost))) : bazaarCard(one, { small: true });
  return h("li.face-row", {}, picture, h("span.grow.small", {}, one.name),
    stepButton(`${one.id}-less`, "−", t("one copy less: {name}", { name: one.name }), one.copies > 0, () => step(-1)), h("b", {}, one.copies || "?"), stepButton(`${one.id}-more`, "+", t("one copy more: {name}", { name: one.name }), true, () => step(1)));
}

async function add(what, kind, code) {
  if (copy[what].some((one) => one.id === code)) return note(t("It is in the list already."));
  try {
    const fresh = await client.copyFace(kind, code);
    ui.building = null;
    change(() => copy[what].push(fresh));
  } catch (error) {
    note(error.message, "bad");
  }
}

// ------------------------------------------------------------------------- keeping

async function keep() {
  const lines = (all) => all.map(({ id, copies }) => ({ face: id, copies }));
  try {
    copy = await client.keepCopy({ name, board: copy.sides, mosque_tile: lines(copy.tiles), bazaar_card: lines(copy.cards) });
    ui.changed = false;
    note(t("Kept."));
  } catch (error) {
    note(error.message, "bad");
  }
  draw();
}

function refused(error) {
  redraw(app, h("div.awning"), h("div.page.stack", {}, h("h1", {}, t("Your copy of the game")), h("p.reason", { role: "alert" }, error.message)));
  return null;
}

dress();
await joinByLink();
copy = await untilAnswered(() => client.diceCopy(name)).catch(refused);
draw();

/** The host's page: who plays, with which wood, on which layout, with whose dice and cards. */

import * as client from "./client.js";
import { comfort, dress } from "./comfort.js";
import { h, mark, note, redraw } from "./dom.js";
import { joinByLink } from "./join.js";
import { layoutPlan } from "./plan.js";
import { Store } from "./store.js";
import { t } from "./words.js";

const COLORS = ["red", "blue", "green", "yellow", "white"];
const COLOR_WORDS = { red: t("red"), blue: t("blue"), green: t("green"), yellow: t("yellow"), white: t("white") };
const KINDS = { short: t("Short paths (first game)"), long: t("Long paths"), in_order: t("In order"), random: t("Random") };
const app = document.getElementById("app");
const store = new Store();
const order = {
  players: [{ name: "", color: "red" }, { name: "", color: "blue" }, { name: "", color: "yellow" }],
  kind: "short", seed: null, first: null, dice: "app", cards: "app", neutral_assistants: false,
};
const ui = { plan: null };

function draw() {
  const { view } = store;
  redraw(app, h("div.awning"), h("div.page.stack", {},
    h("h1", {}, t("A new game")),
    view.notice ? h("p.reason", { role: "alert" }, t("A saved game could not be read and was set aside: {file}. Nothing in it was changed.", { file: view.notice })) : null,
    view.you.host ? null : h("p.reason", { role: "alert" }, t("Only the host can start a game. Open the host link printed by the program on the computer.")),
    view.players && !view.result ? h("p.card", {}, t("A game is running. "), h("a", { href: "/table" }, t("Back to the table")), t(" – starting a new one keeps the old one on disk.")) : null,
    players(), layoutChoice(), aids(),
    h("div.row", {}, h("button.primary.big-button", { type: "button", "data-key": "start", disabled: !view.you.host || store.busy, onclick: start }, t("Open the bazaar"))),
    comfort()));
}

function players() {
  const rows = order.players.map((player, at) => h("div.player-row", {},
    h("button.icon-button", { type: "button", "data-key": `color-${at}`, "aria-label": t("Colour: {color}. Tap for the next one.", { color: COLOR_WORDS[player.color] }), onclick: () => nextColor(player) }, mark({ color: player.color, color_name: COLOR_WORDS[player.color] }, "big")),
    h("input", { type: "text", maxlength: "24", "data-key": `name-${at}`, value: player.name, placeholder: t("Name of player {n}", { n: at + 1 }), "aria-label": t("Name of player {n}", { n: at + 1 }), autocomplete: "off", oninput: (event) => { player.name = event.target.value; } }),
    h("label.first", {}, h("input", { type: "radio", name: "first", "data-key": `first-${at}`, checked: order.first === at, onchange: () => { order.first = at; } }), t("begins")),
    order.players.length > 2 ? h("button.icon-button.quiet", { type: "button", "data-key": `less-${at}`, "aria-label": t("Remove player {n}", { n: at + 1 }), onclick: () => remove(at) }, "✕") : null));
  return h("section.card.stack", {}, h("h2", {}, t("Who plays, clockwise")), rows,
    h("div.row", {},
      order.players.length < 5 ? h("button", { type: "button", "data-key": "more", onclick: add }, t("One more player")) : null,
      h("label.first", {}, h("input", { type: "radio", name: "first", checked: order.first === null, onchange: () => { order.first = null; } }), t("draw the start player"))));
}

function nextColor(player) {
  const used = new Set(order.players.filter((one) => one !== player).map((one) => one.color));
  const free = COLORS.filter((color) => !used.has(color));
  player.color = free[(free.indexOf(player.color) + 1) % free.length];
  draw();
}

function add() {
  const used = new Set(order.players.map((one) => one.color));
  order.players.push({ name: "", color: COLORS.find((color) => !used.has(color)) });
  draw();
}

function remove(at) {
  order.players.splice(at, 1);
  order.first = null;
  draw();
}

function layoutChoice() {
  return h("section.card.stack", {}, h("h2", {}, t("How the places lie")),
    h("div.row", { role: "radiogroup", "aria-label": t("Layout") }, Object.entries(KINDS).map(([kind, words]) => pick("kind", kind, words, choose))),
    ui.plan ? layoutPlan(ui.plan.layout) : null,
    order.kind === "random" ? h("div.row", {}, h("button", { type: "button", "data-key": "redraw", onclick: () => choose() }, t("Draw another")), h("span.soft", {}, t("Number {seed}", { seed: ui.plan?.seed ?? "" }))) : null,
    h("p.soft.small", {}, t("Lay the tiles on the table like this, the big numbers in these places.")));
}

async function choose() {
  ui.plan = await client.layout({ kind: order.kind }).catch(() => null);
  order.seed = ui.plan?.seed ?? null;
  draw();
}

function aids() {
  return h("section.card.stack", {}, h("h2", {}, t("Dice and cards")),
    h("div.row", {}, pick("dice", "app", t("The app rolls the dice")), pick("dice", "real", t("We roll real dice"))),
    h("div.row", {}, pick("cards", "app", t("The app deals the bonus cards")), pick("cards", "real", t("We use the real cards"))),
    order.players.length < 5 ? h("label.check", {}, h("input", { type: "checkbox", "data-key": "neutral", checked: order.neutral_assistants, onchange: (event) => { order.neutral_assistants = event.target.checked; } }), t("Variant with neutral assistants")) : null);
}

function pick(field, value, words, then = draw) {
  return h("button.toggle", { type: "button", role: "radio", "aria-checked": String(order[field] === value), "data-key": `${field}-${value}`, onclick: () => { order[field] = value; then(); } }, words);
}

async function start() {
  const chosen = { ...order, neutral_assistants: order.neutral_assistants && order.players.length < 5 };
  if (await store.send(() => client.newGame(chosen))) location.assign("/table");
}

dress();
const joined = await joinByLink();
if (joined?.problem) note(joined.problem, "bad");
store.subscribe(draw);
await store.start();
await choose();

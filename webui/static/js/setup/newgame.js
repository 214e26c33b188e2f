/** What the next game shall be: the parts of a set-up, shown one by one in the wizard and all at once on `/new`. */

import { diceParts } from "./dice_new.js";
import { pick } from "./choices.js";
import { h, mark } from "../basics/dom.js";
import { layoutChoice } from "./layouts.js";
import { whoPlays } from "../play/rivals/strengths.js";
import { t } from "../basics/words.js";

const COLORS = ["red", "blue", "green", "yellow", "white"];
const COLOR_WORDS = { red: t("red"), blue: t("blue"), green: t("green"), yellow: t("yellow"), white: t("white") };
const MOST = 5;

/** An order before anything was chosen. */
export const freshOrder = () => ({
  game: "istanbul",
  players: ["red", "blue", "yellow"].map((color) => ({ name: "", color })),
  kind: "short", seed: null, cells: null, first: null, dice: "app", cards: "app", neutral_assistants: false, no_tells: false, house_rules: [], copy: "", aids: {},
});

/** A kept order. Programs that knew no `aids` put the dice game's real cards into the base game: those are dealt by the app again. */
export const recalled = (order) => (order.game === "istanbul" && order.cards === "real" && !order.aids ? { ...order, cards: "app" } : order);

/**
 * The parts of each game's set-up after its players. `draw(set)` gives the part's elements;
 * `set` is {order, ui, games, draw, change}: call `change` when the order changed.
 */
export const PARTS = {
  istanbul: [
    { id: "aids", short: t("Dice"), title: t("Dice and cards"), help: t("Use what is in the box, or let the app roll and deal."), draw: aids },
    { id: "layout", short: t("Layout"), title: t("How the places lie"), help: t("Lay the tiles on the table like this, the big numbers in these places."), draw: layoutChoice },
  ],
  dice: diceParts,
};

/** The least and the most players of the chosen game. */
export const playersOf = ({ order, games }) => games.find((one) => one.name === order.game)?.players ?? [2, MOST];

/** How strongly the app can play a seat of the chosen game. */
const strengthsOf = ({ order, games }) => games.find((one) => one.name === order.game)?.strengths ?? [];
const appPlays = (set) => strengthsOf(set).length > 0 && set.order.players.some((one) => one.strength);

const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** What is sent to begin each kind of game. */
const SENT = {
  istanbul: ["game", "players", "kind", "seed", "cells", "first", "dice", "cards", "neutral_assistants", "no_tells", "house_rules"],
  dice: ["game", "players", "first", "dice", "cards", "copy"],
};

/** The order as its game takes it; who gave no name is called by the colour. */
export function sentOrder(chosen) {
  const order = { ...chosen, players: chosen.players.map(({ name, color, strength = "" }) => ({ name: name.trim() || capital(COLOR_WORDS[color]), color, strength })) };
  if (order.game === "istanbul" && order.players.some((one) => one.strength)) order.cards = "app";
  order.neutral_assistants &&= order.players.length < MOST;
  return Object.fromEntries(SENT[order.game].map((field) => [field, order[field]]));
}

/** Whether the running game may be left for another one: the host says so once more. */
export const mayLeave = (view) => !view.players || Boolean(view.result) || !view.version || confirm(t("A game is running. Leave it for another one? It is kept, and you can go on with it later."));

/** Which game: one card each, fed by the server's list. */
export function gameChoice(set) {
  const choose = (name) => () => set.change(() => {
    changeGame(set.order, name);
    for (const player of set.order.players) player.strength &&= nearest(player.strength, strengthsOf(set));
    set.order.players.splice(playersOf(set)[1]);
  });
  return h("div.choices", { role: "radiogroup", "aria-label": t("Which game") }, set.games.map((one) =>
    h("button.choice-card", { type: "button", role: "radio", "aria-checked": String(set.order.game === one.name), "data-key": `game-${one.name}`, onclick: choose(one.name) },
      h("b", {}, one.title), one.help ? h("span.soft", {}, one.help) : null)));
}

/** A strength in which the app plays this game: the same one, else the strongest, else none. */
const nearest = (strength, strengths) => (strengths.includes(strength) ? strength : strengths.at(-1) ?? "");

/** Whose dice and cards are used belongs to each game: what was chosen for one says nothing about the other. */
function changeGame(order, name) {
  const { game, dice, cards, aids = {} } = order;
  order.aids = { ...aids, [game]: { dice, cards } };
  Object.assign(order, { game: name, dice: "app", cards: "app" }, order.aids[name]);
}

/** Names, colours, who begins. */
export function playersChoice(set) {
  const { order } = set;
  const [least, most] = playersOf(set);
  const rows = order.players.map((player, at) => h("li.player-row", { "data-color": player.color },
    h("button.icon-button.swatch", { type: "button", "data-key": `color-${at}`, "aria-label": t("Colour: {color}. Tap for the next one.", { color: COLOR_WORDS[player.color] }), onclick: () => set.change(() => nextColor(order, player)) }, mark({ color: player.color, color_name: COLOR_WORDS[player.color] }, "big")),
    h("input", { type: "text", maxlength: "24", "data-key": `name-${at}`, value: player.name, placeholder: t("Name of player {n}", { n: at + 1 }), "aria-label": t("Name of player {n}", { n: at + 1 }), autocomplete: "off", oninput: ({ target }) => { player.name = target.defaultValue = target.value; set.kept(); } }),
    h("div.row.player-more", {},
      h("label.first", {}, h("input", { type: "radio", name: "first", "data-key": `first-${at}`, checked: order.first === at, onchange: () => set.change(() => { order.first = at; }) }), t("begins")),
      whoPlays({ ...player, color_name: COLOR_WORDS[player.color] }, strengthsOf(set), `who-${at}`, (strength) => set.change(() => { player.strength = strength; }))),
    order.players.length > least ? h("button.icon-button.quiet", { type: "button", "data-key": `less-${at}`, "aria-label": t("Remove player {n}", { n: at + 1 }), onclick: () => set.change(() => remove(order, at)) }, "✕") : null));
  return [h("ol.players-list", {}, rows), order.players.every((one) => one.strength) ? h("p.reason", { role: "status" }, t("At least one seat is a person's.")) : null,
    h("div.row", {},
      order.players.length < most ? h("button", { type: "button", "data-key": "more", onclick: () => set.change(() => add(order)) }, t("One more player")) : null,
      h("label.first", {}, h("input", { type: "radio", name: "first", "data-key": "first-draw", checked: order.first === null, onchange: () => set.change(() => { order.first = null; }) }), t("draw the start player")))];
}

function nextColor(order, player) {
  const used = new Set(order.players.filter((one) => one !== player).map((one) => one.color));
  const free = COLORS.filter((color) => !used.has(color));
  player.color = free[(free.indexOf(player.color) + 1) % free.length];
}

function add(order) {
  const used = new Set(order.players.map((one) => one.color));
  order.players.push({ name: "", color: COLORS.find((color) => !used.has(color)) });
}

function remove(order, at) {
  order.players.splice(at, 1);
  if (order.first === at) order.first = null;
  else if (order.first > at) order.first -= 1;
}

/** What a table may read otherwise than the program does, by the names the server knows. */
const HOUSE_RULES = [
  ["return_any_time", t("The card that fetches an assistant may be played at any time of the turn")],
  ["yellow_from_here", t("The yellow mosque tile also fetches the assistant of the place one stands on")],
  ["free_reward", t("The reward for catching a family member may be declined")],
  ["five_any_goods", t("The card for any goods sells exactly five goods")],
  ["no_family_card", t("A card left over that sends the family member home brings no Lira at the end")],
];

/** Ticks for the rulings this table reads otherwise, folded up while none is. */
function houseRules(set) {
  const chosen = set.order.house_rules ?? [];
  const toggle = (name) => set.change(() => { set.order.house_rules = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]; });
  return h("details.house-rules", { "data-key": "house-rules", open: chosen.length > 0 }, h("summary", {}, t("House rules")),
    h("p.small.soft", {}, t("The printed rules leave room here. Tick what your table plays otherwise than most.")),
    HOUSE_RULES.map(([name, words]) => h("label.check", {}, h("input", { type: "checkbox", "data-key": `rule-${name}`, checked: chosen.includes(name), onchange: () => toggle(name) }), words)));
}

function aids(set) {
  const { order } = set;
  if (appPlays(set)) order.cards = "app";
  const tick = (key, field, words) => h("label.check", {}, h("input", { type: "checkbox", "data-key": key, checked: order[field], onchange: (event) => set.change(() => { order[field] = event.target.checked; }) }), words);
  return [
    h("div.choices.pair", { role: "radiogroup", "aria-label": t("Dice") }, pick(set, "dice", "app", t("The app rolls the dice")), pick(set, "dice", "real", t("We roll real dice"))),
    appPlays(set) ? h("p.soft", {}, t("The app deals the bonus cards, for it plays a seat itself: with the cards of the box it would have to be shown its own hand."))
      : h("div.choices.pair", { role: "radiogroup", "aria-label": t("Bonus cards") }, pick(set, "cards", "app", t("The app deals the bonus cards")), pick(set, "cards", "real", t("We use the real cards"))),
    tick("no-tells", "no_tells", t("Keep hands secret: everybody is asked at every step, with or without a card for it")),
    order.players.length < MOST ? tick("neutral", "neutral_assistants", t("Variant with neutral assistants")) : null,
    houseRules(set)];
}

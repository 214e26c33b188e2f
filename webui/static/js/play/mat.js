/** A player's own things as they lie on the table: wheelbarrow, Lira, rubies, assistants, mosque tiles. */

import { appSign } from "./rivals/strengths.js";
import { clock } from "./clock.js";
import { art, h, mark, token } from "../basics/dom.js";
import { t, tn } from "../basics/words.js";

export const GOODS = ["R", "G", "Y", "B"];
const MOST = 5;
const LEAST = 2;

/** The wheelbarrow with its four rows of room. */
export function barrow(view, player) {
  const rows = GOODS.map((good) => row(view.table.goods[good], good, player.goods[good], player));
  return h("div.barrow", { role: "group", "aria-label": t("Wheelbarrow") }, rows);
}

function row(name, good, count, { capacity, seat }) {
  const words = t("{name}: {count} of {capacity}", { name, count, capacity });
  const slots = Array.from({ length: MOST }, (_, at) => slot(good, at < count, at < capacity));
  return h(
    "div.barrow-row",
    { role: "img", "aria-label": words, class: `good-${good}`, "data-guide": `good-${good}`, "data-lands": `good-${good}/${seat}` },
    art(`good-${good}`, "", "barrow-good"),
    h("b.barrow-count", { "aria-hidden": "true" }, count),
    slots,
  );
}

/** One place for a good on the wheelbarrow: taken, free, or not there yet. */
export function slot(good, full, open) {
  const cls = full ? "full" : open ? "open" : "shut";
  return h("span.slot", { class: cls, "aria-hidden": "true" }, art(`good-${good}`));
}

/** The extensions: bought ones whole, the others faint. */
function boards(player) {
  if (!player.capacity) return null;
  const bought = player.capacity - LEAST;
  const all = Array.from({ length: MOST - LEAST }, (_, at) => h("span.board", { class: at < bought ? "full" : "" }, art("thing-extension")));
  return h("div.boards", { "data-guide": "thing-extension", role: "img", "aria-label": t("{n} of {most} extensions", { n: bought, most: MOST - LEAST }) }, all);
}

/** Lira, extensions and rubies, large. */
export function purse(view, player) {
  const target = Math.max(view.table.target, player.rubies);
  const gems = Array.from({ length: target }, (_, at) => h("span.gem-slot", { class: at < player.rubies ? "full" : "" }, art("thing-ruby")));
  return h(
    "div.purse",
    {},
    h("div.lira", { "data-guide": "thing-lira", "data-lands": `lira/${player.seat}`, role: "img", "aria-label": t("{n} Lira", { n: player.lira }) }, art("thing-lira"), h("b", {}, player.lira)),
    player.capacity ? boards(player) : null,
    h("div.gems", { "data-guide": "thing-ruby", "data-lands": `ruby/${player.seat}`, role: "img", "aria-label": t("{n} of {target} rubies", { n: player.rubies, target: view.table.target }) }, gems),
  );
}

/** Goods, Lira and rubies in one line that stays in sight; the same things are told once, on the wheelbarrow. */
export function pinned(player) {
  const goods = GOODS.map((good) => h("span.mini-good", { "data-lands": `good-${good}/${player.seat}` }, art(`good-${good}`), `${player.goods[good]}/${player.capacity}`));
  return h("div.pinned", { "aria-hidden": "true" }, goods,
    h("span.coin", { "data-lands": `lira/${player.seat}` }, art("thing-lira"), player.lira),
    h("span.gem", { "data-lands": `ruby/${player.seat}` }, art("thing-ruby"), player.rubies));
}

/** The stack of assistants, those out on the board, and the mosque tiles. */
export function crew(view, player) {
  const discs = [...player.stack].map((one) => token("assistant", one === "n" ? "neutral" : player.color));
  const out = player.out.map((place) => h("span.out", {}, token("assistant", player.color), h("b", {}, place)));
  const outWords = player.out.map((place) => view.table.places[place].name).join(", ");
  return h(
    "div.crew",
    {},
    part("token-assistant", t("Stack"), tn("{n} assistant in the stack", "{n} assistants in the stack", discs.length), discs.length ? h("span.pile", {}, discs) : h("span.soft", {}, t("empty"))),
    part("token-assistant", t("Out"), outWords || t("none out"), out.length ? out : h("span.soft", {}, "–")),
    part("token-family", t("Family"), view.table.places[player.family].name, h("span.out", {}, token("family", player.color), h("b", {}, player.family))),
    player.tiles.length ? part(null, t("Tiles"), player.tiles.map((one) => view.table.tiles[one].name).join(", "), player.tiles.map(tile)) : null,
  );
}

function part(topic, title, words, content) {
  return h("div.crew-part", { "data-guide": topic, role: "img", "aria-label": `${title}: ${words}` }, h("span.crew-title", { "aria-hidden": "true" }, title), content);
}

function tile(good) {
  return h("span.mosque-tile", { "data-guide": `tile-${good}` }, art(`mosque-${good}`));
}

/** One line about another player: everything public. */
export function summary(view, player) {
  const goods = GOODS.map((good) =>
    h("span.mini-good", { "data-guide": `good-${good}`, "data-lands": `good-${good}/${player.seat}`, "aria-label": t("{name}: {count} of {capacity}", { name: view.table.goods[good], count: player.goods[good], capacity: player.capacity }), role: "img" },
      art(`good-${good}`), `${player.goods[good]}/${player.capacity}`));
  return h(
    "div.summary",
    { class: view.turn.of === player.seat ? "is-turn" : "" },
    h("div.summary-head", {}, mark(player), h("b", {}, player.name), appSign(player), clock(view, player.seat), lineWords(view, player.seat)),
    h("div.summary-facts", {},
      h("span.gem", { "data-guide": "thing-ruby", "data-lands": `ruby/${player.seat}`, "aria-label": tn("{n} ruby", "{n} rubies", player.rubies), role: "img" }, art("thing-ruby"), player.rubies),
      h("span.coin", { "data-guide": "thing-lira", "data-lands": `lira/${player.seat}`, "aria-label": t("{n} Lira", { n: player.lira }), role: "img" }, art("thing-lira"), player.lira),
      h("span.gem", { "data-guide": "turn-cards", "aria-label": tn("{n} card", "{n} cards", player.cards), role: "img" }, art("card-back"), player.cards),
      h("span.gem", { "data-guide": "token-assistant", "aria-label": tn("{n} assistant in the stack", "{n} assistants in the stack", player.stack.length), role: "img" }, token("assistant", player.color), player.stack.length),
      player.tiles.map((good) => h("span.mosque-tile", { "data-guide": `tile-${good}`, role: "img", "aria-label": view.table.tiles[good].name }, art(`mosque-${good}`)))),
    h("div.summary-goods", {}, goods),
  );
}

/** Nothing while the seat's phone is there; else that it is away, or that there is none. */
function lineWords(view, seat) {
  const away = view.joined?.[seat] && view.present?.[seat] === false;
  return view.joined?.[seat] && !away ? null : h("span.soft.small", { class: away ? "phone-away" : "no-phone" }, away ? t("phone is away") : t("no phone"));
}

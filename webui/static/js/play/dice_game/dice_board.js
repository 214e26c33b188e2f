/** The halls where the rubies lie, and the display of mosque tiles: the same on phone and table screen. */

import { art, h } from "../../basics/dom.js";
import { bazaarCard, boon, coin, counted, goods } from "./dice_things.js";
import { t, tn } from "../../basics/words.js";

const ONE_OF_EACH = 4;
const KEPT = { BuyRuby: "area", AskPrice: "area", BuyTile: "tile" };

/** What can be tapped on the board: {"area-red": choice, "tile-lira:RRR": choice, …}. */
export function litThings(view) {
  const lit = new Map();
  for (const choice of view.choices ?? []) {
    const kind = KEPT[choice.kind];
    if (kind) lit.set(`${kind}-${choice.facts[kind]}`, choice);
    if (choice.kind === "AskTile") lit.set("tile-?", choice);
  }
  return lit;
}

/** The board. `lit` maps things to choices, `why` reasons against the rest; `onpick(key)` makes them buttons. */
export function diceBoard(view, { lit = new Map(), why = {}, chosen = null, onpick = null, large = false } = {}) {
  const state = { view, lit, why, chosen, onpick, large };
  return h("div.dice-board", { class: `${lit.size ? "has-lit" : ""} ${large ? "is-large" : ""}` },
    h("div.halls", { role: "group", "aria-label": t("Where rubies lie") }, view.table.areas.map((area) => hall(state, area)), piles(view)),
    h("div.display", { role: "group", "aria-label": t("Mosque tiles to be had") }, view.table.display.map((tile, at) => shown(state, tile, at))),
    large && view.table.revealed.length ? h("div.revealed", { role: "group", "aria-label": t("Revealed cards") }, view.table.revealed.map((card) => bazaarCard(card))) : null);
}

function hall(state, area) {
  const { view, lit, why, large } = state;
  const key = `area-${area.area}`;
  const words = [area.name, priceWords(view, area), leftWords(area)];
  if (lit.has(key)) words.push(lit.get(key).text);
  else if (why.areas?.[area.area]) words.push(why.areas[area.area]);
  return cell(state, "hall", key, words.filter(Boolean).join(". "), [
    art(`hall-${area.area}`, "", "hall-art"),
    large ? h("span.hall-name", { "aria-hidden": "true", "--letters": String(area.name.length) }, area.name) : null,
    h("span.hall-left", { "aria-hidden": "true" }, art("thing-ruby"), area.left ?? "?"),
    h("span.hall-price", { "aria-hidden": "true" }, area.open ? price(area) : "✕"),
    large && area.prices.length > 1 ? track(area) : null,
  ], { cls: area.open ? "" : "is-empty", topic: `hall-${area.area}` });
}

/** The prices beside the circles, those that are gone crossed out. */
function track(area) {
  return h("span.hall-track", { "aria-hidden": "true" }, area.prices.map((one, at) => h("span", { class: at < area.taken ? "gone" : at === area.taken ? "now" : "" }, one || "?")));
}

function price(area) {
  if (area.area === "mosque") return [area.price, art("boon-back")];
  if (!area.price) return "?";
  if (area.area === "lira") return coin(area.price);
  if (area.good) return [area.price, art(`good-${area.good}`)];
  const more = area.price - ONE_OF_EACH;
  return [goods("RYGB"), more ? [` +${more}`, art("good-any")] : null];
}

function priceWords(view, area) {
  if (!area.open) return t("no ruby is left");
  if (area.area === "mosque") return t("a ruby for {n} mosque tiles", { n: area.price });
  if (!area.price) return t("the price is not known yet");
  if (area.area === "lira") return t("{n} Lira", { n: area.price });
  if (area.good) return counted(area.good, area.price);
  return t("one of each good and {n} of any kind", { n: area.price - ONE_OF_EACH });
}

const leftWords = (area) => (area.left === null ? "" : tn("{n} ruby lies there", "{n} rubies lie there", area.left));

function shown(state, tile, at) {
  const { lit, why } = state;
  const key = `tile-${tile.id}`;
  const known = tile.id !== "?";
  const words = known ? [tile.name, tile.help, lit.has(key) ? lit.get(key).text : why.tiles?.[tile.id]] : [t("A mosque tile the app has not been told")];
  return cell(state, "shown", key, words.filter(Boolean).join(" "), [boon(tile, "shown-art"), h("span.shown-cost", { "aria-hidden": "true" }, known ? goods(tile.cost) : "?")], { at, topic: known ? `tile-${tile.kind}` : "act-tile" });
}

/** What lies face down. */
function piles(view) {
  const { deck, stack } = view.table;
  const words = t("{deck} cards in the deck, {stack} mosque tiles in the stack", { deck, stack });
  return h("div.piles", { role: "img", "aria-label": words }, h("span", {}, art("card-back"), deck), h("span", {}, art("boon-back"), stack));
}

function cell({ lit, chosen, onpick }, kind, key, words, content, { cls = "", at = 0, topic = null } = {}) {
  const classes = [cls, lit.has(key) && "lit", chosen === key && "chosen", onpick && lit.size && !lit.has(key) && "dim"].filter(Boolean).join(" ");
  const props = { "aria-label": words, class: classes, "data-thing": key, "data-guide": topic };
  if (!onpick) return h(`div.${kind}`, { role: "img", ...props }, content);
  return h(`button.${kind}`, { type: "button", "data-key": `${key}-${at}`, "aria-pressed": lit.has(key) ? String(chosen === key) : null, onclick: () => onpick(key), ...props }, content);
}

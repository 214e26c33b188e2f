/** The things of the dice game in pictures: faces of dice, markers, crystals, Lira, rubies, tiles; and in words. */

import { art, h } from "../../basics/dom.js";
import { t, tn } from "../../basics/words.js";

export const FACES = ["R", "Y", "G", "B", "L", "K"];
export const MARKERS = ["R", "Y", "G", "B", "J"];

/** Which picture stands for a letter among markers and crystals. */
const PICTURES = { X: "thing-crystal", "*": "good-any" };
export const thing = (sign) => art(PICTURES[sign] ?? `marker-${sign}`);

/** Letters as pictures. */
export const things = (signs) => [...signs].map(thing);
export const faces = (signs) => [...signs].map((sign) => art(`face-${sign}`));
export const goods = (signs) => [...signs].map((sign) => art(sign === "*" ? "good-any" : `good-${sign}`));

/** Lira as a coin with its number. */
export const coin = (lira) => (lira ? h("span.sum", {}, art("thing-lira"), lira) : null);

/** What is given for a choice: dice, markers. */
export function pay({ dice = "", markers = "" } = {}) {
  return dice || markers ? h("span.things.is-pay", { "aria-hidden": "true" }, faces(dice), things(markers)) : null;
}

/** What a choice brings. */
export function gain(what) {
  if (!what) return null;
  const all = [...things(what.signs ?? ""), coin(what.lira), what.ruby ? art("thing-ruby") : null, ...Array.from({ length: what.cards ?? 0 }, () => art("card-back"))].filter(Boolean);
  return all.length ? h("span.things.is-gain", { "aria-hidden": "true" }, all) : null;
}

/** A mosque tile's picture. */
export const boon = (tile, cls = "") => art(tile.kind ? `boon-${tile.kind}${tile.good ? `-${tile.good}` : ""}` : "boon-back", "", cls);

const COUNTED = {
  R: (n) => tn("{n} fabric", "{n} fabric", n),
  Y: (n) => tn("{n} fruit", "{n} fruit", n),
  G: (n) => tn("{n} spice", "{n} spice", n),
  B: (n) => tn("{n} jewelry", "{n} jewelry", n),
  J: (n) => tn("{n} joker", "{n} jokers", n),
  L: (n) => tn("{n} coin", "{n} coins", n),
  K: (n) => tn("{n} card", "{n} cards", n),
  X: (n) => tn("{n} crystal", "{n} crystals", n),
};

/** So many of a face, marker or crystal. */
export const counted = (sign, n) => COUNTED[sign](n);

/** Letters counted, in words. */
export function signWords(signs) {
  const counts = new Map();
  for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts].map(([sign, n]) => counted(sign, n)).join(", ");
}

/** A bazaar card: the upper half for the player on turn, the lower one for the others. */
export function bazaarCard(card, { small = false } = {}) {
  if (!card.own) return h("div.bazaar-card", { role: "img", "aria-label": card.name }, art("card-back"));
  return h("div.bazaar-card", { class: small ? "is-small" : "" }, half(card.own, "own"), card.others ? half(card.others, "others") : null);
}

function half(one, whose) {
  const words = whose === "others" ? t("The others: {what}", { what: one.text }) : one.text;
  return h("div.half", { class: `is-${whose}`, role: "img", "aria-label": words }, SIGNS[one.special || one.how](one));
}

const bundle = ({ signs, lira }) => [...things(signs), coin(lira)];
const arrow = (kind) => h("span.arrow", { class: `is-${kind}` }, "➜");
const SIGNS = {
  take: (one) => bundle(one.gain),
  discard: (one) => [bundle(one.cost), arrow("give"), bundle(one.gain)],
  hold: (one) => [bundle(one.cost), arrow("hold"), bundle(one.gain)],
  dice: (one) => [art("face-K"), art("face-K"), arrow("hold"), bundle(one.gain)],
  either: (one) => [bundle(one.cost), h("span.or", {}, "/"), bundle(one.gain)],
  ruby: (one) => [bundle(one.cost), arrow("give"), art("thing-ruby")],
  tile: () => [art("boon-back"), arrow("give"), art("boon-goods")],
};

export const rubiesWords = (n) => tn("{n} ruby", "{n} rubies", n);

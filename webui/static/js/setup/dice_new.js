/** How the dice game begins: which copy of it lies on the table, whose dice and cards are used. */

import { h } from "../basics/dom.js";
import { pick } from "./choices.js";
import { t } from "../basics/words.js";

const PRACTICE = "practice";

/** The parts of its set-up after the players. */
export const diceParts = [
  { id: "copy", short: t("Copy"), title: t("Your copy of the game"), help: t("Prices, tiles and cards are printed on the components only. The app asks for each once and keeps it with your copy."), draw: copyChoice },
  { id: "dice-aids", short: t("Dice"), title: t("Dice and cards"), help: t("Use what is in the box, or let the app roll and deal."), draw: aids },
];

function copyChoice(set) {
  const copies = copiesOf(set);
  const now = chosen(set);
  const choose = (one) => () => set.change(() => { set.order.copy = one.name; fit(set); });
  const cards = copies.map((one) =>
    h("button.choice-card", { type: "button", role: "radio", "aria-checked": String(now === one), "data-key": `copy-${one.name}`, onclick: choose(one) }, h("b", {}, one.title), h("span.soft", {}, stateOf(set, one))));
  const mine = now && now.name !== PRACTICE ? now.name : copies[0]?.name;
  return [
    h("div.choices", { role: "radiogroup", "aria-label": t("Your copy of the game") }, cards),
    mine ? h("p", {}, h("a", { href: `/copy?name=${encodeURIComponent(mine)}` }, t("Look through what is known of your copy"))) : null,
  ];
}

function stateOf(set, copy) {
  return isWhole(set, copy) ? t("complete: the app can deal it all") : t("the table tells what is not known yet");
}

function aids(set) {
  fit(set);
  return [
    h("div.choices.pair", { role: "radiogroup", "aria-label": t("Dice") }, pick(set, "dice", "app", t("The app rolls the dice")), pick(set, "dice", "real", t("We roll real dice"))),
    isPractice(set) ? h("p.soft", {}, t("The app deals cards and tiles: what is made up lies on no table."))
      : isWhole(set, chosen(set)) ? h("div.choices.pair", { role: "radiogroup", "aria-label": t("Cards and tiles") }, pick(set, "cards", "app", t("The app deals cards and tiles")), pick(set, "cards", "real", t("We use the real cards and tiles")))
      : h("p.soft", {}, t("Cards and mosque tiles are those on the table: the app does not know all of this copy.")),
  ];
}

const copiesOf = (set) => set.games.find((one) => one.name === "dice")?.copies ?? [];
const chosen = (set) => copiesOf(set).find((one) => one.name === set.order.copy) ?? copiesOf(set)[0];
const isWhole = (set, copy) => copy?.missing[set.order.players.length]?.length === 0;

const isPractice = (set) => chosen(set)?.name === PRACTICE;

/** The app cannot deal what it does not know, and the table has nothing of what is made up. */
function fit(set) {
  if (isPractice(set)) set.order.cards = "app";
  else if (!isWhole(set, chosen(set))) set.order.cards = "real";
}

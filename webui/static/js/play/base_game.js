/** The parts that show the base game: wheelbarrow, hand, the sixteen places. */

import { bazaar } from "./bazaar.js";
import { helpLevel } from "../basics/comfort.js";
import { draggable, lying } from "../camera/drag.js";
import { baseBeside, baseFixes } from "./base_fix.js";
import { art, h, mark } from "../basics/dom.js";
import { dock, litPlaces } from "./dock.js";
import { hand } from "./hand.js";
import { KINDS } from "./moments/kinds.js";
import { look } from "../basics/lookup.js";
import { barrow, crew, pinned, purse, summary } from "./mat.js";
import { priceTag } from "./prices.js";
import { t } from "../basics/words.js";

/** What a player has and sees, above the decision. */
function own(view, me, { ui, store, pick }) {
  return [
    h("section.card.mat", { "aria-label": t("Your things"), class: `edge-${me.color}` }, barrow(view, me), purse(view, me), crew(view, me)),
    hand(view, ui, store),
    h("section", { "aria-label": t("The bazaar") }, bazaar(view, { lit: helpLevel() === "off" ? new Map() : litPlaces(view, ui.withCard), why: view.refusals?.places ?? {}, chosen: ui.place, onpick: pick })),
  ];
}

/** For the table screen; on the virtual table the host drags the wood as it lies. */
function board(view, store) {
  const hands = view.you?.host && !view.past && view.camera?.virtual;
  const grid = bazaar(view, { inside: (place) => priceTag(view, place), onpick: (place) => look(`place-${place}`), ...(hands ? { on: lying(view) } : {}) });
  return hands ? draggable(grid, store) : grid;
}

/** The last roll, small, with whose it was and what for. */
function dice(view) {
  if (!view.dice) return null;
  const { dice: [first, second], seat, about } = view.dice;
  const whose = view.players[seat];
  const words = [t("Last roll: {first} and {second}", { first, second }), whose?.name, about].filter(Boolean).join(", ");
  return h("span.dice", { role: "img", "aria-label": words }, art(`die-${first}`), art(`die-${second}`), h("span.dice-whose", { "aria-hidden": "true" }, whose ? mark(whose) : null, about));
}

/** Titles of the result's columns after the rubies, with what each row has there. */
const columns = () => [
  [art("thing-lira"), t("Lira"), "lira"], [art("good-any"), t("Goods"), "goods"], [art("card-back"), t("Cards"), "cards"],
];

export const base = {
  own, board, summary, dice, columns,
  dock: (view, { ui, draw, store, above }) => dock(view, ui, draw, store, above),
  pinned,
  fixes: baseFixes,
  beside: baseBeside,
  moments: KINDS,
  camera: true,
  choosing: (view) => litPlaces(view).size > 0 && ".bazaar",
  first: () => t("Nothing has happened yet. The first merchant may go."),
};

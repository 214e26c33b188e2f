/** What of the dice game can be put right: fields for a player or for the table, made with the form's own tools. */

import { MARKERS } from "./dice_things.js";
import { t } from "../../basics/words.js";

/** Fields for a player, or for the table where `player` is null. */
export function diceFixes(view, player, { number, counts }) {
  if (!player) return [number("actions", t("Actions left"), view.table.actions, 0, 9), number("round", t("Round"), view.table.round, 1, 99)];
  return [
    number("lira", t("Lira"), player.lira, 0, 87),
    number("crystals", t("Crystals"), player.crystals, 0, 12),
    number("rubies", t("Rubies"), player.rubies, 0, 12),
    counts("markers", MARKERS, view.table.goods, player.markers, 10),
  ];
}

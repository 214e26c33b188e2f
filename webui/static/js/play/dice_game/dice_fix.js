/** What of the dice game can be put right: fields for a player or for the table. */

import { MARKERS } from "./dice_things.js";
import { t } from "../../basics/words.js";

/** Fields for a player, or for the table where `player` is null. */
export function diceFixes(view, player, make) {
  if (!player) return [make.number("actions", t("Actions left"), view.table.actions, 0, 9), make.number("round", t("Round"), view.table.round, 1, 99)];
  return [
    make.number("lira", t("Lira"), player.lira, 0, 87, { picture: "thing-lira" }),
    make.number("crystals", t("Crystals"), player.crystals, 0, 12, { picture: "thing-crystal" }),
    make.number("rubies", t("Rubies"), player.rubies, 0, 12, { picture: "thing-ruby" }),
    make.counts("markers", MARKERS, view.table.goods, player.markers, 10, (sign) => ({ picture: `marker-${sign}` })),
  ];
}

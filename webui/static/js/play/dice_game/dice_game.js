/** The parts that show the dice game: dice, markers and tiles, the halls with their rubies. */

import { art, h } from "../../basics/dom.js";
import { diceBoard, litThings } from "./dice_board.js";
import { diceDock } from "./dice_dock.js";
import { diceMat, diceSummary } from "./dice_mat.js";
import { diceFixes } from "./dice_fix.js";
import { DICE_KINDS } from "./dice_kinds.js";
import { thrown, tray } from "./dice_tray.js";
import { t } from "../../basics/words.js";

/** What a player has and sees, above the decision. */
function own(view, me, { ui, draw, pick }) {
  return [
    diceMat(view, me),
    tray(view, ui, draw),
    h("section", { "aria-label": t("The halls of the rubies") }, diceBoard(view, { lit: litThings(view), why: view.refusals ?? {}, chosen: ui.place, onpick: pick })),
  ];
}

const columns = () => [
  [art("thing-lira"), t("Worth in Lira"), "worth"], [art("marker-J"), t("Markers"), "goods"], [art("thing-crystal"), t("Crystals"), "crystals"],
];

export const dice = {
  own, columns,
  board: (view) => [tray(view), diceBoard(view, { large: true })],
  summary: diceSummary,
  dice: thrown,
  dock: (view, { ui, draw, store, above }) => diceDock(view, ui, draw, store, above),
  fixes: diceFixes,
  moments: DICE_KINDS,
  camera: false,
  choosing: (view) => ({ reroll: ".tray", act: ".dice-board" })[view.turn.step],
  first: () => t("Nothing has happened yet. The first player throws the dice."),
};

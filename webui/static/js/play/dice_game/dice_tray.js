/** The dice of the turn: those unused, those used, those still in the air; tapped to choose what is thrown again. */

import { art, h } from "../../basics/dom.js";
import { faces, signWords } from "./dice_things.js";
import { t } from "../../basics/words.js";

const USUAL = 5;

/** The tray; before the throw nothing on a phone, an empty one on the table screen. With `ui` the unused dice can be chosen while some may be thrown again. */
export function tray(view, ui = null, draw = () => {}) {
  const { dice, spent } = view.table;
  const due = ui && view.chance?.ask === "dice" ? 0 : view.table.due;
  if (!dice && !spent && !due) return ui ? null : h("div.tray.is-empty", { "aria-hidden": "true" }, Array.from({ length: USUAL }, () => h("span.tray-die.is-due")));
  const again = ui && (view.choices ?? []).some((one) => one.kind === "Reroll");
  const words = dice ? t("Unused dice: {dice}", { dice: signWords(dice) }) : t("All dice are used");
  return h("section.tray", { "aria-label": words },
    [...dice].map((face, at) => (again ? pickable(view, face, at, ui, draw) : h("span.tray-die", {}, art(`face-${face}`)))),
    Array.from({ length: due }, () => h("span.tray-die.is-due", { "aria-hidden": "true" }, "?")),
    [...spent].map((face) => h("span.tray-die.is-spent", { "aria-hidden": "true" }, art(`face-${face}`))));
}

function pickable(view, face, at, ui, draw) {
  ui.again ??= new Set();
  const chosen = ui.again.has(at);
  const toggle = () => { chosen ? ui.again.delete(at) : ui.again.add(at); draw(); };
  return h("button.tray-die", { type: "button", "data-key": `again-${at}`, "aria-pressed": String(chosen), "aria-label": t("Throw again: {face}", { face: view.table.goods[face] }), onclick: toggle }, art(`face-${face}`));
}

/** The chosen dice as letters, in their fixed order. */
export const chosenDice = (view, ui) => [...view.table.dice].filter((_, at) => ui.again?.has(at)).join("");

/** The last throw, small. */
export function thrown(view) {
  if (!view.dice) return null;
  const letters = view.dice.dice.join("");
  return h("span.dice", { role: "img", "aria-label": t("Last throw: {dice}", { dice: signWords(letters) }) }, faces(letters));
}

/** A building plan: which tile lies where. */

import { art, h } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** Rows of place numbers as a small bazaar to copy from; `wrong` are cells (counted row by row) where another tile lies. */
export function layoutPlan(rows, wrong = []) {
  const words = rows.map((row) => row.join(" ")).join("; ");
  return h("div.plan", { role: "img", "aria-label": t("Row by row: {words}", { words }) },
    rows.flat().map((place, cell) => h("div.plan-tile", { class: wrong.includes(cell) ? "wrong" : "" }, art(`place-${String(place).padStart(2, "0")}`), h("b", {}, place))));
}

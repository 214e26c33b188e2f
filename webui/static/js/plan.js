/** A building plan: which tile lies where. */

import { art, h } from "./dom.js";
import { t } from "./words.js";

/** Rows of place numbers as a small bazaar to copy from. */
export function layoutPlan(rows) {
  const words = rows.map((row) => row.join(" ")).join("; ");
  return h("div.plan", { role: "img", "aria-label": t("Row by row: {words}", { words }) },
    rows.flat().map((place) => h("div.plan-tile", {}, art(`place-${String(place).padStart(2, "0")}`), h("b", {}, place))));
}

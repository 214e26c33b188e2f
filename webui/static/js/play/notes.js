/** Private notes: kept on this device only, for one seat of one game. */

import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const MOST = 4000;
const field = h("textarea", { id: "notes-field", rows: "4", maxlength: String(MOST), "data-key": "notes", "aria-label": t("My notes") });
let key = "";

field.addEventListener("input", () => (field.value ? localStorage.setItem(key, field.value) : localStorage.removeItem(key)));

/** A fold with what this device's player wrote down; nobody else sees it. */
export function notes(view) {
  const now = `bazaar-notes-${view.game_id}-${view.you.seat}`;
  if (now !== key) {
    key = now;
    field.value = localStorage.getItem(key) ?? "";
  }
  return h("details.card", { "data-key": "notes-fold" }, h("summary", {}, t("My notes")), h("p.small.soft", {}, t("They stay on this device; nobody else sees them.")), field);
}

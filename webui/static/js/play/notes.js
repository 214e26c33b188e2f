/** Private notes: kept on this device only, for one seat of one game. */

import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const MOST = 4000;

/** A fold with what this device's player wrote down; nobody else sees it. */
export function notes(view) {
  const key = `bazaar-notes-${view.game_id}-${view.you.seat}`;
  const keep = ({ target: { value } }) => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key));
  const field = h("textarea", { rows: "4", maxlength: String(MOST), "data-key": "notes", "data-scroll": "notes", "aria-label": t("My notes"), oninput: keep });
  field.value = localStorage.getItem(key) ?? "";
  return h("details.card", { "data-key": "notes-fold" }, h("summary", {}, t("My notes")), h("p.small.soft", {}, t("They stay on this device; nobody else sees them.")), field);
}

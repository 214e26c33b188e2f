/** What happened, newest first; what was taken back stays, crossed out. */

import { h, mark } from "./dom.js";
import { t } from "./words.js";

/** A list that opens; on the table screen `plain` leaves out the fold. */
export function logList(view, { plain = false, most = 60, ...props } = {}) {
  const list = h("ol.log", {}, groups(view.log).slice(0, most).map((group) => row(view, group)));
  if (plain) return list;
  return h("details.card", props, h("summary", {}, t("What happened")), view.log.length ? list : h("p.soft", {}, t("Nothing yet.")));
}

/** Neighbouring rows of one player become one block, read downwards. */
function groups(rows) {
  const all = [];
  for (const one of rows) {
    const last = all.at(-1);
    if (last && last.seat === one.seat && last.undone === one.undone) last.rows.unshift(one);
    else all.push({ seat: one.seat, undone: one.undone, rows: [one] });
  }
  return all;
}

function row(view, { seat, undone, rows }) {
  const player = view.players[seat];
  const text = rows.flatMap((one) => one.text).join("; ");
  const source = rows.some((one) => one.source === "camera") ? h("span.small.soft", {}, ` (${t("camera")})`) : null;
  return h("li", { class: undone ? "undone" : "" }, player ? mark(player) : null,
    h("span", {}, undone ? h("span.visually-hidden", {}, t("Taken back:") + " ") : null, player ? h("b", {}, player.name, " ") : null, undone ? h("s", {}, text) : text, source));
}

/** What is a screen reader told of what happened? Each entry of the log once, and once more when it is taken back. */

import { tellOutcomes } from "../basics/dom.js";
import { t } from "../basics/words.js";

const MOST = 10; // a phone that slept is told the latest only

let game = null;
let known = new Map();

/** Hear of every view; nothing is told of what lay before the first. */
export function tellEntries(store) {
  store.subscribe((view) => {
    const lines = game === view.game_id ? news(view) : [];
    game = view.game_id;
    known = new Map((view.log ?? []).map((row) => [row.n, row.undone]));
    if (lines.length) tellOutcomes(lines);
  });
}

/** Oldest first. A row that was taken back before anybody heard of it is no news. */
function news(view) {
  const rows = (view.log ?? []).filter((row) => (known.get(row.n) ?? true) !== row.undone);
  return rows.slice(0, MOST).reverse().map((row) => line(view, row));
}

function line(view, { seat, by, undone, text }) {
  const who = view.players[seat]?.name ?? (by ? t("The host") : "");
  return [undone ? t("Taken back:") : "", who ? `${who}:` : "", text.join("; ")].filter(Boolean).join(" ");
}

/** How long has everybody thought? Counts up, never down; shown only where a device asks for it. */

import { kept } from "../basics/comfort.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const LONGEST_PAUSE_S = 600;
let ahead_s = 0;
let shown = null;

/** A player's thinking time, or null where this device does not want it. */
export function clock(view, seat) {
  if (kept("clock", "off") !== "on" || !view.clock) return null;
  if (view.now !== shown?.now) ahead_s = Date.now() / 1000 - view.now;
  shown = view;
  return h("span.clock", { role: "timer", "aria-label": t("Time to think"), "data-clock": String(seat) }, text(seat));
}

function text(seat) {
  const { seconds, since } = shown.clock;
  const running = shown.turn.of === seat && since ? Math.max(0, Date.now() / 1000 - ahead_s - since) : 0;
  const all = Math.round((seconds[seat] ?? 0) + (running < LONGEST_PAUSE_S ? running : 0));
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

setInterval(() => {
  for (const one of document.querySelectorAll("[data-clock]")) one.textContent = text(Number(one.dataset.clock));
}, 1000);

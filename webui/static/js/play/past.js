/** Looking back: the table as it was after any step, beside the game that goes on. Nothing can be done there. */

import * as client from "../http/client.js";
import { h, icon, mark } from "../basics/dom.js";
import { t } from "../basics/words.js";

const now = { on: false, step: 0, seen: null, game: "", version: 0 };

/** The view to show: of then while somebody looks back, else the newest. */
export function shownView(view, draw) {
  if (!now.on) return view;
  if (now.game !== view.game_id) {
    now.on = false;
    return view;
  }
  if (now.version !== view.version) fetchStep(view, now.step, draw);
  return now.seen ? { ...view, ...now.seen, log: view.log, past: true } : view;
}

/** The button that starts and ends it. */
export function pastButton(view, draw) {
  const toggle = () => {
    now.on = !now.on;
    now.seen = null;
    if (now.on) fetchStep(view, Number.MAX_SAFE_INTEGER, draw);
    draw();
  };
  return h("button.icon-button", { type: "button", "data-key": "past", "aria-pressed": String(now.on), "aria-label": t("Look back"), title: t("Look back"), disabled: !view.version && !now.on, onclick: toggle }, icon("past"));
}

/** The slider over all steps, with what happened at the one shown; null while nobody looks back. */
export function pastBar(view, draw) {
  if (!now.on || !now.seen) return null;
  const { step, steps, by, told } = now.seen;
  const go = (to) => fetchStep(view, Math.min(steps, Math.max(0, to)), draw);
  const arrow = (by, name, words) => h("button.icon-button", { type: "button", "data-key": `past-${by}`, "aria-label": words, disabled: step + by < 0 || step + by > steps, onclick: () => go(step + by) }, icon(name));
  const slider = h("input.past-slider", { type: "range", min: "0", max: String(steps), value: String(step), "data-key": "past-slider", "aria-label": t("Step of the game"), "aria-valuetext": words(view), oninput: (event) => go(Number(event.target.value)) });
  return h("section.past-bar", { "aria-label": t("Look back") },
    h("div.past-row", {}, arrow(-1, "back", t("One step back")), slider, arrow(1, "on", t("One step on")),
      h("b.past-count", {}, `${step} / ${steps}`),
      h("button.primary", { type: "button", "data-key": "past-now", onclick: () => { now.on = false; draw(); } }, t("Back to now"))),
    h("p", { role: "status" }, by === null || !view.players[by] ? null : mark(view.players[by]), " ", words(view), told.length ? "" : t("The game begins.")));
}

function words(view) {
  const { by, told } = now.seen;
  return `${by === null ? "" : view.players[by].name + " "}${told.join("; ")}`.trim();
}

/** Only the newest wish is answered: whoever drags the slider does not wait for every step. */
async function fetchStep(view, step, draw) {
  Object.assign(now, { step, game: view.game_id, version: view.version });
  const seen = await client.past(Math.min(step, 2 ** 31)).catch(() => null);
  if (!seen || now.step !== step) return;
  now.seen = seen;
  if (step > seen.steps) now.step = seen.step;
  draw();
}

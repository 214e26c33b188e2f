/** How the places lie: printed or random, by share code, or as the camera sees them; with a plan to lay them by. */

import * as client from "../http/client.js";
import { h, note } from "../basics/dom.js";
import { layoutPlan } from "./plan.js";
import { t } from "../basics/words.js";

export const KINDS = { short: t("Short paths (first game)"), long: t("Long paths"), in_order: t("In order"), random: t("Random") };
const LENGTHS = {
  short: t("Short ways: easy for a first game."),
  middle: t("Medium distances."),
  long: t("Long ways: for those who know the bazaar."),
};

/** Does this camera read the table by itself? */
const reads = (camera) => camera?.kind === "virtual" || (["webcam", "network", "phone", "files"].includes(camera?.kind) && Boolean(camera.profile));

/** The part of a set-up; `set` as in newgame.js. The plan is fetched once and whenever another layout is chosen. */
export function layoutChoice(set) {
  const { order, ui } = set;
  if (!ui.plan && !ui.planning) fetchPlan(set, asked(order));
  const now = order.cells ? "explicit" : order.kind;
  return [
    h("div.row", { role: "radiogroup", "aria-label": t("Layout") },
      Object.entries(KINDS).map(([kind, words]) => toggle(`kind-${kind}`, now === kind, words, () => choose(set, { kind }))),
      reads(set.camera) ? toggle("kind-seen", ui.seen === true, t("As it lies on the table"), () => asSeen(set)) : null),
    ui.plan ? layoutPlan(ui.plan.layout) : h("p.loading", {}, t("Laying out the places …")),
    ui.plan ? h("div.row.spread", {},
      h("p.soft", {}, LENGTHS[ui.plan.length], " ", t("Steps between places that work together, on average: {steps}", { steps: ui.plan.mean_steps.toLocaleString(document.documentElement.lang) })),
      now === "random" ? h("button", { type: "button", "data-key": "redraw", onclick: () => choose(set, { kind: "random" }) }, t("Draw another")) : null) : null,
    ui.plan ? codeRow(set) : null];
}

const toggle = (key, on, words, onclick) => h("button.toggle", { type: "button", role: "radio", "aria-checked": String(on), "data-key": key, onclick }, words);

function codeRow(set) {
  const typed = (event) => {
    event.preventDefault();
    const { value } = event.target.elements.code;
    if (value) choose(set, { code: value });
  };
  return h("details.share", { "data-key": "share" }, h("summary", {}, t("Share this layout"), h("span.code", {}, set.ui.plan.code)),
    h("form.row", { onsubmit: typed },
      h("label.grow", {}, h("span.small", {}, t("Code of a layout from friends")), h("input", { type: "text", name: "code", "data-key": "layout-code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "16" })),
      h("button", { type: "submit", "data-key": "use-code" }, t("Lay it out"))));
}

const asked = (order) => (order.cells ? { cells: order.cells } : { kind: order.kind, seed: order.seed });

async function choose(set, wanted) {
  set.ui.seen = false;
  await fetchPlan(set, wanted);
}

async function asSeen(set) {
  const seen = await client.seenLayout().catch(complain);
  if (!seen) return;
  await fetchPlan(set, { cells: seen.layout.flat() });
  set.ui.seen = true;
  set.draw();
}

/** Ask for a layout and make it the order's. */
async function fetchPlan(set, wanted) {
  const { order, ui } = set;
  ui.planning = true;
  const plan = await client.layout(wanted).catch(complain);
  ui.planning = false;
  if (!plan) return;
  ui.plan = plan;
  set.change(() => {
    order.kind = plan.kind === "explicit" ? "short" : plan.kind;
    order.seed = plan.seed;
    order.cells = plan.kind === "explicit" ? plan.layout.flat() : null;
  });
}

function complain(error) {
  note(error.message, "bad");
  return null;
}

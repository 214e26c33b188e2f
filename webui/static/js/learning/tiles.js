/** The sixteen cut-outs of a lesson with their names; one can be taken in hand, named otherwise, or pushed. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const PUSHES = [
  { key: "left", words: t("Move left"), sign: "←", push: { right_mm: -0.5 } },
  { key: "right", words: t("Move right"), sign: "→", push: { right_mm: 0.5 } },
  { key: "up", words: t("Move up"), sign: "↑", push: { down_mm: -0.5 } },
  { key: "down", words: t("Move down"), sign: "↓", push: { down_mm: 0.5 } },
  { key: "anti", words: t("Turn to the left"), sign: "⟲", push: { turn_deg: -0.5 } },
  { key: "clock", words: t("Turn to the right"), sign: "⟳", push: { turn_deg: 0.5 } },
  { key: "smaller", words: t("Smaller"), sign: "−", push: { larger: -0.01 } },
  { key: "larger", words: t("Larger"), sign: "+", push: { larger: 0.01 } },
];

/** The check; `teach(set, what, facts)` tells the lesson. */
export function tileCheck(set, lesson, teach) {
  const chosen = lesson.tiles.find((one) => one.place === set.ui.tile);
  const choose = (place) => () => { set.ui.tile = set.ui.tile === place ? null : place; set.draw(); };
  const faults = new Set(lesson.photos.flatMap((photo) => photo.advice.flatMap((one) => one.tiles)));
  return h("section.card.stack", {}, h("h2", {}, h("span.step-number", { "aria-hidden": "true" }, "3"), t("Is each tile what its name says?")),
    h("p.soft", {}, t("Upright, whole, and under the right name? Tap one to put it right.")),
    h("div.cut-outs", {}, lesson.tiles.map((one) =>
      h("button.cut-out", { type: "button", "aria-pressed": String(one.place === set.ui.tile), "data-key": `tile-${one.place}`, class: faults.has(one.place) ? "faulty" : "", onclick: choose(one.place) },
        h("img", { src: client.lessonTileUrl(one.place, lesson.version), alt: "" }), h("span", {}, h("b", {}, one.place), " ", lesson.names[one.place])))),
    chosen ? inHand(set, lesson, chosen, teach) : null);
}

function inHand(set, lesson, tile, teach) {
  const push = (one) => teach(set, "push", { photo: tile.photo, cell: tile.cell, ...one.push });
  return h("div.in-hand", {},
    h("img", { src: client.lessonTileUrl(tile.place, lesson.version), alt: t("{number}: {name}", { number: tile.place, name: lesson.names[tile.place] }) }),
    h("div.stack", {},
      h("label", {}, h("span.small", {}, t("This is really")), h("select", { "data-key": "really", onchange: (event) => rename(set, lesson, tile.place, Number(event.target.value), teach) },
        lesson.tiles.map((one) => h("option", { value: one.place, selected: one.place === tile.place }, `${one.place} ${lesson.names[one.place]}`)))),
      h("p.small.soft", {}, t("The cut-out sits askew? Push it:")),
      h("div.pushes", { role: "group", "aria-label": t("The cut-out sits askew? Push it:") }, PUSHES.map((one) => h("button.icon-button", { type: "button", "data-key": `push-${one.key}`, "aria-label": one.words, title: one.words, disabled: Boolean(set.ui.busy), onclick: () => push(one) }, one.sign)))));
}

/** Two tiles change names; the one in hand stays in hand. */
async function rename(set, lesson, place, other, teach) {
  const swapped = lesson.layout.map((one) => (one === place ? other : one === other ? place : one));
  if (!(await teach(set, "layout", { layout: swapped }))) return;
  set.ui.tile = other;
  set.draw();
}

/** Whose wood has which colour under this lamp: tap each player's disc in the picture; what was learnt shows as a swatch. */

import * as client from "../http/client.js";
import { FAST, magnifier, place, STEPS } from "./corners.js";
import { h, mark, note } from "../basics/dom.js";
import { kept } from "../basics/held.js";
import { t } from "../basics/words.js";

/** The picture and the colours of `set.ui.discs` ({name, number, width, height, colors, chosen}). */
export function discsView(set) {
  const { discs } = set.ui;
  const due = discs.colors.find((one) => one.color === discs.chosen) ?? discs.colors.find((one) => !one.at) ?? null;
  const words = due ? t("Tap the merchant of this colour: {color}", { color: due.words }) : t("Every colour is learnt. Choose one to point at it again.");
  return h("section.discs.stack", { "aria-label": t("Point at each colour") },
    h("p", { role: "status", "data-key": "disc-due" }, due ? mark({ color: due.color, color_name: due.words }) : null, " ", h("b", {}, words)),
    h("p.small.soft", {}, t("Any disc of the colour will do, and colours nobody plays are left out. Arrow keys move the mark, Enter points.")),
    board(set, due), h("ul.disc-colors", {}, discs.colors.map((one) => colorRow(set, one, due))),
    h("div.row", {}, h("button", { type: "button", "data-key": "discs-done", onclick: () => { set.ui.discs = null; set.draw(); } }, t("Done"))));
}

function colorRow(set, one, due) {
  const { discs } = set.ui;
  const choose = () => { discs.chosen = one.color; set.draw(); };
  const undo = () => point(set, "disc/undo", { color: one.color });
  return h("li", {}, mark({ color: one.color, color_name: one.words }),
    h("button.toggle", { type: "button", "aria-pressed": String(one === due), "data-key": `disc-${one.color}`, onclick: choose }, one.words),
    one.shown ? h("span.learnt-wood", { "--wood": one.shown, role: "img", "aria-label": t("Learnt: {color}", { color: one.words }) }) : h("span.small.soft", {}, t("not learnt")),
    one.at ? h("button", { type: "button", "data-key": `undo-${one.color}`, disabled: Boolean(discs.busy), "aria-label": t("Take back: {color}", { color: one.words }), onclick: undo }, t("Take back")) : null,
    one.like ? h("span.small.reason", {}, t("Looks nearly like {color}: was it the right disc?", { color: one.like })) : null);
}

async function point(set, what, facts) {
  const { discs } = set.ui;
  if (discs.busy) return;
  discs.busy = true;
  set.draw();
  const told = await client.disc(what, discs.name, facts).catch((error) => { note(error.message, "bad"); return {}; });
  Object.assign(discs, told, { busy: false, chosen: what === "disc" ? null : facts.color });
  set.draw();
}

/** The picture to tap, kept from one drawing of the page to the next; a finger that stays down sees it enlarged. */
function board(set, due) {
  const { discs } = set.ui;
  discs.board ??= boardOf(set);
  discs.board.show(due, discs.colors);
  return kept(discs.board.node);
}

function boardOf(set) {
  const { discs } = set.ui;
  const size = [discs.width, discs.height];
  const url = client.discsUrl(discs.number);
  const picture = h("img", { src: url, alt: t("The table with its tokens"), width: size[0], height: size[1], draggable: "false" });
  const lens = magnifier(url, size);
  const cross = h("button.corner", { type: "button", "data-key": "disc-mark" }, h("span", { "aria-hidden": "true" }));
  const node = h("div.photo-board.editable", {}, picture, cross, lens.node);
  const state = { at: size.map((one) => one / 2), due: null };

  const move = (at) => {
    state.at = at.map((one, axis) => Math.min(Math.max(one, 0), size[axis]));
    place(cross, state.at, size);
    lens.show(state.at, []);
  };
  const teach = () => state.due && point(set, "disc", { color: state.due.color, x: state.at[0], y: state.at[1] });
  const where = (event) => {
    const box = picture.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * size[0], ((event.clientY - box.top) / box.height) * size[1]];
  };
  node.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    node.setPointerCapture(event.pointerId);
    move(where(event));
  });
  node.addEventListener("pointermove", (event) => node.hasPointerCapture(event.pointerId) && move(where(event)));
  node.addEventListener("pointerup", () => { lens.show(null); teach(); });
  node.addEventListener("pointercancel", () => lens.show(null));
  cross.addEventListener("focus", () => cross.matches(":focus-visible") && lens.show(state.at, []));
  cross.addEventListener("blur", () => lens.show(null));
  cross.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); return teach(); }
    if (!step) return undefined;
    event.preventDefault();
    return move(state.at.map((one, axis) => one + step[axis] * (event.shiftKey ? FAST : 1)));
  });
  place(cross, state.at, size);

  function show(due, colors) {
    state.due = due;
    const words = due ? t("Tap the merchant of this colour: {color}", { color: due.words }) : t("The table with its tokens");
    cross.setAttribute("aria-label", words);
    node.querySelectorAll(".disc-spot").forEach((one) => one.remove());
    for (const one of colors.filter((color) => color.at)) {
      const spot = h("span.disc-spot", { class: `wood-${one.color}`, "aria-hidden": "true" });
      place(spot, one.at, size);
      node.append(spot);
    }
  }
  return { node, show };
}

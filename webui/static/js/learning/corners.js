/** A photo with the tiles drawn in, and four marks to lay them by hand: by finger, mouse or arrow keys, with a magnifier. */

import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const SVG = "http://www.w3.org/2000/svg";
const NAMES = [t("Top left corner of the first tile"), t("Top right corner of the first row"), t("Bottom right corner of the last tile"), t("Bottom left corner of the last row")];
export const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const FAST = 10;
const LENS_SHARE = 0.045;

/** An editor over one photo: {node, corners(), show(photo)}; without `editable` only a picture. */
export function cornerEditor(photo, url, editable = true) {
  const size = [photo.width, photo.height];
  const state = { corners: photo.corners.map((one) => [...one]), cells: photo.cells };
  const drawing = svg("svg", { viewBox: `0 0 ${size.join(" ")}`, class: "photo-drawing", "aria-hidden": "true" });
  const node = h("div.photo-board", { class: editable ? "editable" : "", "data-key": `board-${photo.number}` },
    h("img", { src: url, alt: t("Photo {n} of the bare tiles", { n: photo.number }), width: size[0], height: size[1], draggable: "false" }), drawing);
  const lens = editable ? magnifier(url, size) : null;
  const marks = editable ? NAMES.map((words, at) => mark(words, at)) : [];
  node.append(...marks, ...(lens ? [lens.node] : []));

  function paint(at = null) {
    drawing.replaceChildren(...state.cells.map((cell) => polygon(cell, "cell")), ...(editable ? gridOf(state.corners) : []));
    if (!editable) drawing.append(...numbers(photo, state.cells));
    marks.forEach((one, number) => place(one, state.corners[number], size));
    lens?.show(at === null ? null : state.corners[at], state.corners);
  }

  function mark(words, at) {
    const button = h("button.corner", { type: "button", "aria-label": words, title: words, "data-key": `corner-${photo.number}-${at}` }, h("span", { "aria-hidden": "true" }));
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      button.focus({ preventScroll: true });
      paint(at);
    });
    button.addEventListener("pointermove", (event) => button.hasPointerCapture(event.pointerId) && move(at, inPhoto(event)));
    button.addEventListener("pointerup", () => paint());
    button.addEventListener("pointercancel", () => paint());
    button.addEventListener("focus", () => button.matches(":focus-visible") && paint(at));
    button.addEventListener("blur", () => paint());
    button.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? FAST : 1;
      move(at, state.corners[at].map((one, axis) => one + step[axis] * far));
    });
    return button;
  }

  function move(at, point) {
    state.cells = [];
    state.corners[at] = point.map((one, axis) => Math.min(Math.max(one, 0), size[axis]));
    paint(at);
  }

  function inPhoto(event) {
    const box = drawing.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * size[0], ((event.clientY - box.top) / box.height) * size[1]];
  }

  function show(fresh) {
    state.cells = fresh.cells;
    paint();
  }

  paint();
  return { node, show, corners: () => state.corners };
}

/** Put a mark where it belongs on a picture of this size. */
export function place(button, [x, y], [width, height]) {
  button.style.setProperty("left", `${(100 * x) / width}%`);
  button.style.setProperty("top", `${(100 * y) / height}%`);
}

/** A round glass that shows the photo enlarged around the mark in hand; it moves out of the mark's way. */
export function magnifier(url, [width, height]) {
  const reach = LENS_SHARE * Math.max(width, height);
  const picture = svg("image", { href: url, width, height });
  const frame = svg("polygon", { class: "frame" });
  const cross = svg("path", { class: "cross" });
  const glass = svg("svg", {}, picture, frame, cross);
  const node = h("div.magnifier", { hidden: true, "aria-hidden": "true" }, glass);
  function show(at, corners) {
    node.hidden = at === null;
    if (at === null) return;
    const [x, y] = at;
    glass.setAttribute("viewBox", `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`);
    frame.setAttribute("points", corners.map((one) => one.join()).join(" "));
    cross.setAttribute("d", `M${x - reach / 3} ${y}h${(2 * reach) / 3}M${x} ${y - reach / 3}v${(2 * reach) / 3}`);
    node.classList.toggle("at-right", x < width / 2);
  }
  return { node, show };
}

/** The lines between four times four tiles, as a camera sees them between these corners. */
function gridOf(corners) {
  const at = projection(corners);
  const fifths = [0, 1, 2, 3, 4].map((one) => one / 4);
  const lines = fifths.flatMap((share) => [[at(share, 0), at(share, 1)], [at(0, share), at(1, share)]]);
  return lines.map(([from, to]) => svg("path", { class: "grid-line", d: `M${from.join(" ")}L${to.join(" ")}` }));
}

/** The map from the unit square to a four-cornered shape. */
function projection([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const whole = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const [g, k] = [(sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole];
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + k * x3, y1 - y0 + g * y1, y3 - y0 + k * y3];
  return (u, v) => {
    const far = g * u + k * v + 1 || 1e-9;
    return [(a * u + b * v + x0) / far, (d * u + e * v + y0) / far];
  };
}

function numbers(photo, cells) {
  return cells.map((cell, at) => {
    const [x, y] = [0, 1].map((axis) => cell.reduce((sum, one) => sum + one[axis], 0) / 4);
    const label = svg("text", { x, y, class: "cell-number", "font-size": Math.hypot(cell[1][0] - cell[0][0], cell[1][1] - cell[0][1]) / 3.2 });
    label.textContent = String(photo.layout[at]);
    return label;
  });
}

const polygon = (points, name) => svg("polygon", { class: name, points: points.map((one) => one.join()).join(" ") });

function svg(tag, attributes, ...kids) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...kids);
  return node;
}

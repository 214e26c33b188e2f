/** How do pages build their elements? A helper, pictures, and a way to redraw without losing focus. */

import { at } from "./address.js";
import { keepFocus } from "./focus.js";
import { aroundHeld, hear, settle } from "./held.js";
import { unpressed } from "./press.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("button.primary", {onclick, "aria-label": …}, kids…). Text goes in as text, never as markup. */
export function h(what, props = {}, ...kids) {
  const [tag, ...classes] = what.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) set(node, name, value);
  add(node, kids);
  return node;
}

function set(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) hear(node, name.slice(2), value);
  else if (name.startsWith("--")) node.style.setProperty(name, value);
  else if (name === "class") node.classList.add(...String(value).split(" ").filter(Boolean));
  else if (name === "href" || name === "src") node.setAttribute(name, at(value));
  else node.setAttribute(name, value === true ? "" : value);
}

function add(node, kids) {
  for (const kid of kids.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    node.append(kid instanceof Node ? kid : document.createTextNode(String(kid)));
  }
}

/** Where a picture of our own art lies; what lies there never changes, so it is fetched once. */
export const artUrl = (name) => `${document.documentElement.dataset.art}/${name}.svg`;

/** A picture of our own art. Without a label it is decoration. */
export function art(name, label = "", cls = "") {
  return h("img", { src: artUrl(name), alt: label, class: cls, draggable: "false", decoding: "async" });
}

/** A wooden token in a player's colour (its art uses currentColor). */
export function token(kind, color, label = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `token token-${kind} wood-${color}`);
  svg.setAttribute("viewBox", "0 0 64 64");
  label ? svg.setAttribute("aria-label", label) : svg.setAttribute("aria-hidden", "true");
  if (label) svg.setAttribute("role", "img");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${artUrl(`token-${kind}`)}#token-${kind}`);
  svg.append(use);
  return svg;
}

export const SHAPES = {
  red: "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z",
  blue: "M2.5 2.5h19v19h-19z",
  green: "M12 1.2 23 21.5H1z",
  yellow: "M12 .8 23.2 12 12 23.2.8 12z",
  white: "M6.5 2h11L23 12l-5.500 10h-11L1 12z",
};
const DROP = { green: 2.4 };

/** The letter of a colour in the reader's language; with its last one where two colours begin alike. */
export function letterOf(color) {
  const names = { red: t("red"), blue: t("blue"), green: t("green"), yellow: t("yellow"), white: t("white") };
  const name = names[color] ?? color;
  const alike = Object.entries(names).some(([other, words]) => other !== color && words[0] === name[0]);
  return name[0].toUpperCase() + (alike ? name.at(-1) : "");
}

/** A player's mark: a shape of its own and the letter of the colour, so that colour is never needed alone. */
export function mark(player, cls = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `mark wood-${player.color} ${cls}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", player.color_name || player.color);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[player.color] || SHAPES.red);
  const letter = document.createElementNS(SVG, "text");
  letter.setAttribute("x", "12");
  letter.setAttribute("y", String(16.2 + (DROP[player.color] || 0)));
  letter.textContent = letterOf(player.color);
  if (letter.textContent.length > 1) svg.classList.add("two");
  svg.append(path, letter);
  return svg;
}

const ICONS = {
  undo: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  redo: "m15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3",
  past: "M12 7v5l3.500 2M4.500 8.500A8.500 8.500 0 1 1 3.500 13M3 5v4h4",
  back: "m15 5-7 7 7 7",
  on: "m9 5 7 7-7 7",
  code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2v2",
  menu: "M4 6h16M4 12h16M4 18h16",
  ask: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  turn: "M20 12a8 8 0 1 1-2.500-5.800M18 2v5h-5",
};

/** A small line drawing for a button; the button carries the words. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Put new content in place of the old; the focus stays where it was, or near; never under a finger. */
export function redraw(parent, ...kids) {
  unpressed(parent, () => exchange(parent, kids));
}

function exchange(parent, kids) {
  const focusAgain = keepFocus(parent);
  const fresh = document.createDocumentFragment();
  add(fresh, kids);
  keepFolds(parent, fresh);
  for (const old of parent.querySelectorAll("input[data-key], select[data-key]")) carryOver(old, fresh);
  const scrolled = [...parent.querySelectorAll("[data-scroll]")].map((one) => [one.dataset.scroll, one.scrollTop]);
  if (!aroundHeld(parent, fresh)) {
    settle(fresh);
    parent.replaceChildren(fresh);
  }
  for (const [name, top] of scrolled) parent.querySelector(`[data-scroll="${name}"]`)?.scrollTo({ top });
  focusAgain();
}

/** A fold that is open stays so, and one that was open by itself stays closed where somebody has closed it. */
function keepFolds(parent, fresh) {
  const before = new Map([...parent.querySelectorAll("details[data-key]")].map((one) => [one.dataset.key, one]));
  for (const one of fresh.querySelectorAll("details[data-key]")) {
    const old = before.get(one.dataset.key);
    one.toggleAttribute("data-by-itself", one.open);
    if (old) one.open = old.open || (one.open && !old.hasAttribute("data-by-itself"));
  }
}

/** What somebody has typed or chosen, but not sent yet, stays. */
function carryOver(old, fresh) {
  const same = fresh.querySelector(`[data-key="${CSS.escape(old.dataset.key)}"]`);
  if (!same || same.type !== old.type || old.type === "checkbox" || old.type === "radio") return;
  const first = old.matches("select") ? [...old.options].find((one) => one.defaultSelected)?.value : old.defaultValue;
  if (old.value === first) return;
  same.value = old.value;
}

/** Tell screen readers what is due, once. */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && live.textContent !== text) live.textContent = text;
}

/** Tell screen readers what has happened: every line, also one that was told before. */
export function tellOutcomes(lines) {
  document.getElementById("outcomes")?.replaceChildren(...lines.map((line) => h("p", {}, line)));
}

/** Show a short note that goes away by itself; `more` is a button that leads on. */
export function note(text, kind = "info", more = null) {
  const box = document.getElementById("notes");
  const one = h("p.note", { class: kind, role: kind === "bad" ? "alert" : "status" }, text, " ", more);
  one.addEventListener("click", () => one.remove());
  box.replaceChildren(one);
  setTimeout(() => one.remove(), 7000);
}

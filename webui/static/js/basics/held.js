/** What is in somebody's hand while a page is drawn anew? A list that is open, a slider on its way, a mark on a photo, what
 *  fills the screen: a browser lets go of them once they leave the page, so everything else is exchanged around them. */

const KEPT = "[data-kept]";
const HOLDABLE = `select, input[type=range], ${KEPT}`;
/** So often it is looked whether a list is closed again: a browser says so only where something was chosen. */
const LOOK_MS = 200;
let inHand = null;
/** What came for the list in hand while it was open: its like among what was new last. */
let came = null;
let looking = 0;

for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, ({ target }) => take(target.closest?.(HOLDABLE) ?? null), true);
addEventListener("change", () => take(null), true);
addEventListener("focusout", ({ target }) => target === inHand && letGo(), true);

function take(node) {
  if (node === inHand) return;
  [inHand, came] = [node, null];
  clearInterval(looking);
  if (node?.localName === "select" && CSS.supports("selector(:open)")) looking = setInterval(untilClosed(node), LOOK_MS);
}

/** A finger opens a list only when it leaves it: one that was not open yet is still in hand. */
function untilClosed(list) {
  let opened = false;
  return () => {
    if (list.matches(":open")) opened = true;
    else if (opened) letGo();
  };
}

/** The list was closed and nothing chosen: it becomes what it would be, had it not been open. */
function letGo() {
  if (inHand?.localName === "select" && came) {
    const { value } = came;
    inHand.replaceChildren(...came.childNodes);
    inHand.value = value;
  }
  take(null);
}

/** What each element does at each sign. */
const heard = new WeakMap();

/** Let `node` do this at a sign, in place of what it did at it before. */
export function hear(node, sign, does) {
  const all = heard.get(node) ?? new Map();
  heard.set(node, all);
  if (!all.has(sign)) node.addEventListener(sign, (event) => all.get(sign)(event));
  all.set(sign, does);
}

/** Which kept element belongs where in what is new. */
const places = new WeakMap();

/** Where an element goes that is kept from one drawing of a page to the next; it comes there when the page is redrawn. */
export function kept(node) {
  const place = document.createElement(node.localName);
  node.dataset.kept = "";
  place.dataset.keeps = "";
  places.set(place, node);
  return place;
}

/** Put every kept element but one into its place in what is new. */
export function settle(fresh, held = null) {
  for (const place of fresh.querySelectorAll("[data-keeps]")) if (places.get(place) !== held) place.replaceWith(places.get(place));
}

/** Put what is new into `parent`, all but what is held there and what it lies in, which become as their likes among what
 *  is new. False, with nothing done, where nothing is held or it has no like. */
export function aroundHeld(parent, fresh) {
  const held = [inHand, document.fullscreenElement, document.activeElement?.closest(KEPT)].find((one) => one && one !== parent && parent.contains(one));
  const like = held && likeOf(held, fresh);
  const [old, now] = [lineage(held, parent), lineage(like, fresh)];
  if (!like || old.length !== now.length || old.some((one, at) => one.localName !== now[at].localName)) return false;
  settle(fresh, held);
  old.forEach((one, at) => become(one, now[at]));
  if (held === inHand) came = like;
  return true;
}

function likeOf(held, fresh) {
  const { dataset: { key }, id } = held;
  if (held.matches(KEPT)) return [...fresh.querySelectorAll("[data-keeps]")].find((place) => places.get(place) === held);
  return key ? fresh.querySelector(`[data-key="${CSS.escape(key)}"]`) : id && fresh.querySelector(`#${CSS.escape(id)}`);
}

/** An element and all it lies in, up to `top`, which is none of them. */
function lineage(node, top) {
  return !node || node === top ? [] : [node, ...lineage(node.parentNode, top)];
}

/** Stay on the page with the neighbours of another, and with its attributes and doings unless it only keeps the place. */
function become(one, other) {
  const around = [...other.parentNode.childNodes];
  const at = around.indexOf(other);
  for (const old of [...one.parentNode.childNodes]) if (old !== one) old.remove();
  one.before(...around.slice(0, at));
  one.after(...around.slice(at + 1));
  if (places.get(other) === one) return;
  for (const { name } of [...one.attributes]) if (!other.hasAttribute(name)) one.removeAttribute(name);
  for (const { name, value } of other.attributes) if (one.getAttribute(name) !== value) one.setAttribute(name, value);
  for (const [sign, does] of heard.get(other) ?? []) hear(one, sign, does);
}

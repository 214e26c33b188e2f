/** What is in somebody's hand while a page is drawn anew? A list that is open, a slider on its way, what fills the screen:
 *  a browser lets go of them once they leave the page, so everything else is exchanged around them. */

const HOLDABLE = "select, input[type=range]";
let inHand = null;

for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, ({ target }) => { inHand = target.closest?.(HOLDABLE) ?? null; }, true);
addEventListener("change", () => { inHand = null; }, true);

/** What each element does at each sign. */
const heard = new WeakMap();

/** Let `node` do this at a sign, in place of what it did at it before. */
export function hear(node, sign, does) {
  const all = heard.get(node) ?? new Map();
  heard.set(node, all);
  if (!all.has(sign)) node.addEventListener(sign, (event) => all.get(sign)(event));
  all.set(sign, does);
}

/** Put what is new into `parent`, all but what is held there and what it lies in, which become as their likes among what
 *  is new. False, with nothing done, where nothing is held or it has no like. */
export function aroundHeld(parent, fresh) {
  const held = [inHand, document.fullscreenElement].find((one) => one && one !== parent && parent.contains(one));
  const like = held && likeOf(held, fresh);
  const [old, now] = [lineage(held, parent), lineage(like, fresh)];
  if (!like || old.length !== now.length || old.some((one, at) => one.localName !== now[at].localName)) return false;
  old.forEach((one, at) => become(one, now[at]));
  return true;
}

const likeOf = ({ dataset: { key }, id }, fresh) => (key ? fresh.querySelector(`[data-key="${CSS.escape(key)}"]`) : id && fresh.querySelector(`#${CSS.escape(id)}`));

/** An element and all it lies in, up to `top`, which is none of them. */
function lineage(node, top) {
  return !node || node === top ? [] : [node, ...lineage(node.parentNode, top)];
}

/** Stay on the page with the neighbours, attributes and doings of another. */
function become(one, other) {
  const around = [...other.parentNode.childNodes];
  const at = around.indexOf(other);
  for (const old of [...one.parentNode.childNodes]) if (old !== one) old.remove();
  one.before(...around.slice(0, at));
  one.after(...around.slice(at + 1));
  for (const { name } of [...one.attributes]) if (!other.hasAttribute(name)) one.removeAttribute(name);
  for (const { name, value } of other.attributes) if (one.getAttribute(name) !== value) one.setAttribute(name, value);
  for (const [sign, does] of heard.get(other) ?? []) hear(one, sign, does);
}

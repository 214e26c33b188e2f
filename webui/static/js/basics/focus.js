/** Where does the keyboard's focus go when what it is on is drawn anew, or is gone? Never to nowhere. */

/** Remember what has the focus inside `parent`; call what comes back once the new content stands. */
export function keepFocus(parent) {
  const was = document.activeElement;
  if (was === parent || !parent.contains(was)) return () => {};
  const [ways, caret] = [WAYS.map((way) => way(was)), caretOf(was)];
  return () => ways.some((find) => take(find(parent))) && putCaret(was, caret);
}

/** Between which letters of a field the next one goes; null where nobody types. */
function caretOf(field) {
  return typeof field.selectionStart === "number" ? [field.selectionStart, field.selectionEnd, field.selectionDirection] : null;
}

function putCaret(was, caret) {
  const now = document.activeElement;
  if (caret && now.localName === was.localName && now.type === was.type) now.setSelectionRange(...caret);
}

/** The same thing first, then what does its work, then the heading of the part it stood in. */
const WAYS = [sameKey, sameFold, sameName, sameGroup, sameHome];

function take(node) {
  node?.focus({ preventScroll: true });
  return Boolean(node) && document.activeElement === node;
}

function sameKey({ dataset: { key } }) {
  return (parent) => key && parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

function sameFold(was) {
  const key = was.localName === "summary" ? was.parentElement.dataset.key : null;
  return (parent) => key && parent.querySelector(`[data-key="${CSS.escape(key)}"] > summary`);
}

const nameOf = (node) => node.getAttribute("aria-label") ?? node.textContent;

function sameName(was) {
  const [tag, name] = [was.localName, nameOf(was)];
  return (parent) => (was.dataset.key || !name ? null : [...parent.querySelectorAll(tag)].find((one) => nameOf(one) === name));
}

/** A stepper that can go no further leaves the focus to the other one beside it. */
function sameGroup(was) {
  const name = was.closest("[role=group]")?.getAttribute("aria-label");
  return (parent) => name && parent.querySelector(`[role=group][aria-label="${CSS.escape(name)}"] button:not(:disabled, [tabindex="-1"])`);
}

function sameHome(was) {
  const home = was.closest("[data-home]")?.dataset.home;
  return (parent) => {
    const part = home && parent.querySelector(`[data-home="${home}"]`);
    const goal = part?.querySelector("h2") ?? part ?? parent;
    goal.tabIndex = -1;
    return goal;
  };
}

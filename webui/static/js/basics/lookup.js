/** What is this? A long press, a right click or the "?" key on anything with `data-guide` opens its topic. */

import { standing } from "../play/bazaar.js";
import { h, note } from "./dom.js";
import { topicCard, topicOf, topics } from "./topics.js";
import { t } from "./words.js";

const LONG_MS = 480;
const STILL_PX = 12;
/** What a finger takes hold of to carry it may be held as long as one likes. */
const CARRIED = ".is-draggable .figure";
const dialog = h("dialog.lookup", { "aria-labelledby": "lookup-title" });
let view = () => null;
let timer = 0;
let start = null;
let swallow = false;
let back = null;

/** Watch the whole page. `present()` gives the newest view, for what a place asks now. */
export function watchPresses(present) {
  view = present;
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => event.target === dialog && !(swallow && event.detail > 0) && dialog.close());
  dialog.addEventListener("close", focusBack);
  addEventListener("pointerdown", press);
  addEventListener("pointermove", (event) => start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL_PX && letGo());
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, letGo);
  addEventListener("scroll", letGo, { capture: true, passive: true });
  addEventListener("click", (event) => swallow && event.detail > 0 && (event.preventDefault(), event.stopPropagation()), { capture: true });
  addEventListener("contextmenu", menu);
  addEventListener("keydown", key);
}

/** The page may have been drawn anew meanwhile: the focus goes to what stands there now, if it stayed in the dialog or nowhere. */
function focusBack() {
  const focused = document.activeElement;
  if (back && (focused === document.body || dialog.contains(focused))) document.querySelector(`[data-key="${CSS.escape(back)}"]`)?.focus({ preventScroll: true });
}

function press(event) {
  swallow = false;
  const pressed = event.target.closest("[data-guide]");
  if (!pressed || event.button || event.target.closest(CARRIED)) return;
  start = { x: event.clientX, y: event.clientY };
  timer = setTimeout(() => { swallow = true; look(...idsAt(pressed)); }, LONG_MS);
}

function letGo() {
  clearTimeout(timer);
  start = null;
}

function menu(event) {
  const [id, around] = idsAt(event.target);
  if (!id) return;
  event.preventDefault();
  letGo();
  look(id, around);
}

function key(event) {
  if (event.key !== "?" || event.target.closest("input, textarea, select") || dialog.open) return;
  const [id, around] = idsAt(event.target);
  if (id ?? view()?.turn?.topic) look(id ?? view().turn.topic, around);
}

/** The topic of what was meant, and of what it stands on. */
function idsAt(node) {
  const meant = node.closest?.("[data-guide]");
  return [meant?.dataset.guide, meant?.parentElement.closest("[data-guide]")?.dataset.guide];
}

/** A refusal in words, with the way to the topic that explains it. */
export async function explain(error, words) {
  const topic = await topicOf(error.code, view()?.game).catch(() => null);
  note(words, "bad", topic ? h("button.link", { type: "button", onclick: () => look(topic.id) }, t("Why?")) : null);
}

/** Open a topic over the page; `around` is the topic of what it stands on. */
export async function look(id, around = null) {
  const all = await topics(view()?.game).catch(() => null);
  const topic = all?.get(id);
  if (!topic) return note(t("The guide has nothing on this."));
  fill(around && around !== id ? { ...topic, see: [around, ...topic.see.filter((one) => one !== around)] } : topic, all);
  if (!dialog.open) {
    back = document.activeElement?.dataset?.key;
    dialog.showModal();
  }
  dialog.scrollTo(0, 0);
}

function fill(topic, all) {
  const see = (one) => h("button.small", { type: "button", onclick: () => look(one.id) }, one.name);
  dialog.replaceChildren(h("div.lookup-body", {},
    topicCard(topic, all, { heading: "h2", see, extra: presently(topic.id) }),
    h("div.row.lookup-end", {}, h("a.button", { href: `/guide#${topic.id}` }, t("Whole guide")),
      h("button.primary.grow", { type: "button", autofocus: true, onclick: () => dialog.close() }, t("Close")))));
  dialog.querySelector("h2").id = "lookup-title";
}

/** What a place asks or pays now, and why it cannot be reached. */
function presently(id) {
  const seen = view();
  const number = id.startsWith("place-") ? Number(id.slice(6)) : null;
  const place = number && seen?.table?.places?.[number];
  if (!place) return null;
  const why = seen.refusals?.places?.[number];
  const here = (standing(seen)[number] ?? []).map((one) => one.words);
  return [place.now ? h("p.topic-now", {}, h("b", {}, t("Now:")), " ", place.now) : null, here.length ? h("p.small", {}, h("b", {}, t("Here:")), " ", here.join(", ")) : null, why ? h("p.reason", {}, why) : null];
}

/** What is a value put right with? Steppers with a picture, lists, texts; each keeps what was set between draws. */

import { art, h } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** Names of fields that are no value of their own begin so: they say what else changes with one. */
export const BESIDE = "beside-";

/** Fields that write into `kept` ({was, values}, by what they are of); `draw` shows what was set. */
export function makers(kept, draw) {
  const now = (what, was) => {
    kept.was[what] = was;
    return kept.values[what] ?? was;
  };
  const put = (what, value, shown = true) => {
    kept.values[what] = value;
    if (shown) draw();
  };
  return {
    now,
    /** Whether numbers need not add up. */
    despite: kept.despite,
    /** A number; `look` may hold {picture, pips(value)}. */
    number: (what, title, was, min, max, look = {}) => stepper({ key: `fix-${what}`, title, was, value: now(what, was), min, max, ...look }, (value, shown) => put(what, value, shown)),
    /** A number for each sign; `look(sign)` as above. */
    counts: (what, signs, names, was, max, look) => {
      const before = Object.fromEntries(signs.map((sign) => [sign, was[sign] ?? 0]));
      now(what, before);
      const set = (sign) => (value, shown) => put(what, { ...(kept.values[what] ?? before), [sign]: value }, shown);
      return signs.map((sign) => stepper({ key: `fix-${what}-${sign}`, title: names[sign], was: before[sign], value: (kept.values[what] ?? before)[sign], min: 0, max, ...look(sign) }, set(sign)));
    },
    /** One of a list; where nothing was (null) something must be chosen. */
    select: (what, title, was, options) => labelled(title, h("select", { "data-key": `fix-${what}`, required: was === null, onchange: (event) => put(what, Number(event.target.value)) },
      was === null ? h("option", { value: "" }) : null,
      options.map(([value, words]) => h("option", { value, selected: value === now(what, was) }, words)))),
    places: (what, title, was) => labelled(title, h("input", { type: "text", value: now(what, was).join(", "), inputmode: "numeric", "data-key": `fix-${what}`, oninput: (event) => put(what, numbers(event.target.value), false) })),
  };
}

const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number).sort((one, other) => one - other);
const labelled = (title, node) => h("label.setting", {}, h("span", {}, title), node);

/** A picture, −, the number, +, and what it was where it is another now. */
function stepper({ key, title, was, value, min, max, picture, pips = () => null, good = "" }, put) {
  let present = value;
  const write = (input, shown) => {
    if (!input.value) return;
    present = Number(input.value);
    input.defaultValue = input.value; // kept already: a redraw shows what is kept
    put(present, shown);
  };
  const go = (by) => put(Math.min(max, Math.max(min, present + by)));
  const step = (by, sign, words) => h("button.icon-button", { type: "button", "data-key": `${key}${sign}`, "aria-label": words, disabled: by < 0 ? value <= min : value >= max, onclick: () => go(by) }, sign);
  return h("div.fix-row", { role: "group", "aria-label": title, class: `${good} ${value === was ? "" : "changed"}` },
    h("span.fix-what", {}, picture ? art(picture) : null, h("span", { class: picture ? "visually-hidden" : "" }, title)),
    h("span.fix-pips", { "aria-hidden": "true" }, pips(value)),
    step(-1, "−", t("{name}: one less", { name: title })),
    h("input", { type: "number", min, max, value, "data-key": key, "aria-label": title, oninput: (event) => write(event.target, false), onchange: (event) => write(event.target, true) }),
    step(1, "+", t("{name}: one more", { name: title })),
    h("span.fix-change", { role: "status" }, value === was ? "" : `${was} → ${value}`));
}

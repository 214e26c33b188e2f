/** One of several, as the set-up asks for it. */

import { h } from "../basics/dom.js";

/** A button that sets one value of the order. */
export function pick(set, field, value, words) {
  return h("button.toggle", { type: "button", role: "radio", "aria-checked": String(set.order[field] === value), "data-key": `${field}-${value}`, onclick: () => set.change(() => { set.order[field] = value; }) }, words);
}

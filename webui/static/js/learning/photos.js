/** How is a photo picked? From the files, or with the camera. */

import { h } from "../basics/dom.js";

/** A button that opens the camera or the files, and hands over what was picked. */
export function fileButton(words, taken, { key, kind = "button", camera = false, disabled = false }) {
  const input = h("input.visually-hidden", { type: "file", accept: "image/*", capture: camera ? "environment" : null, tabindex: "-1", "aria-label": words });
  input.addEventListener("change", () => input.files[0] && taken(input.files[0]));
  return h("span.photo", {}, h(kind, { type: "button", "data-key": key, disabled, onclick: () => input.click() }, words), input);
}

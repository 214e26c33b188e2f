/** Photos out of a file input: turned upright and made small enough to send. */

import { h } from "../basics/dom.js";

const QUALITY = 0.9;

/** The picture as a JPEG whose longer side has at most so many pixels; the file itself where this browser cannot read it. */
export async function smaller(file, longestPx) {
  try {
    return await drawn(await createImageBitmap(file, { imageOrientation: "from-image" }), longestPx);
  } catch {
    return file;
  }
}

function drawn(picture, longestPx) {
  const scale = Math.min(1, longestPx / Math.max(picture.width, picture.height));
  const canvas = h("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed()), "image/jpeg", QUALITY));
}

/** A button that opens the camera or the files, and hands over what was picked. */
export function fileButton(words, taken, { key, kind = "button", camera = false, disabled = false }) {
  const input = h("input.visually-hidden", { type: "file", accept: "image/*", capture: camera ? "environment" : null, tabindex: "-1", "aria-label": words });
  input.addEventListener("change", () => input.files[0] && taken(input.files[0]));
  return h("span.photo", {}, h(kind, { type: "button", "data-key": key, disabled, onclick: () => input.click() }, words), input);
}

/** How large need a photo be that is sent? Turned upright, and no larger than its reader needs. */

import { h } from "../basics/dom.js";

const QUALITY = 0.9;

/** Pixels along the longer side that are enough to read tiles, wood and dice. */
export const READ_PX = 2000;

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

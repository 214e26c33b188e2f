/** Keeping a picture: as the drawing it is, or as dots. */

import { h } from "../basics/dom.js";

const SHARP = 4;

/** Two buttons that save a drawing under a name. */
export function keepButtons(chart, name) {
  return ["svg", "png"].map((kind) => h("button.small", { type: "button", onclick: () => KEEP[kind](chart, name), "aria-label": `${chart.getAttribute("aria-label")?.split(".")[0] ?? name}: ${kind.toUpperCase()}` }, kind.toUpperCase()));
}

const KEEP = {
  svg: async (chart, name) => save(new Blob([await alone(chart)], { type: "image/svg+xml" }), `${name}.svg`),
  png: async (chart, name) => save(await dots(chart), `${name}.png`),
};

/** The drawing as text that needs no other file: pictures in it are put in whole. */
async function alone(chart) {
  const copy = chart.cloneNode(true);
  for (const image of copy.querySelectorAll("image")) {
    const text = await fetch(image.getAttribute("href")).then((answer) => answer.text());
    image.setAttribute("href", `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(text)))}`);
  }
  return new XMLSerializer().serializeToString(copy);
}

async function dots(chart) {
  const [wide, high] = ["width", "height"].map((side) => Number(chart.getAttribute(side)) * SHARP);
  const picture = new Image(wide, high);
  picture.src = URL.createObjectURL(new Blob([await alone(chart)], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = h("canvas", { width: wide, height: high });
  canvas.getContext("2d").drawImage(picture, 0, 0, wide, high);
  URL.revokeObjectURL(picture.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

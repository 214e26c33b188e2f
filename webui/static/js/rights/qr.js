/** A seat's code, to be scanned or typed; at full size where it is wanted. */

import { h, mark } from "../basics/dom.js";
import { t } from "../basics/words.js";

const SVG = "http://www.w3.org/2000/svg";

/** A QR code from the server's path. */
export function qr({ size, path }, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `-3 -3 ${size + 6} ${size + 6}`);
  svg.setAttribute("class", "qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: -3, y: -3, width: size + 6, height: size + 6, fill: "#fff" })) ground.setAttribute(name, value);
  const dark = document.createElementNS(SVG, "path");
  dark.setAttribute("d", path);
  dark.setAttribute("fill", "#000");
  svg.append(ground, dark);
  return svg;
}

/** The address and the characters, for phones that scan nothing. */
export const typed = (way) => h("p.typed", {}, h("span.small.soft", {}, way.address.replace(/^https?:\/\//, "")), h("b", {}, way.code));

/** Both ways to a seat. */
export const code = (player, way) => [qr(way.qr, t("Code for {name}", { name: player.name })), typed(way)];

/** One seat's code over the whole screen; a tap anywhere closes it. */
export function showLarge(player, way) {
  const close = () => sheet.close();
  const sheet = h("dialog.large-code", { "aria-label": t("Code for {name}", { name: player.name }), onclick: close, onclose: () => sheet.remove() },
    h("div.joining-name", {}, mark(player, "big"), h("b", {}, player.name)), code(player, way), h("button", { type: "button", onclick: close }, t("Close")));
  document.body.append(sheet);
  sheet.showModal();
}

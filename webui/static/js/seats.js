/** The host's panel: a code for every free seat, and what to do about the taken ones. */

import * as client from "./client.js";
import { h, mark } from "./dom.js";
import { t } from "./words.js";

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

/** One card for each seat. `ways` comes from the server; `changed` asks for it anew. */
export function seatCards(view, ways, store, changed) {
  return h("div.seat-cards", {}, ways.map((way) => card(view, way, store, changed)));
}

function card(view, way, store, changed) {
  const player = view.players[way.seat];
  const words = t("Code for {name}", { name: player.name });
  const head = h("div.row", {}, mark(player), h("b", {}, player.name));
  const mine = view.you.seats.includes(way.seat);
  if (!way.qr) return h("div.card.seat-card", { class: `edge-${player.color}` }, head, h("p.soft", {}, mine ? t("played on this computer") : t("has a phone")), takenButtons(way, store, changed, mine));
  return h("div.card.seat-card", { class: `edge-${player.color}` }, head, qr(way.qr, words),
    h("p.typed", {}, h("span.small.soft", {}, way.address.replace(/^https?:\/\//, "")), h("b", {}, way.code)),
    way.taken ? null : h("div.row", {}, button(t("Play here"), async () => (await store.send(() => client.takeSeat(way.seat))) && changed())));
}

function takenButtons(way, store, changed, mine) {
  const again = async () => {
    await store.send(() => client.seatCode(way.seat).then(() => null));
    changed();
  };
  const free = async () => {
    if (confirm(t("Sign this phone out? Another one can take the seat then."))) await store.send(() => client.freeSeat(way.seat));
    changed();
  };
  return h("div.row", {}, mine ? h("a.button", { href: `/?seat=${way.seat}` }, t("Play")) : button(t("New phone"), again), button(t("Free the seat"), free));
}

const button = (words, onclick) => h("button.small", { type: "button", onclick, "data-key": `${words}` }, words);

/** The host's panel: a code for every free seat, what to do about the taken ones, and who asks to be let in. */

import * as client from "../http/client.js";
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

/** Devices that typed a code, or offer their camera, wait for the host's word; null where nobody waits or this is no host. */
export function wishCard(view, store) {
  if (!view.you.host || !view.wishes?.length) return null;
  const decide = (wish, letIn) => () => store.send(() => client.decide(wish.id, letIn));
  const row = (wish) => h("div.row", {}, h("p.grow", {}, wishWords(view, wish)),
    h("button.primary", { type: "button", "data-key": `let-in-${wish.id}`, onclick: decide(wish, true) }, t("Let in")),
    h("button", { type: "button", "data-key": `turn-away-${wish.id}`, onclick: decide(wish, false) }, t("Turn away")));
  return h("section.card.wish", { role: "alert" }, h("h2", {}, t("Somebody asks to be let in")), view.wishes.map(row));
}

function wishWords(view, wish) {
  const player = view.players?.[wish.seat];
  return player ? t("A device wants the seat of {name} ({color}).", { name: player.name, color: player.color_name }) : t("A phone offers to be the camera.");
}

/** How another device becomes the host's; the PIN is told to this computer's own browser only. */
export const pinLine = (pin) => (pin ? h("p.soft", {}, t("To be the host on another device: open the address there, “I am the host”, PIN"), " ", h("b", {}, pin)) : null);

/** One card for each seat. `ways` comes from the server; `changed` asks for it anew. */
export function seatCards(view, ways, store, changed) {
  return h("div.seat-cards", {}, ways.map((way) => card(view, way, store, changed)));
}

function card(view, way, store, changed) {
  const player = view.players[way.seat];
  const words = t("Code for {name}", { name: player.name });
  const head = h("div.row", {}, mark(player), h("b", {}, player.name));
  const mine = view.you.seats.includes(way.seat);
  if (!way.qr && way.taken) return h("div.card.seat-card", { class: `edge-${player.color}` }, head, h("p.soft", {}, heldWords(view, way.seat, mine)), takenButtons(way, store, changed, mine));
  if (!way.qr) return h("div.card.seat-card", { class: `edge-${player.color}` }, head, h("p.soft", {}, t("free, and locked since the game began")), h("div.row", {}, button(t("Open the seat"), () => openSeat(way, store, changed)), playHere(way, store, changed)));
  return h("div.card.seat-card", { class: `edge-${player.color}` }, head, qr(way.qr, words),
    h("p.typed", {}, h("span.small.soft", {}, way.address.replace(/^https?:\/\//, "")), h("b", {}, way.code)),
    way.taken ? null : h("div.row", {}, playHere(way, store, changed)));
}

function heldWords(view, seat, mine) {
  if (mine) return t("played on this computer");
  return view.present?.[seat] === false ? t("has a phone, which is away just now") : t("has a phone");
}

const playHere = (way, store, changed) => button(t("Play here"), async () => (await store.send(() => client.takeSeat(way.seat))) && changed());

async function openSeat(way, store, changed) {
  await store.send(() => client.seatCode(way.seat).then(() => null));
  changed();
}

function takenButtons(way, store, changed, mine) {
  const free = async () => {
    if (confirm(t("Sign this phone out? Another one can take the seat then."))) await store.send(() => client.freeSeat(way.seat));
    changed();
  };
  return h("div.row", {}, mine ? h("a.button", { href: `/?seat=${way.seat}` }, t("Play")) : button(t("New phone"), () => openSeat(way, store, changed)), button(t("Free the seat"), free));
}

const button = (words, onclick) => h("button.small", { type: "button", onclick, "data-key": `${words}` }, words);

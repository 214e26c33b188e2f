/** The host's panel: a code for every free seat, what to do about the taken ones, and who asks to be let in. */

import * as client from "../http/client.js";
import { h, icon, mark } from "../basics/dom.js";
import { qr, showLarge, typed } from "./qr.js";
import { whoPlays } from "../play/rivals/strengths.js";
import { t } from "../basics/words.js";

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
  return player ? t("Phone {number} wants the seat of {name} ({color}).", { number: wish.number, name: player.name, color: player.color_name }) : t("A phone offers to be the camera.");
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
  const who = whoPlays(player, view.strengths, `who-${way.seat}`, async (strength) => maySignOut(way, mine, player, strength) && (await store.send(() => client.seatOwner(way.seat, strength))) && changed());
  if (player.strength) return h("div.card.seat-card", { class: `edge-${player.color}` }, head, h("p.soft", {}, t("The app plays this seat.")), who);
  if (!way.qr && way.taken) return h("div.card.seat-card", { class: `edge-${player.color}` }, head, h("p.soft", {}, heldWords(view, way.seat, mine)), takenButtons(way, store, changed, mine), who);
  if (!way.qr) return h("div.card.seat-card", { class: `edge-${player.color}` }, head, h("p.soft", {}, t("free, and locked since the game began")), h("div.row", {}, button("open", way, t("Open the seat"), () => openSeat(way, store, changed)), playHere(way, store, changed)), who);
  const large = () => showLarge(player, way);
  return h("div.card.seat-card", { class: `edge-${player.color}` }, head, h("button.bare", { type: "button", "data-key": `code-${way.seat}`, "aria-label": t("Code for {name}, large", { name: player.name }), onclick: large }, qr(way.qr, words)),
    typed(way),
    way.taken ? null : h("div.row", {}, playHere(way, store, changed)), who);
}

/** Whether a seat may be given to the app: who has a phone there is not thrown out by a slip. */
const maySignOut = (way, mine, { name }, strength) => !strength || !way.taken || mine || confirm(t("Let the app play for {name}? The phone there is signed out.", { name }));

/** For the host's table screen: one tap brings a code for a seat without a phone to full size; null where it has one. */
export function seatCode(view, player, ways, changed) {
  const way = ways.find((one) => one.seat === player.seat);
  const away = view.present?.[player.seat] === false;
  if (!view.you.host || view.past || !way || player.strength || view.you.seats.includes(player.seat) || (way.taken && !away && !way.qr)) return null;
  const show = async () => {
    const fresh = way.qr ? way : await client.seatCode(player.seat).catch(() => null);
    if (fresh) showLarge(player, fresh);
    if (!way.qr) changed();
  };
  return h("button.icon-button.seat-code", { type: "button", "data-key": `large-${player.seat}`, "aria-label": t("Code for {name}, large", { name: player.name }), onclick: show }, icon("code"));
}

function heldWords(view, seat, mine) {
  if (mine) return t("played on this computer");
  return view.present?.[seat] === false ? t("has a phone, which is away just now") : t("has a phone");
}

const playHere = (way, store, changed) => button("here", way, t("Play here"), async () => (await store.send(() => client.takeSeat(way.seat))) && changed());

async function openSeat(way, store, changed) {
  await store.send(() => client.seatCode(way.seat).then(() => null));
  changed();
}

function takenButtons(way, store, changed, mine) {
  const free = async () => {
    const { name } = store.view.players[way.seat];
    if (confirm(t("Sign {name}'s phone out? Another one can take the seat then.", { name }))) await store.send(() => client.freeSeat(way.seat));
    changed();
  };
  return h("div.row", {}, mine ? h("a.button", { href: `/?seat=${way.seat}` }, t("Play")) : button("new", way, t("New phone"), () => openSeat(way, store, changed)), button("free", way, t("Free the seat"), free));
}

const button = (what, way, words, onclick) => h("button.small", { type: "button", onclick, "data-key": `${what}-${way.seat}` }, words);

/** A player's cards: covered until a finger (or a key) holds them open. */

import * as client from "../http/client.js";
import { art, h } from "../basics/dom.js";
import { look } from "../basics/lookup.js";
import { t } from "../basics/words.js";

const REST_MS = 450;
let cover = () => {};

for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => cover());
document.addEventListener("visibilitychange", () => document.hidden && cover());

const SEEN = "bazaar-hand";
/** What this page saw last: whose hand, its cards, which of them are new, whether the turn was the player's, and in which
 *  round. A browser that loads the page anew still knows it. */
let seen = JSON.parse(sessionStorage.getItem(SEEN)) ?? { of: "", cards: [], fresh: [], yours: false, round: 0 };

/** For each card whether it came since the player's last turn began; of like ones the last. Whoever comes to a hand first
 *  is told of none. */
function freshCards(view, cards) {
  const of = `${view.game_id}/${view.you.seat}`;
  const { turn: { yours }, table: { round } } = view;
  const begins = yours && !(seen.yours && seen.round === round);
  const gained = seen.of === of ? minus(cards, seen.cards) : [];
  const before = seen.of === of && !begins ? minus(cards, minus(cards, seen.fresh)) : [];
  seen = { of, cards, fresh: [...before, ...gained], yours, round };
  sessionStorage.setItem(SEEN, JSON.stringify(seen));
  const left = [...seen.fresh];
  return [...cards].reverse().map((id) => left.includes(id) && Boolean(left.splice(left.indexOf(id), 1))).reverse();
}

/** The first list without what is in the second, one for one. */
function minus(some, others) {
  const left = [...others];
  return some.filter((one) => !left.includes(one) || !left.splice(left.indexOf(one), 1));
}

/** The hand, or null. `ui.hand` remembers over redraws that it is held open. */
export function hand(view, ui, store) {
  const cards = view.own?.hand ?? [];
  const fresh = freshCards(view, cards.map((card) => card.id));
  if (!cards.length) return null;
  const closed = t("Hold to see your cards ({n})", { n: cards.length });
  const words = h("span.hand-words", {}, closed);
  const list = h("ul.stack", {}, cards.map((card, at) => face(card, view.refusals?.cards ?? {}, fresh[at])));
  const button = h("button.hand-cover", { type: "button", "data-key": "hand" }, h("span.hand-backs", {}, cards.map(() => art("card-back"))), words);
  const show = (on) => {
    ui.hand = on;
    list.hidden = !on;
    words.textContent = on ? t("Let go to cover them") : closed;
    button.setAttribute("aria-pressed", String(on));
  };
  button.addEventListener("pointerdown", () => show(true));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => (event.key === " " || event.key === "Enter") && !event.repeat && show(!ui.hand));
  show(Boolean(ui.hand));
  cover = () => {
    clearTimeout(resting);
    if (ui.hand) show(false);
  };
  return h("section.card.hand", { "aria-label": t("Your cards"), onpointermove: restOn(list) }, button, list, tellForm(view, cards, store));
}

function face(card, reasons, isNew) {
  const guide = card.id === "?" ? "turn-cards" : `card-${card.id}`;
  return h("li.hand-card", { "data-guide": guide }, art(`card-${card.id === "?" ? "back" : card.id}`),
    h("span", {}, h("b", {}, card.name, isNew ? [" ", h("span.badge", {}, t("new"))] : null), h("span.small.soft", {}, card.help), reasons[card.id] ? h("span.small.hand-why", {}, reasons[card.id]) : null));
}

let resting = 0;
let over = null;

/** The finger that holds the hand open may slide onto a card and rest there: its topic opens. */
function restOn(list) {
  return (event) => {
    const card = document.elementFromPoint(event.clientX, event.clientY)?.closest(".hand-card");
    if (card === over) return;
    over = card;
    clearTimeout(resting);
    if (card && list.contains(card)) resting = setTimeout(() => look(card.dataset.guide), REST_MS);
  };
}

/** With real cards: tell the app what is held, so that it offers only what can be played. Nobody else sees it. */
function tellForm(view, cards, store) {
  const { kinds } = view.own;
  if (!kinds?.length) return null;
  const picks = cards.map((card, at) => h("select", { "data-key": `card-${at}`, "aria-label": t("Card {n}", { n: at + 1 }) },
    kinds.map((kind) => h("option", { value: kind.id, selected: kind.id === card.id }, kind.id === "?" ? t("not told") : kind.name))));
  const send = (event) => {
    event.preventDefault();
    store.send(() => client.tellHand({ cards: picks.map((one) => one.value), ...store.stamp() }));
  };
  return h("details", { "data-key": "tell" }, h("summary", {}, t("Tell the app your cards")),
    h("form.stack", { onsubmit: send }, h("p.small.soft", {}, t("Only this phone shows them; the app then offers what can be played.")), picks, h("button.primary", { type: "submit" }, t("These are my cards"))));
}

/** How does the table screen call a player whose phone sleeps? With the name in large letters, aloud where the host wants it. */

import { choice, keep, kept } from "../basics/comfort.js";
import { h, mark } from "../basics/dom.js";
import { t } from "../basics/words.js";

const SHOWN_MS = 4000;
const WAYS = { off: t("off"), asleep: t("large, where a phone sleeps"), all: t("large, at every turn"), aloud: t("large and aloud, at every turn") };
const layer = h("div.call", { id: "call", "aria-hidden": "true" });
const wish = () => kept("call", "asleep");
let turn = null;
let away = 0;

/** Hear of every view; a turn that lasted before the page was opened is not called. */
export function callPlayers(store) {
  store.subscribe((view) => {
    const now = view.result || !view.players ? null : `${view.game_id}/${view.table.round}/${view.turn.of}`;
    if (turn && now && now !== turn) call(view);
    turn = now ?? turn;
  });
}

/** The choice of this screen. */
export const callRow = () => choice(t("Calling players"), wish(), WAYS, (value) => keep("call", value));

const sleeps = (view, seat) => view.joined?.[seat] && view.present?.[seat] === false;

function call(view) {
  const player = view.players[view.turn.of];
  if (!player || player.strength || wish() === "off" || (wish() === "asleep" && !sleeps(view, player.seat))) return;
  show(player);
  if (wish() === "aloud") speak(t("{name}, it is your turn.", { name: player.name }));
}

function show(player) {
  layer.replaceChildren(mark(player, "big"), h("b", {}, player.name), h("span", {}, t("Your turn")));
  document.body.append(layer);
  clearTimeout(away);
  away = setTimeout(() => layer.remove(), SHOWN_MS);
}

function speak(words) {
  if (!globalThis.speechSynthesis) return;
  const told = new SpeechSynthesisUtterance(words);
  told.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(told);
}

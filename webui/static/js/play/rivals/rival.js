/** What the app's seats did, and what people move for them: on every phone and on the table screen. */

import * as client from "../../http/client.js";
import { h, mark } from "../../basics/dom.js";
import { t } from "../../basics/words.js";

/** The card, or null where there is nothing to say. The table screen (`isTable`) shows all of it at once, and what needs
 *  no hands only in its log. */
export function rivalCard(view, store, isTable = false) {
  const { rival } = view;
  if (!rival || view.result || view.past) return null;
  const may = view.you.host || view.you.seats.length > 0;
  const parts = [rival.waits ? waits(view, store, may) : null, rival.stuck ? stuck() : null, ...rival.turns.map((turn) => played(view, turn, store, may, isTable))].filter(Boolean);
  return parts.length ? h("section.rival-lines", { "aria-label": t("What the app plays") }, parts) : null;
}

function waits(view, store, may) {
  const { name } = view.players[view.turn.of];
  return h("div.rival-line", {}, h("p.grow", {}, t("{name} is the app's and begins once everybody is seated.", { name })),
    may ? h("button", { type: "button", "data-key": "rival-begin", onclick: () => store.send(client.rivalBegins) }, t("Begin now")) : null);
}

const stuck = () => h("p.rival-line", { role: "alert" }, t("The app does not know what to do here. Let a person play this seat: table screen, Menu, Seats."));

/** "Yellow goes to the Tea House, …": all it did where there is room for it, and folded up the wood to move, with the
 *  word that it lies there. */
function played(view, { seat, n, text, wood }, store, may, isTable) {
  const player = view.players[seat];
  const due = [...wood, ...ofSeat(view.camera.carry, seat), ...ofSeat(view.camera.missing, seat)];
  if (isTable && !due.length) return null;
  return h("details.rival-line", { "data-key": `rival-${seat}`, open: isTable },
    h("summary", {}, h("span.rival-said", {}, h("span.rival-did", {}, mark(player), " ", h("b", {}, player.name), " ", text.join(", ")), due.length ? h("b.rival-due", {}, t("Pieces to move: {n}", { n: due.length })) : null)),
    due.length ? [
      h("p.rival-please", {}, t("Please move for {name}:", { name: player.name })),
      h("ul", {}, due.map((one) => h("li", {}, one))),
      may ? h("button", { type: "button", "data-key": `rival-done-${seat}`, onclick: () => store.send(() => client.rivalMoved(n)) }, t("Done")) : null] : null);
}

const ofSeat = (all, seat) => (all ?? []).filter((one) => one.seat === seat).map((one) => one.text);

/** The table screen until all are seated: a large code for every seat, read from where people sit. */

import { h, mark } from "../basics/dom.js";
import { addressChoice, nameHere, nobodyCame, waitedLong } from "./nobody.js";
import { appSign } from "../play/rivals/strengths.js";
import { code } from "./qr.js";
import { t } from "../basics/words.js";

const KEY = "bazaar-no-phones";

/** Does this screen show codes instead of the bazaar? Nobody has played, a seat is free, and nobody said "to the table". */
export const isJoining = (view) =>
  view.you.host && !view.result && !view.past && !view.begun && view.joined.some((one) => !one) && sessionStorage.getItem(KEY) !== view.game_id;

/** What stands above the codes: how many sit, and the way on; nobody plays yet. `tools` are the screen's own buttons. */
export function joinHead(view, net, choose, draw, tools) {
  const toTable = () => { sessionStorage.setItem(KEY, view.game_id); draw(); };
  const left = view.joined.filter((one) => !one).length;
  return h("div.table-head-row.joining-head", {},
    h("div.grow", {}, h("h1", {}, t("Scan your code")), h("p.soft", { role: "status" }, t("At the table: {n} of {all}", { n: view.players.length - left, all: view.players.length }))),
    addressChoice(net, choose), nameHere(net),
    h("div.row.table-tools", {}, h("button", { type: "button", "data-key": "to-table", onclick: toTable }, t("To the table")), tools));
}

/** The codes; a name lights up when its phone is there. `ways` and `net` come from the server, `draw` shows what is so now. */
export function joinScreen(view, { ways, net }, draw) {
  return h("section.joining", { "aria-label": t("Scan your code") },
    waitedLong(draw) && net && !net.called ? nobodyCame(net) : null,
    h("div.joining-seats", {}, view.players.map((player) => seat(view, player, ways.find((way) => way.seat === player.seat)))));
}

function seat(view, player, way) {
  const seated = view.joined[player.seat];
  return h("div.card.seat-card.joining-seat", { class: `edge-${player.color}${seated ? " is-seated" : ""}`, "data-seat": String(player.seat) },
    h("div.joining-name", {}, mark(player, "big"), h("b", {}, player.name)),
    seated ? h("p.joining-there", {}, h("span.joining-tick", { "aria-hidden": "true" }, "✓"), appSign(player) ?? t("is seated")) : way?.qr ? code(player, way) : null);
}

/** The virtual table's tokens: take one and put it somewhere, as one would at a real table. */

import * as client from "../http/client.js";
import { tokenWords } from "./drag.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const picked = { token: 0, to: null, usual: true };

/** What stands before somebody without a camera: which token goes where. */
export function virtualTable(view, store) {
  const tokens = view.camera.virtual;
  const token = tokens[picked.token] ?? tokens[0];
  const send = (what) => () => store.send(what);
  return h("details.virtual", { "data-key": "virtual", open: true }, h("summary", {}, t("Move something on the virtual table")),
    h("p.soft", {}, t("Drag the wood on the bazaar with finger or mouse, or choose it here.")),
    h("div.row", {},
      select("token", t("Which token"), tokens.map((one, at) => [at, placedWords(view, one)]), picked.token, (value) => { picked.token = Number(value); }),
      select("to", t("Where to"), placeOptions(view), picked.to, (value) => { picked.to = Number(value); })),
    h("label.check", {}, h("input", { type: "checkbox", "data-key": "usual", checked: picked.usual, onchange: (event) => { picked.usual = event.target.checked; } }),
      t("the merchant leaves or picks up an assistant")),
    h("div.row", {},
      h("button.primary", { type: "button", "data-key": "carry", onclick: () => store.send(() => client.carry(order(view, token))) }, t("Move it")),
      h("button", { type: "button", "data-key": "hand", onclick: send(() => client.mishap("hand")) }, t("Hand over the table")),
      h("button", { type: "button", "data-key": "no-hand", onclick: send(() => client.mishap("no_hand")) }, t("Hand away")),
      h("button", { type: "button", "data-key": "bump", onclick: send(() => client.mishap("bump")) }, t("Knock the camera")),
      h("button", { type: "button", "data-key": "tidy", onclick: send(() => client.mishap("tidy")) }, t("Lay it as the game says"))));
}

function order(view, first) {
  const token = view.camera.virtual[picked.token] ?? first;
  const to = picked.to ?? Number(placeOptions(view)[0][0]);
  return { kind: token.kind, color: token.color, place: token.place, to, usual: picked.usual };
}

function placeOptions(view) {
  return view.table.layout.map((place) => [place, `${place} ${view.table.places[place].name}`]).sort((one, other) => one[0] - other[0]);
}

function placedWords(view, token) {
  return `${tokenWords(view, token)} – ${view.table.places[token.place].name}`;
}

function select(key, words, options, chosen, take) {
  return h("label.grow", {}, h("span.small", {}, words),
    h("select", { "data-key": key, onchange: (event) => take(event.target.value) },
      options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

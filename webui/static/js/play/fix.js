/** The host's corrections: the table is right, so set what the app has wrong, and say why. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { partsOf } from "./parts.js";
import { t } from "../basics/words.js";

const GOODS = ["R", "G", "Y", "B"];
let prefix = "";

/** A form for one player or for the table; only what was changed is sent. */
export function fixForm(view, ui, draw, store) {
  const who = ui.fix ?? view.turn.of ?? 0;
  prefix = `fix-${who}`;
  const choose = h("select", { id: "fix-who", "aria-label": t("Whose values"), onchange: (event) => { ui.fix = event.target.value === "table" ? "table" : Number(event.target.value); draw(); } },
    view.players.map((one) => h("option", { value: one.seat, selected: who === one.seat }, one.name)),
    h("option", { value: "table", selected: who === "table" }, t("The table")));
  const player = who === "table" ? null : view.players[who];
  const fixes = partsOf(view).fixes ?? ((...all) => (player ? playerFields(...all) : tableFields(...all)));
  const fields = fixes(view, player, { number, counts });
  const reason = h("input", { type: "text", id: "fix-reason", maxlength: "80", "data-key": "fix-reason", placeholder: t("for example: a coin was counted twice") });
  const despite = h("input", { type: "checkbox", id: "fix-despite" });
  const send = async (event) => {
    event.preventDefault();
    const changes = fields.filter((one) => one.changed()).map((one) => ({ what: one.what, value: one.value(), seat: who === "table" ? null : who }));
    const anyway = despite.checked;
    const because = reason.value || t("corrected at the table");
    event.target.reset();
    await store.send(() => client.correct({ changes, reason: because, version: view.version, despite: anyway }));
  };
  return h("form.stack", { onsubmit: send },
    h("p.soft", {}, t("The table is right. Change what the app has wrong; it stays in the log and can be undone.")),
    choose, fields.map((one) => one.node),
    h("label", { for: "fix-reason" }, t("Why?")), reason,
    h("label.check", {}, despite, t("even if the numbers do not add up")),
    h("button.primary", { type: "submit", disabled: store.busy }, t("Put it right")));
}

function playerFields(view, player) {
  const place = (what, title, now) => select(what, title, now, places(view));
  return [
    number("lira", t("Lira"), player.lira, 0, 300),
    counts("goods", GOODS, view.table.goods, player.goods, 5),
    number("capacity", t("Room for each good"), player.capacity, 2, 5),
    number("rubies", t("Rubies"), player.rubies, 0, 12),
    place("merchant", t("Merchant at"), player.merchant),
    place("family", t("Family member at"), player.family),
    number("stack", t("Assistants in the stack"), player.stack.length, 0, 5, player.stack),
    text("assistants", t("Assistants out (places)"), player.out),
  ];
}

function tableFields(view) {
  return [
    select("governor", t("Governor"), view.table.governor, places(view)),
    select("smuggler", t("Smuggler"), view.table.smuggler, places(view)),
    number("mail", t("Mail indicators in the lower row"), view.table.mail.down, 0, 4),
  ];
}

const places = (view) => Object.entries(view.table.places).map(([place, { name }]) => [Number(place), `${place} ${name}`]);
const labelled = (title, node) => h("label.setting", {}, h("span", {}, title), node);

function number(what, title, now, min, max) {
  const node = h("input", { type: "number", min, max, value: now, "data-key": `${prefix}-${what}` });
  return { what, node: labelled(title, node), changed: () => Number(node.value) !== now, value: () => Number(node.value) };
}

function select(what, title, now, options) {
  const node = h("select", { "data-key": `${prefix}-${what}` }, options.map(([value, words]) => h("option", { value, selected: value === now }, words)));
  return { what, node: labelled(title, node), changed: () => Number(node.value) !== now, value: () => Number(node.value) };
}

function text(what, title, now) {
  const node = h("input", { type: "text", value: now.join(", "), inputmode: "numeric", "data-key": `${prefix}-${what}` });
  const value = () => (node.value.match(/\d+/g) ?? []).map(Number).sort((one, other) => one - other);
  return { what, node: labelled(title, node), changed: () => value().join() !== now.join(), value };
}

function counts(what, signs, names, now, max) {
  const inputs = signs.map((sign) => h("input", { type: "number", min: 0, max, value: now[sign], "aria-label": names[sign], "data-key": `${prefix}-${sign}` }));
  const value = () => Object.fromEntries(signs.map((sign, at) => [sign, Number(inputs[at].value)]));
  const node = h("div.fix-goods", {}, signs.map((sign, at) => h("label", {}, h("span.small", {}, names[sign]), inputs[at])));
  return { what, node, changed: () => signs.some((sign) => value()[sign] !== now[sign]), value };
}

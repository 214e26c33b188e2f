/** The organiser's page: every table of the club and what it is doing. */

import * as asked from "../club/asked.js";
import { keptLine } from "../club/kept.js";
import { comfort, dress } from "../basics/comfort.js";
import { announce, h, note, redraw } from "../basics/dom.js";
import { t, tn } from "../basics/words.js";

const FRESH_MS = 3000;
const STATES = { free: t("free"), playing: t("playing"), over: t("game over"), asleep: t("nobody there") };
const app = document.getElementById("app");
const ui = { board: null, reached: true, sending: false };

function draw() {
  if (!ui.board) return;
  redraw(app, h("div.awning"), h("div.page.club-page.stack", {},
    h("h1", {}, ui.board.club),
    ui.reached ? null : h("p.reason", { role: "alert" }, t("The club's server does not answer. Trying again …")),
    ui.board.organiser ? [calls(), tables(), more(), taken()] : signIn(),
    keptLine(ui.board), comfort()));
}

function signIn() {
  return h("form.card.stack", { onsubmit: enter }, h("h2", {}, t("Organiser")), h("label", { for: "password" }, t("The password of the club's settings")),
    h("div.row", {}, h("div.grow", {}, h("input", { id: "password", type: "password", autocomplete: "current-password", "data-key": "password" })), h("button.primary", { type: "submit" }, t("Sign in"))));
}

/** Who wants the organiser comes first. */
function calls() {
  const calling = ui.board.tables.filter((one) => one.needs_help);
  return calling.length ? h("section.card.reason.stack", { role: "alert" }, h("h2", {}, t("Wanted at")),
    calling.map((one) => h("p.row", {}, h("b.grow", {}, one.name), h("button", { type: "button", "data-key": `helped-${one.code}`, onclick: () => done(() => asked.helped(one.code)) }, t("I have been there"))))) : null;
}

function tables() {
  const { tables: all } = ui.board;
  const playing = all.filter((one) => one.state === "playing").length;
  return h("section.stack", {}, h("h2", {}, t("Tables")),
    all.length ? h("p.soft", {}, tn("{n} table, {playing} playing", "{n} tables, {playing} playing", all.length, { playing })) : h("p.soft", {}, t("No tables yet. Put some up below.")),
    h("ul.club-tables", {}, all.map(table)));
}

function table(one) {
  const facts = [one.round === null ? null : t("round {n}", { n: one.round }), one.present ? tn("{n} phone", "{n} phones", one.present) : null, one.eye ? t("has an eye") : null, one.ended ? tn("{n} game finished", "{n} games finished", one.ended) : null];
  return h("li.card.club-table", { class: `is-${one.state}` },
    h("div.row", {}, h("b.grow", {}, one.name), h("span.club-state", {}, STATES[one.state])),
    one.players.length ? h("p.small", {}, one.players.join(", ")) : null,
    h("p.soft.small", {}, facts.filter(Boolean).join(" · ")),
    h("p.small", {}, t("Code"), " ", h("code.club-code", {}, one.code), " · ", t("PIN of the host"), " ", h("code.club-code", {}, one.pin)),
    h("div.row", {}, h("a.button", { href: `/t/${one.code}/table` }, t("Look at it")), h("button", { type: "button", "data-key": `host-${one.code}`, onclick: () => takeOver(one) }, t("Be the host there")), h("button.danger", { type: "button", "data-key": `close-${one.code}`, onclick: () => close(one) }, t("Close it"))));
}

function more() {
  return h("form.card.stack", { onsubmit: putUp }, h("h2", {}, t("More tables")),
    h("label", { for: "many" }, t("How many")), h("div.row", {}, h("div.grow", {}, h("input", { id: "many", type: "number", min: "1", max: "500", value: "1", "data-key": "many" })), h("button.primary", { type: "submit", disabled: ui.sending }, t("Put them up"))));
}

function taken() {
  return h("section.card.stack", {}, h("h2", {}, t("To print and to take along")),
    h("div.row", {}, h("a.button", { href: "/club/sheet" }, t("Codes of the tables")), h("a.button", { href: "/club/ladder" }, t("The ladder")), h("a.button", { href: asked.RESULTS, download: "" }, t("Results (CSV)")), h("a.button", { href: asked.TABLES, download: "" }, t("Tables (CSV)"))),
    h("div.row", {}, h("button", { type: "button", "data-key": "out", onclick: () => done(asked.signOut) }, t("Sign out"))));
}

async function enter(event) {
  event.preventDefault();
  await done(() => asked.signIn(document.getElementById("password").value));
}

async function putUp(event) {
  event.preventDefault();
  const many = Number(document.getElementById("many").value);
  const last = Math.max(0, ...ui.board.tables.map((one) => Number(/(\d+)$/.exec(one.name)?.[1] ?? 0)));
  const names = Array.from({ length: many }, (_, number) => t("Table {n}", { n: last + number + 1 }));
  if (many >= 1) await done(() => asked.putUp(names));
}

/** The table's log says so; then this browser is where its host is. */
async function takeOver(one) {
  if (await done(() => asked.beHost(one.code))) location.assign(`/t/${one.code}/start`);
}

async function close(one) {
  if (confirm(t("Close {name}? Its phones are sent away; its games and results stay.", one))) await done(() => asked.close(one.code));
}

async function done(request) {
  ui.sending = true;
  let worked = false;
  try {
    await request();
    worked = true;
  } catch (error) {
    note(error.status ? error.message : t("The club's server does not answer. Trying again …"), "bad");
  }
  ui.sending = false;
  await refresh();
  return worked;
}

async function refresh() {
  const before = ui.board?.tables.filter((one) => one.needs_help).length ?? 0;
  try {
    ui.board = await asked.board();
    ui.reached = true;
  } catch {
    ui.reached = false;
  }
  if (ui.board && ui.board.tables.filter((one) => one.needs_help).length > before) announce(t("A table wants the organiser."));
  draw();
}

dress();
await refresh();
setInterval(() => document.hidden || refresh(), FRESH_MS);

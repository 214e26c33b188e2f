/** Who leads the evening, the month, the season? For the organiser, and where he says so for everybody. */

import * as asked from "../club/asked.js";
import { keptLine } from "../club/kept.js";
import { comfort, dress } from "../basics/comfort.js";
import { h, redraw } from "../basics/dom.js";
import { t, tn } from "../basics/words.js";

const FRESH_MS = 20_000;
const WEEK_DAYS = 7;
const PERIODS = { day: t("this evening"), week: t("the last seven days"), month: t("this month"), year: t("this year"), all: t("all that is kept"), own: t("from … to …") };
const app = document.getElementById("app");
const lang = document.documentElement.lang;
const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });
const ui = { told: null, problem: "", period: "day", from: "", to: "" };

/** The first and the last day of what was chosen; empty where it is open. Days are the club's, as the server told. */
function days() {
  const today = ui.told?.today ?? "";
  if (ui.period === "own") return { from: ui.from, to: ui.to };
  if (ui.period === "all" || !today) return { from: "", to: "" };
  const first = { day: today, week: earlier(today, WEEK_DAYS - 1), month: `${today.slice(0, 8)}01`, year: `${today.slice(0, 5)}01-01` };
  return { from: first[ui.period], to: "" };
}

function earlier(day, many) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - many);
  return date.toISOString().slice(0, 10);
}

function draw() {
  redraw(app, h("div.awning"), h("div.page.club-ladder.stack", {},
    h("h1", {}, ui.told?.club ? t("Ladder of {club}", ui.told) : t("The ladder")),
    ui.problem ? h("p.reason", { role: "alert" }, ui.problem) : null,
    ui.told ? [choice(), table(), rule(), links()] : h("p", {}, h("a.button", { href: "/club" }, t("Sign in"))),
    keptLine(ui.told), comfort()));
}

function choice() {
  const pick = (event) => { ui.period = event.target.value; refresh(); };
  const day = (name, words) => h("label.grow", {}, words, h("input", { type: "date", value: ui[name], min: ui.told.first, max: ui.told.today, "data-key": name, onchange: (event) => { ui[name] = event.target.value; refresh(); } }));
  return h("section.card.stack", { "aria-label": t("Which games count") },
    h("label", { for: "period" }, t("Which games count")),
    h("select", { id: "period", "data-key": "period", onchange: pick }, Object.entries(PERIODS).map(([key, words]) => h("option", { value: key, selected: key === ui.period }, words))),
    ui.period === "own" ? h("div.row", {}, day("from", t("from")), day("to", t("to"))) : null,
    h("p.soft.small", {}, tn("{n} finished game", "{n} finished games", ui.told.games)));
}

function table() {
  if (!ui.told.rows.length) return h("p.soft", {}, t("No game that counts has been finished in these days."));
  const titles = [t("Place"), t("Player"), t("Points"), t("Games"), t("Won"), t("Share")];
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("The ladder") }, h("table.ladder", {},
    h("thead", {}, h("tr", {}, titles.map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, ui.told.rows.map(row))));
}

const row = (one) => h("tr", { class: one.place <= 3 ? `is-place-${one.place}` : "" },
  h("td.ladder-place", {}, one.place), h("th", { scope: "row" }, one.player), h("td.ladder-points", {}, number.format(one.points)),
  h("td", {}, one.games), h("td", {}, one.won), h("td", {}, percent.format(one.share)));

const rule = () => h("details.card", { "data-key": "rule" }, h("summary", {}, t("How points are counted")), h("div.stack", {},
  h("p", {}, t("Each game gives you one point for every player who ends behind you, and half a point for every player who ends level with you.")),
  h("p", {}, t("To win against four counts four points, to win against one counts one. Seats that the app plays give no points.")),
  h("p", {}, t("With equal points the larger share comes first: the part of all the points you could have had.")),
  h("p", {}, t("A day of the club begins at six in the morning. Names count as they were typed at the table, capitals aside: two players of the same name should add a letter."))));

const links = () => h("div.row", {}, h("a.button", { href: asked.ladderTable(days()), download: "" }, t("The ladder (CSV)")),
  ui.told.organiser ? h("a.button", { href: "/club" }, t("Back to the tables")) : h("a.button", { href: "/club/enter" }, t("To a table")));

async function refresh() {
  try {
    ui.told ??= await asked.ladder({});
    ui.told = await asked.ladder(days());
    ui.problem = "";
  } catch (error) {
    ui.problem = error.status ? error.message : t("The club's server does not answer. Trying again …");
  }
  draw();
}

dress();
await refresh();
setInterval(() => document.hidden || refresh(), FRESH_MS);

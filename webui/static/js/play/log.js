/** What happened, newest first; what was taken back stays, crossed out. */

import * as client from "../http/client.js";
import { h, mark } from "../basics/dom.js";
import { t } from "../basics/words.js";

const KINDS = (places) => ({
  "": t("everything"), ...(places ? { move: t("moves") } : {}), lira: t("Lira"), goods: t("goods"), ruby: places ? t("rubies, tiles, extensions") : t("rubies, tiles"), card: t("cards"), dice: t("dice"), fix: t("corrections"), undone: t("taken back"),
});
const TOLD_APART = new Set(["", "undone"]);
const ORGANISER = "organiser";
const wanted = { seat: "", kind: "" };
const whole = { key: "", rows: [] };

/** The log with its filters; on the table screen `plain` leaves out the fold, `bare` the filters as well. `store` is told when a filter changes. */
export function logList(view, { store, plain = false, bare = false, most = 60, ...props } = {}) {
  const rows = bare ? everything(view) : shown(view, store);
  const list = rows.length ? h("ol.log", {}, groups(rows).slice(0, most).map((group) => row(view, group))) : h("p.soft", {}, t("Nothing of this kind."));
  const content = everything(view).length ? [bare ? null : filters(view, store), list] : h("p.soft", {}, t("Nothing yet."));
  if (plain) return content;
  return h("details.card", props, h("summary", {}, t("What happened")), content);
}

function filters(view, store) {
  const choose = (what, label, options) => h("select", { "data-key": `log-${what}`, "aria-label": label, onchange: (event) => { wanted[what] = event.target.value; store.tell(); } },
    options.map(([value, words]) => h("option", { value, selected: value === wanted[what] }, words)));
  return h("div.log-filters", { role: "group", "aria-label": t("Which entries") },
    choose("seat", t("Of whom"), [["", t("everybody")], ...view.players.map((one) => [String(one.seat), one.name])]),
    choose("kind", t("What kind"), Object.entries(KINDS(Boolean(view.table.layout))).filter(([kind]) => TOLD_APART.has(kind) || view.log.some((one) => one.kinds.length))));
}

/** The log as it came; in a club the organiser's coming to the table is told where it happened. */
function everything(view) {
  const rows = [...view.log];
  for (const one of view.visits ?? []) {
    const before = rows.findIndex((row) => row.at <= one.at);
    rows.splice(before < 0 ? rows.length : before, 0, { ...one, n: 0, seat: null, by: ORGANISER, kinds: [], undone: false, source: "app" });
  }
  return rows;
}

/** The latest rows that came with the view; once something is looked for, those of the whole game. */
function shown(view, store) {
  const looking = wanted.seat || wanted.kind;
  const key = `${view.game_id}/${view.version}`;
  if (looking && whole.key !== key) fetchWhole(key, store);
  const rows = looking && whole.rows.length ? whole.rows : everything(view);
  return rows.filter((one) => (!wanted.seat || String(one.seat) === wanted.seat) && (!wanted.kind || (wanted.kind === "undone" ? one.undone : one.kinds.includes(wanted.kind))));
}

async function fetchWhole(key, store) {
  whole.key = key;
  whole.rows = await client.wholeLog().catch(() => []);
  store.tell();
}

/** Neighbouring rows of one player become one block, read downwards. */
function groups(rows) {
  const all = [];
  for (const one of rows) {
    const last = all.at(-1);
    if (last && last.seat === one.seat && last.by === one.by && last.undone === one.undone) last.rows.unshift(one);
    else all.push({ seat: one.seat, by: one.by, undone: one.undone, rows: [one] });
  }
  return all;
}

function row(view, { seat, by, undone, rows }) {
  const player = view.players[seat];
  const text = rows.flatMap((one) => one.text).join("; ");
  const source = rows.some((one) => one.source === "camera") ? h("span.small.soft", {}, ` (${t("camera")})`) : null;
  return h("li", { class: undone ? "undone" : "" }, player ? mark(player) : null,
    h("span.grow", {}, undone ? h("span.visually-hidden", {}, t("Taken back:") + " ") : null, player || by ? h("b", {}, player?.name ?? (by === ORGANISER ? t("The organiser") : t("The host")), " ") : null, undone ? h("s", {}, text) : text, source),
    clock(rows.at(-1).at));
}

function clock(at) {
  if (!at) return null;
  const time = new Date(at * 1000);
  return h("time.small.soft", { datetime: time.toISOString() }, time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false }));
}

/** How the game went: which pictures are made of its numbers. */

import { bars, fairness, flows, heat, lines, podium, together } from "./charts.js";
import { appWords } from "./rivals/strengths.js";
import { artUrl, h } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** A fold with all pictures, or nothing while the numbers are not there yet. */
export function statistics(view, numbers) {
  if (!numbers) return null;
  return h("details.card.stats", { "data-key": "stats" }, h("summary", {}, t("How it went")),
    h("div.stats-grid", {}, pictures(view, numbers).map(({ chart }) => h("figure", {}, chart))),
    h("p", {}, h("a.button", { href: "/evening" }, t("Pictures and tables to keep"))));
}

/** Every picture there is for these numbers, with a name for its file. */
export function pictures(view, numbers) {
  const { players } = view;
  const over = (what) => numbers.turns.map((turn) => turn[what]);
  const all = {
    rubies: () => lines(players, t("Rubies, turn by turn"), over("rubies")),
    lira: () => lines(players, t("Lira, turn by turn"), over("lira")),
    goods: () => lines(players, t("Goods, turn by turn"), over("goods")),
    visits: () => view.table.layout && heat(t("Visits of each place"), view.table.layout.map((place) => ({ place, name: view.table.places[place].name, count: numbers.visits[place] ?? 0 }))),
    dice: () => dice(view, numbers),
    "lira-flow": () => numbers.flows.lira.length && flows(players, t("Lira: earned and spent"), numbers.flows.lira),
    "goods-flow": () => numbers.flows.goods.length && flows(players, t("Goods: taken and given"), numbers.flows.goods),
    time: () => times(players, numbers.seconds),
  };
  return Object.entries(all).map(([name, make]) => ({ name, chart: make() })).filter((one) => one.chart);
}

/** What fell, beside what the odds promise. */
function dice(view, { dice: fallen, odds }) {
  const keys = Object.keys(fallen).sort((one, other) => Number(one) - Number(other) || 0);
  const all = keys.reduce((sum, key) => sum + fallen[key], 0);
  if (!all) return null;
  const picture = (key) => (Number.isNaN(Number(key)) ? artUrl(`face-${key}`) : null);
  return fairness(t("Dice and odds (lines)"), keys.map((key) => ({ label: key, name: view.table.goods?.[key] ?? key, picture: picture(key), count: fallen[key], expected: odds[key] * all })));
}

function times(players, seconds) {
  const all = players.filter((one) => seconds[one.seat]).map((player) => ({ player, value: seconds[player.seat], text: t("{n} min", { n: Math.max(1, Math.round(seconds[player.seat] / 60)) }) }));
  return all.length ? bars(t("Time to think"), all) : null;
}

/** Who won and how it came about, on one sheet. */
export function eveningPicture(view, numbers) {
  const rows = view.result.rows.map((row) => ({ rank: row.rank, player: view.players[row.seat], below: appWords(view.players[row.seat]), text: `${t("Rubies")} ${row.rubies}` }));
  const names = view.result.winners.map((seat) => view.players[seat].name).join(", ");
  return together([podium(t("{names} won", { names }), rows), ...pictures(view, numbers).slice(0, 1).map((one) => one.chart)]);
}

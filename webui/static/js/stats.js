/** How the game went, in pictures: ruby race, Lira, visits of the places, dice. */

import { h, mark } from "./dom.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 320;
const HEIGHT = 130;
const DASHES = { red: "", blue: "7 4", green: "2 4", yellow: "12 4 2 4", white: "5 3" };
const WAYS = { 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1 };

/** Everything, or nothing while the numbers are not there yet. */
export function statistics(view, numbers) {
  if (!numbers) return null;
  return h("details.card.stats", { "data-key": "stats" }, h("summary", {}, t("How it went")),
    h("div.stats-grid", {},
      lines(view, t("Rubies, turn by turn"), numbers.turns.map((turn) => turn.rubies)),
      lines(view, t("Lira, turn by turn"), numbers.turns.map((turn) => turn.lira)),
      visits(view, numbers.visits), dice(numbers.dice), times(view, numbers.seconds),
      h("p", {}, h("a.button", { href: "/api/record", download: "" }, t("Download the record")))));
}

function node(name, attributes, ...kids) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...kids);
  return one;
}

function figure(title, picture) {
  return h("figure", {}, h("figcaption", {}, title), picture);
}

function lines(view, title, rows) {
  const most = Math.max(1, ...rows.flat());
  const x = (at) => 8 + (at * (WIDTH - 40)) / Math.max(1, rows.length - 1);
  const y = (value) => HEIGHT - 10 - (value * (HEIGHT - 22)) / most;
  const words = view.players.map((player) => `${player.name}: ${rows.at(-1)[player.seat]}`).join(", ");
  const chart = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": `${title}. ${words}` });
  for (const player of view.players) {
    const points = rows.map((row, at) => `${x(at)},${y(row[player.seat])}`).join(" ");
    chart.append(node("polyline", { points, class: "chart-edge" }), node("polyline", { points, class: `chart-line wood-${player.color}`, "stroke-dasharray": DASHES[player.color] }));
  }
  for (const [at, player] of [...view.players].sort((one, other) => rows.at(-1)[other.seat] - rows.at(-1)[one.seat]).entries()) {
    const sign = mark(player);
    for (const [key, value] of Object.entries({ x: WIDTH - 26, y: 6 + at * 23, width: 20, height: 20 })) sign.setAttribute(key, value);
    chart.append(sign);
  }
  return figure(title, chart);
}

function visits(view, counts) {
  const most = Math.max(1, ...Object.values(counts));
  const cells = view.table.layout.map((place) => {
    const count = counts[place] ?? 0;
    return h("div.heat", { "--heat": String(Math.round((100 * count) / most)), role: "img", "aria-label": `${view.table.places[place].name}: ${count}` }, h("span.small", {}, place), h("b", {}, count));
  });
  return figure(t("Visits of each place"), h("div.heat-map", {}, cells));
}

function dice(totals) {
  const all = Object.values(totals).reduce((sum, one) => sum + one, 0);
  const most = Math.max(1, ...Object.entries(totals).map(([total, count]) => Math.max(count, (WAYS[total] * all) / 36)));
  const chart = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": Object.entries(totals).map(([total, count]) => `${total}: ${count}`).join(", ") });
  for (const [at, [total, count]] of Object.entries(totals).entries()) {
    const size = (value) => (value * (HEIGHT - 30)) / most;
    const left = 8 + at * 28;
    chart.append(
      node("rect", { x: left, y: HEIGHT - 20 - size(count), width: 20, height: size(count), class: "bar", rx: 3 }),
      node("line", { x1: left - 3, x2: left + 23, y1: HEIGHT - 20 - size((WAYS[total] * all) / 36), y2: HEIGHT - 20 - size((WAYS[total] * all) / 36), class: "expected" }));
    const label = node("text", { x: left + 10, y: HEIGHT - 5, class: "chart-text" });
    label.textContent = total;
    chart.append(label);
  }
  return figure(t("Dice: rolled, and what was to be expected (lines)"), chart);
}

function times(view, seconds) {
  const rows = view.players.filter((player) => seconds[player.seat]).map((player) => h("li", {}, mark(player), ` ${player.name}: `, t("{n} min", { n: Math.max(1, Math.round(seconds[player.seat] / 60)) })));
  return rows.length ? figure(t("Time to think"), h("ul", {}, rows)) : null;
}


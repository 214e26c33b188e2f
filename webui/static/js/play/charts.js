/** Pictures of numbers: drawings that stand alone, so that what is seen can be kept as a file. */

import { SHAPES, letterOf } from "../basics/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 300;
const TITLE = 30;
const INK = "#2a2140";
const SOFT = "#5d5470";
const PAPER = "#fffaf0";
const GRID = "#e4d6b8";
const TEAL = "#1d6f74";
const BAD = "#a3263c";
const GLOW = "#e0931f";
const WOOD = { red: "#c4342b", blue: "#2a66b0", green: "#2c8a4a", yellow: "#e5b422", white: "#fbf8f0" };
const LIGHT = new Set(["yellow", "white"]);
const DASHES = { red: "", blue: "7 4", green: "2 4", yellow: "12 4 2 4", white: "5 3" };
const SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

function node(name, attributes, ...kids) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== "") one.setAttribute(key, value);
  one.append(...kids);
  return one;
}

const words = (x, y, text, more = {}) => node("text", { x, y, "font-family": SANS, "font-size": 15, fill: INK, ...more }, String(text));

/** The frame every picture has: paper, a title, room for `height` below it. */
function sheet(title, height, told) {
  return node("svg", { xmlns: SVG, viewBox: `0 0 ${WIDTH} ${TITLE + height}`, width: WIDTH, height: TITLE + height, class: "chart", role: "img", "aria-label": `${title}. ${told}` },
    node("rect", { width: WIDTH, height: TITLE + height, rx: 8, fill: PAPER }), words(10, 21, title, { "font-weight": 700 }));
}

/** A player's shape and letter. */
function sign(player, x, y, size) {
  const drop = player.color === "green" ? 2.4 : 0;
  return node("g", { transform: `translate(${x} ${y}) scale(${size / 24})` },
    node("path", { d: SHAPES[player.color], fill: WOOD[player.color], stroke: INK, "stroke-width": 1.4 }),
    words(12, 16.2 + drop, letterOf(player.color), { "font-size": letterOf(player.color).length > 1 ? 9.5 : 11.5, "font-weight": 800, "text-anchor": "middle", fill: LIGHT.has(player.color) ? INK : "#fff" }));
}

/** One line a player over the turns; `rows` holds a number for each seat. */
export function lines(players, title, rows) {
  const height = 150;
  const most = Math.max(1, ...rows.flat());
  const x = (at) => 34 + (at * (WIDTH - 90)) / Math.max(1, rows.length - 1);
  const y = (value) => TITLE + height - 14 - (value * (height - 26)) / most;
  const last = rows.at(-1);
  const chart = sheet(title, height, players.map((one) => `${one.name}: ${last[one.seat]}`).join(", "));
  for (const value of [0, Math.round(most / 2), most].filter((one, at, all) => all.indexOf(one) === at)) {
    chart.append(node("line", { x1: 34, x2: WIDTH - 56, y1: y(value), y2: y(value), stroke: GRID }), words(28, y(value) + 5, value, { "text-anchor": "end", fill: SOFT, "font-size": 14 }));
  }
  for (const player of players) {
    const points = rows.map((row, at) => `${x(at).toFixed(1)},${y(row[player.seat]).toFixed(1)}`).join(" ");
    const line = { points, fill: "none", "stroke-linejoin": "round" };
    chart.append(node("polyline", { ...line, stroke: INK, "stroke-width": 4.5, opacity: 0.35 }), node("polyline", { ...line, stroke: WOOD[player.color], "stroke-width": 3, "stroke-dasharray": DASHES[player.color] }));
  }
  const ends = spread(players.map((one) => ({ one, at: y(last[one.seat]) })), 23, TITLE + 8, TITLE + height - 12);
  for (const { one, at } of ends) chart.append(sign(one, WIDTH - 52, at - 9, 18), words(WIDTH - 4, at + 5, last[one.seat], { "text-anchor": "end", "font-size": 14, "font-weight": 700 }));
  return chart;
}

/** Labels that do not lie over one another, as near to their places as can be. */
function spread(labels, apart, top, bottom) {
  const sorted = labels.sort((one, other) => one.at - other.at);
  sorted.forEach((label, at) => { label.at = Math.max(label.at, at ? sorted[at - 1].at + apart : top); });
  for (let at = sorted.length - 1, most = bottom; at >= 0; at -= 1, most -= apart) sorted[at].at = Math.min(sorted[at].at, most);
  return sorted;
}

/** How often something was at each place of a square, the busier the warmer. */
export function heat(title, cells) {
  const side = Math.ceil(Math.sqrt(cells.length));
  const [wide, high] = [(WIDTH - 20) / side, 52];
  const most = Math.max(1, ...cells.map((one) => one.count));
  const chart = sheet(title, side * high + 8, cells.map((one) => `${one.name}: ${one.count}`).join(", "));
  cells.forEach(({ place, count }, at) => {
    const [x, y] = [10 + (at % side) * wide, TITLE + Math.floor(at / side) * high];
    chart.append(node("rect", { x: x + 1.5, y: y + 1.5, width: wide - 3, height: high - 3, rx: 5, fill: GLOW, "fill-opacity": (0.75 * count) / most, stroke: GRID }),
      words(x + 7, y + 18, place, { fill: SOFT, "font-size": 14 }), words(x + wide - 8, y + high - 12, count, { "text-anchor": "end", "font-weight": 700, "font-size": 19 }));
  });
  return chart;
}

/** Bars of what fell, each with a line where the odds put it. `bars`: {label, picture?, count, expected}. */
export function fairness(title, bars) {
  const height = 150;
  const most = Math.max(1, ...bars.map((one) => Math.max(one.count, one.expected)));
  const step = (WIDTH - 16) / bars.length;
  const size = (value) => (value * (height - 48)) / most;
  const floor = TITLE + height - 26;
  const chart = sheet(title, height, bars.map((one) => `${one.name}: ${one.count}`).join(", "));
  bars.forEach(({ label, picture, count, expected }, at) => {
    const left = 8 + at * step;
    const middle = left + step / 2;
    chart.append(node("rect", { x: left + 3, y: floor - size(count), width: step - 6, height: size(count), rx: 3, fill: TEAL }),
      node("line", { x1: left, x2: left + step, y1: floor - size(expected), y2: floor - size(expected), stroke: BAD, "stroke-width": 2.5 }),
      picture ? node("image", { x: middle - 10, y: floor + 3, width: 20, height: 20, href: picture }) : words(middle, floor + 18, label, { "text-anchor": "middle", "font-size": 14 }));
    const inside = Math.min(size(count), size(expected)) > 24; // no line runs through a number
    const foot = inside ? floor - 6 : floor - size(Math.max(count, expected)) - 4;
    if (count) chart.append(words(middle, foot, count, { "text-anchor": "middle", "font-size": 14, fill: inside ? "#fff" : SOFT }));
  });
  return chart;
}

/** Where something came from and what it went into, a column a player. `rows`: {source, came, went}. */
export function flows(players, title, rows) {
  const high = 46;
  const column = (WIDTH - 16) / players.length;
  const most = Math.max(1, ...rows.flatMap((row) => [...row.came, ...row.went.map(Math.abs)]));
  const told = rows.map((row) => `${row.source}: ${players.map((one) => `${one.name} +${row.came[one.seat]} ${row.went[one.seat]}`).join(", ")}`).join("; ");
  const chart = sheet(title, 30 + rows.length * high, told);
  players.forEach((one, at) => chart.append(sign(one, 8 + at * column, TITLE, 20)));
  rows.forEach((row, at) => {
    const y = TITLE + 34 + at * high;
    chart.append(node("line", { x1: 8, x2: WIDTH - 8, y1: y - 6, y2: y - 6, stroke: GRID }), words(8, y + 11, row.source, { "font-size": 14, fill: SOFT }));
    players.forEach((one, nth) => chart.append(...cell(8 + nth * column, y, column, row.came[one.seat], row.went[one.seat], most)));
  });
  return chart;
}

function cell(x, y, column, came, went, most) {
  const size = (value) => (value * (column - 8)) / most;
  const text = [came ? `+${came}` : "", went ? `−${-went}` : ""].filter(Boolean).join(" ");
  return [words(x, y + 27, text || "·", { "font-size": 14, "font-weight": text ? 600 : 400, fill: text ? INK : SOFT }),
    node("rect", { x, y: y + 31, width: size(came), height: 3, fill: TEAL }), node("rect", { x, y: y + 35, width: size(-went), height: 3, fill: BAD })];
}

/** A bar a player, with words at its end. `bars`: {player, value, text}. */
export function bars(title, all) {
  const most = Math.max(1, ...all.map((one) => one.value));
  const chart = sheet(title, all.length * 34 + 6, all.map((one) => `${one.player.name}: ${one.text}`).join(", "));
  all.forEach(({ player, value, text }, at) => {
    const y = TITLE + at * 34;
    chart.append(sign(player, 10, y + 2, 22), node("rect", { x: 42, y: y + 5, width: (value * 170) / most, height: 16, rx: 4, fill: WOOD[player.color], stroke: INK }), words(50 + (value * 170) / most, y + 18, text, { "font-size": 14 }));
  });
  return chart;
}

/** The ranking as a picture. */
export function podium(title, rows) {
  const chart = sheet(title, rows.length * 32 + 6, rows.map((one) => `${one.rank}. ${one.player.name}${one.below ? ` (${one.below})` : ""} ${one.text}`).join(", "));
  rows.forEach(({ rank, player, text, below }, at) => {
    const y = TITLE + at * 32;
    chart.append(words(12, y + 19, `${rank}.`, { "font-weight": 700 }), sign(player, 34, y + 2, 22), words(64, y + (below ? 13 : 19), player.name, { "font-weight": rank === 1 ? 700 : 400 }), below ? words(64, y + 27, below, { fill: SOFT, "font-size": 12 }) : "", words(WIDTH - 10, y + 19, text, { "text-anchor": "end", fill: SOFT, "font-size": 14 }));
  });
  return chart;
}

/** Several pictures as one, one below the other. */
export function together(charts) {
  let top = 0;
  const parts = charts.map((one) => {
    const part = one.cloneNode(true);
    part.setAttribute("y", top);
    top += Number(one.getAttribute("height")) + 6;
    return part;
  });
  return node("svg", { xmlns: SVG, viewBox: `0 0 ${WIDTH} ${top - 6}`, width: WIDTH, height: top - 6 }, ...parts);
}

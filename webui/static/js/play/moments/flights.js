/** What flies and who walks in a moment? Coins and goods to whom they belong; a figure from its old place to the new. */

import { art, h, token } from "../../basics/dom.js";

const FLIGHT_MS = 650;
const APART_MS = 70;
const MOST_OF_A_KIND = 5;
const WALK_MS = 900;
const WALK_FROM_MS = { dice: 950, walk: 250 };
const COLORS = { governor: "purple", smuggler: "black" };

/** Coins, goods or a ruby on their way from the little card to the wheelbarrow; running animations. */
export function fly(layer, view, moment, kind) {
  if (kind.from === undefined) return [];
  const start = centre(layer.querySelector(".moment-picture"));
  const seat = moment.to ?? moment.seat;
  return things(moment).flatMap(({ picture, what, count }) => {
    const end = landing(what, seat);
    if (!end) return [];
    return Array.from({ length: Math.min(count, MOST_OF_A_KIND) }, (_, at) => throwOne(layer, art(picture, "", "moment-flight"), start, end, kind.from + at * APART_MS));
  });
}

function things({ kind, lira = 0, goods = {}, signs = "" }) {
  if (kind === "ruby") return [{ picture: "thing-ruby", what: "ruby", count: 1 }];
  if (kind === "takings") return [{ picture: "thing-lira", what: "lira", count: lira }, ...counts(signs)];
  return [{ picture: "thing-lira", what: "lira", count: lira }, ...Object.entries(goods).map(([good, count]) => ({ picture: `good-${good}`, what: `good-${good}`, count }))];
}

/** Markers and crystals of the dice game. */
const counts = (signs) => [...new Set(signs)].map((sign) => ({ picture: sign === "X" ? "thing-crystal" : `marker-${sign}`, what: `marker-${sign}`, count: signs.split(sign).length - 1 }));

/** Where a player's Lira, goods or rubies are to be seen on this screen now: on the wheelbarrow, else where they are pinned. */
function landing(what, seat) {
  const all = [...document.querySelectorAll(`[data-lands~="${what}/${seat}"]`)];
  const seen = all.findLast(isSeen);
  return seen ? centre(seen) : null;
}

function isSeen(node) {
  const { x, y } = centre(node);
  return node.contains(document.elementFromPoint(x, y));
}

function throwOne(layer, picture, from, to, after) {
  layer.append(picture);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const at = (x, y, size) => `translate(${from.x + x}px, ${from.y + y}px) translate(-50%, -50%) scale(${size})`;
  return picture.animate([{ transform: at(0, 0, 0.6), opacity: 0 }, { transform: at(0, 0, 1), opacity: 1, offset: 0.08 }, { transform: at(dx * 0.45, dy * 0.45 - 40, 1.15), offset: 0.5 }, { transform: at(dx, dy, 0.75), opacity: 1, offset: 0.92 }, { transform: at(dx, dy, 0.4), opacity: 0 }],
    { duration: FLIGHT_MS, delay: after, easing: "ease-in-out", fill: "both" });
}

/** Governor, Smuggler, a neutral merchant or a family member on the way; the real one waits until they have arrived. */
export function walk(layer, { walk: way, kind }, before) {
  const old = way && oldPlace(way, before);
  if (!old || old === way.place) return [];
  const [from, to] = [old, way.place].map((place) => document.querySelector(`.bazaar [data-place="${place}"]`)).map((one) => one && centre(one));
  if (!from || !to || ![from, to].some(({ y }) => y > 0 && y < innerHeight)) return [];
  const color = way.color ?? (way.who === "family" ? before.players[way.of].color : COLORS[way.who]);
  const figure = h("span.moment-walker", {}, token(way.who === "neutral" ? "merchant" : way.who, color));
  layer.append(figure);
  document.documentElement.dataset.walks = way.who;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const steps = Array.from({ length: 9 }, (_, at) => ({ transform: `translate(${from.x + (dx * at) / 8}px, ${from.y + (dy * at) / 8 - (at % 2 ? 9 : 0)}px) translate(-50%, -50%) rotate(${at % 2 ? (at % 4 === 1 ? 8 : -8) : 0}deg)` }));
  return [figure.animate(steps, { duration: WALK_MS, delay: WALK_FROM_MS[kind] ?? 0, fill: "both" })];
}

function oldPlace({ who, of, color }, before) {
  if (who === "family") return before.players[of].family;
  if (who === "neutral") return before.table.neutrals.find((one) => one.color === color)?.place;
  return before.table[who];
}

function centre(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

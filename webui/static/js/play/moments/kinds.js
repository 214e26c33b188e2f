/** What does each kind of moment look like? A table: how long it lasts, when its words come, its picture, its notes. */

import { art, h, mark, token } from "../../basics/dom.js";

export const LANDED_MS = 750;
const TUMBLE = [[2, 5, 1], [6, 3, 4]];

/** Dice that tumble over a few faces each and come to rest on their own; all as names of pictures. */
export function tumble(rolls) {
  const all = rolls.map(die);
  return { node: h("span.moment-dice", {}, all.map((one) => one.node)), moves: all.flatMap((one) => one.moves) };
}

function die(names, at) {
  const faces = names.map((one) => art(one));
  const node = h("span.moment-die", {}, faces);
  const part = 1 / faces.length;
  const showing = faces.map((one, nth) => () => one.animate(
    [{ opacity: 0 }, { opacity: nth ? 0 : 1, offset: 0 }, { opacity: 1, offset: nth * part }, { opacity: nth === faces.length - 1 ? 1 : 0, offset: Math.min(1, (nth + 1) * part) }, { opacity: nth === faces.length - 1 ? 1 : 0 }],
    { duration: LANDED_MS, easing: "steps(1, end)", fill: "both" }));
  const roll = () => node.animate([{ transform: `translate(${at % 2 ? 5 : -5}rem, -3rem) rotate(${at % 2 ? 420 : -420}deg) scale(.6)` }, { transform: "translateY(.3rem) rotate(0) scale(1.12)", offset: 0.8 }, { transform: "none" }], { duration: LANDED_MS, easing: "ease-out", fill: "both" });
  return { node, moves: [roll, ...showing] };
}

const dice = (view, { dice: faces }) => tumble(faces.map((face, at) => [...TUMBLE[at], face].map((one) => `die-${one}`)));

/** A card that turns over; its back stays up for those who may not see it. */
function card(view, { card: id }) {
  const sides = h("span.moment-card", {}, h("span.card-side.is-back", {}, art("card-back")), id ? h("span.card-side.is-face", {}, art(`card-${id === "?" ? "back" : id}`)) : null);
  const turn = id ? [{ transform: "rotateY(0) translateY(1.5rem)" }, { transform: "rotateY(0)", offset: 0.2 }, { transform: "rotateY(180deg)", offset: 0.5 }, { transform: "rotateY(180deg)" }] : [{ transform: "translateY(2rem) scale(.8)" }, { transform: "scale(1.06)", offset: 0.3 }, { transform: "none", offset: 0.5 }, { transform: "none" }];
  return { node: sides, moves: [() => sides.animate(turn, { duration: 1600, fill: "both" })] };
}

/** A ruby that falls into its setting and glints. */
function ruby() {
  const gem = h("span.moment-gem", {}, art("thing-ruby"));
  const glint = h("span.moment-glint");
  return { node: h("span.moment-setting", {}, glint, gem), moves: [
    () => gem.animate([{ transform: "translateY(-3.5rem) rotate(-40deg) scale(1.5)", opacity: 0 }, { transform: "translateY(.2rem) scale(1)", opacity: 1, offset: 0.35 }, { transform: "scale(1.18)", offset: 0.5 }, { transform: "none", offset: 0.65 }, { transform: "none" }], { duration: 1500, easing: "ease-in", fill: "both" }),
    () => glint.animate([{ transform: "scale(0) rotate(0)", opacity: 0 }, { transform: "scale(0) rotate(0)", opacity: 1, offset: 0.34 }, { transform: "scale(1.6) rotate(40deg)", opacity: 0.9, offset: 0.6 }, { transform: "scale(2.1) rotate(60deg)", opacity: 0 }], { duration: 1500, fill: "both" }),
  ] };
}

/** Something that comes up with a small jump. */
export function jump(node) {
  const whole = h("span.moment-thing", {}, node);
  return { node: whole, moves: [() => whole.animate([{ transform: "translateY(1.4rem) scale(.6)" }, { transform: "translateY(-.5rem) scale(1.12)", offset: 0.5 }, { transform: "none" }], { duration: 600, easing: "ease-out", fill: "both" })] };
}

const COLOURS = ["red", "blue", "yellow", "green", "white"];

/** The winners' marks over a shower of paper in the colours of the wood. */
function winner(view, { seats }) {
  const snips = Array.from({ length: 36 }, (_, at) => h("span.snip", { class: `wood-${COLOURS[at % COLOURS.length]}` }));
  const shower = snips.map((one, at) => {
    const [x, far] = [((at * 37) % 100) - 50, 40 + ((at * 53) % 50)];
    return () => one.animate([{ transform: "translate(0, 0) rotate(0)", opacity: 0 }, { opacity: 1, offset: 0.1 }, { transform: `translate(${x * 0.6}vmin, -${far * 0.35}vmin) rotate(${x * 6}deg)`, opacity: 1, offset: 0.35 }, { transform: `translate(${x}vmin, ${far}vmin) rotate(${x * 14}deg)`, opacity: 0 }], { duration: 2000, easing: "ease-out", fill: "both" });
  });
  const won = jump(h("span.moment-winners", {}, seats.map((seat) => mark(view.players[seat], "big")), art("thing-ruby")));
  return { node: h("span.moment-feast", {}, snips, won.node), moves: [...won.moves, ...shower] };
}

const gained = (view, { lira, goods }) => jump(h("span.moment-gains", {}, lira ? art("thing-lira") : null, lira || Object.keys(goods).length ? null : art("thing-wheelbarrow"), Object.keys(goods).map((good) => art(`good-${good}`))));

/** `from`: after how many milliseconds what was gained flies off. */
export const KINDS = {
  dice: { ms: 2000, wordsAt: LANDED_MS, from: 1100, picture: dice },
  gain: { ms: 1400, from: 350, picture: gained },
  toll: { ms: 1400, from: 350, picture: () => jump(art("thing-lira")) },
  card: { ms: 1600, wordsAt: 600, picture: card },
  governor: { ms: 1200, picture: () => jump(token("governor", "purple")) },
  smuggler: { ms: 1200, picture: () => jump(token("smuggler", "black")) },
  walk: { ms: 1500, picture: (view, { of }) => jump(token("family", view.players[of].color)) },
  extension: { ms: 1400, picture: () => jump(art("thing-extension")) },
  tile: { ms: 1500, picture: (view, { tile }) => jump(art(`mosque-${tile}`)) },
  ruby: { ms: 1800, wordsAt: 500, from: 1000, picture: ruby, notes: [[0.5, 784], [0.62, 988], [0.76, 1319]] },
  last: { ms: 2000, picture: () => jump(h("span.moment-bell", {}, art("thing-ruby"), art("thing-ruby"), art("thing-ruby"))), notes: [[0, 523], [0.25, 523]] },
  winner: { ms: 2000, picture: winner, notes: [[0, 523], [0.15, 659], [0.3, 784], [0.5, 1047]] },
};


/** What does each kind of moment of the dice game look like? A table, as for the base game. */

import { art, h } from "../../basics/dom.js";
import { jump, KINDS, LANDED_MS, tumble } from "../moments/kinds.js";
import { bazaarCard, boon, FACES, thing } from "./dice_things.js";

/** Each die tumbles over two other faces, never the same ones as its neighbour. */
function faces(view, { faces: signs }) {
  const over = (at) => [FACES[at % FACES.length], FACES[(at + 2) % FACES.length]];
  return tumble([...signs].map((sign, at) => [...over(at), sign].map((one) => `face-${one}`)));
}

const takings = (view, { signs, lira }) =>
  jump(h("span.moment-gains", {}, lira ? art("thing-lira") : null, [...new Set(signs)].map(thing)));

/** Cards that turn over, one after the other. */
function cards(view, { cards: revealed }) {
  const all = revealed.map((card) => h("span.moment-bazaar", {}, bazaarCard(card)));
  const turn = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
  return { node: h("span.moment-gains", {}, all), moves: all.map((one, at) => () => one.animate(turn, { duration: 450, delay: 120 + at * 220, easing: "ease-out", fill: "both" })) };
}

const { ruby, last, winner } = KINDS;

/** `from`: after how many milliseconds what was gained flies off. */
export const DICE_KINDS = {
  faces: { ms: 1800, wordsAt: LANDED_MS, picture: faces },
  bazaar: { ms: 2000, wordsAt: 600, picture: cards },
  takings: { ms: 1400, from: 350, picture: takings },
  boon: { ms: 1500, picture: (view, { tile }) => jump(boon(tile)) },
  ruby, last, winner,
};

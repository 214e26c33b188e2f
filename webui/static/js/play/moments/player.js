/** How is one moment shown? On a layer of its own over the page that no finger feels; it goes away by itself. */

import { ring, wantsStillness } from "../../basics/comfort.js";
import { h, mark } from "../../basics/dom.js";
import { fly, walk } from "./flights.js";
import { partsOf } from "../parts.js";

const HURRIED = 0.6;
let nth = 0;
const layer = h("div.moments", { id: "moments", "aria-hidden": "true" });

/** Show a moment; done when it is over. All its movement is in animations of the browser, so that a test or a film can
 *  hold them still at any time. */
export async function play(view, moment, { before, hurry = false }) {
  const kind = partsOf(view).moments[moment.kind];
  if (!kind) return;
  if (!layer.isConnected) document.body.append(layer);
  const card = cardOf(view, moment, kind);
  layer.replaceChildren(card.node);
  layer.dataset.nth = String(nth += 1);
  const moving = wantsStillness() ? still(card, kind) : [card.appear(), ...card.moves.map((move) => move()), ...fly(layer, view, moment, kind), ...walk(layer, moment, before)];
  const speed = hurry ? 1 / HURRIED : 1;
  for (const one of moving) one.playbackRate = speed;
  if (kind.notes) ring(kind.notes);
  await Promise.all(moving.map((one) => one.finished.catch(() => null)));
  layer.replaceChildren();
  delete layer.dataset.nth;
  delete document.documentElement.dataset.walks;
}

/** The card as it is once everything has come to rest, for as long as it would move; nothing flies and nobody walks. */
function still({ node, moves }, { ms }) {
  for (const one of moves.map((move) => move())) {
    one.finish();
    one.commitStyles();
    one.cancel();
  }
  return [node.animate([{ opacity: 1 }, { opacity: 1 }], { duration: ms, fill: "both" })];
}

/** The little card: a picture that moves, whose it is, and what came of it. */
function cardOf(view, moment, kind) {
  const player = moment.seat === null ? null : view.players[moment.seat];
  const picture = kind.picture(view, moment);
  const told = h("b.moment-words", {}, moment.words);
  const who = player ? h("span.moment-who", {}, mark(player), player.name, moment.about ? ` · ${moment.about}` : "") : null;
  const node = h("div.moment", { class: `is-${moment.kind}` }, h("div.moment-picture", {}, picture.node), h("div.moment-told", {}, who, told));
  const appear = () => node.animate([{ opacity: 0, transform: "translateY(-.8rem) scale(.92)" }, { opacity: 1, transform: "none", offset: 0.1 }, { opacity: 1, offset: 0.88 }, { opacity: 0, transform: "translateY(-.4rem)" }], { duration: kind.ms, fill: "both" });
  const tell = () => told.animate([{ opacity: 0 }, { opacity: 0, offset: (kind.wordsAt ?? 1) / kind.ms }, { opacity: 1, offset: Math.min(1, ((kind.wordsAt ?? 1) + 120) / kind.ms) }, { opacity: 1 }], { duration: kind.ms, fill: "both" });
  return { node, appear, moves: [tell, ...picture.moves] };
}

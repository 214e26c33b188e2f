/** Which moments are to be shown now? Those of entries that came since the last view, one after the other. */

import { wantsMoments } from "../../basics/comfort.js";
import { play } from "./player.js";

const OLDEST_S = 20; // a phone that slept is not told what is long over
const MOST_WAITING = 6;

const waiting = [];
let game = null;
let last = 0;
let before = null;
let playing = false;

/** Hear of every view that is shown; `concerns(moment)` says whether this screen shows the moment. */
export function watchMoments(store, concerns) {
  store.subscribe((view) => hear(view, concerns));
}

function hear(view, concerns) {
  const shown = view.version ?? 0;
  if (game === view.game_id) for (const one of fresh(view).filter((each) => concerns(each, view))) take(view, one);
  if (game !== view.game_id) waiting.length = 0;
  before = { table: view.table, players: view.players };
  last = game === view.game_id ? Math.max(last, shown) : shown;
  game = view.game_id;
}

const fresh = (view) => (view.moments ?? []).filter((one) => one.n > last && one.at > view.now - OLDEST_S);

function take(view, moment) {
  if (!wantsMoments() || document.hidden) return;
  waiting.push({ view, moment, before });
  waiting.splice(0, Math.max(0, waiting.length - MOST_WAITING));
  if (!playing) next();
}

async function next() {
  playing = true;
  while (waiting.length) {
    const { view, moment, before: then } = waiting.shift();
    await play(view, moment, { before: then, hurry: waiting.length > 1 });
  }
  playing = false;
}

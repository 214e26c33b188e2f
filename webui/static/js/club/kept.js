/** What does the club keep, and for how long? In words, for everybody. */

import { h } from "../basics/dom.js";
import { t, tn } from "../basics/words.js";

/** One or two sentences; `keep` tells days, or nothing where something is kept for good. */
export function keptWords({ games, results }) {
  if (games === null && results === null) return t("This club keeps games and results for good: names, seats and moves.");
  const played = games === null ? t("This club keeps games for good: names, seats and moves.")
    : tn("This club deletes a game {n} day after its last move: names, seats and moves.", "This club deletes a game {n} days after its last move: names, seats and moves.", games);
  const ended = results === null ? t("What came out of it is kept for good.") : tn("What came out of it is deleted after {n} day.", "What came out of it is deleted after {n} days.", results);
  return `${played} ${ended}`;
}

/** The same as a line below other things; nothing where there is no club. */
export const keptLine = (club) => (club ? h("p.small.soft.kept", {}, keptWords(club.keep)) : null);

/** Games that were played here before: the host goes on with one that is not over, and finds how the others ended. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";
import { mayLeave } from "../setup/newgame.js";

/** So many are shown at once. */
const SHOWN = 3;

/** The games, those that are not over before those that are, the newest first; none where they cannot be asked for. */
export const earlierGames = () => client.earlierGames().then((told) => [...told.earlier, ...told.over]).catch(() => []);

/** A card of those to go on with and one of those that are over, each where there are any; `then` is called once one goes on. */
export function earlierCard(games, store, then) {
  const over = games.filter((one) => one.ranks);
  const left = games.filter((one) => !one.ranks).map((one) => row(one, store, then));
  return [
    left.length ? h("section.card.stack", { "data-key": "earlier" }, h("h2", {}, t("Go on with an earlier game")), someOf(left, "older")) : null,
    over.length ? h("details.card", { "data-key": "finished" }, h("summary", {}, t("Finished games")), h("div.stack", {}, someOf(over.map(finished), "older-finished"))) : null];
}

/** The newest rows, and the others behind a fold. */
const someOf = (rows, key) => [h("ul.stack", {}, rows.slice(0, SHOWN)),
  rows.length > SHOWN ? h("details", { "data-key": key }, h("summary", {}, t("Older ones")), h("ul.stack", {}, rows.slice(SHOWN))) : null];

/** Who won a game, and with how many rubies everybody ended it. */
function finished({ title, last_s: last, damaged, players, winners, ranks }) {
  return h("li", {}, winners.length ? [h("b", {}, t("{names} won", { names: winners.join(", ") })), h("br"), rubies(ranks)] : players.join(", "),
    h("br"), h("span.soft.small", {}, aboutGame(title, last, damaged)));
}

/** Everybody's rubies, the best first. */
const rubies = (ranks) => t("Rubies: {counts}", { counts: ranks.map((one) => `${one.name}\u00a0${one.rubies}`).join(", ") });

function row(one, store, then) {
  const goOn = async () => mayLeave(store.view) && (await store.send(() => client.recoverGame(one.file))) && then();
  return h("li.row.spread", {},
    h("span.grow", {}, one.players.join(", "), h("br"), one.standing.length ? [rubies(one.standing), h("br")] : null, h("span.soft.small", {}, aboutGame(one.title, one.last_s, one.damaged))),
    h("button", { type: "button", "data-key": `go-on-${one.file}`, disabled: store.busy, onclick: goOn }, t("Go on")));
}

const aboutGame = (title, last, damaged) => [title, lastPlayed(last), damaged ? t("from before it was damaged") : ""].filter(Boolean).join(" · ");

const lastPlayed = (seconds) => new Date(seconds * 1000).toLocaleString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

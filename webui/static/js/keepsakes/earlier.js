/** Games that were left before they were over: the host goes on with one, and nobody loses the one that runs. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";
import { mayLeave } from "../setup/newgame.js";

/** So many are shown at once. */
const SHOWN = 3;

/** The games, the newest first; none where they cannot be asked for. */
export const earlierGames = () => client.earlierGames().then((told) => told.earlier).catch(() => []);

/** A card of them, nothing where there are none; `then` is called once one goes on. */
export function earlierCard(games, store, then) {
  if (!games.length) return null;
  const rows = games.map((one) => row(one, store, then));
  return h("section.card.stack", { "data-key": "earlier" }, h("h2", {}, t("Go on with an earlier game")),
    h("ul.stack", {}, rows.slice(0, SHOWN)),
    rows.length > SHOWN ? h("details", { "data-key": "older" }, h("summary", {}, t("Older ones")), h("ul.stack", {}, rows.slice(SHOWN))) : null);
}

function row(one, store, then) {
  const goOn = async () => mayLeave(store.view) && (await store.send(() => client.recoverGame(one.file))) && then();
  const about = [one.title, lastPlayed(one.last_s), one.damaged ? t("from before it was damaged") : ""].filter(Boolean);
  return h("li.row.spread", {},
    h("span.grow", {}, one.players.join(", "), h("br"), h("span.soft.small", {}, about.join(" · "))),
    h("button", { type: "button", "data-key": `go-on-${one.file}`, disabled: store.busy, onclick: goOn }, t("Go on")));
}

const lastPlayed = (seconds) => new Date(seconds * 1000).toLocaleString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** What the computer could not read or keep, and what the host can do about it. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** A card for each trouble; nothing where all is well. */
export function troubleCards(view, store) {
  return (view.troubles ?? []).map((one) => h("section.card.reason.stack", { role: "alert" }, h("p", {}, one.text), view.you.host ? ways(view, store, one) : null));
}

function ways(view, store, one) {
  if (one.recover) return way("recover", t("Go on from there"), () => store.send(() => client.recoverGame(one.recover)));
  if (!view.players && one.code !== "damaged_game") return way("try-again", t("Try again"), () => store.send(client.openSaved));
  return null;
}

const way = (key, words, onclick) => h("div.row", {}, h("button", { type: "button", "data-key": key, onclick }, words));

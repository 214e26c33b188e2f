/** Who plays a seat: a person, or the app, and how strongly. */

import { h } from "../../basics/dom.js";
import { t } from "../../basics/words.js";

const WORDS = { "": t("a person"), easy: t("app, easy"), middle: t("app, medium"), strong: t("app, strong") };

/** A choice of who plays the seat of `player`, which goes back where `choose` gives false; null where the app plays no
 *  seat of this game. */
export function whoPlays(player, strengths, key, choose) {
  if (!strengths?.length) return null;
  const chosen = async ({ target }) => {
    if (await choose(target.value) === false) document.querySelector(`[data-key="${key}"]`).value = player.strength ?? "";
  };
  return h("select.who-plays", { "data-key": key, "aria-label": t("Who plays {name}", { name: player.name || player.color_name || "" }), onchange: chosen },
    ["", ...strengths].map((one) => h("option", { value: one, selected: one === (player.strength ?? "") }, WORDS[one])));
}

/** That the app plays this seat, and how strongly, in words; empty for a person. */
export const appWords = ({ strength }) => (strength ? WORDS[strength] : "");

/** A small sign beside the name of a player whose seat is the app's; null for a person. */
export const appSign = (player) => (player.strength ? h("span.app-sign.small", {}, appWords(player)) : null);

/** A player's own things in the dice game: rubies, Lira, crystals, markers, mosque tiles. */

import { appSign } from "../rivals/strengths.js";
import { art, h, mark } from "../../basics/dom.js";
import { purse } from "../mat.js";
import { boon, counted, MARKERS, rubiesWords } from "./dice_things.js";
import { t } from "../../basics/words.js";

/** Everything, large. */
export function diceMat(view, me) {
  return h("section.card.mat.dice-mat", { "aria-label": t("Your things"), class: `edge-${me.color}` },
    purse(view, me),
    h("div.shelf", { role: "group", "aria-label": t("Markers and crystals") }, MARKERS.map((sign) => stock(me, sign, `marker-${sign}`, me.markers[sign])), stock(me, "X", "thing-crystal", me.crystals)),
    me.tiles.length ? h("div.own-tiles", { role: "group", "aria-label": t("Mosque tiles") }, ownTiles(me)) : null);
}

function stock(me, sign, picture, count) {
  const topic = { X: "thing-crystal", J: "thing-joker" }[sign] ?? "thing-marker";
  return h("span.stock", { "data-guide": topic, "data-lands": `marker-${sign}/${me.seat}`, role: "img", "aria-label": counted(sign, count), class: `${count ? "" : "none"} stock-${sign}` }, art(picture), h("b", { "aria-hidden": "true" }, count));
}

/** Tiles taken this turn are marked: they do not work yet. */
function ownTiles(me) {
  const idle = [...me.idle];
  return me.tiles.map((tile) => {
    const at = idle.indexOf(tile.id);
    if (at >= 0) idle.splice(at, 1);
    const words = at >= 0 ? t("{tile}: works from your next turn", { tile: tile.name }) : `${tile.name}: ${tile.help}`;
    return h("span.own-tile", { "data-guide": tile.kind ? `tile-${tile.kind}` : null, role: "img", "aria-label": words, title: words, class: at >= 0 ? "is-idle" : "" }, boon(tile));
  });
}

/** One line about a player: everything, for all of it lies open. */
export function diceSummary(view, player) {
  const count = (picture, what, n, words) => h("span.gem", { role: "img", "data-lands": `${what}/${player.seat}`, "aria-label": words }, art(picture), n);
  return h("div.summary", { class: view.turn.of === player.seat ? "is-turn" : "" },
    h("div.summary-head", {}, mark(player), h("b", {}, player.name), appSign(player), view.joined?.[player.seat] ? null : h("span.soft.small.no-phone", {}, t("no phone"))),
    h("div.summary-facts", {},
      count("thing-ruby", "ruby", player.rubies, rubiesWords(player.rubies)),
      count("thing-lira", "lira", player.lira, t("{n} Lira", { n: player.lira })),
      count("thing-crystal", "marker-X", player.crystals, counted("X", player.crystals)),
      player.tiles.map((tile) => h("span.mosque-tile", { role: "img", "aria-label": tile.name }, boon(tile)))),
    h("div.summary-goods", {}, MARKERS.map((sign) =>
      h("span.mini-good", { role: "img", "data-lands": `marker-${sign}/${player.seat}`, "aria-label": counted(sign, player.markers[sign]), class: player.markers[sign] ? "" : "none" }, art(`marker-${sign}`), player.markers[sign]))));
}

/** What a place asks or pays now, in pictures; the words are in the place's own label. */

import { art, h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const GOODS = ["R", "G", "Y", "B"];

/** A tag to lie on a place of the table screen, or null. */
export function priceTag(view, place) {
  const content = TAGS[place]?.(view.table);
  return content ? h("span.price-tag", { "aria-hidden": "true" }, content) : null;
}

const TAGS = {
  1: (table) => [lira(table.extensions.price), h("span.price-tile", {}, art("thing-extension"), table.extensions.left)],
  5: (table) => [goods(table.mail.goods), lira(table.mail.lira)],
  10: (table) => (table.demand[10] ? goods(table.demand[10]) : "?"),
  11: (table) => (table.demand[11] ? goods(table.demand[11]) : "?"),
  13: (table) => (table.palace ? [goods(table.palace), free(table.palace.any)] : t("sold out")),
  14: (table) => ["R", "G"].map((good) => tile(good, table.mosques[good])),
  15: (table) => ["Y", "B"].map((good) => tile(good, table.mosques[good])),
  16: (table) => (table.dealer ? lira(table.dealer) : t("sold out")),
};

const goods = (counts) => GOODS.flatMap((good) => Array.from({ length: counts[good] || 0 }, () => art(`good-${good}`)));
const free = (count) => Array.from({ length: count }, () => art("good-any"));
const lira = (count) => h("span.coin", {}, art("thing-lira"), count);
const tile = (good, needs) => h("span.price-tile", { class: needs ? "" : "gone" }, art(needs ? `good-${good}` : `mosque-${good}`), needs ?? "–");

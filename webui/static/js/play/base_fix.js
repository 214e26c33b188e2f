/** What of the base game can be put right: the wheelbarrow as it lies, purse, wood; or the table's own wood. */

import { art, h } from "../basics/dom.js";
import { GOODS, slot } from "./mat.js";
import { t } from "../basics/words.js";
import { BESIDE } from "./fix_fields.js";

/** Gemstone Dealer, Sultan's Palace, mosques, Wainwright. */
const RUBY_PLACES = [16, 13, 15, 14, 1];
const MOST = 5;
const LEAST = 2;

/** Fields for a player, or for the table where `player` is null; `own`: only what a player may put right alone. */
export function baseFixes(view, player, make, own) {
  if (!player) return tableFields(view, make);
  const capacity = make.now("capacity", player.capacity);
  const row = (good) => ({ picture: `good-${good}`, good: `good-${good}`, pips: (count) => Array.from({ length: MOST }, (_, at) => slot(good, at < count, at < capacity)) });
  const filled = (picture, most) => (count) => Array.from({ length: most }, (_, at) => h("span.fix-pip", { class: at < count ? "full" : "" }, art(picture)));
  return [
    h("div.barrow.fix-barrow", {}, make.counts("goods", GOODS, view.table.goods, player.goods, MOST, row)),
    make.number("capacity", t("Room for each good"), player.capacity, LEAST, MOST, { picture: "thing-extension", pips: (room) => filled("thing-extension", MOST - LEAST)(room - LEAST) }),
    make.number("lira", t("Lira"), player.lira, 0, 300, { picture: "thing-lira" }),
    make.number("rubies", t("Rubies"), player.rubies, 0, 12, { picture: "thing-ruby", pips: filled("thing-ruby", view.table.target) }),
    rubyPlace(view, make.now("rubies", player.rubies) - player.rubies, make),
    own ? null : h("details", { "data-key": "fix-wood" }, h("summary", {}, t("Merchant, family member, assistants")), h("div.stack", {},
      make.select("merchant", t("Merchant at"), player.merchant, places(view)),
      make.select("family", t("Family member at"), player.family, places(view)),
      make.number("stack", t("Assistants in the stack"), player.stack.length, 0, MOST),
      make.places("assistants", t("Assistants out (places)"), player.out))),
  ];
}

/** Which place so many more rubies came from, or fewer went back to; nobody but the table knows. */
function rubyPlace(view, more, make) {
  const able = placesFor(view, more);
  if (!more || !able.length || make.despite) return null;
  const rows = able.map((place) => [place, `${view.table.places[place].name}: ${view.table.rubies[place]} → ${view.table.rubies[place] - more}`]);
  return make.select(`${BESIDE}ruby`, more > 0 ? t("Taken from:") : t("Put back to:"), null, rows);
}

/** Those that may have given so many. */
const placesFor = (view, more) => RUBY_PLACES.filter((place) => view.table.rubies[place] >= more);

/** What changes on the table where a player's rubies and room do: it all comes from somewhere. */
export function baseBeside(view, player, values) {
  const room = (values.capacity ?? player.capacity) - player.capacity;
  const more = (values.rubies ?? player.rubies) - player.rubies;
  const from = placesFor(view, more).find((place) => place === values[`${BESIDE}ruby`]);
  const left = Object.entries(view.table.rubies).map(([place, count]) => `${place}:${count - (Number(place) === from ? more : 0)}`);
  return [
    room ? { what: "extensions", value: view.table.extensions.left - room } : null,
    more && from ? { what: "rubies", value: left.join(",") } : null,
  ].filter(Boolean).map((one) => ({ ...one, seat: null }));
}

function tableFields(view, make) {
  return [
    make.select("governor", t("Governor"), view.table.governor, places(view)),
    make.select("smuggler", t("Smuggler"), view.table.smuggler, places(view)),
    make.number("mail", t("Mail indicators in the lower row"), view.table.mail.down, 0, 4),
  ];
}

const places = (view) => Object.entries(view.table.places).map(([place, { name }]) => [Number(place), `${place} ${name}`]);

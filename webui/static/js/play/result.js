/** The end: who won, and by what; and how a game stands before it. */

import { art, h, mark } from "../basics/dom.js";
import { appSign } from "./rivals/strengths.js";
import { partsOf } from "./parts.js";
import { t } from "../basics/words.js";

export function ranking(view) {
  const names = view.result.winners.map((seat) => view.players[seat].name).join(", ");
  return h("section.card.result", { "aria-label": t("Result") },
    h("h2", {}, art("thing-ruby", "", "result-gem"), view.result.winners.map((seat) => mark(view.players[seat])), t("{names} won", { names })),
    table(view, view.result.rows));
}

/** The same of a game that is not over. */
export const standing = (view, rows) => h("section.card.result", { "aria-label": t("How it stands") }, h("h2", {}, t("How it stands")), table(view, rows));

function table(view, ranks) {
  const columns = partsOf(view).columns();
  const rows = ranks.map((one) => {
    const player = view.players[one.seat];
    return h("tr", { class: one.rank === 1 ? "winner" : "" },
      h("td", {}, one.rank), h("th", { scope: "row" }, h("span.result-who", {}, mark(player), h("span", {}, player.name, " ", appSign(player)))),
      h("td", {}, one.rubies), columns.map(([, , key]) => h("td", {}, one[key])));
  });
  const titles = [t("Rank"), t("Player"), [art("thing-ruby"), t("Rubies")], ...columns];
  return h("div.scroll", {}, h("table", {}, h("thead", {}, h("tr", {}, titles.map((title) => h("th", { scope: "col" }, Array.isArray(title) ? [title[0], h("span.visually-hidden", {}, title[1])] : title)))), h("tbody", {}, rows)));
}

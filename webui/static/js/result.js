/** The end: who won, and by what. */

import { art, h, mark } from "./dom.js";
import { t } from "./words.js";

export function ranking(view) {
  const names = view.result.winners.map((seat) => view.players[seat].name).join(", ");
  const rows = view.result.rows.map((one) => {
    const player = view.players[one.seat];
    return h("tr", { class: one.rank === 1 ? "winner" : "" },
      h("td", {}, one.rank), h("th", { scope: "row" }, h("span.row", {}, mark(player), player.name)),
      h("td", {}, one.rubies), h("td", {}, one.lira), h("td", {}, one.goods), h("td", {}, one.cards));
  });
  const titles = [t("Rank"), t("Player"), [art("thing-ruby"), t("Rubies")], [art("thing-lira"), t("Lira")], [art("good-any"), t("Goods")], [art("card-back"), t("Cards")]];
  return h("section.card.result", { "aria-label": t("Result") },
    h("h2", {}, art("thing-ruby", "", "result-gem"), t("{names} won", { names })),
    h("div.scroll", {}, h("table", {}, h("thead", {}, h("tr", {}, titles.map((title) => h("th", { scope: "col" }, Array.isArray(title) ? [title[0], h("span.visually-hidden", {}, title[1])] : title)))), h("tbody", {}, rows))));
}

/** A card for every table, to be printed, cut and laid on it. */

import * as asked from "../club/asked.js";
import { dress } from "../basics/comfort.js";
import { h, redraw } from "../basics/dom.js";
import { qr } from "../rights/qr.js";
import { t } from "../basics/words.js";

const app = document.getElementById("app");

const card = (one, club) => h("li.club-card", {}, h("p.soft.small", {}, club), h("h2", {}, one.name), qr(one.qr, t("Code for {name}", one)),
  h("p.small", {}, one.address.replace(/^https?:\/\//, "")), h("p.club-code.is-large", {}, one.code), h("p.small", {}, t("PIN of the host"), " ", h("b.club-code", {}, one.pin)));

dress();
try {
  const { club, tables } = await asked.sheet();
  redraw(app, h("div.page.club-sheet.stack", {},
    h("div.row.no-print", {}, h("a.button.primary", { href: asked.SHEET, download: "" }, t("As a PDF, to print and cut")), h("button", { type: "button", onclick: () => print() }, t("Print this page")), h("a.button", { href: "/club" }, t("Back to the tables"))),
    tables.length ? null : h("p.soft", {}, t("No tables yet. The organiser puts them up on the board.")),
    h("ul.club-cards", {}, tables.map((one) => card(one, club)))));
} catch (error) {
  redraw(app, h("div.page.stack", {}, h("p.reason", { role: "alert" }, error.message), h("p", {}, h("a.button", { href: "/club" }, t("Sign in")))));
}

/** Whoever comes to the club's bare address types the code of the table. */

import * as asked from "../club/asked.js";
import { keptLine } from "../club/kept.js";
import { comfort, dress } from "../basics/comfort.js";
import { art, h, redraw } from "../basics/dom.js";
import { t } from "../basics/words.js";

const app = document.getElementById("app");

function go(event) {
  event.preventDefault();
  const code = document.getElementById("code").value.trim().toUpperCase();
  if (code) location.assign(`/t/${encodeURIComponent(code)}/`);
}

function draw(club) {
  redraw(app, h("div.awning"), h("div.join.stack", {}, art("icon", "", "join-icon"), h("h1", {}, t("Which table?")),
    h("p", {}, t("Scan the code on the card of your table, or type the letters below it.")),
    h("form.card.stack", { onsubmit: go }, h("label", { for: "code" }, t("Code of the table")),
      h("div.row", {}, h("div.grow", {}, h("input", { id: "code", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "12", "data-key": "code" })), h("button.primary", { type: "submit" }, t("To the table")))),
    club?.ladder ? h("p", {}, h("a.button", { href: "/club/ladder" }, t("The ladder"))) : null,
    h("p", {}, h("a", { href: "/club" }, t("I organise this"))), keptLine(club), comfort()));
}

dress();
draw(null);
asked.board().then(draw, () => null);

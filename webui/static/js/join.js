/** Getting in: a code in the link, or six characters typed. */

import * as client from "./client.js";
import { art, h, note, redraw } from "./dom.js";
import { t } from "./words.js";

/** Redeem the code in the address, if there is one, and take it out of the address. */
export async function joinByLink() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const code = hash.get("j") ?? hash.get("h");
  if (!code) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return joinWith(code);
}

async function joinWith(code) {
  try {
    return await client.join(code);
  } catch (error) {
    return { problem: error.status ? error.message : t("The companion does not answer. Is the computer still on?") };
  }
}

/** The page of somebody without a seat. */
export function joinPage(app, problem, joined) {
  const input = h("input", { type: "text", id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "6", inputmode: "text", "data-key": "code" });
  const send = async (event) => {
    event.preventDefault();
    const answer = await joinWith(input.value);
    if (answer.problem) note(answer.problem, "bad");
    else joined();
  };
  redraw(app,
    h("div.awning"),
    h("div.join.stack", {},
      art("icon", "", "join-icon"),
      h("h1", {}, t("Welcome to the bazaar")),
      problem ? h("p.reason", { role: "alert" }, problem) : null,
      h("p", {}, t("Scan the code of your seat on the table screen with this phone's camera.")),
      h("form.card.stack", { onsubmit: send },
        h("label", { for: "code" }, t("Or type the six characters below your code")),
        h("div.row", {}, h("div.grow", {}, input), h("button.primary", { type: "submit" }, t("Take this seat")))),
      h("p", {}, h("a.button", { href: "/table" }, t("Only watch the table")))));
}

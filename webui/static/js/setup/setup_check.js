/** Setting the table up with the camera's help: the building plan and one list with ticks. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { layoutPlan } from "./plan.js";
import { t } from "../basics/words.js";

const SIGNS = { right: "✓", wrong: "✗", unsure: "…" };

/** The list for every screen, or null where nothing is to be set up; `large` adds the plan. */
export function setupCard(view, store, large = false) {
  const { setup } = view;
  if (!setup) return null;
  if (setup.stage === "right") return h("section.card.setup.done", { role: "status" }, h("p", {}, h("b", {}, t("Everything stands right. The game may begin."))), setup.advice.map((note) => h("p", {}, note)));
  const words = { right: t("right"), wrong: t("wrong"), unsure: t("not seen yet") };
  const line = (item) => h("li", { class: `is-${item.mark}` },
    h("span.setup-sign", { role: "img", "aria-label": words[item.mark] }, SIGNS[item.mark]),
    h("span.grow", {}, item.text, item.notes.length ? h("ul.setup-notes", {}, item.notes.map((note) => h("li", {}, note))) : null));
  return h("section.card.setup", { "aria-label": t("Setting up") },
    h("div.setup-main", {},
      large ? layoutPlan(setup.plan, setup.wrong) : null,
      h("div.stack", {},
        h("h2", {}, t("Setting up")),
        h("p.soft", {}, t("The camera checks the table while you lay it. Either side may be up.")),
        setup.items.length ? h("ul.setup-list", { "aria-live": "polite" }, setup.items.map(line)) : h("p", {}, t("The camera does not see the whole table yet.")),
        view.you.host ? h("div.row", {}, h("button", { type: "button", "data-key": "setup-skip", onclick: () => store.send(client.skipSetup) }, t("Begin without checking"))) : null)));
}

/** Are people still setting up? Then the camera's other findings mean nothing. */
export const isSettingUp = (view) => view.setup?.stage === "checking";

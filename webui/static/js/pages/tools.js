/** Layouts and dice for any table; nothing here touches a game. */

import * as client from "../http/client.js";
import { comfort, dress } from "../basics/comfort.js";
import { announce, art, h, note, redraw } from "../basics/dom.js";
import { layoutPlan } from "../setup/plan.js";
import { t } from "../basics/words.js";

const KINDS = { random: t("Random"), short: t("Short paths"), long: t("Long paths"), in_order: t("In order") };
const WHO = { governor: t("Governor"), smuggler: t("Smuggler"), neutral: t("Neutral merchant") };
const app = document.getElementById("app");
const ui = { kind: "random", plan: null, who: "governor", rolls: {} };

function draw() {
  redraw(app, h("div.awning"), h("div.page.stack", {},
    h("h1", {}, t("Layouts and dice")),
    h("section.card.stack", {}, h("h2", {}, t("How the places lie")),
      h("div.row", {}, Object.entries(KINDS).map(([kind, words]) => toggle(`kind-${kind}`, ui.kind === kind, words, () => layout(kind)))),
      ui.plan ? layoutPlan(ui.plan.layout) : null,
      h("div.row", {}, ui.kind === "random" ? h("button.primary", { type: "button", "data-key": "draw", onclick: () => layout("random") }, t("Draw another")) : null,
        ui.plan?.seed != null ? h("span.soft", {}, t("Number {seed}", { seed: ui.plan.seed })) : null,
        ui.plan ? h("span.code", { "data-key": "code" }, ui.plan.code) : null),
      ui.kind === "random" ? h("form.row", { onsubmit: byName }, h("label", { for: "seed" }, t("Number or code of a layout")), h("input.seed", { id: "seed", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "20", "data-key": "seed" }), h("button", { type: "submit" }, t("Show"))) : null),
    h("section.card.stack", {}, h("h2", {}, t("Dice")),
      h("div.row", {}, Object.entries(WHO).map(([who, words]) => h("button.grow", { type: "button", "data-key": `roll-${who}`, onclick: () => roll(who) }, t("Roll for: {who}", { who: words })))),
      h("div.rolls", {}, Object.entries(ui.rolls).map(([who, one]) => h("p.roll", {}, h("span.dice", {}, one.dice.map((face) => art(`die-${face}`, String(face)))), h("b", {}, t("{who}: place {place}", { who: WHO[who], place: one.place })))))),
    h("p", {}, h("a", { href: "/" }, t("My seat")), " · ", h("a", { href: "/table" }, t("Table screen"))),
    comfort()));
}

const toggle = (key, on, words, onclick) => h("button.toggle", { type: "button", "data-key": key, "aria-pressed": String(on), onclick }, words);

/** Another layout in the place of what is shown, which stays where there is none. */
async function layout(kind, named = {}) {
  ui.kind = kind;
  ui.plan = await client.layout({ kind, ...named }).catch(complain) ?? ui.plan;
  draw();
}

/** By its number, as the program draws it, or by the code that the set-up shows; numbers begin with no zero. */
function byName(event) {
  event.preventDefault();
  const name = document.getElementById("seed").value.trim();
  if (name) layout("random", /^(0|[1-9]\d{0,14})$/.test(name) ? { seed: Number(name) } : { code: name });
}

async function roll(who) {
  const one = await client.roll({ who }).catch(complain);
  if (!one) return;
  ui.rolls[who] = one;
  draw();
  announce(t("{who}: place {place}", { who: WHO[who], place: one.place }));
}

function complain(error) {
  note(error.message, "bad");
  return null;
}

dress();
draw();
await layout("random");

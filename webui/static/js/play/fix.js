/** Putting values right: a picture of the same things with + and −, what it was and what it will be, and one button. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { BESIDE, makers } from "./fix_fields.js";
import { partsOf } from "./parts.js";
import { t } from "../basics/words.js";

const kept = { of: "", was: {}, values: {}, despite: false };

/** A form for one player or, for the host, for the table; only what was changed is sent. `own` is the seat of a phone
 *  that puts its player's open things right. */
export function fixForm(view, ui, draw, store, own = null) {
  const who = own ?? whose(view, ui);
  remember(`${view.game_id}/${who}`);
  const player = who === "table" ? null : view.players[who];
  const fields = partsOf(view).fixes(view, player, makers(kept, draw), own !== null);
  const reason = h("input", { type: "text", id: "fix-reason", maxlength: "80", "data-key": "fix-reason", placeholder: t("for example: a coin was counted twice") });
  const despite = own === null ? h("input", { type: "checkbox", id: "fix-despite", "data-key": "fix-despite", checked: kept.despite, onchange: (event) => { kept.despite = event.target.checked; draw(); } }) : null;
  const send = async (event) => {
    event.preventDefault();
    const changes = changed().map((what) => ({ what, value: kept.values[what], seat: player ? who : null }));
    const beside = player && !despite?.checked ? partsOf(view).beside?.(view, player, kept.values) ?? [] : [];
    const order = { changes: [...changes, ...beside], reason: reason.value, version: view.version, despite: despite?.checked ?? false };
    if (!(await store.send(() => client.correct(order)))) return;
    forget();
    for (const one of document.querySelectorAll("[data-key='fix-reason']")) one.value = "";
    document.querySelector("#notes .bad")?.remove(); // it told of what was refused before
    draw();
  };
  return h("form.stack.fix", { onsubmit: send },
    h("p.soft", {}, own === null ? t("The table is right. Change what the app has wrong; it stays in the log and can be undone.") : t("Set it as it lies before you. Everybody reads it in the log.")),
    own === null ? chooser(view, who, (value) => { ui.fix = value; draw(); }) : null,
    fields,
    h("label", { for: "fix-reason" }, t("Why?")), reason,
    despite ? h("label.check", {}, despite, t("even if the numbers do not add up")) : null,
    h("div.row", {},
      h("button.primary.grow", { type: "submit", "data-key": "fix-send", disabled: store.busy }, t("Put it right")),
      changed().length ? h("button", { type: "button", "data-key": "fix-forget", onclick: () => { forget(); draw(); } }, t("As it was")) : null));
}

/** Whose values the host puts right: of whoever is to act when the form comes up, and of nobody else until it is chosen. */
function whose(view, ui) {
  if (ui.fixing !== view.game_id) Object.assign(ui, { fixing: view.game_id, fix: null });
  return (ui.fix ??= view.turn.of ?? 0);
}

function chooser(view, who, chosen) {
  return h("select", { id: "fix-who", "aria-label": t("Whose values"), onchange: (event) => chosen(event.target.value === "table" ? "table" : Number(event.target.value)) },
    view.players.map((one) => h("option", { value: one.seat, selected: who === one.seat }, one.name)),
    h("option", { value: "table", selected: who === "table" }, t("The table")));
}

/** What differs from what the game says. */
const changed = () => Object.keys(kept.values).filter((what) => !what.startsWith(BESIDE) && JSON.stringify(kept.values[what]) !== JSON.stringify(kept.was[what]));

function remember(of) {
  if (kept.of !== of) forget();
  kept.of = of;
}

function forget() {
  Object.assign(kept, { was: {}, values: {}, despite: false });
}

/** The decision of the dice game at the thumb: what is due, what it costs with which dice and markers, what it brings. */

import * as client from "../../http/client.js";
import { wantsHints } from "../../basics/comfort.js";
import { litThings } from "./dice_board.js";
import { askTable } from "./dice_asks.js";
import { bazaarCard, boon, gain, pay, thing } from "./dice_things.js";
import { chosenDice } from "./dice_tray.js";
import { art, h, mark, note } from "../../basics/dom.js";
import { due, undoButtons } from "../dock.js";
import { t, tn } from "../../basics/words.js";

const ASKED = new Set(["AskPrice", "AskTile"]);
const ON_BOARD = new Set([...ASKED, "BuyTile"]);
const TRADES = new Set(["Pair", "Two", "Three", "Four", "TakeLira", "Cards", "Choose"]);
const PICTURES = { TakeIncome: "boon-back", Swap: "boon-goods" };

/** The panel. `ui` keeps picks between draws; `store` plays; `above` is what the app's seats have done. */
export function diceDock(view, ui, draw, store, above = null) {
  const panel = view.chance ? chance(view, ui, draw, store) : view.turn.yours ? own(view, ui, draw, store) : waiting(view, store);
  return h("section.dock.dice-dock", { "aria-label": t("Your decision"), "data-home": "dock", class: `${view.turn.yours ? "mine" : ""} ${store.busy ? "busy" : ""} ${view.result ? "over" : ""}` }, above, panel);
}

function waiting(view, store) {
  if (view.turn.of === null) return [h("h2", {}, view.turn.text), h("div.row", {}, undoButtons(view, store))];
  const player = view.players[view.turn.by];
  return [
    h("h2.waiting", {}, mark(player), t("{name} decides", { name: player.name })),
    h("p.soft", {}, player.strength && !view.rival?.waits ? t("The app is thinking …") : view.turn.text),
    cardDue(view),
    h("div.row", {}, undoButtons(view, store)),
  ];
}

function own(view, ui, draw, store) {
  const { choices } = view;
  const reroll = choices.find((one) => one.kind === "Reroll");
  const ends = choices.filter((one) => one.group === "end");
  const steps = choices.filter((one) => one.group === "step" && !ON_BOARD.has(one.kind) && !(ui.place && one.kind === "BuyRuby"));
  return [
    due(view),
    cardDue(view),
    view.turn.step === "act" ? fromBoard(view, ui, draw, store) : null,
    reroll ? rerollButton(view, reroll, ui, store) : null,
    steps.length ? stepList(view, steps, ui, draw, store) : null,
    ui.hint ? h("p.hint", { role: "status" }, h("b", {}, t("The app suggests: {what}", { what: ui.hint.text })), " ", ui.hint.why) : null,
    h("div.row.dock-end", {}, undoButtons(view, store), wantsHints() && !ui.hint ? h("button", { type: "button", "data-key": "hint", onclick: () => askHint(view, ui, draw) }, t("Hint")) : null, ends.map((one) => endButton(one, steps.length || reroll, store))),
  ];
}

async function askHint(view, ui, draw) {
  ui.hint = await client.hint(view.you.seat).catch((error) => note(error.message, "bad"));
  draw();
}

/** The card being carried out. */
const cardDue = (view) => (view.table.card ? bazaarCard(view.table.card) : null);

function rerollButton(view, offer, ui, store) {
  const dice = chosenDice(view, ui);
  const words = dice ? tn("Throw {n} die again", "Throw {n} dice again", dice.length) : t("Tap the dice to throw again");
  return h("div.stack", {},
    h("button.choice.primary-soft", { type: "button", "data-key": "reroll", disabled: !dice, onclick: () => store.act([offer.form.replace("{dice}", dice)]) },
      thing("X"), h("span.choice-text", {}, h("b", {}, words), h("span.small", {}, t("costs a crystal; you have {n}", { n: offer.crystals })))));
}

/** Trades of goods stand side by side, everything else in rows. */
function stepList(view, steps, ui, draw, store) {
  const grid = steps.every((one) => TRADES.has(one.kind));
  return h("div.steps", { class: grid ? "is-grid" : "" }, steps.map((one) => thingRow(view, one, ui, draw, store)));
}

function thingRow(view, choice, ui, draw, store) {
  const key = choice.do.join();
  const open = ui.ways === key;
  const more = choice.ways.slice(1);
  return h("div.thing-row", {},
    choiceButton(view, choice, () => store.act(choice.do)),
    more.length ? h("button.icon-button.more-ways", { type: "button", "data-key": `ways-${key}`, "aria-expanded": String(open), "aria-label": tn("{n} other way to pay", "{n} other ways to pay", more.length), onclick: () => { ui.ways = open ? null : key; draw(); } }, t("or …")) : null,
    open ? h("div.ways", { role: "group", "aria-label": t("Other ways to pay") }, more.map((way) => h("button", { type: "button", "data-key": `way-${way.do.join()}`, "aria-label": `${choice.text}: ${way.do.join()}`, onclick: () => store.act(way.do) }, pay(way.pay)))) : null);
}

function choiceButton(view, choice, onclick) {
  const kind = choice.kind === "Throw" ? "button.choice.primary.throw" : "button.choice.primary-soft";
  const words = h("span.choice-text", {}, h("b", {}, choice.text), choice.detail ? h("span.small", {}, choice.detail) : null);
  return h(kind, { type: "button", "data-key": `do-${choice.do.join()}`, onclick }, picture(view, choice), words, trade(choice));
}

function trade(choice) {
  const both = [pay(choice.pay), gain(choice.gain)].filter(Boolean);
  return both.length ? h("span.trade", {}, both) : null;
}

function picture(view, choice) {
  if (choice.kind === "UseCard") return bazaarCard(view.table.revealed.find((one) => one.id === choice.facts.card), { small: true });
  if (choice.facts.tile) return boon(view.table.display.find((one) => one.id === choice.facts.tile));
  return PICTURES[choice.kind] ? art(PICTURES[choice.kind]) : null;
}

/** What was tapped on the board: its offer, or why not; before that, what can be tapped. */
function fromBoard(view, ui, draw, store) {
  const lit = litThings(view);
  if (ui.place) return picked(view, lit.get(ui.place), ui, draw, store);
  if (!lit.size) return null;
  const asked = view.choices.some((one) => ASKED.has(one.kind));
  return h("p.soft", {}, asked ? t("Tap a lit hall or tile to buy there; a “?” to tell what is printed.") : t("Tap a lit hall or tile to buy there."));
}

function picked(view, offer, ui, draw, store) {
  const [kind, what] = split(ui.place);
  const name = kind === "area" ? view.table.areas.find((one) => one.area === what) : view.table.display.find((one) => one.id === what);
  if (!name) return null;
  const why = kind === "area" ? view.refusals.areas?.[what] : view.refusals.tiles?.[what];
  return h("div.offer", {},
    h("p.offer-help", {}, h("b", {}, name.name), name.help ? ` – ${name.help}` : ""),
    offer ? thingRow(view, offer, ui, draw, store) : why ? h("p.reason", { role: "status" }, why) : null);
}

const split = (key) => [key.slice(0, key.indexOf("-")), key.slice(key.indexOf("-") + 1)];

function endButton(choice, others, store) {
  return h(others ? "button.grow" : "button.primary.grow", { type: "button", "data-key": `end-${choice.kind}`, onclick: () => store.act(choice.do) },
    choice.text, choice.detail ? h("span.small", {}, `\u00a0· ${choice.detail}`) : null);
}

function chance(view, ui, draw, store) {
  return [
    h("h2", {}, view.turn.text),
    askTable(view, ui, draw, store),
    h("div.row", {}, undoButtons(view, store)),
  ];
}

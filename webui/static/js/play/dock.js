/** The decision panel at the thumb: what is due now, what it leads to, and the buttons for it. */

import * as client from "../http/client.js";
import { offersTakeBack } from "../camera/camera.js";
import { helpLevel, wantsHints } from "../basics/comfort.js";
import { art, h, icon, mark, note } from "../basics/dom.js";
import { look } from "../basics/lookup.js";
import { dicePicker, numberPicker, recallPicker, sellPicker, smugglerPicker } from "./pickers.js";
import { t, tn } from "../basics/words.js";

const PICKED = { Sell: sellPicker, Recall: recallPicker, UseSmuggler: smugglerPicker };
const USUAL_APART = new Set(["Announce", "UseSmuggler"]);
const LONG = "LongMove";
const ON_BOARD = new Set(["Move", LONG, "SendFamily"]);
const ICONS = {
  Fill: null, CollectMail: "thing-mail", BuyExtension: "thing-extension", BuyRuby: "thing-ruby", Deliver: "thing-ruby",
  PayToll: "thing-lira", PayFee: "thing-lira", PlayLira: "card-LIRA5", PlayGood: "card-GOOD", PlayReturn: "card-RETURN",
  PlayFamilyHome: "card-FAMILY_HOME", Stay: "card-STAY", TakeCard: "card-back", UseGovernor: "token-governor",
};

/** Places lit for tapping: {place: {words, badges, choices}}. What only a card reaches is lit where `withCard` asks for
 *  it: else fifteen places would be lit, and everybody behind the player would know of the card. */
export function litPlaces(view, withCard = false) {
  const lit = new Map();
  for (const choice of view.choices ?? []) {
    if (!ON_BOARD.has(choice.kind) || (choice.kind === LONG) !== (withCard && choice.kind !== "SendFamily")) continue;
    const known = lit.get(choice.place);
    if (known) known.choices.push(choice);
    else lit.set(choice.place, { choices: [choice], words: consequence(choice).join(", ") || choice.text, badges: badges(choice) });
  }
  return lit;
}

function badges(choice) {
  const { assistant, toll, stops, idle } = choice.facts;
  const all = [];
  if (choice.kind === LONG) all.push({ kind: "card", text: "3–4" });
  if (toll) all.push({ kind: "toll", text: `−${toll}` });
  if (stops) all.push({ kind: "stop", text: "✕" });
  else if (idle) all.push({ kind: "idle", text: "–" });
  else if (assistant === "left") all.push({ kind: "left", text: "▾1" });
  else if (assistant === "picked") all.push({ kind: "picked", text: "▴1" });
  return all;
}

/** What a move leads to, in short sentences. */
export function consequence(choice) {
  const { assistant, toll, lira_after: lira, stack_after: stack, stops, idle, meets } = choice.facts;
  const lines = [];
  if (choice.kind === LONG) lines.push(t("plays the card Move 3 or 4"));
  if (assistant === "left") lines.push(tn("leaves an assistant, {n} stays in the stack", "leaves an assistant, {n} stay in the stack", stack));
  if (assistant === "picked") lines.push(t("picks up your assistant, {n} in the stack", { n: stack }));
  if (toll) lines.push(t("pays {toll} Lira, {lira} left", { toll, lira }));
  if (stops) lines.push(t("the turn ends there: an assistant or the toll is missing"));
  else if (idle) lines.push(t("nothing to do there: {why}", { why: inside(idle).replace(/\.$/, "") }));
  for (const met of meets ?? []) lines.push(t("meets: {name}", { name: met }));
  return lines;
}

/** The panel. `ui` keeps picks between draws; `store` plays; `above` is what the camera has to say, before the decision. */
export function dock(view, ui, draw, store, above = null) {
  const panel = view.chance?.roll || view.chance?.outcomes?.length ? chance(view, ui, draw, store) : own(view, ui, draw, store);
  return onePrimary(h("section.dock", { "aria-label": t("Your decision"), "data-home": "dock", "data-scroll": `dock-${view.version}-${view.camera?.question?.id ?? view.camera?.status}`, class: `${view.turn.yours ? "mine" : ""} ${store.busy ? "busy" : ""} ${view.result ? "over" : ""}` }, above, panel));
}

/** One button stands out, the first: what the camera asks, what is usual, what does most in one tap. */
function onePrimary(panel) {
  const [, ...others] = panel.querySelectorAll(".primary");
  for (const one of others) one.classList.replace("primary", "primary-soft");
  return panel;
}

function own(view, ui, draw, store) {
  if (!view.turn.yours) return waiting(view, ui, store);
  const choices = view.thrown === "real" ? view.choices.filter((one) => !one.rolls) : view.choices;
  const [steps, given] = usualFirst(view, choices.filter((one) => one.group === "step" && !ON_BOARD.has(one.kind)));
  const board = litPlaces(view, ui.withCard);
  const otherwise = steps.length > 0 || given.length > 0 || board.size > 0;
  return [
    due(view),
    board.size ? boardChoice(view, ui, draw, store, board) : ui.place ? placeWords(view, ui.place) : null,
    view.refusals?.here ? h("p.reason", {}, view.refusals.here) : null,
    given.length ? givenChoices(view, given, ui, draw, store) : null,
    stepChoices(view, steps, ui, draw, store),
    (view.refusals?.denied ?? []).map(denied),
    freeChoices(view, choices, ui, draw, store),
    ui.hint ? h("p.hint", { role: "status" }, h("b", {}, t("The app suggests: {what}", { what: ui.hint.text })), " ", ui.hint.why) : null,
    h("div.row.dock-end", {}, undoButtons(view, store), wantsHints() && !ui.hint ? h("button", { type: "button", "data-key": "hint", onclick: () => askHint(view, ui, draw) }, t("Hint")) : null, choices.filter((one) => one.group === "end").map((one) => endButton(one, otherwise, store))),
  ];
}

/** What is due, with the way to its topic. */
export function due(view) {
  const { text, topic } = view.turn;
  return h("div.dock-due", {}, h("h2", {}, text), topic ? ask(topic, text) : null);
}

/** A small button that opens a topic of the guide. */
const ask = (topic, about) => h("button.icon-button.quiet", { type: "button", "data-key": `ask-${topic}`, "aria-label": t("What is this? {about}", { about }), onclick: () => look(topic) }, icon("ask"));

/** What cannot be done now shows all the same, with its reason. */
function denied({ kind, text, why, facts }) {
  const art_ = iconOf({ kind, facts });
  return h("button.choice.denied", { type: "button", "aria-disabled": "true", "data-key": `denied-${kind}-${facts.good ?? ""}` },
    art_ ? art(art_) : null, h("span.choice-text", {}, h("b", {}, text), h("span.small", {}, why)));
}

function waiting(view, ui, store) {
  if (view.turn.of === null) return [h("h2", {}, view.turn.text), h("div.row", {}, undoButtons(view, store))];
  const player = view.players[view.turn.of];
  return [
    h("h2.waiting", {}, mark(player), t("{name} plays", { name: player.name })),
    h("p.soft", {}, player.strength && !view.rival?.waits ? t("The app is thinking …") : view.turn.text),
    ui.place ? placeWords(view, ui.place) : null,
    h("div.row", {}, undoButtons(view, store)),
  ];
}

function boardChoice(view, ui, draw, store, board) {
  const offer = board.get(ui.place) ?? byCardAlone(view, ui.place);
  if (!offer) {
    const why = ui.place && view.refusals?.places?.[ui.place];
    const invitation = helpLevel() === "off" ? t("Tap the place to go to.") : t("Tap a lit place to see what it brings.");
    return why ? [placeWords(view, ui.place), h("p.reason", { role: "status" }, why)] : h("p.soft", {}, invitation, helpLevel() === "places" ? [" ", h("button.link", { type: "button", "data-key": "signs", onclick: () => look("app-signs") }, t("What do the signs mean?"))] : null);
  }
  return h("div.offer", {}, offer.choices.map((choice) => [
    placeWords(view, choice.place),
    h("ul.consequences", {}, consequence(choice).map((line) => h("li", {}, line))),
    h("div.row.go-ways", {}, ways(view, choice, ui, draw, store)),
  ]));
}

/** What the card offers at a place that nothing else reaches, where somebody taps it. */
function byCardAlone(view, place) {
  const choices = view.choices.filter((one) => one.kind === LONG && one.place === place);
  return choices.length ? { choices } : null;
}

/** A button's or a refusal's words as part of a sentence. */
const inside = (text) => text.slice(0, 1).toLocaleLowerCase(document.documentElement.lang) + text.slice(1);

/** Going and doing what the place is for comes before only going. */
function ways(view, choice, ui, draw, store) {
  const { kind, facts, then = [] } = choice;
  const sends = kind === "SendFamily";
  const only = sends ? t("Send there") : facts.stops ? t("Go there anyway") : t("Go there");
  const both = (text) => (sends ? t("Send there and {what}", { what: inside(text) }) : t("Go and {what}", { what: inside(text) }));
  if (choice.sends?.length) return sendPicker(view, choice, ui, draw, store);
  const joined = view.thrown === "real" ? [] : then.filter((more) => more.rolls);
  return [
    (joined.length ? joined : then.filter((more) => !more.rolls)).map((more) => h("button.grow.primary", { type: "button", "data-key": `go-${more.do.join()}`, onclick: () => store.act(more.do) }, h("span", {}, both(more.text), more.lost ? h("span.small", {}, ` · ${more.lost}`) : null))),
    h("button.grow", { type: "button", "data-key": "go", class: then.length || (sends && facts.idle) ? "" : "primary", onclick: () => store.act(choice.do) }, only),
  ];
}

/** To the Police Station and, in the same tap, where the family member goes from there. */
function sendPicker(view, choice, ui, draw, store) {
  const sent = choice.sends.find((one) => one.place === ui.sendTo);
  const pads = choice.sends.map((one) => h("button.toggle", { type: "button", "data-key": `send-${one.place}`, "aria-pressed": String(one === sent), "aria-label": `${one.place} ${view.table.places[one.place].name}`, onclick: () => { ui.sendTo = sent === one ? null : one.place; draw(); } }, one.place));
  return h("div.stack.send-picker", {},
    h("p.small.soft", {}, t("Go there and send the family member from there to:")), h("div.numbers", { role: "group", "aria-label": t("Where the family member goes") }, pads),
    sent ? [placeWords(view, sent.place), h("ul.consequences", {}, consequence(sent).map((line) => h("li", {}, line))), h("div.row.go-ways", {}, ways(view, { ...sent, sends: null }, ui, draw, store))] : null,
    h("button", { type: "button", "data-key": "go", class: sent ? "" : "primary", onclick: () => store.act(choice.do) }, t("Go there")));
}

/** A place by name, what it does and what it asks or pays now. */
export function placeWords(view, place) {
  const { name, help, now } = view.table.places[place];
  return h("p.offer-help", { "data-guide": `place-${place}` }, h("b", {}, name), helpLevel() === "places" ? [" – ", help] : null, now ? [" ", h("span.now", {}, t("Now:"), " ", now)] : null);
}

/** What the camera's table speaks for comes first. What most people do comes next, but only where a camera saves taps
 *  or hints are wanted: nobody is told unasked what would be best.  Apart: what says by itself what was done before. */
function usualFirst(view, steps) {
  const seen = view.camera.usual?.join();
  const advised = !seen && (view.camera.status !== "off" || wantsHints());
  const rank = (one) => (one.do.join() === seen ? 0 : one.usual && advised ? 1 : 2);
  const ranked = [...steps].sort((one, other) => rank(one) - rank(other)).map((one) => ({ ...one, usual: rank(one) < 2 }));
  return [ranked.filter((one) => !one.given), ranked.filter((one) => one.given)];
}

/** What can be done once the assistant is left or picked up, in one tap with it. */
function givenChoices(view, given, ui, draw, store) {
  return h("div.offer.given", {}, h("ul.consequences", {}, consequence(given[0].given).map((line) => h("li", {}, line))), stepChoices(view, given, ui, draw, store));
}

function stepChoices(view, steps, ui, draw, store) {
  const kinds = [...new Set(steps.map((one) => one.kind))];
  const go = (choice) => store.act(choice.do);
  return kinds.map((kind) => {
    const choices = steps.filter((one) => one.kind === kind);
    const usual = USUAL_APART.has(kind) && choices.find((one) => one.usual);
    const first = usual ? h("div.stack", {}, choiceButton(view, usual, go)) : null;
    if (kind === "Announce") return [first, numberPicker(choices, ui, draw, go)];
    if (PICKED[kind]) return [first, PICKED[kind](view, choices, ui, draw, go)];
    return h("div.stack", {}, choices.map((one) => choiceButton(view, one, go)));
  });
}

function choiceButton(view, choice, go, kind = choice.usual ? "button.choice.primary.usual" : "button.choice.primary-soft") {
  const icon = iconOf(choice);
  return h(kind, { type: "button", "data-key": `do-${choice.do.join()}`, onclick: () => go(choice) },
    icon ? art(icon) : null, h("span.choice-text", {}, h("b", {}, choice.text), choice.detail ? h("span.small", {}, choice.detail) : null));
}

function iconOf(choice) {
  const { good, extra, card } = choice.facts;
  if (choice.kind === "TakeTile") return `mosque-${good}`;
  if (card) return `card-${card === "?" ? "back" : card}`;
  if (extra || good) return `good-${extra || good}`;
  return ICONS[choice.kind] ?? null;
}

/** Staying where one is needs a card. */
function stayButton(choice, store) {
  const lines = consequence(choice).join(", ");
  return h("button.choice", { type: "button", "data-key": "stay", onclick: () => store.act(choice.do) },
    art("card-STAY"), h("span.choice-text", {}, h("b", {}, choice.text), h("span.small", {}, lines || choice.detail)));
}

/** What cards make possible, folded up: nobody behind the player need see what is held. */
function freeChoices(view, choices, ui, draw, store) {
  const free = choices.filter((one) => one.group === "free");
  const stay = choices.filter((one) => one.kind === "Stay");
  const long = choices.some((one) => one.kind === LONG);
  const n = free.length + stay.length + (long ? 1 : 0);
  if (!n) return null;
  return h("details.free", { "data-key": "free" }, h("summary", {}, tn("{n} card play possible", "{n} card plays possible", n)),
    h("div.stack", {}, long ? longWay(ui, draw) : null, stay.map((one) => stayButton(one, store)),
      free.map((one) => choiceButton(view, one, (choice) => store.act(choice.do), "button.choice"))));
}

/** Lights what the card reaches, in place of what is reached without it. */
function longWay(ui, draw) {
  const toggle = () => { Object.assign(ui, { withCard: !ui.withCard, place: null, reveal: { board: ".bazaar" } }); draw(); };
  return h("button.toggle.choice", { type: "button", "data-key": "with-card", "aria-pressed": String(Boolean(ui.withCard)), onclick: toggle },
    art("card-LONG_MOVE"), t("with Move 3–4"));
}

async function askHint(view, ui, draw) {
  ui.hint = await client.hint(view.you.seat).catch((error) => note(error.message, "bad"));
  draw();
}

function endButton(choice, others, store) {
  return h(others ? "button.grow" : "button.primary.grow", { type: "button", "data-key": `end-${choice.kind}`, onclick: () => store.act(choice.do) },
    h("span", {}, choice.text, choice.detail ? h("span.small", {}, ` · ${choice.detail}`) : null));
}

/** What is taken back where the game is kept up to an entry: what was done first of it. */
export function undoWords(view, keep) {
  const [first, ...more] = view.log.filter((one) => one.n > keep && !one.undone).reverse();
  if (!first) return t("Undo");
  const { name = "" } = view.players[first.seat] ?? {};
  return t("Undo: {what}", { what: `${name} ${first.text[0]}${more.length || first.text.length > 1 ? " …" : ""}`.trim() });
}

export function undoButtons(view, store) {
  return [
    view.undo && !offersTakeBack(view) ? h("button", { type: "button", "data-key": "undo", onclick: () => store.undo() }, icon("undo"), h("span", {}, undoWords(view, view.undo.keep))) : null,
    view.redo && view.you.seat !== null ? h("button.quiet", { type: "button", "data-key": "redo", onclick: () => store.redo() }, icon("redo"), t("Redo")) : null,
  ];
}

function chance(view, ui, draw, store) {
  const { roll, rolls, outcomes } = view.chance;
  const { name = "", strength } = view.players[view.turn.of] ?? {};
  const whose = strength ? t("Roll the dice of the box for {name} and tap what they show.", { name }) : t("{name} rolls the dice of the box; tap what they show.", { name });
  return [
    h("h2", {}, view.turn.text),
    roll ? h("p.soft", {}, whose) : null,
    roll ? dicePicker(rolls, ui, view.camera.dice, draw, (steps) => store.act(steps)) : null,
    h("div.stack", {}, outcomes.map((one) => h("button.choice", { type: "button", "data-key": one.do.join(), onclick: () => store.act(one.do) }, one.text))),
    h("div.row", {}, undoButtons(view, store)),
  ];
}

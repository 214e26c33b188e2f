/** What only the table knows: dice thrown by hand, a price, a tile, a card. Known answers take one tap. */

import { dicePhoto } from "./dice_photo.js";
import { bazaarCard, boon, FACES, goods, thing } from "./dice_things.js";
import { art, h } from "../../basics/dom.js";
import { t } from "../../basics/words.js";

/** The form for what is due. */
export function askTable(view, ui, draw, store) {
  const asked = view.chance;
  const known = asked.offers.map((one) => h("button.choice", { type: "button", "data-key": `told-${one.do.join()}`, onclick: () => store.act(one.do) },
    one.tile ? boon(one.tile) : one.card ? bazaarCard(one.card, { small: true }) : art("thing-ruby"), h("span.choice-text", {}, one.text), one.tile ? h("span.things.trade", {}, goods(one.tile.cost)) : null));
  return [known.length ? h("div.stack.known", {}, known) : null, ASKS[asked.ask](view, ui, draw, store)];
}

const ASKS = { dice, price, mosque: () => null, tile: build, card: build, deal };

// ------------------------------------------------------------------------- dice

function dice(view, ui, draw, store) {
  const { number, form } = view.chance;
  ui.dice ??= [];
  const put = (face) => { if (ui.dice.length < number) ui.dice.push(face); draw(); };
  const slots = Array.from({ length: number }, (_, at) => (ui.dice[at]
    ? h("button.tray-die", { type: "button", "data-key": `slot-${at}`, "aria-label": t("Take {face} away again", { face: view.table.goods[ui.dice[at]] }), onclick: () => { ui.dice.splice(at, 1); draw(); } }, art(`face-${ui.dice[at]}`))
    : h("span.tray-die.is-due", { "aria-hidden": "true" })));
  const send = () => store.act([form.replace("{dice}", FACES.map((face) => face.repeat(ui.dice.filter((one) => one === face).length)).join(""))]);
  return h("div.stack", {},
    h("p.soft", {}, t("Throw the dice of the box and tap what they show.")),
    h("div.tray.is-slots", { role: "group", "aria-label": t("{n} of {all} dice told", { n: ui.dice.length, all: number }) }, slots),
    h("div.face-buttons", {}, FACES.map((face) => h("button.die-button", { type: "button", "data-key": `face-${face}`, "aria-label": view.table.goods[face], disabled: ui.dice.length >= number, onclick: () => put(face) }, art(`face-${face}`)))),
    h("div.row", {}, dicePhoto(view, ui, draw), h("button.primary.grow", { type: "button", "data-key": "dice-go", disabled: ui.dice.length !== number, onclick: send }, t("These are the dice"))));
}

// ------------------------------------------------------------------------- a price

function price(view, ui, draw, store) {
  const { area, form, least, most, first } = view.chance;
  const { name } = view.table.areas.find((one) => one.area === area);
  ui.price ??= first;
  const say = (by = 0) => { // what is shown counts: a redraw may have come between typing and here
    input.defaultValue = input.value; // kept already: a redraw shows what is kept
    ui.price = Math.min(most, Math.max(least, (Number(input.value) || least) + by));
    draw();
  };
  const input = h("input", { type: "number", min: least, max: most, value: ui.price, "data-key": "price", "aria-label": t("Price"), onchange: () => say() });
  return h("div.stack", {},
    h("p.soft", {}, t("{name}: which number stands beside the next ruby?", { name })),
    h("div.stepper", {},
      h("button.icon-button", { type: "button", "data-key": "price-less", "aria-label": t("less"), disabled: ui.price <= least, onclick: () => say(-1) }, "−"), input,
      h("button.icon-button", { type: "button", "data-key": "price-more", "aria-label": t("more"), disabled: ui.price >= most, onclick: () => say(1) }, "+"),
      h("button.primary.grow", { type: "button", "data-key": "price-go", onclick: () => store.act([form.replace("{price}", ui.price)]) }, t("It costs {n}", { n: ui.price }))));
}

// ------------------------------------------------------------------------- a tile or a card never seen before

function build(view, ui, draw, store) {
  const { forms, form, pass, offers } = view.chance;
  return h("div.stack", {},
    (pass ?? []).map((text) => h("button", { type: "button", "data-key": "pass", onclick: () => store.act([text]) }, t("Not this one: it stays untold"))),
    h("p.soft", {}, offers.length ? t("Or one that was not seen before:") : t("What is printed on it? It is asked for once.")),
    faceBuilder({ forms, goods: view.table.goods }, ui, draw, (code) => store.act([form.replace("{face}", code)])));
}

/** Puts a face together: its kind, then its gaps; `done(code)` gets the code. */
export function faceBuilder({ forms, goods: names }, ui, draw, done) {
  const view = { table: { goods: names } };
  const picked = forms[ui.form];
  const kinds = forms.map((one, at) => h("button.toggle", { type: "button", "data-key": `form-${at}`, "aria-pressed": String(ui.form === at), onclick: () => { ui.form = at; ui.gaps = {}; draw(); } }, one.kind ? art(one.kind === "goods" ? "boon-goods" : `boon-${one.kind}`) : null, one.title));
  const code = picked ? filled(picked, ui) : "";
  return h("div.stack", {},
    h("div.row.kinds", {}, kinds),
    picked ? picked.gaps.map((gap) => gapForm(view, gap, ui, draw)) : null,
    picked ? h("button.primary", { type: "button", "data-key": "built", disabled: !code, onclick: () => done(code) }, t("That is what it says")) : null);
}

/** The form with its gaps filled; empty while one of them is. */
function filled(picked, ui) {
  let code = picked.form;
  for (const gap of picked.gaps) {
    const value = valueOf(gap, ui);
    if (!value) return "";
    code = code.replaceAll(`{${gap.name}}`, value);
  }
  return code;
}

function valueOf(gap, ui) {
  if (gap.kind === "one") return ui.gaps[gap.name] ?? gap.first;
  const counts = countsOf(gap, ui);
  return gap.possible.map((sign) => (sign === "lira" ? counts.lira || "" : sign.repeat(counts[sign] ?? 0))).join("");
}

function countsOf(gap, ui) {
  ui.gaps[gap.name] ??= Object.fromEntries(gap.possible.map((sign) => [sign, [...(gap.first ?? "")].filter((one) => one === sign).length]));
  return ui.gaps[gap.name];
}

function gapForm(view, gap, ui, draw) {
  return h("div.gap", { role: "group", "aria-label": gap.title }, h("span.gap-title", {}, gap.title), gap.kind === "one" ? oneOf(view, gap, ui, draw) : bundle(view, gap, ui, draw));
}

function oneOf(view, gap, ui, draw) {
  const now = ui.gaps[gap.name] ?? gap.first;
  return h("div.row", {}, gap.possible.map((value) => h("button.toggle", { type: "button", "data-key": `${gap.name}-${value}`, "aria-pressed": String(now === value), "aria-label": nameOf(view, value), onclick: () => { ui.gaps[gap.name] = value; draw(); } }, /^\d/.test(value) ? value : [...value].map(thing))));
}

const nameOf = (view, value) => (value === "X" ? t("crystal") : view.table.goods[value] ?? value);

/** Tapping adds one; the small minus takes one away. */
function bundle(view, gap, ui, draw) {
  const counts = countsOf(gap, ui);
  const change = (sign, by) => { counts[sign] = Math.max(0, (counts[sign] ?? 0) + by); draw(); };
  return h("div.row", {}, gap.possible.map((sign) => h("span.counter", { class: counts[sign] ? "" : "none" },
    h("button.icon-button", { type: "button", "data-key": `${gap.name}-more-${sign}`, "aria-label": t("one {name} more", { name: sign === "lira" ? t("Lira") : nameOf(view, sign) }), onclick: () => change(sign, 1) }, sign === "lira" ? art("thing-lira") : gap.kind === "goods" && sign !== "*" ? art(`good-${sign}`) : thing(sign), counts[sign] ? h("b", {}, counts[sign]) : null),
    counts[sign] ? h("button.icon-button.quiet.less", { type: "button", "data-key": `${gap.name}-less-${sign}`, "aria-label": t("one {name} less", { name: sign === "lira" ? t("Lira") : nameOf(view, sign) }), onclick: () => change(sign, -1) }, "−") : null)));
}

// ------------------------------------------------------------------------- the app's own, where it is not dealt by itself

function deal(view, ui, draw, store) {
  return h("div.stack", {}, view.chance.outcomes.map((text) => h("button.choice", { type: "button", "data-key": text, onclick: () => store.act([text]) }, text)));
}

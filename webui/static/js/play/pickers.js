/** Choosing among many legal actions: goods to sell, assistants to call, a number, the Smuggler's trade, real dice.
 *  Every picker only narrows down the choices the server sent; nothing here knows a rule. */

import { art, h } from "../basics/dom.js";
import { t, tn } from "../basics/words.js";

const GOODS = ["R", "G", "Y", "B"];
const total = (goods) => GOODS.reduce((sum, good) => sum + (goods[good] || 0), 0);
const same = (one, other) => GOODS.every((good) => (one[good] || 0) === (other[good] || 0));

/** Steppers over the goods of the Sell choices. `ui.sell` holds the pick; `go(choice)` plays it. */
export function sellPicker(view, choices, ui, draw, go) {
  const cards = [false, true].filter((card) => choices.some((one) => isCard(one) === card));
  const useCard = cards.length === 1 ? cards[0] : Boolean(ui.sellCard);
  const offered = choices.filter((one) => isCard(one) === useCard);
  const most = offered.reduce((one, other) => (total(other.facts.goods) > total(one.facts.goods) ? other : one), offered[0]);
  const best = offered.find((one) => one.usual) ?? most;
  const within = (goods, other) => GOODS.every((good) => (goods[good] || 0) <= (other[good] || 0));
  const can = (goods) => total(goods) > 0 && offered.some((one) => within(goods, one.facts.goods));
  if (!ui.sell || !can(ui.sell)) ui.sell = { ...best.facts.goods };
  const picked = offered.find((one) => same(one.facts.goods, ui.sell));
  const step = (good, by) => {
    ui.sell = { ...ui.sell, [good]: (ui.sell[good] || 0) + by };
    draw();
  };
  const rows = GOODS.filter((good) => offered.some((one) => one.facts.goods[good])).map((good) => {
    const more = { ...ui.sell, [good]: ui.sell[good] + 1 };
    const less = { ...ui.sell, [good]: ui.sell[good] - 1 };
    const name = view.table.goods[good];
    return h("div.stepper", { role: "group", "aria-label": name }, art(`good-${good}`), h("span.stepper-name", {}, name),
      h("button.icon-button", { "data-key": `less-${good}`, type: "button", "aria-label": t("one {name} less", { name }), disabled: less[good] < 0 || !can(less), onclick: () => step(good, -1) }, "−"),
      h("output", { "aria-live": "polite" }, ui.sell[good]),
      h("button.icon-button", { "data-key": `more-${good}`, type: "button", "aria-label": t("one {name} more", { name }), disabled: !can(more), onclick: () => step(good, 1) }, "+"));
  });
  const cardSwitch = cards.length > 1 &&
    h("label.check", {}, h("input", { type: "checkbox", "data-key": "sell-card", checked: useCard, onchange: () => { ui.sellCard = !useCard; ui.sell = null; draw(); } }), art("card-ANY_GOODS"), t("Play the card: any goods"));
  const wanted = view.table.places[Number(view.turn.topic?.slice("place-".length))]?.now;
  const exactly = offered.every((one) => total(one.facts.goods) === total(most.facts.goods));
  const withCard = exactly && offered.length > 1 ? t("With the card: exactly five goods of any kind.") : t("With the card: up to five goods of any kind.");
  const limit = useCard ? withCard : wanted && t("Wanted now: {goods}. More cannot be sold.", { goods: wanted });
  return h("div.stack", {}, limit ? h("p.small.soft", {}, limit) : null, rows, cardSwitch, button(picked, go));
}

const isCard = (choice) => choice.facts.any_goods === true;

/** Toggles over the places of the Recall choices; all of them at first. */
export function recallPicker(view, choices, ui, draw, go) {
  const all = [...new Set(choices.flatMap((one) => one.facts.places))];
  ui.recall ??= new Set(all);
  const key = [...ui.recall].sort((one, other) => one - other).join();
  const picked = choices.find((one) => [...one.facts.places].sort((a, b) => a - b).join() === key);
  const toggle = (place) => {
    ui.recall.has(place) ? ui.recall.delete(place) : ui.recall.add(place);
    draw();
  };
  const toggles = all.map((place) =>
    h("button.toggle", { type: "button", "data-key": `recall-${place}`, "aria-pressed": String(ui.recall.has(place)), onclick: () => toggle(place) },
      h("b", {}, place), view.table.places[place].name));
  const words = tn("Call {n} assistant back", "Call {n} assistants back", ui.recall.size);
  return h("div.stack", {}, h("div.row", {}, toggles), button(picked, go, words));
}

/** The numbers of the Tea House with the chance of each. */
export function numberPicker(choices, ui, draw, go) {
  const numbers = [...choices].sort((one, other) => one.facts.number - other.facts.number).map((one) =>
    h("button.number", { type: "button", "data-key": `announce-${one.facts.number}`, onclick: () => go(one), "aria-label": `${one.text}, ${one.detail}` },
      h("b", {}, one.facts.number), h("span.small", {}, one.detail)));
  return h("div.stack", {}, h("p.small.soft", {}, t("Reach the number and earn it; the small figure is the chance.")), h("div.numbers", {}, numbers));
}

/** The Smuggler: which good, and what for. */
export function smugglerPicker(view, choices, ui, draw, go) {
  const goods = [...new Set(choices.map((one) => one.facts.good))];
  if (!goods.includes(ui.smuggle)) ui.smuggle = null;
  const gains = goods.map((good) =>
    h("button.toggle", { type: "button", "data-key": `smuggle-${good}`, "aria-pressed": String(ui.smuggle === good), onclick: () => { ui.smuggle = ui.smuggle === good ? null : good; draw(); } },
      art(`good-${good}`), view.table.goods[good]));
  const fees = ui.smuggle && choices.filter((one) => one.facts.good === ui.smuggle).map((one) => button(one, go, one.detail, "button"));
  return h("div.stack", {}, h("h3", {}, t("The Smuggler offers one good")), h("div.row", {}, gains), fees && h("div.row", {}, fees));
}

/** The faces of two real dice: those the camera sees now, until somebody says others. `rolls` maps "3-4" to the steps that say so. */
export function dicePicker(rolls, ui, seen, draw, send) {
  const dice = ui.dice ?? seen ?? [null, null];
  const say = (at, face) => { ui.dice = dice.with(at, face); draw(); };
  const line = (at) => h("div.dice-line", { role: "group", "aria-label": at ? t("Second die") : t("First die") },
    [1, 2, 3, 4, 5, 6].map((face) =>
      h("button.die-button", { type: "button", "data-key": `die-${at}-${face}`, "aria-label": String(face), "aria-pressed": String(dice[at] === face), onclick: () => say(at, face) }, art(`die-${face}`))));
  const steps = rolls[dice.join("-")];
  return h("div.stack", {}, line(0), line(1),
    h("button.primary", { type: "button", disabled: !steps, "data-key": "dice-go", onclick: () => { ui.dice = null; send(steps); } }, t("These are the dice")));
}

function button(choice, go, words = choice?.text, kind = "button.primary") {
  return h(kind, { type: "button", disabled: !choice, "data-key": choice ? `do-${choice.do.join()}` : "do-none", onclick: () => choice && go(choice) }, words ?? t("Not possible like this"));
}

/** Learning a copy: lay the bare tiles out, take a photo, look at sixteen cut-outs, put right what is wrong, save. */

import * as client from "../http/client.js";
import { cornerEditor } from "./corners.js";
import { h, note } from "../basics/dom.js";
import { kept } from "../basics/held.js";
import { KINDS } from "../setup/layouts.js";
import { fileButton } from "./photos.js";
import { smaller } from "../camera/smaller.js";
import { layoutPlan } from "../setup/plan.js";
import { qr } from "../rights/qr.js";
import { tileCheck } from "./tiles.js";
import { t } from "../basics/words.js";

const LONGEST_PX = 3200;
const LOOKING = t("Looking for the sixteen tiles … this can take some seconds.");
const ORDERS = { in_order: t("In number order"), short: KINDS.short, long: KINDS.long };

/** The lesson; `set` is {ui, draw, recall, store}. Everything it needs to know comes with `set.ui.lesson`. */
export function lessonView(set) {
  const { lesson } = set.ui;
  if (!lesson) return h("p.loading", {}, t("Opening the lesson …"));
  follow(set);
  return h("div.lesson.stack", {}, lay(set, lesson), photograph(set, lesson), lesson.photos.map((photo) => photoCard(set, lesson, photo)),
    lesson.tiles.length ? [tileCheck(set, lesson, teach), save(set, lesson)] : null);
}

/** Tell the lesson something, and show what it answers; true where it was done. */
export async function teach(set, what, facts = {}) {
  return answered(set, client.teach(what, facts), what);
}

/** While a photo is being looked for: fetch the lesson anew with every number that moved since it was asked for last. */
async function follow(set) {
  const { ui, store } = set;
  const { tick } = store.view;
  if (!ui.lesson.photos.some((photo) => photo.looking) || ui.following || ui.followedAt === tick) return;
  Object.assign(ui, { following: true, followedAt: tick });
  const told = await client.lesson().catch(() => null);
  ui.following = false;
  if (told) ui.lesson = told;
  set.draw();
}

async function answered(set, request, what) {
  const { ui } = set;
  ui.busy = what;
  set.draw();
  const told = await request.catch((error) => {
    note(error.status ? error.message : t("The companion does not answer. Is the computer still on?"), "bad");
    return null;
  });
  ui.busy = "";
  if (told) Object.assign(ui, { lesson: told, followedAt: null });
  set.draw();
  return told !== null;
}

function lay(set, lesson) {
  const rows = [0, 4, 8, 12].map((at) => lesson.layout.slice(at, at + 4));
  const same = (other) => set.ui.orders?.[other]?.join() === lesson.layout.join();
  fetchOrders(set);
  const orders = Object.entries(ORDERS).map(([kind, words]) =>
    h("button.toggle", { type: "button", "aria-pressed": String(same(kind)), "data-key": `order-${kind}`, disabled: !set.ui.orders, onclick: () => teach(set, "layout", { layout: set.ui.orders[kind] }) }, words));
  return h("section.card.stack", {}, h("h2", {}, h("span.step-number", { "aria-hidden": "true" }, "1"), t("Lay the bare tiles like this")),
    h("p.soft", {}, t("Nothing on them, four rows of four, all the same way up, close together on a plain table.")),
    layoutPlan(rows), h("div.row", {}, orders),
    h("details", { "data-key": "own-order" }, h("summary.plain", {}, t("They lie in another order")), h("form.row", { onsubmit: (event) => ownOrder(set, event) },
      h("label.grow", {}, h("span.small", {}, t("The sixteen numbers, row by row")), h("input", { type: "text", name: "order", "data-key": "order-typed", inputmode: "numeric", autocomplete: "off", value: lesson.layout.join(" ") })),
      h("button", { type: "submit", "data-key": "order-go" }, t("They lie like this")))));
}

async function fetchOrders(set) {
  if (set.ui.orders || set.ui.ordering) return;
  set.ui.ordering = true;
  const all = await Promise.all(Object.keys(ORDERS).map((kind) => client.layout({ kind }))).catch(() => null);
  set.ui.ordering = false;
  if (!all) return;
  set.ui.orders = Object.fromEntries(all.map((one) => [one.kind, one.layout.flat()]));
  set.draw();
}

function ownOrder(set, event) {
  event.preventDefault();
  const layout = event.target.elements.order.value.split(/[^0-9]+/).filter(Boolean).map(Number);
  teach(set, "layout", { layout });
}

function photograph(set, lesson) {
  const { ui } = set;
  const taken = async (file) => answered(set, client.lessonPhoto(await smaller(file, LONGEST_PX)), "photo");
  const first = !lesson.photos.length;
  return h("section.card.stack", {}, h("h2", {}, h("span.step-number", { "aria-hidden": "true" }, "2"), first ? t("Take a photo from above") : t("A second photo, if one is not perfect")),
    h("p.soft", {}, first ? t("The whole bazaar in the picture and no lamp mirrored in it. Held upright, so that the numbers stand upright.") : t("Of each tile the better picture is kept: sharper, larger, without glare.")),
    h("div.row", {},
      lesson.camera ? h(first ? "button.primary" : "button", { type: "button", "data-key": "look", disabled: Boolean(ui.busy), onclick: () => teach(set, "look") }, t("Take the camera's picture")) : null,
      fileButton(t("Choose or take a photo"), taken, { key: "photo-file", kind: lesson.camera || !first ? "button" : "button.primary", disabled: Boolean(ui.busy) })),
    h("details", { "data-key": "by-phone" }, h("summary.plain", {}, t("Send one from a phone")),
      h("div.by-phone", {}, qr(lesson.phone.qr, t("Code for sending a photo")), h("p.soft", {}, t("Scan this with the phone, take the photo there; it appears here.")))),
    ui.busy === "photo" || ui.busy === "look" ? h("p.working", { role: "status" }, LOOKING) : null);
}

function photoCard(set, lesson, photo) {
  const { ui } = set;
  const facts = { photo: photo.number };
  const byHand = ui.byHand?.number === photo.number ? ui.byHand : null;
  if (byHand?.laying && !photo.looking) showLaid(byHand, photo);
  const open = () => { ui.byHand = { number: photo.number, editor: cornerEditor(photo, client.lessonPhotoUrl(photo.number)), snap: true, gap: photo.gap_mm }; set.draw(); };
  const action = (key, words, onclick, { kind = "button", waits = false } = {}) =>
    h(kind, { type: "button", "data-key": `${key}-${photo.number}`, disabled: Boolean(ui.busy) || (waits && photo.looking), onclick }, words);
  return h("section.card.stack.photo-card", { "data-photo": photo.number },
    byHand ? handWork(set, photo, byHand) : overlay(set, lesson, photo),
    h("p", { role: "status" }, verdict(photo)),
    photo.advice.length ? h("ul.advice", {}, photo.advice.map((one) => h("li", {}, one.text))) : null,
    byHand ? null : h("div.row", {},
      action("corners", t("Set the corners by hand"), open, { kind: photo.found || photo.looking ? "button" : "button.primary" }),
      photo.found ? action("turn", t("Upside down? Turn it"), () => teach(set, "turn", facts), { waits: true }) : null,
      action("again", t("Look again"), () => teach(set, "find", facts), { waits: true }),
      action("drop", t("Remove the photo"), () => teach(set, "drop", facts))));
}

function verdict(photo) {
  if (photo.looking) return LOOKING;
  if (!photo.found) return h("b", {}, photo.why ? `${photo.why} ` : "", t("I do not find sixteen tiles. Show me their corners by hand, or take another photo."));
  if (!photo.fits) return h("b", {}, t("The tiles look otherwise than in the first photo, so nothing is taken from this one. Lay them in the same order, turn the photo, or remove one of the two."));
  if (photo.by_hand) return t("The tiles lie as you have set them. Look at the cut-outs below.");
  return photo.advice.length ? t("All sixteen are there. What could be better:") : t("All sixteen are there, and the photo is good.");
}

/** The photo with the tiles drawn in, each with its number; kept from one drawing of the page to the next. */
function overlay(set, lesson, photo) {
  const { ui } = set;
  const kept = (ui.overlays ??= new Map()).get(photo.number);
  if (kept?.version === lesson.version) return kept.node;
  const node = cornerEditor(photo, client.lessonPhotoUrl(photo.number), false).node;
  ui.overlays.set(photo.number, { version: lesson.version, node });
  return node;
}

/** The tiles that were laid between a person's marks are there: draw them. */
function showLaid(hand, photo) {
  hand.laying = false;
  hand.editor.show(photo);
}

function handWork(set, photo, hand) {
  const busy = Boolean(set.ui.busy) || photo.looking;
  const lay = async () => {
    hand.laying = await teach(set, "lay", { photo: photo.number, corners: hand.editor.corners(), gap_mm: hand.gap, snap: hand.snap });
    set.draw();
  };
  return h("div.stack", {}, kept(hand.editor.node),
    h("p.soft", {}, t("Draw the four marks to the outer corners of the tiles, beginning with the top left corner of the first one. Arrow keys move a mark by one pixel, with Shift by ten.")),
    h("label.check", {}, h("input", { type: "checkbox", "data-key": "snap", checked: hand.snap, onchange: (event) => { hand.snap = event.target.checked; set.draw(); } }), t("Pull the tiles to the edges seen near by")),
    hand.snap ? null : h("label.setting", {}, h("span", {}, t("Gap between tiles: {mm} mm", { mm: hand.gap })), h("input", { type: "range", min: "0", max: "12", step: "0.5", "data-key": "gap", value: hand.gap, oninput: (event) => { hand.gap = Number(event.target.value); event.target.previousSibling.textContent = t("Gap between tiles: {mm} mm", { mm: hand.gap }); } })),
    h("div.row", {},
      h("button.primary", { type: "button", "data-key": "lay", disabled: busy, onclick: lay }, busy ? t("Laying the tiles …") : t("Lay the tiles between the marks")),
      h("button", { type: "button", "data-key": "hand-done", onclick: () => { set.ui.byHand = null; set.draw(); } }, t("Done"))));
}

function save(set, lesson) {
  const { ui } = set;
  const send = async (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    if (name) await keep(set, name, false);
  };
  return h("form.card.stack", { onsubmit: send }, h("h2", {}, h("span.step-number", { "aria-hidden": "true" }, "4"), t("Give your copy a name")),
    h("div.row", {}, h("label.grow", {}, h("span.visually-hidden", {}, t("Name of the copy")), h("input", { type: "text", name: "name", required: true, maxlength: "40", "data-key": "copy-name", autocomplete: "off", value: set.profiles.length ? "" : t("my copy") })),
      h("button.primary.big-button", { type: "submit", "data-key": "save", disabled: Boolean(ui.busy) }, t("Save and use it"))));
}

async function keep(set, name, replace) {
  const { ui } = set;
  ui.busy = "save";
  set.draw();
  try {
    await client.teach("save", { name, replace });
    Object.assign(ui, { lesson: null, lessonAt: null, byHand: null, tile: null, teaching: false, trial: null, sheets: Date.now() });
    await set.recall();
    note(t("{name} is learnt. Lay the tiles as you like and try it.", { name }));
  } catch (error) {
    ui.busy = "";
    if (error.code === "name_taken" && confirm(t("There is a copy {name} already. Learn it anew?", { name }))) return keep(set, name, true);
    note(error.message, "bad");
  }
  ui.busy = "";
  set.draw();
}

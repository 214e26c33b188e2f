/** A photo of the dice that were thrown, read by the computer; the first one teaches it the six icons. */

import * as client from "../../http/client.js";
import { READ_PX, smaller } from "../../camera/smaller.js";
import { art, h, note } from "../../basics/dom.js";
import { FACES } from "./dice_things.js";
import { t } from "../../basics/words.js";

/** The button that takes the photo; where the icons are not learnt yet, how to teach them. */
export function dicePhoto(view, ui, draw) {
  if (!view.icons) return null;
  const learnt = view.icons.learnt && !ui.teach;
  const input = h("input.visually-hidden", { type: "file", accept: "image/*", capture: "environment", id: "dice-photo", tabindex: "-1" });
  input.addEventListener("change", () => input.files[0] && send(input.files[0], learnt, ui, draw));
  const words = ui.looking ? t("Looking at the photo …") : learnt ? t("Read them from a photo") : t("Take that photo");
  const button = h("button", { type: "button", "data-key": "dice-photo", disabled: Boolean(ui.looking), onclick: () => input.click() }, words);
  if (learnt) return h("span.photo", {}, button, input);
  return h("details.teach", { "data-key": "teach" }, h("summary", {}, t("Read dice from photos")),
    h("p.small", {}, t("Once, for this copy: lay six dice in a row in this order, from left to right, and take a photo from above.")),
    h("div.tray.is-small", { "aria-hidden": "true" }, FACES.map((face) => h("span.tray-die", {}, art(`face-${face}`)))), h("span.photo", {}, button, input));
}

async function send(file, learnt, ui, draw) {
  ui.looking = true;
  draw();
  const blob = await smaller(file, READ_PX);
  try {
    const answer = await (learnt ? client.readDice(blob) : client.learnDice(blob));
    if (answer.dice) ui.dice = [...answer.dice];
    ui.teach = false;
    note(answer.message);
  } catch (error) {
    note(error.message, "bad");
  }
  ui.looking = false;
  draw();
}

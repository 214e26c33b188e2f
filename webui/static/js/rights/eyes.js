/** How does the host let an eye on another computer look at the table, and send it away? */

import * as client from "../http/client.js";
import { h, note } from "../basics/dom.js";
import { t } from "../basics/words.js";
import { qr } from "./qr.js";

const ui = { known: null, way: null };

/** Which eyes were let in; asked for together with the codes of the seats. */
export async function fetchEyes() {
  ui.known = await client.eyes().catch(() => ui.known);
}

/** How many eyes were let in, and whether one looks; null before that is known. */
export const eyesKnown = () => ui.known;

/** For the host, as a card of its own. */
export function eyeCard(draw) {
  return ui.known ? h("section.card.stack", { "aria-label": t("An eye at the table") }, h("h3", {}, t("An eye at the table")), eyeWays(draw)) : null;
}

/** What runs where the camera is, the code that lets it in, and the eyes there are. */
export function eyeWays(draw) {
  if (!ui.known) return null;
  const does = (work) => async () => {
    try { await work(); } catch (error) { note(error.message, "bad"); }
    draw();
  };
  const { eyes, looking } = ui.known;
  return [
    h("p.soft.small", {}, t("A camera on another computer can follow the game: numbers come from there, never pictures. Start this there, or show the code to its camera.")),
    eyes.length ? h("p", { role: "status" }, looking ? t("An eye looks at this table.") : t("No eye looks just now.")) : null,
    eyes.map((eye) => h("div.row", {}, h("p.grow", {}, eye.name || t("an eye without a name")),
      h("button.small", { type: "button", "data-key": `forget-eye-${eye.id}`, onclick: does(async () => { ui.known = await client.forgetEye(eye.id); }) }, t("Send away")))),
    ui.way ? h("div.stack", {}, qr(ui.way.qr, t("Code for an eye")), h("code.eye-command", {}, ui.way.command)) : null,
    h("button", { type: "button", "data-key": "eye-code", onclick: does(async () => { ui.way = await client.eyeCode(); }) }, ui.way ? t("Another code") : t("Let an eye in"))];
}

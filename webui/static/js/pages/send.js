/** A phone sends a photo of the bare tiles to the lesson on the computer. */

import * as client from "../http/client.js";
import { dress } from "../basics/comfort.js";
import { art, h, redraw } from "../basics/dom.js";
import { fileButton } from "../learning/photos.js";
import { smaller } from "../camera/smaller.js";
import { t } from "../basics/words.js";

const LONGEST_PX = 3200;
const AGAIN_MS = 1000;
const FOUND = t("Thank you, all sixteen tiles are there. Go on at the computer.");
const NOT_FOUND = t("The photo has arrived, but I do not find sixteen tiles in it. Take another one, or set the corners at the computer.");
/** The host has saved the copy meanwhile, or does without this photo. */
const GONE_ON = t("Thank you, the photo has arrived. Go on at the computer.");
const app = document.getElementById("app");
const code = new URLSearchParams(location.hash.slice(1)).get("p") ?? "";
const ui = { busy: false, words: "", bad: false };

function draw() {
  redraw(app, h("div.awning"), h("div.wizard.stack.send", {},
    art("icon", "", "wizard-icon"),
    h("h1", {}, t("A photo of your tiles")),
    h("p.lead", {}, t("Hold the phone flat above the middle of the table, the first row at the top, the whole bazaar in the picture, no lamp mirrored in it.")),
    h("div.row", {}, fileButton(ui.words && !ui.bad ? t("Take another photo") : t("Take the photo"), send, { key: "send", kind: "button.primary.big-button", camera: true, disabled: ui.busy || !code })),
    h("p", { role: ui.bad ? "alert" : "status", class: ui.bad ? "reason" : "" }, code ? ui.words : t("Scan the code on the computer once more: this page was opened without it."))));
}

async function send(file) {
  Object.assign(ui, { busy: true, bad: false, words: t("Sending, and looking for the sixteen tiles …") });
  draw();
  try {
    ui.words = await outcome(await client.lessonPhoto(await smaller(file, LONGEST_PX), code));
  } catch (error) {
    Object.assign(ui, { bad: true, words: error.status ? error.message : t("The companion does not answer. Is the computer still on?") });
  }
  ui.busy = false;
  draw();
}

/** What came of the photo sent, asked for until its tiles have been looked for. */
async function outcome({ photo, looking, found }) {
  if (!looking) return found ? FOUND : NOT_FOUND;
  await new Promise((done) => setTimeout(done, AGAIN_MS));
  const answer = await fetch(`/api/lesson/photo/${photo}`, { headers: { "X-Lesson": code }, cache: "no-store" });
  return answer.ok ? outcome(await answer.json()) : GONE_ON;
}

history.replaceState(null, "", location.pathname);
dress();
draw();

/** The camera's cards on a phone: its question, a disagreement, and a photo taken with the phone. */

import * as client from "./client.js";
import { h, note } from "./dom.js";
import { t } from "./words.js";

const LONGEST_PX = 2000;
const QUALITY = 0.85;

/** In one line, how things stand with the camera. */
export function statusWords(camera) {
  return {
    starting: t("Camera is starting"),
    looking: t("Looking at the table"),
    in_step: t("Camera and game agree"),
    hand: t("A hand is over the table"),
    asking: t("The camera has a question"),
    lost: t("Table and game differ"),
    not_seen: t("The camera does not see the table"),
  }[camera.status] ?? "";
}

/** The card for what the camera needs now, or null. */
export function cameraCard(view, store) {
  const { question, status, differences, detail } = view.camera;
  if (question && (question.seat === view.you.seat || view.you.host || view.you.seats.includes(question.seat))) {
    return questionCard(question, store);
  }
  if (status === "lost") return differenceCard(view, differences, detail, store);
  return null;
}

function questionCard(question, store) {
  const options = question.options.map((option, at) =>
    h("button.choice", { type: "button", class: at ? "" : "primary", "data-key": `answer-${option.id}`,
      onclick: () => store.send(() => client.answer({ question_id: question.id, option_id: option.id, seat: store.seat })) },
    h("span.choice-text", {}, option.text)));
  return h("section.card.camera-card", { role: "alert" }, h("h2", {}, t("The camera saw something")), h("p", {}, question.text), h("div.stack", {}, options));
}

function differenceCard(view, differences, detail, store) {
  const settle = (who) => () => store.send(() => client.settle(who, store.seat));
  return h("section.card.camera-card.differs", { role: "alert" }, h("h2", {}, t("Table and game differ")),
    detail ? h("p", {}, detail) : null,
    h("ul.differences", {}, differences.map((one) => h("li", {}, one.text))),
    h("div.row", {},
      h("button.grow", { type: "button", "data-key": "settle-table", onclick: settle("table") }, t("The table is right")),
      h("button.grow", { type: "button", "data-key": "settle-app", onclick: settle("app") }, t("The game is right")),
      h("button.grow", { type: "button", "data-key": "settle-look", onclick: settle("look") }, t("Look again"))));
}

/** Can a photo of a phone be read here, and is it the way to show the table just now? */
export const takesPhotos = (camera) => camera.photos !== false && !camera.virtual;
export const wantsPhoto = (camera) => takesPhotos(camera) && ["off", "lost", "not_seen"].includes(camera.status);

/** A button that takes a photo of the table and sends it; works over plain HTTP. */
export function photoButton(store, words = t("Take a photo of the table")) {
  const input = h("input.visually-hidden", { type: "file", accept: "image/*", capture: "environment", id: "photo", tabindex: "-1" });
  const label = h("button", { type: "button", "data-key": "photo", onclick: () => input.click() }, words);
  input.addEventListener("change", () => input.files[0] && send(input, label, words, store));
  return h("span.photo", {}, label, input);
}

async function send(input, label, words, store) {
  label.disabled = true;
  label.textContent = t("Looking at the photo …");
  const blob = await smaller(input.files[0]).catch(() => input.files[0]);
  const answer = await store.send(() => client.photo(blob));
  if (answer?.message) note(answer.message);
  input.value = "";
  label.disabled = false;
  label.textContent = words;
}

/** A picture no larger than the reader needs. */
export async function smaller(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = h("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed()), "image/jpeg", QUALITY));
}

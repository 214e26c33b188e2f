/** What comes of photos at a club's table? A worker reads them by and by; until then it is told how they stand. */

import * as client from "../http/client.js";
import { h, note } from "../basics/dom.js";
import { READ_PX, smaller } from "../camera/smaller.js";
import { t } from "../basics/words.js";

const line = (told) => (told?.text ? h("p.camera-line", { role: "status" }, told.text) : null);

/** How the newest photo of the table stands; nothing where there is none. */
export const photoLine = (view) => line(view.photos?.look);

/** For the host of a club's table: one photo of the bare tiles teaches this copy, and phones may take photos. */
export function copyCard(view, store) {
  if (!view.photos || !view.you.host) return null;
  const input = h("input.visually-hidden", { type: "file", accept: "image/*", capture: "environment", id: "copy-photo", tabindex: "-1" });
  input.addEventListener("change", () => input.files[0] && send(input, store));
  const pending = ["waiting", "reading"].includes(view.photos.learn?.state);
  return h("section.card.stack", { "data-key": "copy" }, h("h3", {}, t("Photos of the table")),
    h("p.small", {}, view.photos.copy ? t("This copy of the game is learnt: phones can show the table by a photo.") : t("Where the copy on this table is learnt, phones can show it by a photo instead of tapping. Lay the sixteen tiles bare in order of their numbers, four in a row, and take one photo from above.")),
    line(view.photos.learn), input,
    h("div.row", {}, h("button", { type: "button", "data-key": "copy-photo", disabled: pending, onclick: () => input.click() }, view.photos.copy ? t("Learn it anew from a photo") : t("Take a photo of the bare tiles"))));
}

async function send(input, store) {
  const blob = await smaller(input.files[0], READ_PX);
  input.value = "";
  const answer = await store.send(() => client.copyPhoto(blob));
  if (answer?.message) note(answer.message);
}

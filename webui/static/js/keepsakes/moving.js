/** Everything in one file, to keep or to take to another computer; and back again. */

import * as client from "../http/client.js";
import { h, note } from "../basics/dom.js";
import { t, tn } from "../basics/words.js";

/** The host's card: a backup to download, and one to bring back. */
export function movingCard() {
  const input = h("input", { type: "file", accept: ".zip,application/zip", hidden: true, "aria-label": t("Bring a backup back"), onchange: (event) => bringBack(event.target) });
  return h("section.stack", { "aria-label": t("Backup") }, h("h3", {}, t("Backup")),
    h("p.soft.small", {}, t("All games, copies of your tiles and choices in one file, to keep or to take to another computer. What is here stays when you bring one back.")),
    h("div.row", {}, h("a.button", { href: client.backupUrl, download: "" }, t("Download a backup")),
      h("button", { type: "button", "data-key": "restore", onclick: () => input.click() }, t("Bring a backup back")), input));
}

async function bringBack(input) {
  const [file] = input.files;
  input.value = "";
  if (!file) return;
  const done = await client.restore(file).catch((refusal) => note(refusal.message, "bad"));
  if (done) note(tn("{n} thing was added.", "{n} things were added.", done.added.length));
}

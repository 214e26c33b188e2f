/** Are pictures of this evening being kept? The mark for every screen, and the host's switch. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { t, tn } from "../basics/words.js";

/** A strip above the page, there for as long as pictures are kept. */
export function showRecording(view) {
  const strip = document.getElementById("recording");
  const on = Boolean(view.recorder?.on);
  if (on === Boolean(strip)) return;
  if (strip) return strip.remove();
  document.body.prepend(h("p.recording", { id: "recording", role: "status" },
    h("span.recording-dot", { "aria-hidden": "true" }), t("Pictures of the table are being kept")));
}

/** The host's card: switch on when everybody agrees, take the pictures along, forget them. */
export function recorderCard(view, store) {
  const { on, pictures, megabytes, full } = view.recorder;
  const size = tn("one picture", "{n} pictures", pictures);
  return h("details.recorder", { "data-key": "recorder", open: on || pictures > 0 },
    h("summary", {}, t("Keep the pictures of this evening")),
    h("div.stack", {},
      h("p.small", {}, t("One picture of every changed table, to follow the game again later or to show what the camera got wrong. They stay on this computer until you take them along. Ask everybody at the table first; all screens show a mark meanwhile.")),
      h("p", { role: "status" }, pictures ? `${size} · ${t("{size} MB", { size: megabytes })}` : t("None are kept yet.")),
      full ? h("p.reason", {}, t("There is no room for more pictures. Take these along and delete them, or free space on the disk.")) : null,
      h("div.row", {},
        h("button", { type: "button", "data-key": "recorder-switch", "aria-pressed": String(on), class: on ? "" : "primary", disabled: full && !on, onclick: () => store.send(() => client.record(!on)) },
          on ? t("Stop keeping pictures") : t("Everybody agrees: keep pictures")),
        pictures ? h("a.button", { href: client.recordingUrl, download: "", "data-key": "recorder-zip" }, t("Take them along (ZIP)")) : null,
        pictures ? h("button.danger", { type: "button", "data-key": "recorder-delete", onclick: () => forget(store) }, t("Delete them")) : null)));
}

function forget(store) {
  if (confirm(t("Delete all pictures of this game?"))) store.send(() => client.forgetRecording());
}

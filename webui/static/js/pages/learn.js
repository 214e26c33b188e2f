/** The host's page about copies of the game: those known, and one more to be learnt. */

import * as client from "../http/client.js";
import { dress } from "../basics/comfort.js";
import { copiesList, startLesson } from "../learning/copies.js";
import { h, note, redraw } from "../basics/dom.js";
import { untilAnswered } from "../http/again.js";
import { joinByLink } from "../rights/join.js";
import { lessonView } from "../learning/lesson.js";
import { Store } from "../http/store.js";
import { t } from "../basics/words.js";

const app = document.getElementById("app");
const store = new Store();
const set = { ui: {}, profiles: [], camera: null, store, draw, recall };

function draw() {
  if (!store.view.you.host) return redraw(app, h("div.awning"), h("div.page.stack", {}, h("h1", {}, t("Copies of the game")),
    h("p.reason", { role: "alert" }, t("Only the host may do this. The link that the program printed makes somebody the host once; later the PIN does, under “I am the host” on the first page."))));
  const open = set.ui.teaching ?? set.profiles.length === 0;
  if (open) startLesson(set);
  return redraw(app, h("div.awning"), h("div.page.stack", {},
    h("h1", {}, t("Copies of the game")),
    h("p.soft", {}, t("The camera has to have seen your copy of the game once: any edition, any language.")),
    copiesList(set),
    open ? lessonView(set) : h("div.row", {}, h("button.primary", { type: "button", "data-key": "teach", onclick: () => { set.ui.teaching = true; draw(); } }, t("Learn another copy"))),
    h("p", {}, h("a", { href: "/setup?step=camera" }, t("Choose the camera")), " · ", h("a", { href: "/table" }, t("Table screen")))));
}

async function recall() {
  const told = await client.wizard();
  set.profiles = told.profiles;
  set.camera = told.camera;
}

dress();
const joined = await joinByLink();
if (joined?.problem) note(joined.problem, "bad");
await store.start();
await store.first();
if (store.view.you.host) await untilAnswered(recall).catch((error) => note(error.message, "bad"));
store.subscribe(draw);
draw();

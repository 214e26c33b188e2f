/** How the game went, in pictures, and everything that can be taken home. */

import * as client from "../http/client.js";
import { noTie } from "../basics/about.js";
import { comfort, dress } from "../basics/comfort.js";
import { h, redraw } from "../basics/dom.js";
import { keepButtons } from "../keepsakes/keep.js";
import { logList } from "../play/log.js";
import { loadParts } from "../play/parts.js";
import { ranking, standing } from "../play/result.js";
import { eveningPicture, pictures } from "../play/stats.js";
import { Store } from "../http/store.js";
import { t } from "../basics/words.js";

const FILES = { "/api/record": t("Record (plays again, move by move)"), "/api/export/log.csv": t("Log as a table (CSV)"), "/api/export/result.csv": t("Result as a table (CSV)") };
const app = document.getElementById("app");
const store = new Store({ prepare: loadParts });
let numbers = null;
let link = null;
let counted = "";

function draw() {
  const { view } = store;
  if (!counted.startsWith(`${view.game_id}/`)) numbers = link = null; // another game's
  redraw(app, h("div.awning"), h("div.page.stack", {}, h("h1", {}, t("How it went")), view.players ? content(view) : h("p.card", {}, t("No game has been started yet. The host starts it on the computer.")),
    h("p", {}, h("a", { href: "/table" }, t("Table screen")), " · ", h("a", { href: "/guide" }, t("Guide"))), noTie(), comfort()));
  if (view.players) count(view);
}

function content(view) {
  return [
    view.result ? [ranking(view), home(view)] : [
      numbers ? standing(view, numbers.standing.rows) : null,
      h("p.card", {}, t("You may stop here: the game is kept as it stands, and goes on from here another day. Once another game has begun, this one is found under “A new game”.")),
      h("p.card", {}, t("These are its pictures so far. What names cards can be kept when it is over."))],
    numbers ? h("div.stats-grid", {}, pictures(view, numbers).map(({ name, chart }) => h("figure.card", {}, chart, h("div.row.keep", {}, h("span.small.soft", {}, t("Keep:")), keepButtons(chart, name))))) : null,
    logList(view, { store, "data-key": "log" }),
  ];
}

/** Files, and the way into BG Stats. */
function home(view) {
  return h("section.card.stack", { "aria-label": t("To take home") }, h("h2", {}, t("To take home")),
    h("div.row", {}, Object.entries(FILES).map(([href, words]) => h("a.button", { href, download: "" }, words))),
    numbers ? h("div.row", {}, h("span", {}, t("Picture of the evening:")), keepButtons(eveningPicture(view, numbers), "evening")) : null,
    link ? h("div.stack", {}, h("p", {}, h("a.button", { href: link, target: "_blank", rel: "noopener noreferrer" }, t("Hand the play to BG Stats"))),
      h("p.small.soft", {}, t("Opens the BG Stats app, or its site. Only then do names and result leave this computer."))) : null);
}

/** The numbers are asked for once for every state of the game. */
async function count(view) {
  const now = `${view.game_id}/${view.version}`;
  if (now === counted) return;
  counted = now;
  numbers = await client.statistics().catch(() => null);
  link = view.result ? await client.bgStats().then((answer) => answer.url).catch(() => null) : null;
  draw();
}

dress();
store.subscribe(draw);
await store.start();

/** Does this phone reach the computer, how fast, and does news come by itself? Measured from the phone's side. */

import { at } from "../basics/address.js";
import * as client from "../http/client.js";
import { comfort, dress } from "../basics/comfort.js";
import { h, redraw } from "../basics/dom.js";
import { t } from "../basics/words.js";

const TRIES = 10;
const SLOW_MS = 400;
const NEWS_MS = 8000;
const found = [];
let done = false;

async function measure() {
  found.length = 0;
  done = false;
  draw();
  const times = await answers();
  found.push(speed(times));
  draw();
  found.push(await news(), line());
  done = true;
  draw();
}

/** How long each of some answers took; null for one that did not come. */
async function answers() {
  const times = [];
  for (let n = 0; n < TRIES; n++) {
    const begun = performance.now();
    times.push(await client.view().then(() => performance.now() - begun, () => null));
  }
  return times;
}

function speed(times) {
  const came = times.filter((one) => one !== null).sort((a, b) => a - b);
  if (!came.length) return ["bad", t("The computer does not answer."), t("Is it asleep, or has this phone left the Wi-Fi?")];
  const facts = { usual: Math.round(came[came.length >> 1]), worst: Math.round(came.at(-1)), came: came.length, tries: TRIES };
  const told = t("{came} of {tries} answers came; usually after {usual} ms, at worst after {worst} ms.", facts);
  if (came.length < TRIES) return ["bad", told, t("The line breaks now and then: come nearer to the router, or open a hotspot on this phone.")];
  return facts.usual > SLOW_MS ? ["note", told, t("That is slow, but enough to play. Nearer to the router it is faster.")] : ["good", told, ""];
}

/** Does the server's own line open? Without it the page hears of changes late. */
const news = () => new Promise((tell) => {
  const late = setTimeout(() => tell(["bad", t("News does not come by itself."), t("A data saver, a VPN or a proxy holds it back: switch it off for this page.")]), NEWS_MS);
  const source = new EventSource(at("/events"));
  const heard = () => { clearTimeout(late); source.close(); tell(["good", t("News comes by itself."), ""]); };
  source.onmessage = heard;
  source.addEventListener("beat", heard);
});

const line = () => (window.isSecureContext
  ? ["good", t("The line is encrypted: this phone's camera and its screen can be used."), ""]
  : ["note", t("The line is not encrypted, as usual at home."), t("For this phone's live camera and a screen that stays on, see “A secure connection”.")]);

const SIGNS = { good: "✓", note: "•", bad: "✗" };
const row = ([state, words, advice]) => h("li.card.reach-row", { class: `is-${state}` }, h("span.reach-sign", { "aria-hidden": "true" }, SIGNS[state]), h("div", {}, h("b", {}, words), advice ? h("p", {}, advice) : null));

function draw() {
  const rows = [["good", t("This phone reaches the computer."), ""], ...found];
  redraw(document.getElementById("app"), h("div.awning"), h("div.page.stack", {}, h("h1", {}, t("The line to the table")),
    h("div", { role: "status" }, h("ul.reach-rows", {}, rows.map(row))),
    done ? h("div.row", {}, h("a.button.primary", { href: "/" }, t("To your seat")), h("button", { type: "button", "data-key": "again", onclick: measure }, t("Measure again")), h("a.button", { href: "/ca" }, t("A secure connection"))) : h("p.soft", {}, t("Measuring …")),
    comfort()));
}

dress();
measure();

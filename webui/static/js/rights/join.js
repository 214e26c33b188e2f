/** Getting in: a code in the link, six characters typed, or the host's PIN. */

import { inClub } from "../basics/address.js";
import * as client from "../http/client.js";
import { art, h, note, redraw } from "../basics/dom.js";
import { keptLine } from "../club/kept.js";
import { t } from "../basics/words.js";

/** Redeem the code in the address, if there is one, and take it out of the address. */
export async function joinByLink() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const code = hash.get("j") ?? hash.get("h");
  if (!code) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return tried(() => client.join(code));
}

async function tried(request) {
  try {
    return await request();
  } catch (error) {
    return { problem: error.status ? error.message : t("The companion does not answer. Is the computer still on?") };
  }
}

/** In which game the host was asked, since this phone last had a seat: with another game the request is gone. */
let asked = null;
const SAT = "bazaar-sat";
/** In which game this phone had a seat last, and which; a page that is loaded anew still knows it. */
let sat = JSON.parse(sessionStorage.getItem(SAT)) ?? { game: "", seat: null };

/** This phone has a seat in this game: who loses it was not turned away. */
export function satDown(game, seat) {
  asked = null;
  if (sat.game !== game || sat.seat !== seat) remember({ game, seat });
}

/** This phone gives its seat back itself, and knows why it has none. */
export const standsUp = () => remember({ game: "", seat: null });

function remember(now) {
  sat = now;
  sessionStorage.setItem(SAT, JSON.stringify(now));
}

/** The page of somebody without a seat; `club` tells what is kept of who sits down. */
export function joinPage(app, reason, joined, view = {}) {
  const { you = {}, number = 0, club = null, game_id: game = "" } = view;
  if (you.waiting) asked = game;
  const problem = reason || whyHere(you, game, view);
  const gone = problem || you.waiting ? "" : whereSeatWent(game, view);
  redraw(app,
    h("div.awning"),
    h("div.join.stack", {},
      art("icon", "", "join-icon"),
      h("h1", {}, t("Welcome to the bazaar")),
      problem ? h("p.reason", { role: "alert" }, problem) : null,
      gone ? h("p.card", { role: "status" }, gone) : null,
      you.waiting ? waiting(number) : game ? seatForm(joined, game) : null,
      game ? h("p", {}, h("a.button", { href: "/table" }, t("Only watch the table"))) : null,
      you.host ? hostLink(game) : pinForm(joined),
      keptLine(club)));
}

/** Why somebody who was in is not any more, in words; nothing where it is plain on the table. */
function whyHere(you, game, { players = [] }) {
  if (you.waiting) return "";
  if (asked === game) return t("The host did not let this phone in.");
  if (!sat.game || !game) return "";
  if (sat.game !== game) return t("Another game has begun. Scan the code of your seat, if you play.");
  const { strength, name } = players[sat.seat];
  return strength ? t("The app plays for {name} from now on. The host can let a person play there again.", { name }) : "";
}

/** What became of the seat that this phone had in this game. */
function whereSeatWent(game, { players = [], joined: taken = [] }) {
  if (!game || sat.game !== game) return "";
  const { name } = players[sat.seat];
  return taken[sat.seat]
    ? t("Another phone plays for {name} now. If that is not right, the host can show a code for this phone.", { name })
    : t("The host has freed the seat of {name}. To play on with this phone, ask the host for a new code.", { name });
}

function waiting(number) {
  return h("p.card", { role: "status" }, t("The host has been asked to let this phone in. It is one tap on the host's screen."), " ", h("b", {}, t("This is phone {number}.", { number })));
}

function hostLink(game) {
  return h("p", {}, game ? h("a.button", { href: "/host" }, t("To the host's page")) : h("a.button.primary", { href: "/host" }, t("Start a game")));
}

function seatForm(joined, game) {
  return [h("p", {}, t("Scan the code of your seat on the table screen with this phone's camera.")), codeForm(joined, game)];
}

function codeForm(joined, game) {
  const input = h("input", { type: "text", id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "6", inputmode: "text", "data-key": "code" });
  return form(input, t("Or type the six characters below your code"), t("Take this seat"), async () => {
    const answer = await client.join(input.value);
    if (answer.waiting) asked = game;
    return answer;
  }, joined);
}

/** What stands on a page for the host where somebody else opens it: why, and the way to be the host. */
export const onlyHost = () => [
  h("p.reason", { role: "alert" }, t("Only the host can start a game. The link that the program printed makes somebody the host once; later the PIN does.")),
  pinForm(() => location.reload())];

/** How another device becomes the host's: with the PIN that only the computer shows. */
function pinForm(joined) {
  const input = h("input", { type: "password", id: "pin", autocomplete: "off", inputmode: "numeric", maxlength: "6", "data-key": "pin" });
  return h("details.card", { "data-key": "be-host" }, h("summary", {}, t("I am the host")),
    form(input, inClub ? t("The six digits on the card of your table") : t("The six digits that the computer shows"), t("Be the host here"), () => client.beHost(input.value), joined));
}

function form(input, label, words, request, joined) {
  const send = async (event) => {
    event.preventDefault();
    const answer = await tried(request);
    if (answer.problem) note(answer.problem, "bad");
    else joined();
  };
  return h("form.card.stack", { onsubmit: send }, h("label", { for: input.id }, label),
    h("div.row", {}, h("div.grow", {}, input), h("button.primary", { type: "submit" }, words)));
}

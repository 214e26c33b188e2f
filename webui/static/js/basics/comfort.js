/** What each device may choose for itself: theme, language, sound, vibration; kept on the device. */

import { h } from "./dom.js";
import { awakeRow } from "../http/secure.js";
import { chime, shake, touched, wakeWithTouch } from "./sounds.js";
import { LANGUAGES, t } from "./words.js";

/** What this device has chosen, or the usual. */
export const kept = (name, fallback) => localStorage.getItem(`bazaar-${name}`) ?? fallback;
/** Keep what this device has chosen. */
export const keep = (name, value) => localStorage.setItem(`bazaar-${name}`, value);

/** Put the chosen theme on the page. */
export function dress() {
  const theme = kept("theme", "system");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Kept while a page is drawn anew: its settings were open. */
const REOPEN = "bazaar-settings-open";
const AGAIN_MS = 30_000;
let again = 0;
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => clearTimeout(again));

/** Tell the player that the turn is theirs: a short buzz and two soft notes, each only if wanted; once more where
 *  nobody touches the phone. `still()` says whether the turn still waits. */
export function callPlayer(still) {
  signal();
  clearTimeout(again);
  again = setTimeout(() => still() && signal(), AGAIN_MS);
}

function signal() {
  if (wantsShaking()) shake();
  if (wantsSound()) chime();
}

const wantsShaking = () => kept("vibration", "on") === "on" && "vibrate" in navigator;
const wantsSound = () => kept("sound", "off") === "on";
wakeWithTouch(wantsSound);

/** Would this phone call its player, if only somebody touched it first? */
export const waitsForTouch = () => !touched() && (wantsSound() || wantsShaking());

/** How much help: "places" (legal moves and what each place does), "legal" (legal moves lit), "off". */
export const helpLevel = () => kept("help", "places");

/** Does this device want hints? */
export const wantsHints = () => kept("hints", "off") === "on";

/** Does this device want to see what happens, for a second or two? */
export const wantsMoments = () => kept("moments", "on") === "on";

/** Does the owner of this device want little motion? What is to be seen then stands still. */
export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A few soft notes for something good, where sound is wanted: [after how many seconds, how high in hertz]. */
export const ring = (notes) => wantsSound() && chime(notes);

/** The page anew, which shows the settings again where they were. */
function anew() {
  sessionStorage.setItem(REOPEN, "");
  location.reload();
}

/** Were the settings open before the page was drawn anew?  They come into view once they are on the page. */
function wereOpen() {
  const open = sessionStorage.getItem(REOPEN) !== null;
  if (open) requestAnimationFrame(() => {
    const settings = document.querySelector("[data-key=comfort]");
    if (settings) sessionStorage.removeItem(REOPEN);
    settings?.scrollIntoView();
  });
  return open;
}

/** The settings of this device. */
export function comfort(extra = []) {
  return h("details.card", { "data-key": "comfort", open: wereOpen() }, h("summary", {}, t("This device")),
    h("div.stack", {},
      choice(t("Language"), document.documentElement.lang, LANGUAGES, (value) => {
        document.cookie = `lang=${value}; path=/; max-age=31536000; samesite=strict`;
        anew();
      }),
      choice(t("Colours"), kept("theme", "system"), { system: t("as the device"), light: t("paper (light)"), dark: t("night (dark)") }, (value) => {
        keep("theme", value);
        dress();
      }),
      choice(t("Vibration"), kept("vibration", "on"), { on: t("on"), off: t("off") }, (value) => keep("vibration", value)),
      choice(t("Sound"), kept("sound", "off"), { on: t("on"), off: t("off") }, (value) => {
        keep("sound", value);
        if (value === "on") chime();
      }),
      choice(t("Moments"), kept("moments", "on"), { on: t("on"), off: t("off") }, (value) => keep("moments", value)),
      choice(t("Help"), helpLevel(), { places: t("moves and places"), legal: t("possible moves"), off: t("none") }, (value) => { keep("help", value); anew(); }),
      choice(t("Thinking time"), kept("clock", "off"), { off: t("hidden"), on: t("shown") }, (value) => { keep("clock", value); anew(); }),
      choice(t("Hint button"), kept("hints", "off"), { off: t("off"), on: t("on") }, (value) => { keep("hints", value); anew(); }),
      awakeRow(choice),
      extra));
}

/** One setting of this device: its title, what is chosen now, what there is to choose from, and what then happens. */
export function choice(title, now, options, chosen) {
  const select = h("select", { "data-key": `choose-${title}`, onchange: (event) => chosen(event.target.value) },
    Object.entries(options).map(([value, words]) => h("option", { value, selected: value === now }, words)));
  return h("label.setting", {}, h("span", {}, title), select);
}

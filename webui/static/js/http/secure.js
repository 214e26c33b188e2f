/** What may a page do over a secure connection that it may not over plain HTTP? Keep the screen on, and be installed. */

import { inClub } from "../basics/address.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const WATCHED = ["phone", "table", "eye"];
const able = "wakeLock" in navigator;
const wants = () => localStorage.getItem("bazaar-awake") !== "off" && WATCHED.includes(document.documentElement.dataset.page);
let lock = null;

/** Ask for the screen to stay on while this page is looked at; let go where it is not wanted any more. */
export async function stayAwake() {
  if (!able || document.hidden) return;
  if (!wants()) await lock?.release();
  else if (!lock || lock.released) lock = await navigator.wakeLock.request("screen").catch(() => null);
}

/** The setting of this device, or why there is none. */
export function awakeRow(choose) {
  if (able) return choose(t("Screen"), localStorage.getItem("bazaar-awake") ?? "on", { on: t("stays on"), off: t("may go dark") }, (value) => {
    localStorage.setItem("bazaar-awake", value);
    stayAwake();
  });
  return h("p.small.soft", {}, t("Over plain HTTP a page may not keep the screen on: lengthen the time in the phone's settings, or read about"), " ", h("a", { href: "/ca" }, t("a secure connection")), ".");
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
/** A club has pages of its own besides those of its tables; neither is kept on a device. */
const ofTheClub = inClub || document.documentElement.dataset.page.startsWith("club");
if (location.protocol === "https:" && !ofTheClub) navigator.serviceWorker?.register("/sw.js").catch(() => null);

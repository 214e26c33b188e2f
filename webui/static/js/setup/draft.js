/** What the host has chosen is kept on the computer: a moment after the last change, at once when the page is left. */

import * as client from "../http/client.js";

const KEEP_MS = 400;
const ON_ITS_WAY = "bazaar-draft";
/** A page that is loaded anew may ask sooner than what it sent on leaving has arrived; later the computer knows best. */
const ON_ITS_WAY_MS = 10_000;

/** The newest choices: what this tab sent a moment ago, else what the computer told. */
export function newest(told) {
  const sent = JSON.parse(sessionStorage.getItem(ON_ITS_WAY) ?? "null");
  return sent && Date.now() - sent.at < ON_ITS_WAY_MS ? sent.draft : told;
}

/** Keeps what `draft()` gives: `soon` after a change, `now` where something waits for it. */
export function keeper(draft) {
  let waiting = 0;
  function now() {
    clearTimeout(waiting);
    waiting = 0;
    const kept = draft();
    sessionStorage.setItem(ON_ITS_WAY, JSON.stringify({ at: Date.now(), draft: kept }));
    return client.keepWizard(kept).then(() => sessionStorage.removeItem(ON_ITS_WAY)).catch(() => null);
  }
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(now, KEEP_MS);
  }
  addEventListener("pagehide", () => waiting && now());
  return { now, soon };
}

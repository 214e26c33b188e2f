/** What the host has chosen is kept on the computer: a moment after the last change, at once when the page is left. */

import * as client from "../http/client.js";

const KEEP_MS = 400;

/** Keeps what `draft()` gives: `soon` after a change, `now` where something waits for it. */
export function keeper(draft) {
  let waiting = 0;
  function now() {
    clearTimeout(waiting);
    waiting = 0;
    return client.keepWizard(draft()).catch(() => null);
  }
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(now, KEEP_MS);
  }
  addEventListener("pagehide", () => waiting && now());
  return { now, soon };
}

/** What does a page do that cannot begin without an answer? It says so, and asks until there is one. */

import { AGAIN_MS, Refusal } from "./client.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** The computer is busy, which passes; any other refusal stays one. */
const BUSY = 500;

/** Nobody answers and there is nothing to show: say so for as long as that is so. */
export function away() {
  document.querySelector("#app .loading")?.replaceWith(h("p.loading.offline", { role: "status" }, t("The companion does not answer. Is the computer still on?")));
}

/** What `ask()` gives, asked for again where nobody answers; `missed` tells of it. A refusal comes back as one. */
export async function untilAnswered(ask, missed = away) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Refusal && error.status < BUSY) throw error;
      missed();
    }
    await new Promise((later) => setTimeout(later, AGAIN_MS));
  }
}

/** How does a table of a club call the organiser, and take it back? */

import * as client from "../http/client.js";
import { inClub } from "../basics/address.js";
import { h } from "../basics/dom.js";
import { keptLine } from "../club/kept.js";
import { t } from "../basics/words.js";

/** Nothing where the table belongs to no club; who only watches is told what is kept. */
export function organiserCard(view, store) {
  if (!inClub) return null;
  if (!(view.you.host || view.you.seats.length)) return keptLine(view.club);
  const words = view.needs_help ? t("We need no help any more") : t("Call the organiser");
  return h("section.card.stack", {}, view.needs_help ? h("p", { role: "status" }, t("The organiser has been called.")) : null,
    h("button", { type: "button", "data-key": "organiser", disabled: store.busy, onclick: () => store.send(() => client.callOrganiser(!view.needs_help)) }, words),
    view.club?.ladder ? h("p", {}, h("a", { href: "/club/ladder" }, t("The ladder of the club"))) : null, keptLine(view.club));
}

/** How sure is the reader of each tile and token? The least sure first. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

const MOST = 12;
let rows = [];

/** A fold whose list is kept fresh while it is open. */
export function sureness(view) {
  return h("details.sure", { "data-key": "sure" }, h("summary", {}, t("How sure the camera is")), list(view));
}

/** Fetch the newest figures where somebody looks at them. */
export async function freshSureness(view) {
  const shown = document.querySelector(".sure[open]");
  if (!shown) return;
  const fresh = await client.confidences().catch(() => []);
  rows = fresh.toSorted((one, other) => one.confidence - other.confidence).slice(0, MOST);
  shown.lastElementChild.replaceWith(list(view));
}

function list(view) {
  if (!rows.length) return h("p.soft", {}, t("Nothing has been read yet."));
  return h("ul.sure-list", {}, rows.map((one) => h("li", {}, h("span", {}, words(view, one)), h("meter", { min: "0", max: "1", low: "0.5", high: "0.9", optimum: "1", value: String(one.confidence) }), h("b", {}, `${Math.round(100 * one.confidence)} %`))));
}

function words(view, one) {
  const place = view.table.places[one.place]?.name ?? t("no place");
  if (!one.kind) return t("Tile: {place}", { place });
  const owner = view.players.find((player) => player.color === one.color)?.name ?? "";
  return `${KINDS()[one.kind] ?? one.kind} ${owner} · ${place}`;
}

const KINDS = () => ({ merchant: t("merchant"), assistant: t("assistant"), family: t("family member"), governor: t("Governor"), smuggler: t("Smuggler") });

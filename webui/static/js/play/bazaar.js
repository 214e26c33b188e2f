/** The sixteen places with everything that stands on them: the same on phone and table screen. */

import { art, h, mark, token } from "../basics/dom.js";
import { ownTileUrl } from "../http/client.js";
import { t, tn } from "../basics/words.js";

const SIDE = 4;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE };

/** What stands on each place: {place: [{kind, player?, color?, words}]}. */
export function standing(view) {
  const on = Object.fromEntries(view.table.layout.map((place) => [place, []]));
  const put = (place, thing) => on[place]?.push(thing);
  for (const player of view.players) {
    const name = player.name;
    put(player.merchant, { kind: "merchant", player, words: t("{name}'s merchant", { name }) });
  }
  for (const { color, place } of view.table.neutrals) {
    put(place, { kind: "merchant", player: { color, color_name: color }, neutral: true, words: t("a neutral merchant") });
  }
  put(view.table.governor, { kind: "governor", words: t("the Governor") });
  put(view.table.smuggler, { kind: "smuggler", words: t("the Smuggler") });
  for (const player of view.players) {
    const name = player.name;
    for (const place of player.out) put(place, { kind: "assistant", player, words: t("{name}'s assistant", { name }) });
    put(player.family, { kind: "family", player, words: t("{name}'s family member", { name }) });
  }
  for (const place of view.table.neutral_assistants) put(place, { kind: "assistant", words: t("a neutral assistant") });
  return on;
}

/**
 * The grid. `lit` maps a place to {words, badges}; `why` maps a place to a reason; `chosen` is a place;
 * `onpick(place)` makes the places buttons; `on` is what stands on each.
 */
export function bazaar(view, { lit = new Map(), why = {}, chosen = null, onpick = null, inside = () => null, on = standing(view) } = {}) {
  const mine = view.players[view.you?.seat]?.merchant;
  const start = chosen ?? mine ?? view.table.layout[0];
  const steps = (place) => (mine ? stepsBetween(view.table.layout, mine, place) : 0);
  const tiles = view.table.layout.map((place) => tile(view, place, on[place], { lit, why, chosen, onpick, start, inside, steps }));
  const grid = h("div.bazaar", { role: "group", "aria-label": t("The bazaar") }, tiles);
  grid.classList.toggle("has-lit", lit.size > 0);
  if (onpick) grid.addEventListener("keydown", walk);
  return grid;
}

function tile(view, place, things, { lit, why, chosen, onpick, start, inside, steps }) {
  const { name, now } = view.table.places[place];
  const offer = lit.get(place);
  const differs = view.camera?.differing?.includes(Number(place));
  const words = [
    t("{number}: {name}", { number: place, name }),
    offer && steps(place) ? tn("{n} step", "{n} steps", steps(place)) : null,
    offer?.words ?? why[place],
    now ? `${t("Now:")} ${now}` : null,
    ...things.map((one) => one.words),
    differs ? t("The table differs here.") : null,
  ];
  const props = {
    "data-place": place,
    "data-key": `place-${place}`,
    "data-guide": `place-${place}`,
    "aria-label": words.filter(Boolean).map((one) => one.replace(/\.$/, "")).join(". "),
    class: [offer && "lit", chosen === place && "chosen", onpick && lit.size && !offer && "dim", differs && "differs"].filter(Boolean).join(" "),
  };
  if (onpick) {
    Object.assign(props, { type: "button", tabindex: place === start ? "0" : "-1", onclick: () => onpick(place) });
    if (offer) props["aria-pressed"] = String(chosen === place);
  } else props.role = "img";
  return h(onpick ? "button.place" : "div.place", props, face(view, place, name), inside(place), crowd(things, view.you?.seat), badges(offer));
}

/** Streets apart, not as the crow flies. */
function stepsBetween(layout, from, to) {
  const [one, other] = [layout.indexOf(from), layout.indexOf(to)];
  return Math.abs(Math.floor(one / SIDE) - Math.floor(other / SIDE)) + Math.abs((one % SIDE) - (other % SIDE));
}

function face(view, place, name) {
  const number = String(place).padStart(2, "0");
  const rubies = view.table.rubies[place];
  return [
    view.own_tiles?.id ? h("img.place-art.own", { src: ownTileUrl(view.own_tiles.id, place), alt: "", draggable: "false", decoding: "async" }) : art(`place-${number}`, "", "place-art"),
    h("span.place-number", { "aria-hidden": "true" }, place),
    h("span.place-name", { "aria-hidden": "true", "--letters": String(name.length) }, name),
    rubies ? h("span.place-rubies", { "aria-hidden": "true" }, art("thing-ruby"), rubies) : null,
  ];
}

function crowd(things, seat) {
  return h(
    "span.crowd",
    { "aria-hidden": "true", class: things.length > 4 ? "many" : "" },
    things.map((thing) => figure(thing, thing.player && thing.player.seat === seat)),
  );
}

/** One token; a player's token carries the player's mark. */
export function figure({ kind, player, neutral }, mine = false) {
  const color = player?.color ?? (kind === "governor" ? "purple" : kind === "smuggler" ? "black" : "neutral");
  const plain = kind === "governor" || kind === "smuggler" || !player;
  return h(`span.figure.is-${kind}`, { "data-kind": kind, "data-color": color, "data-guide": neutral ? "token-neutral" : `token-${kind}`, class: `${neutral ? "is-neutral" : ""} ${mine ? "is-mine" : ""}` }, token(kind, color), plain ? null : mark(player));
}

function badges(offer) {
  if (!offer?.badges?.length) return null;
  return h("span.badges", { "aria-hidden": "true" }, offer.badges.map((one) => h(`span.badge.is-${one.kind}`, {}, one.text)));
}

function walk(event) {
  const step = STEPS[event.key];
  const tiles = [...event.currentTarget.children];
  const at = tiles.indexOf(event.target.closest(".place"));
  if (!step || at < 0) return;
  const sideways = Math.abs(step) === 1 && Math.floor(at / SIDE) !== Math.floor((at + step) / SIDE);
  const next = tiles[at + step];
  if (!next || sideways) return;
  event.preventDefault();
  for (const one of tiles) one.tabIndex = one === next ? 0 : -1;
  next.focus();
}

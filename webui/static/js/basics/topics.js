/** The guide's topics: fetched once, shown alike on its page and in the look-up. */

import * as client from "../http/client.js";
import { art, h, token } from "./dom.js";

const COLORS = { governor: "purple", smuggler: "black" };
let asked = null;
let askedFor = null;

/** Every topic of the running game by its id, in the guide's order; asked for anew where another `game` is played. */
export function topics(game = null) {
  if (game !== askedFor) asked = null;
  askedFor = game;
  asked ??= client.guide();
  asked.catch(() => { asked = null; });
  return asked.then(({ topics: all }) => new Map(all.map((one) => [one.id, one])));
}

/** What the game is called that the topics are about; empty where they cannot be had. */
export const titleOfGame = () => asked?.then(({ title }) => title).catch(() => "") ?? "";

/** The topic that explains a refusal in a game, or undefined. */
export async function topicOf(code, game) {
  return code ? [...(await topics(game)).values()].find((one) => one.codes.includes(code)) : undefined;
}

/** A topic's drawing. */
export function drawing({ art: name }, cls = "topic-art") {
  const kind = name.startsWith("token-") ? name.slice(6) : null;
  return h("span", { class: `${cls} is-${name.split("-")[0]}` }, kind ? token(kind, COLORS[kind] ?? "neutral") : art(name));
}

/** Drawing, name, what there is to know; `see(topic)` makes the ways on. */
export function topicCard(topic, all, { heading = "h3", see, extra = null } = {}) {
  const onward = topic.see.map((id) => all.get(id)).filter(Boolean);
  return [
    h("div.topic-head", {}, drawing(topic), h(heading, {}, topic.name)),
    extra,
    topic.texts.map((text, at) => h("p", { class: at ? "" : "topic-short" }, text)),
    onward.length ? h("div.row.topic-see", {}, onward.map((one) => see(one))) : null,
  ];
}

/** The guide: every topic on one page, found by typing. */

import { about } from "../basics/about.js";
import { comfort, dress } from "../basics/comfort.js";
import { announce, h, redraw } from "../basics/dom.js";
import { untilAnswered } from "../http/again.js";
import { titleOfGame, topicCard, topics } from "../basics/topics.js";
import { t, tn } from "../basics/words.js";

const app = document.getElementById("app");
let all = new Map();
let title = "";
const search = h("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", oninput: find });
const sections = h("div.stack");
const unwritten = () => h("p.card", {}, t("There is no guide to this game yet."));
const away = () => sections.replaceChildren(h("p.reason", { role: "status" }, t("The companion does not answer. Is the computer still on?")));
const count = h("p.soft.small", { id: "found" });

function draw() {
  redraw(app, h("div.awning"), h("div.page.stack", {},
    h("h1", {}, [t("Guide"), title].filter(Boolean).join(" · ")),
    h("p.soft", {}, t("Press and hold a place, card or token on your phone to read about it.")),
    h("div.guide-search", { role: "search" }, h("label", { for: "search" }, t("Search the guide")), search, count),
    sections,
    about(),
    h("p", {}, h("a", { href: "/" }, t("My seat")), " · ", h("a", { href: "/table" }, t("Table screen")), " · ", h("a", { href: "/tools" }, t("Layouts and dice"))),
    comfort()));
}

function groups() {
  const byGroup = new Map();
  for (const topic of all.values()) byGroup.set(topic.group, [...(byGroup.get(topic.group) ?? []), topic]);
  return [...byGroup].map(([group, list]) => h("section.guide-group", { "aria-label": group }, h("h2", {}, group), h("div.topics", {}, list.map(card))));
}

function card(topic) {
  const see = (one) => h("a.button.small", { href: `#${one.id}` }, one.name);
  return h("article.card.topic", { id: topic.id, tabindex: "-1", "data-words": plain([topic.name, ...topic.texts].join(" ")) }, topicCard(topic, all, { see }));
}

/** Lower case, without accents, ё as е: what people type in a hurry. */
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'");

function find() {
  const wanted = plain(search.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of sections.children) {
    const cards = [...section.querySelectorAll(".topic")];
    for (const one of cards) one.hidden = !wanted.every((word) => one.dataset.words.includes(word));
    const here = cards.filter((one) => !one.hidden).length;
    section.hidden = !here;
    found += here;
  }
  count.textContent = !wanted.length ? "" : found ? tn("{n} topic", "{n} topics", found) : t("Nothing found. Try a shorter word.");
  announce(count.textContent);
}

/** A link to a topic shows it even where the search hid it. */
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.classList.contains("topic")) return;
  if (target.hidden) {
    search.value = "";
    find();
  }
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

dress();
draw();
all = await untilAnswered(topics, away).catch(() => new Map());
title = await titleOfGame();
draw();
sections.replaceChildren(...(all.size ? groups() : [unwritten()]));
addEventListener("hashchange", follow);
follow();

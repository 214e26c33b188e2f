/** The copies of the game that are known: use one, try it on a live picture, rename it, forget it. */

import * as client from "../http/client.js";
import { discsView } from "./discs.js";
import { h, note } from "../basics/dom.js";
import { fileButton } from "./photos.js";
import { READ_PX, smaller } from "../camera/smaller.js";
import { t, tn } from "../basics/words.js";

/** A list of known copies, the one in use marked; `set` is {profiles, camera, ui, draw, recall}. */
export function copiesList(set) {
  if (!set.profiles.length) return null;
  return h("ul.copies", { "aria-label": t("Known copies") }, set.profiles.map((name) => copy(set, name)));
}

function copy(set, name) {
  const inUse = set.camera?.profile === name;
  const trial = set.ui.trial?.name === name ? set.ui.trial : null;
  const liesThere = !inUse && set.store.view.camera?.other_copy === name;
  return h("li.copy.card", { class: inUse ? "in-use" : "" },
    h("img.copy-sheet", { src: client.profileUrl(name, (set.ui.sheets ??= Date.now())), alt: t("The sixteen tiles of {name}", { name }), loading: "lazy" }),
    h("div.stack", {}, h("h2", {}, name), inUse ? h("p.soft", {}, t("The camera looks for this copy."), " ", t("If colours of wood are mixed up, set the tokens up as at the start of a game and let me learn them under your lamp.")) : null,
      liesThere ? h("p", { role: "status" }, h("b", {}, t("The camera sees this copy on the table."))) : null,
      h("div.row", {},
        inUse ? Object.keys(LOOKS).map((what) => lookButton(set, name, what)) : button(`use-${name}`, t("Use this copy"), () => send(set, "use", { name }), "button.primary"),
        button(`rename-${name}`, t("Rename"), () => rename(set, name)),
        button(`delete-${name}`, t("Forget"), () => forget(set, name))),
      trial ? trialView(trial) : null,
      set.ui.discs?.name === name ? discsView(set) : null));
}

/** What a copy is asked to do with a picture: the camera's, or a photo where no camera gives one. */
const LOOKS = {
  try: { words: t("Try it now"), onPhoto: t("Try it on a photo"), busy: t("Reading …") },
  wood: { words: t("Learn the pieces"), onPhoto: t("Learn the pieces from a photo"), busy: t("Looking at the tokens …") },
  discs: { words: t("Point at each colour"), onPhoto: t("Point at each colour on a photo"), busy: t("Reading …") },
};

function lookButton(set, name, what) {
  const { words, onPhoto, busy } = LOOKS[what];
  const now = set.ui.trying === `${what} ${name}` ? busy : null;
  const disabled = Boolean(set.ui.trying);
  const key = `${what}-${name}`;
  if (set.camera.picture) return h("button", { type: "button", "data-key": key, disabled, onclick: () => lookWith(set, what, name) }, now ?? words);
  return fileButton(now ?? onPhoto, async (file) => lookWith(set, what, name, await smaller(file, READ_PX)), { key, camera: true, disabled });
}

const button = (key, words, onclick, kind = "button") => h(kind, { type: "button", "data-key": key, onclick }, words);

function trialView({ read, why, picture, problem, colors }) {
  if (problem) return h("p.reason", { role: "alert" }, problem);
  if (colors) return h("p", { role: "status" }, h("b", {}, t("Learnt under this light:")), ` ${colors.join(", ")}`);
  const words = read === 16 ? t("I read 16 of 16.") : tn("I read {n} tile of 16.", "I read {n} tiles of 16.", read);
  return h("figure.trial", {}, h("figcaption", { role: "status" }, h("b", {}, words), why ? ` ${why}` : ""), h("img", { src: picture, alt: words }));
}

async function lookWith(set, what, name, blob = null) {
  set.ui.trying = `${what} ${name}`;
  set.draw();
  const told = await client.lookWith(what, name, blob).then((answer) => ({ ...answer, name }), (error) => ({ name, problem: error.message }));
  const pointing = what === "discs" && !told.problem;
  Object.assign(set.ui, { trial: pointing ? null : told, discs: pointing ? { ...told, chosen: null } : null });
  set.ui.trying = null;
  set.draw();
}

async function rename(set, name) {
  const to = prompt(t("A new name for {name}", { name }), name);
  if (to && to !== name) await send(set, "rename", { name, to });
}

async function forget(set, name) {
  if (confirm(t("Forget the copy {name}? It would have to be learnt again.", { name }))) await send(set, "delete", { name });
}

async function send(set, what, facts) {
  try {
    await client.profile(what, facts);
  } catch (error) {
    note(error.message, "bad");
  }
  set.ui.sheets = Date.now();
  await set.recall();
  set.draw();
}

/** Fetch the lesson that is going on, once, and anew whenever something on the computer changed (a phone sent a photo). */
export function startLesson(set) {
  const { tick } = set.store.view;
  if (set.ui.lessonAt === tick || set.ui.fetching) return;
  set.ui.fetching = true;
  client.lesson().then((lesson) => {
    set.ui.fetching = false;
    set.ui.lessonAt = set.store.view.tick;
    if (lesson.version !== set.ui.lesson?.version) {
      set.ui.lesson = lesson;
      set.draw();
    }
  }, () => { set.ui.fetching = false; });
}

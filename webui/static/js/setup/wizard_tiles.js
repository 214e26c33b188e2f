/** The step about the tiles: which copy lies on the table, or a new one learnt here. */

import { copiesList, startLesson } from "../learning/copies.js";
import { lessonView } from "../learning/lesson.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** The step; `set` as in wizard.js. The lesson opens by itself where no copy is known yet. */
export function tilesStep(set) {
  const open = set.ui.teaching ?? set.profiles.length === 0;
  if (open) startLesson(set);
  return [
    copiesList(set),
    open ? lessonView(set) : h("div.row", {}, h("button", { type: "button", "data-key": "teach", onclick: () => { set.ui.teaching = true; set.draw(); } }, t("Learn another copy"))),
  ];
}

/** Whose program is this, and whose is it not? */

import { h } from "./dom.js";
import { t } from "./words.js";

const USED = "Flask, Werkzeug, Flask-Limiter, Jinja, click, qrcode, Babel, msgspec, NumPy: BSD, MIT · uvicorn, h11: BSD, MIT · a2wsgi: Apache 2.0 · filelock: MIT · OpenCV: Apache 2.0 · platformdirs: MIT";

/** One sentence for the foot of a page. */
export const noTie = () => h("p.small.soft.no-tie", {}, t("Fits the board game Istanbul by Rüdiger Dorn; made without any tie to him or to its publisher."));

/** The same with licences. */
export function about() {
  return h("section.card.stack.about", { id: "about", "aria-label": t("About") }, h("h2", {}, t("About")),
    noTie(),
    h("p.small", {}, t("Program, drawings and explanations were made for this project and are free under the MIT licence.")),
    h("p.small", {}, t("It stands on these libraries:"), " ", USED),
    h("p.small", {}, t("Nothing is sent anywhere: everything stays on the computer that runs the companion.")));
}

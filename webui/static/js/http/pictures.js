/** Which pictures wait on a dead line? A browser keeps six lines, and a picture holds its own until the line's end:
 *  six of them leave no line for news. They are given up together, and fetched anew once a line lives. */

let given_up = false;

const isMissing = (picture) => !picture.complete || !picture.naturalWidth;
const pictures = () => [...document.images].filter(isMissing).map((one) => [one, "src"]);
const wood = () => [...document.querySelectorAll("svg use[href*='.svg#']")].map((one) => [one, "href"]);

/** Everything that waits for an answer gets none: pictures, requests and the line for news. */
export function giveUp() {
  given_up = true;
  window.stop();
}

/** A line lives again: what was given up is asked for once more. */
export function fetchAnew() {
  if (!given_up) return;
  given_up = false;
  for (const [one, name] of [...pictures(), ...wood()]) one.setAttribute(name, one.getAttribute(name));
}

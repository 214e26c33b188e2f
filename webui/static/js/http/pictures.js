/** Which pictures wait on a dead line? A browser keeps six lines, and a picture holds its own until the line's end:
 *  six of them leave no line for news. They are given up together, and fetched anew once a line lives. */

let given_up = false;
/** For how many beats of the living line each picture has been awaited. */
const beats = new WeakMap();

const missing = () => [...document.images].filter((one) => !one.complete || !one.naturalWidth);
const wood = () => [...document.querySelectorAll("svg use[href*='.svg#']")];
const ask = (one, name) => one.setAttribute(name, one.getAttribute(name));

/** Everything that waits for an answer gets none: pictures, requests and the line for news. */
export function giveUp() {
  given_up = true;
  window.stop();
}

/** A line lives again: what was given up is asked for once more. */
export function fetchAnew() {
  if (!given_up) return;
  given_up = false;
  for (const one of missing()) ask(one, "src");
  for (const one of wood()) ask(one, "href");
}

/** Whether a picture has been awaited for two beats of a living line, for four, eight and so on: the line on which it
 *  was asked for may have died alone. One that came and is broken is not awaited. To be asked once a beat. */
export function areOverdue() {
  const awaited = [...document.images].filter((one) => !one.complete);
  const counts = awaited.map((one) => beats.set(one, 1 + (beats.get(one) ?? 0)).get(one));
  return counts.some((count) => count > 1 && Number.isInteger(Math.log2(count)));
}

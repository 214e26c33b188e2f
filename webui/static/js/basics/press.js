/** When may a page be drawn anew? Not between a finger's coming down and its tap: the button under it would be gone.
 * Nor between the space bar's, which taps only when it is left.
 * Nor while a phone's keyboard is putting a word together: it would put together half of it. */

const PATIENCE_MS = 700; // a finger that rests longer means no tap, one that types no slower is in a word
const TAP_MS = 60; // a touch's click may come so long after the finger has gone

const waiting = new Map();
let timer = null;

for (const sign of ["pointerdown", "compositionupdate"]) addEventListener(sign, () => until(PATIENCE_MS), true);
for (const sign of ["pointerup", "pointercancel"]) addEventListener(sign, () => until(TAP_MS), true);
for (const [sign, ms] of [["keydown", PATIENCE_MS], ["keyup", TAP_MS]]) addEventListener(sign, ({ key }) => key === " " && until(ms), true);
for (const sign of ["click", "compositionend"]) addEventListener(sign, () => until(0), true);

/** Do this for `parent`: at once, or when the finger on the screen has tapped or written its word. What a tap itself brings is never kept waiting. */
export function unpressed(parent, work) {
  waiting.delete(parent);
  if (timer === null || globalThis.event instanceof UIEvent) work();
  else waiting.set(parent, work);
}

function until(ms) {
  clearTimeout(timer);
  timer = setTimeout(release, ms);
}

function release() {
  timer = null;
  const due = [...waiting.values()];
  waiting.clear();
  for (const work of due) work();
}

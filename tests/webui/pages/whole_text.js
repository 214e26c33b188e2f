/** Is any text cut off, does any overlap other text, does anything make the page or a part of it go sideways? */
() => {
  const SHUTS = ['hidden', 'clip'], SCROLLS = ['auto', 'scroll'], STICKS = ['sticky', 'fixed'];
  const UNSEEN = 'svg, script, noscript, option, .visually-hidden, .skip-link';
  const BOXES = 'button, .button, summary, .card, .badge, .note';
  const MOST = 12, PIXEL = 1, EDGE = 2, LEADING = 3, DEEP = 5;
  const found = [];
  const quote = (words) => `"${words.slice(0, 40)}"`;

  function sideways() {
    const wide = document.scrollingElement.scrollWidth;
    if (wide > document.documentElement.clientWidth + PIXEL) found.push(`the page goes sideways: ${wide}`);
    for (const one of document.querySelectorAll('.dock, .tab-panel, .table-side, .card, form')) {
      const shows = getComputedStyle(one).overflowX === 'visible';
      if (!shows && one.scrollWidth > one.clientWidth + PIXEL) found.push(`${one.className} goes sideways`);
    }
  }

  function texts() {
    const all = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement, words = node.data.trim();
      if (!words || holder.closest(UNSEEN) || !holder.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (range.getBoundingClientRect().width) all.push({ holder, words, range });
    }
    return all;
  }

  /** What the text scrolls or sticks with; on the way up to it nothing cuts it off. */
  function layerOf({ holder, words, range }) {
    const line = range.getBoundingClientRect();
    for (let box = holder; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect(), solid = box.matches(BOXES);
      const beside = line.left < edge.left - EDGE || line.right > edge.right + EDGE;
      const above = line.top < edge.top - LEADING || line.bottom > edge.bottom + LEADING;
      const cut = (beside && (solid || SHUTS.includes(style.overflowX))) || (above && (solid || SHUTS.includes(style.overflowY)));
      if (cut) found.push(`cut off: ${quote(words)} in ${box.localName}.${box.className}`);
      if (cut || STICKS.includes(style.position)) return box;
      if (SCROLLS.includes(style.overflowX) || SCROLLS.includes(style.overflowY)) return box;
    }
    return document.body;
  }

  function meet(one, other) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    return across > LEADING && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > DEEP;
  }

  document.querySelectorAll('details').forEach((one) => { one.open = true; });
  sideways();
  const pieces = texts().map((one) => ({ ...one, layer: layerOf(one), lines: [...one.range.getClientRects()] }));
  pieces.forEach((one, at) => pieces.slice(at + 1).forEach((other) => {
    if (one.layer !== other.layer || one.holder === other.holder) return;
    const over = one.lines.some((line) => other.lines.some((next) => meet(line, next)));
    if (over) found.push(`overlap: ${quote(one.words)} and ${quote(other.words)}`);
  }));
  return [...new Set(found)].slice(0, MOST);
}

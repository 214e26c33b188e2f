/** The virtual table on the table screen: wood stands as it lies there, and is dragged where it shall go. */

import * as client from "../http/client.js";
import { t } from "../basics/words.js";

const MOVED_PX = 8;
const KINDS = () => ({
  merchant: t("merchant"), assistant: t("assistant"), family: t("family member"), governor: t("Governor"), smuggler: t("Smuggler"),
});

/** What a token is called, with its owner. */
export function tokenWords(view, { kind, color }) {
  const player = view.players.find((one) => one.color === color);
  return `${player ? `${player.name}: ` : ""}${KINDS()[kind]}`;
}

/** What lies on each place of the virtual table, as `standing` tells it of the game. */
export function lying(view) {
  const on = Object.fromEntries(view.table.layout.map((place) => [place, []]));
  for (const token of view.camera.virtual) {
    const player = view.players.find((one) => one.color === token.color);
    const alone = token.kind === "governor" || token.kind === "smuggler";
    const bare = { color: token.color, color_name: token.color };
    on[token.place]?.push({ kind: token.kind, player: alone ? null : player ?? bare, neutral: !alone && !player, words: tokenWords(view, token) });
  }
  return on;
}

/** Lets a finger or the mouse carry the wood of this grid from place to place. */
export function draggable(grid, store) {
  grid.classList.add("is-draggable");
  grid.addEventListener("pointerdown", (event) => {
    const figure = event.target.closest(".figure");
    if (figure && !event.button) follow(figure, event, store);
  });
  return grid;
}

function follow(figure, start, store) {
  const from = figure.closest(".place");
  let ghost = null;
  const move = (event) => {
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > MOVED_PX) ghost = lifted(figure);
    if (ghost) ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  };
  const end = (event) => {
    for (const [name, heard] of ways) removeEventListener(name, heard);
    if (!ghost) return;
    const to = document.elementFromPoint(event.clientX, event.clientY)?.closest(".place");
    ghost.remove();
    figure.classList.remove("is-lifted");
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (event.type === "pointerup" && to && to !== from) put(figure, from, to, store);
  };
  const ways = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
  for (const [name, heard] of ways) addEventListener(name, heard);
}

/** A tap that ends a drag opens nothing. */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

function lifted(figure) {
  const size = figure.getBoundingClientRect().width;
  const ghost = figure.cloneNode(true);
  ghost.classList.add("is-carried");
  ghost.style.width = ghost.style.height = `${size}px`;
  document.body.append(ghost);
  figure.classList.add("is-lifted");
  return ghost;
}

function put(figure, from, to, store) {
  const { kind, color } = figure.dataset;
  const order = { kind, color, place: Number(from.dataset.place), to: Number(to.dataset.place), usual: true };
  store.send(() => client.carry(order));
}

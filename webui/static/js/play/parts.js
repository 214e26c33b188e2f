/** Which parts show this game? One row a game; phone and table screen know no other way to tell games apart. */

const LOADERS = {
  istanbul: () => import("./base_game.js").then(({ base }) => base),
  dice: () => import("./dice_game/dice_game.js").then(({ dice }) => dice),
};
const PARTS = {};

/** Fetches the parts of a view's game, and no other game's; a store does so before it tells the view. */
export function loadParts({ game }) {
  return game && !PARTS[game] ? LOADERS[game]().then((parts) => { PARTS[game] = parts; }) : null;
}

/** The parts of the game in a view: own(view, me, page), dock(view, page), pinned(me) (what stays in sight), board(view, store), summary(view, player),
 *  dice(view), columns(view), moments (what each kind of moment looks like), fixes(view, player, make, own), beside(view, player, values) (what changes with these values), camera (does a camera follow it?),
 *  choosing(view) (what is to be tapped above the decision, as a selector, if anything), first (words for an empty log). */
export const partsOf = (view) => PARTS[view.game];

loadParts(document.documentElement.dataset)?.catch(() => null); // beside the first view, not after it

/** Which parts show this game? One row a game; phone and table screen know no other way to tell games apart. */

import { base } from "./base_game.js";
import { dice } from "./dice_game.js";

const PARTS = { istanbul: base, dice };

/** The parts of the game in a view: own(view, me, page), dock(view, page), board(view), summary(view, player),
 *  dice(view), columns(view), fixes(view, who, make), camera (does a camera follow it?),
 *  choosing (steps in which the board is tapped), first (words for an empty log). */
export const partsOf = (view) => PARTS[view.game];

"""Which dice are thrown again?  Each choice by the mean of what the best turn after it promises."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from companion.dice_game import actions as a
from companion.dice_game.engine import legal_actions
from companion.dice_game.rival.means import means
from companion.dice_game.rival.table import table_for
from companion.dice_game.rival.turn import best_end
from companion.dice_game.rival.worth import chance_of
from companion.dice_game.state import Faces, GameState
from companion.dice_game.steps.chance import throws
from companion.dice_game.tables import REROLL_CRYSTALS

WIDTH = 5
"""Means carried on after each action of a turn that may come."""
GLANCES, LOOKS = 6, 60
"""Throws looked at for each choice of dice at most, first of all and then of those that look best."""
CLOSE = 5
"""Choices of dice that are looked at closely."""


class Throws:
    """The chances to win after each throw that may come, each worked out but once."""

    def __init__(self, state: GameState, rng: Random) -> None:
        self._dice, self._actions, self._rng = state.dice, state.actions, rng
        self._table = table_for(state, state.turn, sum(state.dice))
        self._has = means(state, state.turn)
        self._less = self._has.copy()
        self._less.crystals -= REROLL_CRYSTALS
        self._known: dict[Faces, float] = {}
        self.positions = 0

    def kept(self) -> float:
        """The chance to win with the dice as they lie."""
        end = best_end([self._has], self._actions, self._table, WIDTH)
        self.positions += end.positions
        return chance_of(end.value)

    def again(self, dice: Faces, most: int) -> float:
        """The mean chance to win where these dice are thrown again, over at most so many throws."""
        left = [there - taken for there, taken in zip(self._dice, dice, strict=True)]
        total = 0.0
        for rolled, share in self._some(throws(sum(dice)), most):
            r, y, g, b, coins, cards = [one + more for one, more in zip(left, rolled.dice, strict=True)]
            total += share * self._after((r, y, g, b, coins, cards))
        return total

    def _some(self, odds: Mapping[a.Action, float], most: int) -> list[tuple[a.Rolled, float]]:
        """All throws with their odds, or a sample of them."""
        rolled = [(action, share) for action, share in odds.items() if isinstance(action, a.Rolled)]
        if len(rolled) <= most:
            return rolled
        drawn = self._rng.choices(rolled, weights=[share for _, share in rolled], k=most)
        return [(action, 1 / most) for action, _ in drawn]

    def _after(self, faces: Faces) -> float:
        if faces not in self._known:
            end = best_end([self._less.thrown(faces)], self._actions, self._table, WIDTH)
            self.positions += end.positions
            self._known[faces] = chance_of(end.value)
        return self._known[faces]


class Rethrown(NamedTuple):
    """The best choice of dice to throw again, None to keep them all, and how many positions were looked at."""

    dice: Faces | None
    positions: int


def best_throw(state: GameState, rng: Random, positions: int) -> Rethrown:
    """What the seat on turn, which has a crystal, does with its dice.

    It looks at about so many positions, but at a throw at least for each choice of dice.
    """
    ahead = Throws(state, rng)
    kept = ahead.kept()
    affordable = positions // (2 * ahead.positions)
    choices = [action.dice for action in legal_actions(state) if isinstance(action, a.Reroll)]
    glances = max(1, min(GLANCES, affordable // len(choices)))
    glanced = {dice: ahead.again(dice, glances) for dice in choices}
    close = sorted(choices, key=lambda dice: glanced[dice], reverse=True)[:CLOSE]
    looks = max(1, min(LOOKS, affordable // CLOSE))
    looked = {dice: ahead.again(dice, looks) for dice in close}
    best = max(close, key=lambda dice: looked[dice])
    return Rethrown(best if looked[best] > kept else None, ahead.positions)

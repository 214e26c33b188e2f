"""How likely is it that people do this next?  Rates fitted from evenings, with the counts of this one; times."""

import math
from collections.abc import Mapping

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Step

FLOOR = -9.0
"""Everything legal is at least that likely (natural logarithm)."""


class Habits(msgspec.Struct, frozen=True):
    """``rates``: log P(kind | it is legal at this step), by ``step Kind``.  ``refusing``: how often assistants are
    refused, as (refused, left) of a Beta distribution from seat to seat.  ``dwell``: the share of assistants put down
    later than their merchant, the seconds that takes, and the power with which patience runs out.  ``sparing``: how
    often only some are called back, as (some, all) of a Beta distribution."""

    rates: Mapping[str, float]
    made_by: str = ""
    refusing: tuple[float, float] = (0.25, 6.0)
    sparing: tuple[float, float] = (0.06, 6.0)
    dwell: tuple[float, float, float] = (0.3, 1.5, 1.5)

    def of(self, state: GameState, action: act.Action, options: int = 1) -> float:
        """Log-probability of an action, one of so many of its kind that are legal now."""
        name = kind_of(state, action)
        rate = self.rates.get(f"{state.agenda[-1].step} {name}", 0.0 if name in _PLAIN else FLOOR)
        return max(FLOOR, rate) - math.log(options)

    def refuses(self, refused: int, left: int) -> float:
        """Probability that a seat that did so before refuses the next assistant."""
        more, fewer = self.refusing
        return (more + refused) / (more + fewer + refused + left)

    def spares(self, some: int, all_of_them: int) -> float:
        """Probability that a seat that did so before calls back only some."""
        more, fewer = self.sparing
        return (more + some) / (more + fewer + some + all_of_them)

    def still_coming(self, waited_s: float) -> float:
        """Log-probability that an assistant who will be left is not put down yet, so long after his merchant."""
        share, scale_s, power = self.dwell
        return math.log(share) - power * math.log1p(max(0.0, waited_s) / scale_s)


RECALL_SOME = "RecallSome"
_PLAIN = ("Move", "LeaveAssistant", "PayToll", "EndTurn", "Catch", "PickOwn", "PickNeutral", "Reward")


def kind_of(state: GameState, action: act.Action) -> str:
    """The name of a kind of action; calling back only some is one of its own, as is paying where it costs nothing."""
    name = type(action).__name__
    if isinstance(action, act.Recall) and len(action.places) < len(state.player.assistants):
        return RECALL_SOME
    fetches = isinstance(action, act.PlayReturn | act.UseYellowTile)
    if isinstance(action, act.Skip):
        return f"Skip {int(state.player.merchant)}"
    needless = fetches and state.player.merchant is Place.FOUNTAIN and state.agenda[-1].step is Step.ACTION
    return "Needless" if needless else name


class Counts(msgspec.Struct, frozen=True):
    """What each seat did this evening, by seat: assistants refused and left, some called back or all of several."""

    refused: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    spared: tuple[int, ...] = ()
    recalled: tuple[int, ...] = ()

    def of(self, seat: int) -> tuple[int, int]:
        """Refused and left."""
        return (self.refused.count(seat), self.left.count(seat))

    def recalls(self, seat: int) -> tuple[int, int]:
        """How often only some were called back, and all."""
        return (self.spared.count(seat), self.recalled.count(seat))

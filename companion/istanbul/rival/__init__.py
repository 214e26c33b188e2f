"""A player of the base game in three strengths: what its seat knows goes in, an action and its reasons come out.

Pure: the generator is passed in, and how long it thinks is a number of positions.
"""

from random import Random

from companion.istanbul import policy
from companion.istanbul.actions import Action
from companion.istanbul.rival.advice import STRENGTHS, Advice, Reason, Strength
from companion.istanbul.state import GameState

__all__ = ["STRENGTHS", "Advice", "Reason", "Strength", "advise", "choose"]


def choose(state: GameState, strength: Strength, rng: Random) -> Action:
    """The action of the seat to act; between equals the generator decides."""
    return advise(state, strength, rng).action


def advise(state: GameState, strength: Strength, rng: Random) -> Advice:
    """The action of the seat to act, and why.

    >>> from companion.istanbul.setup import example_game
    >>> advise(example_game(), "middle", Random(1)).reason.code in policy.REASONS
    True
    """
    action, reason = policy.advise(state, rng)
    return Advice(action, (Reason(reason),))

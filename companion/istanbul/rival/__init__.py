"""A player of the base game in three strengths: what its seat knows goes in, an action and its reasons come out.

Pure: the generator is passed in, and how long the strong one thinks is a number of positions.
"""

from random import Random

from companion.istanbul.actions import Action
from companion.istanbul.rival import sensible, strong
from companion.istanbul.rival.advice import STRENGTHS, Reason, RivalAdvice, Strength
from companion.istanbul.rival.strong import POSITIONS
from companion.istanbul.state import GameState

__all__ = ["POSITIONS", "STRENGTHS", "Reason", "RivalAdvice", "Strength", "advise", "choose"]


def choose(state: GameState, strength: Strength, rng: Random, positions: int = POSITIONS) -> Action:
    """The action of the seat to act; ``positions`` is how many the strong one may look at."""
    return advise(state, strength, rng, positions).action


def advise(state: GameState, strength: Strength, rng: Random, positions: int = POSITIONS) -> RivalAdvice:
    """The action of the seat to act, and why; ``positions`` is how many the strong one may look at.

    >>> from companion.istanbul.setup import example_game
    >>> advise(example_game(), "strong", Random(1), positions=500).reason.code
    'brings_goods'
    """
    if strength == "strong":
        return strong.advise(state, rng, positions)
    return sensible.advise(state, rng, sensible.EASY_DOUBT if strength == "easy" else 0.0)

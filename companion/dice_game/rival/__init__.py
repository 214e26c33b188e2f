"""A player of the dice game in three strengths: a state goes in, an action and its reasons come out.

Nothing in this game is hidden from a seat: what lies on the table everybody sees, and dice, cards and tiles to come are
in no state.  The generator is passed in, and how long the strong one thinks is a number of positions.
"""

from random import Random
from typing import Literal

from companion.dice_game.actions import Action
from companion.dice_game.advice import policy
from companion.dice_game.advice.policy import Advice
from companion.dice_game.rival import strong
from companion.dice_game.rival.strong import POSITIONS
from companion.dice_game.state import GameState

__all__ = ["POSITIONS", "STRENGTHS", "Advice", "Strength", "advise", "choose"]

Strength = Literal["easy", "middle", "strong"]
STRENGTHS: tuple[Strength, ...] = ("easy", "middle", "strong")
EASY_DOUBT = 6.0
"""In Lira: so far off the easy one judges what an action leaves it with."""


def choose(state: GameState, strength: Strength, rng: Random, positions: int = POSITIONS) -> Action:
    """The action of the seat to act; ``positions`` is how many the strong one may look at.

    >>> from companion.dice_game.setup import example_game
    >>> choose(example_game(), "strong", Random(1))
    Throw()
    """
    return advise(state, strength, rng, positions).action


def advise(state: GameState, strength: Strength, rng: Random, positions: int = POSITIONS) -> Advice:
    """The same action, and why.

    >>> from companion.dice_game.setup import example_game
    >>> advise(example_game(), "strong", Random(1)).reason.code
    'only_way'
    """
    if strength == "strong":
        return strong.advise(state, rng, positions)
    return policy.advise(state, rng, EASY_DOUBT if strength == "easy" else 0.0)

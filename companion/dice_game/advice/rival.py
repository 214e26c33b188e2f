"""How does the app play a seat?  As the sensible player of ``policy`` does; the easy one misjudges.

Nothing in this game is hidden from a seat: what lies on the table everybody sees, and dice, cards and tiles to come are
in no state.
"""

from random import Random

from companion.dice_game.actions import Action
from companion.dice_game.advice import policy
from companion.dice_game.state import GameState

STRENGTHS = ("easy", "middle")
EASY_DOUBT = 6.0
"""In Lira: so far off the easy one judges what an action leaves it with."""


def choose(state: GameState, strength: str, rng: Random) -> Action:
    """The action of the seat to act.

    >>> from companion.dice_game.setup import example_game
    >>> choose(example_game(), "middle", Random(1))
    Throw()
    """
    return policy.choose(state, rng, EASY_DOUBT if strength == "easy" else 0.0)

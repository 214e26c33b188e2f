"""What do counted stacks say of a course?  Who leaves an assistant stands on one fewer, who fetches one on one more.

A number is told seldom but nearly always right, and does not depend on whether the assistant himself is seen.
"""

from collections.abc import Container

from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.observation import Kind, Thing
from companion.sync.reading import Evidence

Stack = tuple[str, int]  # a merchant's colour and how many assistants the game has under him
GIVES_FIFTH = Place.GREAT_MOSQUE
SPARE = 1
"""The fifth assistant, whom everybody is given in a recording (``begin.py``) and hardly anybody has."""
MISCOUNTED = 4.0
"""Log-odds against a number that is not the game's: of 1282 numbers told in painted recordings 8 were not."""
HAS_FIFTH = 0.5
"""Log-odds against somebody who stands on one more, where a mosque may have given him the fifth."""


def stack_odds(state: GameState, evidence: Evidence, fifth: Container[str]) -> dict[Stack, float]:
    """Log-odds for each player's stack as the game has it; 0 where nobody could count.

    ``fifth`` are the colours of those who may have a fifth assistant.
    """
    said = dict[Stack, float]()
    for player in state.players:
        color, height = str(player.color), len(player.stack) - SPARE
        counted = evidence.stacks.get((Thing(Kind.MERCHANT, player.color), int(player.merchant)), height)
        one_more = counted == height + SPARE and color in fifth
        said[color, height] = 0.0 if counted == height else -HAS_FIFTH if one_more else -MISCOUNTED
    return said


def at_mosque(state: GameState) -> frozenset[str]:
    """Whose merchant or family member stands where a mosque tile gives a fifth assistant."""
    return frozenset(str(one.color) for one in state.players if GIVES_FIFTH in (one.merchant, one.family))

"""What should lie on the table?  The game's state as things on places."""

from collections.abc import Iterator

from companion.istanbul.state import GameState
from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, Kind, Thing

Standing = tuple[Thing, int]  # a thing and the place it stands on
NEUTRAL = Thing(Kind.ASSISTANT, "neutral")
"""An assistant of nobody (variant), whatever colour his wood has."""
GOVERNOR = Thing(Kind.GOVERNOR, GOVERNOR_COLOR)
SMUGGLER = Thing(Kind.SMUGGLER, SMUGGLER_COLOR)


def expected(state: GameState) -> frozenset[Standing]:
    """Every visible thing of the base game with its place.

    Assistants under a merchant are not in it: what a camera cannot count reliably is not compared.
    """
    return frozenset(_standing(state))


def _standing(state: GameState) -> Iterator[Standing]:
    for player in state.players:
        yield Thing(Kind.MERCHANT, player.color), int(player.merchant)
        yield Thing(Kind.FAMILY, player.color), int(player.family)
        for place in player.assistants:
            yield Thing(Kind.ASSISTANT, player.color), int(place)
    for color, place in state.neutral_merchants:
        yield Thing(Kind.MERCHANT, color), int(place)
    for place in state.neutral_assistants:
        yield NEUTRAL, int(place)
    yield GOVERNOR, int(state.governor)
    yield SMUGGLER, int(state.smuggler)

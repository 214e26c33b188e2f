"""What should lie on the table, and where does it lie otherwise?  Things on places, and differences by name."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from companion.istanbul.state import GameState
from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, Kind, Thing

Standing = tuple[Thing, int]  # a thing and the place it stands on
NEUTRAL = Thing(Kind.ASSISTANT, "neutral")
"""An assistant of nobody (variant), whatever colour his wood has."""
GOVERNOR = Thing(Kind.GOVERNOR, GOVERNOR_COLOR)
SMUGGLER = Thing(Kind.SMUGGLER, SMUGGLER_COLOR)


class Misfit(msgspec.Struct, frozen=True):
    """One difference left: ``thing`` is seen on ``place`` but not expected (``seen``), or expected and not seen."""

    thing: Thing
    place: int
    seen: bool


class Carry(msgspec.Struct, frozen=True):
    """``thing`` is to be carried from ``start`` to ``to``; None is beside the board, under its merchant, or unseen.

    ``seat`` is who brought it about, where that is known.
    """

    thing: Thing
    start: int | None
    to: int | None
    seat: int | None = None


class SwappedTile(msgspec.Struct, frozen=True):
    """A cell (0–15, row by row as the game has it) with another tile than expected."""

    cell: int
    expected: int
    seen: int


def expected(state: GameState) -> frozenset[Standing]:
    """Every visible thing of the base game with its place.

    Assistants under a merchant are not in it: what a camera cannot count reliably is not compared.
    """
    wood = [_of_player(one.color, one.merchant, one.family, one.assistants) for one in state.players]
    return frozenset().union(*wood, _of_nobody(state))


@lru_cache(maxsize=4096)
def _of_player(color: str, merchant: int, family: int, assistants: tuple[int, ...]) -> frozenset[Standing]:
    lying = ((Thing(Kind.ASSISTANT, color), int(place)) for place in assistants)
    return frozenset({(Thing(Kind.MERCHANT, color), int(merchant)), (Thing(Kind.FAMILY, color), int(family)), *lying})


def _of_nobody(state: GameState) -> Iterator[Standing]:
    for color, place in state.neutral_merchants:
        yield Thing(Kind.MERCHANT, color), int(place)
    for place in state.neutral_assistants:
        yield NEUTRAL, int(place)
    yield GOVERNOR, int(state.governor)
    yield SMUGGLER, int(state.smuggler)


def tile_differences(expected: Sequence[int], seen: Sequence[int | None]) -> tuple[SwappedTile, ...]:
    """Cells whose tile differs, from the side of the table that fits better; cells not read do not count."""
    turned = tuple(reversed(seen))
    return min((_differences(expected, seen), _differences(expected, turned)), key=len)


def _differences(expected: Sequence[int], seen: Sequence[int | None]) -> tuple[SwappedTile, ...]:
    pairs = enumerate(zip(expected, seen, strict=False))
    return tuple(
        SwappedTile(cell, int(want), have) for cell, (want, have) in pairs if have is not None and want != have
    )

"""How far apart are two places, and where can a merchant walk?  Steps along rows and columns, no diagonals (11)."""

from functools import lru_cache
from typing import NamedTuple

from companion.istanbul.actions import LongMove, Move
from companion.istanbul.names import Place
from companion.istanbul.tables import BOARD_SIDE, LONG_WALK, WALK

Layout = tuple[Place, ...]


class Walks(NamedTuple):
    """The moves possible from one place, ordinary and with the card."""

    short: tuple[Move, ...]
    long: tuple[LongMove, ...]
    near: frozenset[Place]
    far: frozenset[Place]


def cell_distance(first: int, second: int, columns: int = BOARD_SIDE) -> int:
    """Steps between two cells numbered row by row.

    >>> cell_distance(0, 5)
    2
    """
    return abs(first // columns - second // columns) + abs(first % columns - second % columns)


def distance(layout: Layout, first: Place, second: Place) -> int:
    """Steps between two places.

    >>> from companion.istanbul.layouts.boards import printed_layout
    >>> distance(printed_layout("short"), Place.BLACK_MARKET, Place.TEA_HOUSE)
    3
    """
    return cell_distance(layout.index(first), layout.index(second))


@lru_cache(maxsize=256)
def walks(layout: Layout) -> dict[Place, Walks]:
    """For every place the moves of ordinary and of long reach, in order of number."""
    return {place: _walks_from(layout, place) for place in layout}


def _walks_from(layout: Layout, start: Place) -> Walks:
    near = [to for to in sorted(layout) if distance(layout, start, to) in WALK]
    far = [to for to in sorted(layout) if distance(layout, start, to) in LONG_WALK]
    return Walks(tuple(Move(to) for to in near), tuple(LongMove(to) for to in far), frozenset(near), frozenset(far))

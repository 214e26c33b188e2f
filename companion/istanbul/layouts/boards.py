"""How can the places lie?  Printed layouts, uniform random ones, and which are as the rules recommend (section 11).

The boards of the expansions (5 columns) can be laid out, though their actions are not played; their place numbers go
up to 25.  ``random_layout`` shuffles until all restrictions hold: that is uniform, repairing a layout is not.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.errors import RuleViolation
from companion.istanbul.geometry import cell_distance
from companion.istanbul.names import Place
from companion.istanbul.tables import CENTRAL_CELLS, DICE_PLACES_APART, LAYOUTS

FOUNTAIN, BLACK_MARKET, TEA_HOUSE = int(Place.FOUNTAIN), int(Place.BLACK_MARKET), int(Place.TEA_HOUSE)
Rng = Random


class Board(NamedTuple):
    """What is laid out: places row by row, where the Fountain may lie, may 8 and 9 share a line."""

    columns: int
    rows: int
    places: tuple[int, ...]
    fountain_cells: tuple[int, ...]
    same_line: bool
    printed: dict[str, tuple[int, ...]]


_INNER_SIX = (6, 7, 8, 11, 12, 13)
BOARDS = {  # dice-and-expansions, section 3
    "base": Board(4, 4, tuple(range(1, 17)), CENTRAL_CELLS, True, {"order": LAYOUTS["in_order"], **LAYOUTS}),
    "mocha": Board(
        5,
        4,
        tuple(range(1, 21)),
        _INNER_SIX,
        False,
        {"first": (16, 15, 18, 3, 10, 8, 1, 7, 17, 4, 2, 19, 6, 12, 9, 20, 11, 5, 14, 13)},
    ),
    "letters": Board(5, 4, (*range(1, 17), 21, 22, 23, 24), _INNER_SIX, False, {}),
    "big": Board(5, 5, tuple(range(1, 26)), (12,), False, {}),
}


def printed_layout(kind: str) -> tuple[Place, ...]:
    """One of the three layouts of the rulebook: short, long or in_order.

    >>> [int(place) for place in printed_layout("short")[:4]]
    [15, 5, 2, 14]
    """
    return tuple(Place(number) for number in LAYOUTS[kind])


def random_layout(rng: Rng, board: str = "base", restrictions: bool = True) -> tuple[int, ...]:
    """A layout drawn uniformly from all that fit the board.

    >>> random_layout(Random(1)) == random_layout(Random(1))
    True
    """
    shape = BOARDS[board]
    while True:
        layout = _shuffled(rng, shape, restrictions)
        if not restrictions or not layout_problems(layout, board):
            return layout


def _shuffled(rng: Rng, shape: Board, restrictions: bool) -> tuple[int, ...]:
    """Every order alike; with one cell for the Fountain it is laid first, which changes no odds."""
    if not restrictions or len(shape.fountain_cells) > 1:
        return tuple(rng.sample(shape.places, len(shape.places)))
    (cell,) = shape.fountain_cells
    others = [place for place in shape.places if place != FOUNTAIN]
    rng.shuffle(others)
    return (*others[:cell], FOUNTAIN, *others[cell:])


def layout_problems(layout: Sequence[int], board: str = "base") -> list[RuleViolation]:
    """What the recommendations of the rules say against a layout; empty when it is fine.

    >>> [problem.code for problem in layout_problems([7, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16])]
    ['fountain_not_central']
    """
    shape = BOARDS[board]
    if sorted(layout) != list(shape.places):
        return [RuleViolation("not_every_place_once", layout=list(layout))]
    return [*_fountain_problems(layout, shape), *_dice_problems(layout, shape)]


def _fountain_problems(layout: Sequence[int], shape: Board) -> list[RuleViolation]:
    cell = layout.index(FOUNTAIN)
    if cell in shape.fountain_cells:
        return []
    return [RuleViolation("fountain_not_central", cell=cell, possible=list(shape.fountain_cells))]


def _dice_problems(layout: Sequence[int], shape: Board) -> list[RuleViolation]:
    market, tea = layout.index(BLACK_MARKET), layout.index(TEA_HOUSE)
    steps = cell_distance(market, tea, shape.columns)
    found = []
    if steps < DICE_PLACES_APART:
        found.append(RuleViolation("dice_places_too_close", steps=steps, least=DICE_PLACES_APART))
    in_line = market // shape.columns == tea // shape.columns or market % shape.columns == tea % shape.columns
    if in_line and not shape.same_line:
        found.append(RuleViolation("dice_places_in_line", cells=[market, tea]))
    return found


def in_rows(layout: Sequence[int], board: str = "base") -> list[list[int]]:
    """A layout as rows of numbers."""
    columns = BOARDS[board].columns
    return [[int(place) for place in layout[at : at + columns]] for at in range(0, len(layout), columns)]

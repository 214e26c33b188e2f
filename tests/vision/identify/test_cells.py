"""One tile a cell: the pairing that is worth most, and how much less the next best is worth."""

from dataclasses import replace
from itertools import permutations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.istanbul.names import Place
from tests.vision.golden import profile
from vision.identify.cells import Signatures, assign, best_pairs, compare, contrasts, second_best
from vision.params_layout import LOCATE

SMALL = st.lists(st.integers(-20, 20), min_size=16, max_size=16).map(lambda v: np.array(v, float).reshape(4, 4))


def worth(values: np.ndarray, pairs: tuple[int, ...]) -> float:  # type: ignore[type-arg]
    return float(sum(values[row, column] for row, column in enumerate(pairs)))


@given(SMALL)
@settings(max_examples=60, deadline=None)
def test_no_pairing_is_worth_more(values: np.ndarray) -> None:  # type: ignore[type-arg]
    best = max(worth(values, pairs) for pairs in permutations(range(4)))
    assert worth(values, tuple(best_pairs(values))) == pytest.approx(best)


@given(SMALL)
@settings(max_examples=60, deadline=None)
def test_the_margin_is_what_changing_a_row_costs(values: np.ndarray) -> None:  # type: ignore[type-arg]
    pairs = best_pairs(values)
    margins = second_best(values, pairs)
    for row in range(4):
        others = [worth(values, other) for other in permutations(range(4)) if other[row] != pairs[row]]
        assert margins[row] == pytest.approx(worth(values, tuple(pairs)) - max(others))


def mosque_odds(signatures: Signatures, top_mm: float) -> float:
    """Log-odds that the small mosque of the golden copy is there, where only so much of its top shows."""
    tile = profile().tile(Place.SMALL_MOSQUE).copy()
    tile[round(4 * top_mm) :] = (60, 140, 58)
    small = cv2.resize(tile, (60, 42), interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    return float(compare(contrasts(grey)[None], signatures)[0][0, Place.SMALL_MOSQUE - 1])


def test_a_mosque_is_expected_to_lie_under_mosque_tiles_but_not_to_be_hidden_whole() -> None:
    knowing = profile().signatures
    unknowing = replace(knowing, laid=np.zeros_like(knowing.laid))
    assert mosque_odds(knowing, 18.0) > mosque_odds(unknowing, 18.0) + 1.5
    assert mosque_odds(knowing, 0.0) < LOCATE.least_odds


def lying(turned: int) -> np.ndarray:  # type: ignore[type-arg]
    """Log-odds (16, 32) of plain tiles in order, so many of the first ones upside down, and one that shows little."""
    odds = np.full((16, 32), -20.0)
    for cell in range(15):
        odds[cell, cell + 16 * (cell < turned)] = 20.0
    odds[15, [15, 31]] = -4.0, -3.5
    return odds


def test_a_tile_that_shows_little_lies_as_most_others_do() -> None:
    upright, mixed = assign(lying(turned=0)), assign(lying(turned=7))
    assert not upright.upside_down[15] and upright.turn[15] > 2
    assert mixed.upside_down[15] and mixed.turn[15] < 1


def test_the_last_tile_is_compared_with_what_its_cell_shows() -> None:
    odds, hidden = lying(turned=0), np.full(16, -8.0)
    odds[15, 3] = 5.0
    told = assign(odds, hidden)
    assert told.tile[15] == 15 and told.lead[15] == -8.5 and told.shows[15] == -8.5 + (8.0 - 3.5) / 2

"""One tile a cell: the pairing that is worth most, and how much less the next best is worth."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.identify import best_pairs, second_best

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

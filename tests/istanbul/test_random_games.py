"""A few hundred random games with everything checked at every step (``prove.py`` plays as many as you like)."""

import pytest

from tests.istanbul.prove import prove_games

SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 20))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_are_sound(seed: int) -> None:
    assert prove_games(10, seed) > 1_000

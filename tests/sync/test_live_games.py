"""Whole games at a live table, seen perfectly: what is visible needs no tap, and nothing wrong is played."""

from pathlib import Path

import pytest

from tests.sync.live import Evening

MORE = ((2, 3, False), (3, 4, True), (4, 5, False))


@pytest.mark.parametrize(
    ("seed", "players", "variant"), [(1, 2, False), *(pytest.param(*one, marks=pytest.mark.long) for one in MORE)]
)
def test_a_game_is_followed_without_a_tap_for_what_is_visible(
    tmp_path: Path, seed: int, players: int, variant: bool
) -> None:
    evening = Evening(tmp_path, seed, players, variant)
    evening.play()
    assert (evening.stuck, evening.wrong, evening.asked) == ([], [], 0)
    assert evening.paid <= 0.1 * evening.turns
    assert evening.carried > 0

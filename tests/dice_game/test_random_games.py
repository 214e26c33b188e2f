"""Random games of every kind with everything checked at every step (``prove.py`` plays as many as you like)."""

import pytest

from companion.dice_game.scoring import winners
from companion.dice_game.tables import RUBY_TARGET
from tests.dice_game.prove import prove_game

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 5))]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", ["app", "real"])
@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_are_sound_and_end(seed: int, cards: str, players: int) -> None:
    _, state = prove_game(players, cards, seed)
    assert max(player.rubies for player in state.players) >= RUBY_TARGET[players]
    assert winners(state)

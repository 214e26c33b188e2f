"""The player to play against time finishes games, legally and in a plausible number of rounds."""

from random import Random

import pytest

from companion.istanbul.advice.policy import REASONS, advise, choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import legal_actions, outcomes, play, seat_to_act
from companion.istanbul.game import start_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import RUBY_TARGET
from companion.session.chance import DigitalChance
from tests.istanbul.builders import turn


def played(players: int, seed: int, **options: object) -> GameState:
    rng = Random(seed)
    chance = DigitalChance(rng)
    state = start_game(new_setup(players, Options(**options), rng))  # type: ignore[arg-type]
    while not state.over:
        state = play(state, chance(outcomes(state)) if seat_to_act(state) is None else choose(state, rng))
        assert state.round < 80
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_finishes_games(players: int) -> None:
    states = [played(players, seed) for seed in range(3)]
    assert all(12 <= state.round <= 50 for state in states)
    assert all(max(player.rubies for player in state.players) >= RUBY_TARGET[players] for state in states)


@pytest.mark.parametrize("options", [{"cards": "real"}, {"neutral_assistants": True}, {"layout": "random"}])
def test_it_plays_with_every_option(options: dict[str, object]) -> None:
    assert played(3, 7, **options).over


def test_it_takes_the_ruby_it_can_have() -> None:
    state = turn("merchant=16 lira=30 rubies=4", step="action")
    advice = advise(state, Random(1))
    assert advice == (next(iter(legal_actions(state))), "brings_a_ruby")


def test_it_gives_a_reason_from_the_list() -> None:
    assert advise(turn("hand=STAY,LIRA5"), Random(1)).reason in REASONS

"""Whole games by the sensible player, seen perfectly once a turn: every turn is told, in order, none wrong."""

from random import Random

import pytest

from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import is_over, outcomes, play
from companion.istanbul.setup import new_game
from companion.istanbul.state import Options
from companion.session.chance import DigitalChance
from companion.sync.model import shipped_model
from companion.sync.observation import BoardObservation
from companion.sync.recording import follow
from companion.sync.turns import Turn, TurnSeen, turn_between
from tests.sync.builders import a_look

Look = tuple[str, BoardObservation]


def an_evening(seed: int, players: int) -> tuple[list[Look], list[Turn], list[str]]:
    """A look before the first turn and after every turn, what truly happened, and the colours in turn order."""
    rng = Random(seed)
    setup = new_setup(players, Options(layout="random"), rng)
    state = began = new_game(setup.options, setup.deal)
    chance, looks, truth = DigitalChance(rng), [("start", a_look(state))], list[Turn]()
    while not is_over(state):
        due = outcomes(state)
        state = play(state, chance(due) if due else choose(state, rng))
        if state.turn != began.turn or is_over(state):
            truth.append(turn_between(began, state, began.turn))
            looks.append((f"turn {len(truth)}", a_look(state)))
            began = state
    return looks, truth, [str(color) for color in setup.deal.colors]


MORE = ((2, 2), (4, 3), (5, 4), (6, 4), (7, 5), (8, 5))


@pytest.mark.long
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (3, 3), *MORE])
def test_every_turn_of_a_game_is_told(seed: int, players: int) -> None:
    looks, truth, colors = an_evening(seed, players)
    lines = list(follow(looks, colors, 2, shipped_model()))
    assert [line.turn for line in lines if isinstance(line, TurnSeen)] == truth
    assert len(lines) == len(truth) + 1


@pytest.mark.long
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (3, 3)])
def test_the_filter_tells_every_turn_of_an_evening_that_breaks_off(seed: int, players: int) -> None:
    looks, truth, colors = an_evening(seed, players)
    lines = list(follow(looks[:21], colors, 2, shipped_model()))
    assert [line.turn for line in lines if isinstance(line, TurnSeen)] == truth[:20]

"""A rival plays every game to its end by the rules, in three strengths, and takes what lies in reach."""

from random import Random

import pytest

from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import check, legal_actions, outcomes, play, seat_to_act
from companion.istanbul.game import start_game
from companion.istanbul.notation.lines import format_state
from companion.istanbul.rival import STRENGTHS, Strength, choose
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import RUBY_TARGET
from companion.session.chance import DigitalChance
from tests.istanbul.prove import settings

FEW = 200
"""Positions, for tests that ask for a legal action only."""


def started(number: int, rng: Random) -> GameState:
    players, options = settings(number, rng)
    return start_game(new_setup(players, options, rng))


@pytest.mark.long
@pytest.mark.parametrize("number", range(12))
def test_whatever_is_decided_the_action_is_legal(number: int) -> None:
    """Two to five players, the app's cards and real ones, all house rules: in games of random turns."""
    rng = Random(number)
    state, chance = started(number, rng), DigitalChance(rng)
    strengths: tuple[Strength, ...] = (STRENGTHS[number % 3], "strong")
    for _ in range(400):
        if state.over:
            break
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        action = choose(state, rng.choice(strengths), rng, FEW)
        assert check(state, action) is None, format_state(state)
        state = play(state, action if rng.random() < 0.7 else rng.choice(list(legal_actions(state))))


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_of_rivals_come_to_their_end(players: int) -> None:
    rng = Random(players)
    state, chance = start_game(new_setup(players, Options(layout="random"), rng)), DigitalChance(rng)
    while not state.over:
        seat = seat_to_act(state)
        strength = STRENGTHS[(seat or 0) % 3]
        state = play(state, chance(outcomes(state)) if seat is None else choose(state, strength, rng, FEW))
        assert state.round < 80
    assert max(player.rubies for player in state.players) >= RUBY_TARGET[players]

"""The app at a seat of the dice game: what it does is allowed, with its own cards and with those on the table."""

from random import Random

import pytest

from companion.dice_game.advice.policy import choose as sensible
from companion.dice_game.advice.rival import STRENGTHS, choose
from companion.dice_game.copy.components import copy_for
from companion.dice_game.copy.imagined import answer, imagined_components
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.engine import outcomes, play, seat_to_act
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options
from companion.session.chance import DigitalChance


def a_whole_game(strength: str, cards: str, seed: int) -> GameState:
    """The app plays every seat; a stand-in answers for the table.  Whatever is illegal raises."""
    rng = Random(seed)
    components = imagined_components(rng)
    options = Options("app" if cards == "app" else "real")
    state = new_game(Setup(2, options, components if cards == "app" else shipped_components()))
    truth, chance = copy_for(components, 2), DigitalChance(rng)
    while not state.over:
        due = outcomes(state)
        if seat_to_act(state) is not None:
            state = play(state, choose(state, strength, rng))
        else:
            state = play(state, chance(due) if due else answer(truth, state, rng))
    return state


@pytest.mark.parametrize("cards", ["app", "real"])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_app_plays_whole_games(strength: str, cards: str) -> None:
    assert a_whole_game(strength, cards, 3).over


def test_the_middle_one_is_the_sensible_player_and_the_easy_one_misjudges() -> None:
    state, rng, easy = new_game(Setup(2, Options("app"), imagined_components(Random(5)))), Random(5), set[bool]()
    chance = DigitalChance(rng)
    while not state.over:
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        best = sensible(state, Random(9))
        assert choose(state, "middle", Random(9)) == best
        easy.add(choose(state, "easy", Random(9)) == best)
        state = play(state, best)
    assert easy == {True, False}

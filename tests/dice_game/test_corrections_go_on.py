"""No correction that is accepted can stop the game: whatever is set, the game goes on without a crash."""

from random import Random

import pytest

from companion.corrections import Change
from companion.dice_game.actions import Override
from companion.dice_game.components import Components, copy_for
from companion.dice_game.engine import check, legal_actions, outcomes, play, seat_to_act
from companion.dice_game.fields import PLAYER_FIELDS, TABLE_FIELDS, get_value
from companion.dice_game.imagined import answer, imagined_components
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import Copy, GameState, Options
from companion.session.chance import DigitalChance

STEPS, MOST_NUMBER = 250, 9
NUMBERS = ("lira", "crystals", "rubies", "dice", "turn", "actions", "thrown")


@pytest.mark.parametrize("seed", range(30))
def test_the_game_goes_on(seed: int) -> None:
    rng = Random(seed)
    players, app = rng.choice((2, 3, 4)), rng.random() < 0.5
    components = imagined_components(rng)
    state = new_game(Setup(players, Options("app"), components) if app else Setup(players, components=Components()))
    truth, seen = copy_for(components, players), list[GameState]()
    for _ in range(STEPS):
        seen.append(state)
        correction = some_correction(seen, rng)
        if rng.random() < 0.15 and check(state, correction) is None:
            state = play(state, correction)
        elif state.over or not (after := step(state, truth, rng)):
            break
        else:
            state = after


def some_correction(seen: list[GameState], rng: Random) -> Override:
    """Values of other moments of the game, or any number."""
    changes = []
    for _ in range(rng.randint(1, 3)):
        other, seat = rng.choice(seen), rng.choice((None, 0, 1))
        what = rng.choice([name for name in (TABLE_FIELDS if seat is None else PLAYER_FIELDS) if name != "options"])
        value = get_value(other, what, seat)
        if value.isdecimal() and what in NUMBERS and rng.random() < 0.3:
            value = str(rng.randint(0, MOST_NUMBER))
        changes.append(Change(what, value, seat))
    return Override(tuple(changes), "a test", rng.random() < 0.7)


def step(state: GameState, truth: Copy, rng: Random) -> GameState | None:
    """The next state; None where the stand-in's copy no longer fits what was corrected."""
    due = outcomes(state)
    if seat_to_act(state) is not None:
        listed = list(legal_actions(state))
        assert listed, "somebody is to act and can do nothing"
        return play(state, rng.choice(listed))
    if due:
        return play(state, DigitalChance(rng)(due))
    try:
        told = answer(truth, state, rng)
    except IndexError:
        return None
    return play(state, told) if check(state, told) is None else None

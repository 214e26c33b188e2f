"""Advice is made from what the seat may know: other people's hidden cards change neither a hint nor what is offered."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.istanbul.advice.hints import hint
from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import legal_actions, outcomes, play, seat_to_act
from companion.istanbul.game import start_game
from companion.istanbul.knowledge import known_to, known_to_all
from companion.istanbul.notation.lines import format_state
from companion.istanbul.state import GameState, Step
from companion.istanbul.view.offers import choices
from companion.session.chance import DigitalChance
from tests.istanbul.builders import has, others, put, turn
from tests.istanbul.hidden import NAMES, redealt
from tests.istanbul.prove import settings

SHARE = 0.12
"""Of the positions of a game that are looked at: a hint takes some milliseconds."""
FEW = 200
"""Positions that a hint looks at here."""


def positions(number: int, rng: Random) -> Iterator[GameState]:
    """Positions of a random game with a sensible player here and there, in which a seat is to act."""
    players, options = settings(number, rng)
    state, chance = start_game(new_setup(players, options, rng)), DigitalChance(rng)
    for _ in range(500):
        if state.over:
            break
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        if rng.random() < SHARE:
            yield state
        sensible = rng.random() < 0.2
        state = play(state, choose(state, rng) if sensible else rng.choice(list(legal_actions(state))))


@pytest.mark.long
@pytest.mark.parametrize("number", range(16))
def test_hints_and_offers_do_not_depend_on_what_others_hide(number: int) -> None:
    rng = Random(number)
    compared = 0
    for state in positions(number, rng):
        names = NAMES[: len(state.players)]
        for _ in range(2):
            swapped = redealt(state, rng, keep=state.turn)
            hints = [hint(each, Random(number), names, str, FEW) for each in (state, swapped)]
            assert hints[0] == hints[1], (format_state(state), format_state(swapped))
            assert choices(state, names, str) == choices(swapped, names, str), format_state(state)
            compared += 1
    assert compared >= 20


def test_where_all_cards_of_a_kind_are_hidden_with_others_the_advice_is_the_same() -> None:
    """It took the first kind of card that could still be drawn, and so it knew what could not."""
    state = turn("merchant=6 hand=LONG_MOVE", step="action", table="discard=STAY")
    hidden = [put(state, f"hand={cards}", 1) for cards in ("GOOD,GOOD,GOOD,GOOD", "STAY,POST2,POST2,RETURN")]
    assert hint(hidden[0], Random(1), NAMES, str) == hint(hidden[1], Random(1), NAMES, str)


def test_a_seat_knows_its_own_hand_and_what_everybody_saw() -> None:
    state = turn("hand=STAY,GOOD", "hand=LIRA5,STAY seen=LIRA5", "hand=?", cards="real")
    known = known_to(state, 0)
    assert has(known, "hand=GOOD,STAY") and has(known, "hand=LIRA5,?", 1) and has(known, "hand=?", 2)
    assert has(known_to_all(state), "hand=?,?") and has(known_to_all(state), "hand=LIRA5,?", 1)


def test_a_seat_does_not_know_what_is_left_to_draw() -> None:
    """Everything but one card is in another's hand; for the seat it may be any."""
    state = turn("merchant=6 hand=-", f"hand={others('STAY', 'STAY')}", step="draw/for_caravansary")
    assert len(outcomes(state)) == 1 and len(outcomes(known_to(state, 0))) == 10
    assert state.agenda[-1].step is Step.DRAW

"""What kind is an entry of the log, and is everything that anybody owns accounted for by what flowed?"""

from collections import Counter
from random import Random
from typing import get_args

import pytest

from companion.dice_game.advice.policy import choose
from companion.dice_game.engine import decide, evolve, is_over, outcomes, seat_to_act
from companion.dice_game.events import Event, Returned
from companion.dice_game.view.flows import KINDS, flows
from companion.dice_game.view.story import SILENT
from tests.dice_game.builders import new


@pytest.mark.parametrize("event", get_args(Event), ids=lambda event: event.__name__)
def test_every_event_that_is_told_is_of_a_kind(event: type) -> None:
    assert (event in SILENT) != (event in KINDS or event is Returned)


def test_lira_and_markers_owned_are_what_came_and_went() -> None:
    """A whole game of three."""
    rng = Random(5)
    state = start = new(cards="app")
    sums: Counter[tuple[int, str]] = Counter()
    while not is_over(state):
        action = choose(state, rng) if seat_to_act(state) is not None else rng.choice(list(outcomes(state)))
        for event in decide(state, action):
            for flow in flows([event]):
                sums[flow.seat, flow.what] += flow.amount
            state = evolve(state, event)
    for seat, player in enumerate(state.players):
        assert sums[seat, "lira"] == player.lira - start.players[seat].lira
        assert sums[seat, "goods"] == sum(player.markers)

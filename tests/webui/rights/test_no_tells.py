"""The host may choose at set-up that nobody is passed over for want of a card."""

import random

import msgspec
import pytest

from webui.setup.opening import NewPlayer
from webui.setup.start_istanbul import NewGame, again, open_istanbul

PLAYERS = [NewPlayer("Anna", "red"), NewPlayer("Ben", "blue")]


@pytest.mark.parametrize("chosen", [False, True])
def test_the_game_begins_as_chosen_and_so_does_a_rematch(chosen: bool, tmp_path: object) -> None:
    opening = open_istanbul(NewGame(PLAYERS, no_tells=chosen), random.Random(1))
    assert opening.setup.options.no_tells is chosen
    rematch = again(opening.setup, opening, random.Random(2), tmp_path)  # type: ignore[arg-type]
    assert rematch.setup.options.no_tells is chosen


def test_an_order_that_does_not_speak_of_it_is_played_as_ever() -> None:
    order = msgspec.convert({"players": [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}]}, NewGame)
    assert open_istanbul(order, random.Random(1)).setup.options.no_tells is False

"""What is made once for all seats is what each would be shown if it were made for that seat alone."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.dice_game.advice.policy import choose as choose_dice
from companion.istanbul.advice.policy import choose
from companion.session.view import LOG_LENGTH, SharedViews, log_rows, seat_view
from companion.session.view import _moments as moments_for
from tests.webui.conftest import begin
from tests.webui.play.test_dice_game import begin as begin_a_dice_game
from webui.house import House
from webui.locales.words import say_in
from webui.play.games import FACES

SEATS = (None, 0, 1, 2)
Choose = Callable[[Any, Random], Any]


def begin_dice(house: House) -> None:
    begin_a_dice_game(house, cards="app", copy="practice")


@pytest.mark.long
@pytest.mark.parametrize(("start", "policy"), [(begin, choose), (begin_dice, choose_dice)], ids=["istanbul", "dice"])
def test_each_seat_is_shown_what_was_made_for_it(
    start: Callable[[House], object], policy: Choose, tmp_path: Path
) -> None:
    house, rng, shared, say = House(tmp_path), Random(3), SharedViews(), say_in("fr")
    start(house)
    session, people = house.running(), house.sitting.people
    face, names = FACES[session.game.name], [person.name for person in people]
    private = 0
    for _ in range(90):
        if session.game.is_over(session.state):
            break
        session.submit([policy(session.state, rng)], None)
        effective = session.log.effective
        for seat in SEATS:
            told = seat_view(session, face, people, seat, say, shared)
            assert told == seat_view(session, face, people, seat, say)
            assert told["log"] == log_rows(session, face, seat, names, say, LOG_LENGTH)
            assert told["moments"] == moments_for(face, effective, seat, names, say)
            private += told["log"] != log_rows(session, face, None, names, say, LOG_LENGTH)
    assert private or session.game.name != "istanbul", "somebody drew a card that is not told to everybody"
    house.close()


def test_what_is_kept_is_of_this_version_and_language(tmp_path: Path) -> None:
    house, shared = begin(House(tmp_path)), SharedViews()
    session, face, people = house.running(), FACES["istanbul"], house.sitting.people
    english = seat_view(session, face, people, 0, say_in("en"), shared)
    russian = seat_view(session, face, people, 0, say_in("ru"), shared)
    assert english["turn"] != russian["turn"]
    session.submit([choose(session.state, Random(1))], None)
    later = seat_view(session, face, people, 0, say_in("en"), shared)
    assert later["version"] == english["version"] + 1 and later["log"] != english["log"]
    house.close()

"""Numbers and the record of a finished game; before its end the record stays closed, for it holds every card."""

from random import Random

import pytest
from flask import Flask

from companion.istanbul.advice.policy import choose
from companion.session.record import read_record
from tests.webui.conftest import SETTINGS, Device
from webui.app import create_app
from webui.house import House
from webui.play.games import GAMES


def play_to_the_end(house: House) -> None:
    session, rng = house.running(), Random(5)
    while not session.game.is_over(session.state):
        session.submit([choose(session.state, rng)], None)


@pytest.fixture
def finished(house: House) -> Flask:
    play_to_the_end(house)
    return create_app(house, SETTINGS)


@pytest.mark.long
def test_the_numbers_end_where_the_game_ends(house: House, finished: Flask) -> None:
    numbers = Device(finished.test_client(), finished).get("/api/statistics").json
    players = house.running().state.players
    assert numbers["turns"][-1]["rubies"] == [player.rubies for player in players]
    assert numbers["turns"][0]["lira"] == [2, 3, 4]
    assert sum(numbers["visits"].values()) == len(numbers["turns"]) - 1


def test_the_record_replays_to_the_same_state(house: House, finished: Flask) -> None:
    text = Device(finished.test_client(), finished).get("/api/record").text
    assert read_record(GAMES, text.splitlines()).state == house.running().state


def test_the_record_stays_closed_while_the_game_runs(house: House) -> None:
    app = create_app(house, SETTINGS)
    answer = Device(app.test_client(), app).get("/api/record")
    assert (answer.status_code, answer.json["code"]) == (409, "still_playing")


@pytest.mark.long
def test_the_result_is_in_every_view(finished: Flask) -> None:
    view = Device(finished.test_client(), finished).view()
    assert view["result"]["winners"] and not view["choices"]

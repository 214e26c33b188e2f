"""A seat of the dice game may be the app's too: in the same way, and also with the cards of the box."""

import json
import random
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.dice_game.advice.policy import choose as sensible
from tests.webui.conftest import SETTINGS, Device, Screens, wait_until
from tests.webui.play.test_rivals import AT_ONCE, acting
from webui.app import create_app
from webui.house import House
from webui.http.server import Running
from webui.play.games import open_game
from webui.play.sitting import Sitting
from webui.settings import Settings

PEOPLE = [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue", "strength": "middle"}]
ORDER: dict[str, Any] = {"game": "dice", "players": PEOPLE, "first": 0, "cards": "app", "copy": "practice"}


def begin(house: House, **order: Any) -> None:
    """A dice game of Anna's against the app."""
    name, opening = open_game(json.dumps(ORDER | order).encode(), random.Random(7), house.data_dir)
    house.start(name, opening.setup, Sitting(opening.people, opening.dice, opening.cards, opening.copy))


def play_on(house: House) -> None:
    """Anna plays her turn as a sensible player would."""
    session = house.running()
    wait_until(lambda: acting(house) == 0)
    while acting(house) == 0 and session.state.turn == 0:
        session.submit([sensible(session.state, Random(1))], 0)


@pytest.fixture
def server(empty_house: House) -> Iterator[Running]:
    begin(empty_house)
    running = Running(empty_house, Settings(host="127.0.0.1", port=0, rival_pauses_s=AT_ONCE))
    yield running
    running.stop()


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_what_the_app_played(server: Running, screens: Screens, width: int) -> None:
    phone = screens.phone(server, 0, viewport={"width": width, "height": 740})
    for _ in range(2):
        play_on(server.house)
        wait_until(lambda: acting(server.house) == 0)
        assert [entry for entry in server.house.running().log.effective if entry.seat == 1]
        expect(phone.locator(".dock .rival-line")).to_contain_text("Ben")
        expect(phone.locator(".dock .rival-due")).to_have_count(0)
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
    expect(phone.locator(".summary .app-sign")).to_have_text("app, medium")


def test_the_games_are_listed_with_the_strengths_the_app_has(empty_house: House) -> None:
    app = create_app(empty_house, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(empty_house.access.host_code().secret)
    base, dice = host.get("/api/games").json
    assert base["strengths"] == dice["strengths"] == ["easy", "middle", "strong"]
    wrong = [PEOPLE[0], PEOPLE[1] | {"strength": "stronger"}]
    assert host.post("/api/game", ORDER | {"players": wrong}).json["code"] == "no_such_strength"


def test_nothing_is_hidden_so_the_cards_of_the_box_will_do(empty_house: House) -> None:
    app = create_app(empty_house, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(empty_house.access.host_code().secret)
    assert host.post("/api/game", ORDER | {"cards": "real", "copy": ""}).status_code == 200
    assert host.view()["strengths"] == ["easy", "middle", "strong"]
    assert host.post("/api/rival/owner", {"seat": 1, "strength": ""}).status_code == 200
    assert host.post("/api/rival/owner", {"seat": 1, "strength": "strong"}).status_code == 200
    assert empty_house.sitting.rivals == {1}

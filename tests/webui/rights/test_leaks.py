"""Nothing of a hand reaches anybody but its seat: what others are sent is the same to the byte whichever card it is."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.istanbul.actions import Drawn, TellHand
from companion.istanbul.names import Card
from companion.istanbul.tables import CARD_COPIES, DECK
from companion.session.clock import FakeClock
from tests.webui.conftest import SETTINGS, Device, begin
from webui.app import create_app
from webui.house import House

OTHERS = ("ben", "host", "stranger")
RANDOM = {"/api/seats", "/api/pin", "/api/hosts", "/api/roll", "/api/lesson"}
"""Answers that differ from one asking to the next; they are searched for names of cards instead."""
EMPTY_HANDS = 'set 0.hand=- 1.hand=- 2.hand=- 0.merchant=8 governor=16 smuggler=16 despite because "a story"'
DRAWS = ("move 6", "leave", "take draw", "take draw")


class Stacked:
    """A draw pile in which every card is the same; of anything else the first possible outcome."""

    def __init__(self, card: Card) -> None:
        self._drawn = Drawn(card)

    def __call__(self, outcomes: Mapping[Any, float], point: str) -> Any:
        return self._drawn if self._drawn in outcomes else next(iter(outcomes))


@cache
def sent(card: Card, real: bool = False) -> tuple[dict[tuple[str, str], bytes], dict[str, bytes]]:
    """What others are sent while Anna holds two of a card, by reader and path; and what Anna is sent herself."""
    with TemporaryDirectory() as folder:
        house = House(Path(folder), FakeClock(), None if real else Stacked(card))
        begin(house, cards="real" if real else "app")
        hold_real(house, card) if real else draw_two(house)
        app = create_app(house, SETTINGS)
        anna, *readers = (Device(app.test_client(), app) for _ in range(4))
        anna.join(house.access.seat_code(0, take_over=True).secret)
        readers[0].join(house.access.seat_code(1, take_over=True).secret)
        readers[1].join(house.access.host_code().secret)
        paths = looks(app)
        told = {(who, path): one.get(path).data for who, one in zip(OTHERS, readers, strict=True) for path in paths}
        for who in OTHERS:  # others write to the disk meanwhile
            told[who, "/healthz"] = re.sub(rb'"disk_free_mb":\d+', b"", told[who, "/healthz"])
        told["anybody", "/events"] = json.dumps(house.pulse()).encode()
        own = {path: anna.get(path).data for path in paths}
        house.close()
    return told, own


def draw_two(house: House) -> None:
    session = house.running()
    session.submit([session.game.parse_action(EMPTY_HANDS)], None, session.version, "table")
    for text in DRAWS:
        session.submit([session.game.parse_action(text)], 0, session.version)


def hold_real(house: House, card: Card) -> None:
    house.running().submit([TellHand(0, (card,))], None, 0)


def looks(app: Any) -> list[str]:
    """Every address that can be looked at, as the app lists them; a backup is for the computer's own browser alone."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments]
    return sorted({rule.rule for rule in rules} - {"/events", "/api/backup"})


def test_there_are_26_cards() -> None:
    assert len(DECK) == 26


@pytest.mark.long
@pytest.mark.parametrize("card", CARD_COPIES)
@pytest.mark.parametrize("real", [False, True], ids=["dealt by the app", "told by a phone"])
def test_what_others_are_sent_does_not_depend_on_the_card(card: Card, real: bool) -> None:
    other = next(one for one in CARD_COPIES if one is not card)
    told, own = sent(card, real)
    compared = [key for key in told if key[1] not in RANDOM]
    assert [key for key in compared if told[key] != sent(other, real)[0][key]] == []
    assert own["/api/view"] != sent(other, real)[1]["/api/view"], "Anna herself sees which card it is"
    assert len(compared) > 60


@pytest.mark.long
@pytest.mark.parametrize("card", CARD_COPIES)
def test_no_answer_that_changes_names_the_card(card: Card) -> None:
    told, own = sent(card)
    named = f'"{card}"'.encode()
    assert named in own["/api/view"]
    assert [key for key, data in told.items() if key[1] in {*RANDOM, "/api/view", "/events"} and named in data] == []

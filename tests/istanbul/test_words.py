"""Everything that can happen, be offered or be refused has words."""

from typing import get_args

import pytest

from companion.errors import RuleViolation
from companion.istanbul.actions import Action, Override, Rolled, TellHand
from companion.istanbul.codes import RULE_CODES
from companion.istanbul.events import CardDrawn, Event, FamilyMoved, GameEnded, RubyTaken, ValueSet
from companion.istanbul.names import Card, Place
from companion.istanbul.view.face import FACE
from companion.istanbul.view.offer_words import _TELLERS
from companion.istanbul.view.refusals import REASONS, refusal
from companion.istanbul.view.story import SILENT, TELLERS, tell
from companion.istanbul.view.vocabulary import CARD_HELP, CARDS, PLACE_HELP, PLACES
from companion.words import REASONS as SHARED_REASONS
from tests.istanbul.builders import do, turn

NAMES = ("Anna", "Ben", "Cleo")


def plain(text: str) -> str:
    return text


@pytest.mark.parametrize("event", get_args(Event), ids=lambda event: event.__name__)
def test_every_event_has_a_story_or_is_silent(event: type) -> None:
    assert (event in TELLERS) != (event in SILENT)


def test_the_end_is_told_after_the_name_of_whoever_brought_it_about() -> None:
    told = tell([RubyTaken(0, Place.GEMSTONE_DEALER), GameEnded((1,))], 0, None, NAMES, plain)
    assert told == ["takes a ruby", "the game is over, won by Ben"]


def test_what_is_due_says_whose_family_member_it_is() -> None:
    state = turn("merchant=12", step="action")
    assert FACE.turn(state, NAMES, plain)["text"] == "Send Anna's family member to a place"
    sent = do(state, "send 3")
    assert FACE.turn(sent, NAMES, plain)["text"] == "Anna's family member acts at the Spice Warehouse"


@pytest.mark.parametrize("action", get_args(Action), ids=lambda action: action.__name__)
def test_every_action_has_words(action: type) -> None:
    assert action in _TELLERS or action in (Rolled, Override, TellHand)


@pytest.mark.parametrize("code", RULE_CODES)
def test_every_refusal_has_words(code: str) -> None:
    assert code in REASONS or code in SHARED_REASONS


def test_facts_become_names() -> None:
    error = RuleViolation("out_of_reach", start=7, to=16, steps=3, reach=(1, 2), possible=[])
    assert refusal(error, NAMES, plain).startswith("Gemstone Dealer is 3 steps away")


def test_an_unknown_code_is_not_hidden() -> None:
    assert "brand_new" in refusal(RuleViolation("brand_new"), NAMES, plain)


def test_a_drawn_card_is_named_to_its_owner_only() -> None:
    events = (CardDrawn(1, Card.LIRA5),)
    assert tell(events, 1, 1, NAMES, plain) == ["draws: 5 Lira"]
    assert tell(events, 1, 0, NAMES, plain) == tell(events, 1, None, NAMES, plain) == ["draws a card"]


def test_a_caught_family_member_is_named() -> None:
    events = (FamilyMoved(2, Place.POLICE_STATION, "caught"),)
    assert tell(events, 0, None, NAMES, plain) == ["catches Cleo's family member"]


@pytest.mark.parametrize(
    ("what", "value", "told"),
    [
        ("goods", "RRB", "Goods: 2 fabric, 1 jewelry"),
        ("merchant", "7", "Merchant: Fountain"),
        ("assistants", "2,7", "Assistants out: Fabric Warehouse, Fountain"),
        ("assistants", "-", "Assistants out: nowhere"),
        ("stack", "ooo", "Assistants in the stack: 3"),
        ("reserve", "1", "reserve: 1"),
    ],
)
def test_a_correction_is_told_in_words(what: str, value: str, told: str) -> None:
    events = (ValueSet(what, value, 1, "counted twice"),)
    assert tell(events, 1, None, NAMES, plain) == [f"corrected: {told} (counted twice)"]


def test_a_correction_of_the_table_names_no_player() -> None:
    events = (ValueSet("governor", "16", None, "the table is right"),)
    assert tell(events, None, None, NAMES, plain) == [
        "corrected: Governor: Gemstone Dealer (the table is right)",
    ]


def test_all_places_and_cards_are_explained() -> None:
    assert set(PLACES) == set(PLACE_HELP) == set(Place) and set(CARDS) == set(CARD_HELP) == set(Card)

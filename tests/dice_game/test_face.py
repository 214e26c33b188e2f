"""What screens show of the dice game: words for everything, the best way to pay, forms for what the table tells."""

import re
from random import Random
from typing import Any, get_args

import pytest

from companion.dice_game.actions import Action, Override, TellEmpty
from companion.dice_game.advice.best_payment import best_first
from companion.dice_game.copy.forms import CARD_FORMS, TILE_FORMS
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.engine import decide
from companion.dice_game.events import EndTriggered, Event, GameEnded, ValueSet
from companion.dice_game.game import DICE_GAME
from companion.dice_game.notation.lines import format_action, parse_action
from companion.dice_game.state import GameState
from companion.dice_game.view.face import FACE
from companion.dice_game.view.offer_words import _TELLERS
from companion.dice_game.view.offers import choices
from companion.dice_game.view.refusals import REASONS, refusal
from companion.dice_game.view.story import SILENT, TELLERS, tell
from companion.errors import RuleViolation
from companion.words import REASONS as SHARED_REASONS
from tests.dice_game.builders import card, do, new, put, refused, turn

NAMES = ("Anna", "Ben", "Cleo")


def plain(text: str) -> str:
    return text


def offered(state: GameState, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in choices(state, NAMES, plain)["choices"] if one["kind"] == kind)
    return found


@pytest.mark.parametrize("event", get_args(Event), ids=lambda event: event.__name__)
def test_every_event_has_a_story_or_is_silent(event: type) -> None:
    assert (event in TELLERS or event is GameEnded) != (event in SILENT)


def test_the_end_is_told_after_the_name_of_whoever_brought_it_about() -> None:
    assert tell([EndTriggered(0), GameEnded((1,))], 0, None, NAMES, plain)[1] == "the game is over, won by Ben"


@pytest.mark.parametrize("action", get_args(Action), ids=lambda action: action.__name__)
def test_every_action_has_words(action: type) -> None:
    assert action in _TELLERS or action is Override


REFUSED = {
    "reroll RR": ("RYLK", "reroll", "crystals=1"),
    "lira": ("RYGB", "act", ""),
    "cards 3": ("KKRRR", "act", ""),
    "ruby red RR": ("RRRRY", "act", "markers=R"),
    "ruby mosque": ("RRRRY", "act", ""),
    "tile die:RYGB RYGB": ("RYGBL", "act", ""),
    "two RR": ("RRYLK", "act", ""),
    "price red 0": ("RRYLK", "act", ""),
    "end": ("RRYLK", "reroll", "crystals=1"),
}


@pytest.mark.parametrize("action", REFUSED)
def test_every_refusal_has_words(action: str) -> None:
    dice, step, mine = REFUSED[action]
    code = refused(turn(dice, mine, step=step), action)
    assert code is not None and (code in REASONS or code in SHARED_REASONS)


def test_facts_of_a_refusal_are_words() -> None:
    error = RuleViolation("wrong_payment", needs=(2, 0, 0, 1), any=1)
    assert refusal(error, NAMES, plain) == "This is not what it costs: 2 fabric, 1 jewelry and 1 of any kind."


def test_a_story_names_whoever_is_not_on_turn() -> None:
    state = put(turn("RYGLK", "crystals=6", "crystals=6"), "actions=2", None)
    events = decide(state, parse_action("two RY"))
    assert "Ben: gives a crystal back, for the supply is short" in tell(events, 0, None, NAMES, plain)


def test_a_correction_is_told_in_words() -> None:
    events = (ValueSet("markers", "RRY", 0, "miscounted"), ValueSet("lira", "7", 0, "miscounted"))
    goods, lira = tell(events, 0, None, NAMES, plain)
    assert goods.startswith("corrected: Markers: 2 ") and lira == "corrected: Lira: 7 (miscounted)"


# ------------------------------------------------------------------------- the best use of dice and markers


def test_the_best_way_leaves_what_can_still_be_used() -> None:
    """Four reds stay together for the ruby; the crystal is paid with the yellow die and the green marker."""
    assert offered(turn("RRRRY", "markers=G"), "Two")["do"] == ["two Y+G"]


def test_with_one_action_left_the_thriftiest_way_is_best() -> None:
    assert offered(turn("RRYLK", "markers=R", table="actions=1"), "Pair")["do"] == ["pair R RR"]


def test_a_trade_after_which_no_more_is_owned_is_offered_last() -> None:
    offered_in_order = [one["do"] for one in choices(turn("GYLLK", "markers=G"), NAMES, plain)["choices"]]
    assert offered_in_order[0] == ["two YG"] and offered_in_order[-1] == ["pair G G+G"]


def test_other_ways_are_offered_behind_the_best() -> None:
    offer = offered(turn("RRYLK", "markers=J"), "Two")
    assert offer["ways"][0]["do"] == offer["do"]
    assert {way["do"][0] for way in offer["ways"]} == {"two RY", "two R+J", "two Y+J"}


def test_one_way_needs_no_thought() -> None:
    assert best_first(turn("RYLLK"), (parse_action("two RY"),)) == (parse_action("two RY"),)


def test_what_is_missing_is_said_for_rubies_and_tiles() -> None:
    state = turn("RRYLK", "markers=J lira=4", table="tile_faces=lira:RRR@0 display=lira:RRR")
    why = choices(state, NAMES, plain)["refusals"]
    assert why["areas"]["red"] == "This takes 4 fabric; missing among dice and markers: 1."
    assert why["areas"]["lira"] == "6 Lira are missing for this ruby."
    assert why["tiles"] == {}


def test_a_tile_taken_this_turn_is_shown_as_idle() -> None:
    state = put(turn("RRYLK"), "tile_faces=lira:RRR@0", None)
    state = put(state, "tiles=lira:RRR", 0)
    assert FACE.player(state, 0, plain)["idle"] == ["lira:RRR"]
    assert FACE.player(put(state, "working=lira:RRR", None), 0, plain)["idle"] == []


# ------------------------------------------------------------------------- what the table is asked


def due(state: GameState) -> dict[str, Any]:
    owed: dict[str, Any] = choices(state, NAMES, plain)["chance"]
    return owed


def test_real_dice_are_asked_for_by_their_number() -> None:
    assert due(do(new(), "throw")) == {"offers": [], "ask": "dice", "form": "rolled {dice}", "number": 5}


def test_a_price_begins_where_the_published_lists_do() -> None:
    state = put(new(components=shipped_components()), "dice=RRYLK thrown=5 agenda=act", None)
    owed = due(do(state, "price? lira"))
    assert (owed["first"], owed["least"]) == (10, 1)
    assert [offer["do"][0] for offer in owed["offers"]] == ["price lira 10", "price lira 12", "empty lira"]
    assert due(do(state, "price? carpet"))["least"] == 4


def test_a_card_nobody_uses_need_not_be_told() -> None:
    state = do(turn("KKRYG"), "cards 2")
    assert due(state)["pass"] == ["revealed ?"]
    assert due(do(state, "revealed ?"))["pass"] == []


@pytest.mark.parametrize("form", CARD_FORMS, ids=lambda form: form["title"])
def test_a_form_of_a_card_is_filled_to_a_card(form: dict[str, Any]) -> None:
    parse_action(f"revealed {filled(form, Random(1))}")


@pytest.mark.parametrize("form", TILE_FORMS, ids=lambda form: form["title"])
def test_a_form_of_a_tile_is_filled_to_a_tile(form: dict[str, Any]) -> None:
    parse_action(f"told {filled(form, Random(2))}")


def filled(form: dict[str, Any], rng: Random) -> str:
    """What a page makes of a form when somebody taps here and there."""
    code: str = form["form"]
    for gap in form["gaps"]:
        if gap["kind"] == "one":
            value = rng.choice(gap["possible"])
        elif gap["kind"] == "goods":
            value = gap["first"]
        else:
            value = "".join("3" if sign == "lira" else sign for sign in gap["possible"])
        code = code.replace(f"{{{gap['name']}}}", value)
    assert not re.search(r"[{}]", code)
    return code


def test_what_everybody_may_tell_is_what_lies_on_the_table() -> None:
    assert isinstance(TellEmpty("red"), DICE_GAME.told)  # type: ignore[arg-type]
    assert not DICE_GAME.is_own(parse_action("rolled RRYLK"))
    assert DICE_GAME.is_own(parse_action("throw"))


# ------------------------------------------------------------------------- cards, hints, corrections, the end


def test_the_left_carpet_is_shown_left_of_the_right_one() -> None:
    shown = [one["name"] for one in FACE.table(turn("RRYLK"), NAMES, plain)["areas"]]
    assert shown[-3:] == ["Left carpet", "Right carpet", "Mosque"]


def test_a_card_s_lower_half_is_for_the_others_in_turn() -> None:
    state = card("F3:R;2>R", q="lira=2", r="lira=2")
    assert FACE.turn(state, NAMES, plain)["by"] == 1
    assert [one["text"] for one in choices(state, NAMES, plain)["choices"]] == ["Take 1 fabric", "No, thank you"]
    assert FACE.table(state, NAMES, plain)["card"]["others"]["text"] == "Give 2 Lira: take 1 fabric."


def test_a_hint_can_be_played() -> None:
    state = turn("RRYGK", "markers=R")
    hint = FACE.hint(state, Random(4), NAMES, plain)
    assert do(state, *hint["do"]) and hint["text"]


def test_a_correction_is_written_as_in_positions() -> None:
    action = FACE.correction([{"seat": 0, "what": "markers", "value": {"R": 1, "J": 2}}], "fell off", False)
    assert format_action(action) == 'set 0.markers=RJJ because "fell off"'


def test_the_result_says_what_everything_is_worth() -> None:
    state = put(put(turn("-", "rubies=3 lira=2 markers=RJ crystals=1"), "over=yes agenda=-", None), "rubies=3", 1)
    result = FACE.result(state, NAMES, plain)
    assert result is not None and result["winners"] == [0]
    assert result["rows"][0] | {"lira": 2} == result["rows"][0]
    assert (result["rows"][0]["worth"], result["rows"][0]["goods"]) == (10, 2)

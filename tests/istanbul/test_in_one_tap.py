"""What one tap may do: the steps of a place together, where nobody need look between them."""

from typing import Any

from companion.istanbul.actions import Change, EnterBlackMarket, Move, Override, TakeCard
from companion.istanbul.engine import check, play
from companion.istanbul.names import Place
from companion.istanbul.notation.lines import parse_action
from companion.istanbul.setup import example_game
from companion.istanbul.state import GameState
from companion.istanbul.view.offers import choices

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def standing(merchant: int, *changes: Change) -> GameState:
    """Seat 0 is to move, with its merchant there."""
    set_up = (Change("merchant", str(merchant), 0), Change("governor", "16"), Change("smuggler", "16"), *changes)
    return play(example_game(), Override(set_up, "so it stands", despite_problems=True))


def offered(state: GameState, kind: str, place: int | None = None) -> list[dict[str, Any]]:
    found = choices(state, NAMES, str)["choices"]
    return [one for one in found if one["kind"] == kind and (place is None or one["place"] == place)]


def arrived(merchant: int, place: Place, *changes: Change) -> GameState:
    """The assistant is left, and the action of the place is due."""
    state = standing(merchant, *changes)
    (way,) = offered(state, "Move", int(place))
    for step in way["do"]:
        state = play(state, parse_action(step))
    return state


def test_both_cards_of_the_caravansary_are_drawn_in_one_tap() -> None:
    found = offered(arrived(8, Place.CARAVANSARY), "TakeCard")
    assert found[0]["do"] == ["take draw", "take draw"]


def test_the_good_of_the_black_market_is_named_before_the_dice_in_one_tap() -> None:
    found = offered(arrived(6, Place.BLACK_MARKET), "EnterBlackMarket")
    assert [one["do"] for one in found] == [["enter", "gain R"], ["enter", "gain G"], ["enter", "gain Y"], ["enter"]]
    assert [bool(one.get("rolls")) for one in found] == [True, True, True, False]


def test_who_may_turn_a_die_sees_the_dice_first() -> None:
    state = arrived(6, Place.BLACK_MARKET, Change("tiles", "R", 0))
    assert [one["do"] for one in offered(state, "EnterBlackMarket")] == [["enter"]]


def test_the_police_station_and_where_the_family_member_goes_are_one_way() -> None:
    state = standing(4)
    (way,) = offered(state, "Move", int(Place.POLICE_STATION))
    sends = {one["place"]: one for one in way["sends"]}
    assert len(sends) == 15
    to_the_warehouse = sends[int(Place.SPICE_WAREHOUSE)]
    assert to_the_warehouse["do"] == [*way["do"], "send 3"]
    (fill,) = to_the_warehouse["then"]
    for step in fill["do"]:
        action = parse_action(step)
        assert check(state, action) is None
        state = play(state, action)
    assert state.players[0].goods[1] == state.players[0].capacity


def test_what_is_offered_together_is_legal_step_by_step() -> None:
    state = arrived(8, Place.CARAVANSARY)
    assert check(state, TakeCard("draw")) is None
    assert check(arrived(6, Place.BLACK_MARKET), EnterBlackMarket()) is None
    assert check(state, Move(Place.FOUNTAIN)) is not None


def test_mail_that_finds_no_room_is_told_before_it_is_collected() -> None:
    (with_room,) = offered(arrived(6, Place.POST_OFFICE), "CollectMail")
    assert with_room["detail"] == "1 spice, 1 fruit, 2 Lira"
    (full,) = offered(arrived(6, Place.POST_OFFICE, Change("goods", "YY", 0)), "CollectMail")
    assert full["detail"] == "1 spice, 1 fruit, 2 Lira; no room for 1 fruit"


def test_what_a_place_asks_the_second_time_stands_on_the_card() -> None:
    rich = (Change("lira", "60", 0), Change("hand", "DEALER2", 0))
    state = arrived(9, Place.GEMSTONE_DEALER, *rich)
    (buy,) = offered(state, "BuyRuby")
    (again,) = offered(play(state, parse_action(buy["do"][0])), "Repeat")
    assert again["detail"] == "plays the card; 15 Lira"


def test_mail_that_finds_no_room_is_told_before_one_goes_there() -> None:
    state = standing(6, Change("goods", "YY", 0))
    (way,) = offered(state, "Move", int(Place.POST_OFFICE))
    (collect,) = way["then"]
    assert (collect["text"], collect["lost"]) == ("Collect the mail", "no room for 1 fruit")


def test_a_wheelbarrow_that_is_full_already_is_told_before_it_is_filled() -> None:
    full = Change("goods", "GG", 0)
    (fill,) = offered(arrived(7, Place.SPICE_WAREHOUSE, full), "Fill")
    assert fill["detail"] == "no room for more spice"
    (way,) = offered(standing(7, full), "Move", int(Place.SPICE_WAREHOUSE))
    assert [one["lost"] for one in way["then"]] == ["no room for more spice"]
    (with_room,) = offered(arrived(7, Place.SPICE_WAREHOUSE), "Fill")
    assert with_room["detail"] == ""


def test_a_family_member_is_not_sent_in_vain_without_a_word() -> None:
    (way,) = offered(standing(4, Change("lira", "2", 0)), "Move", int(Place.POLICE_STATION))
    sends = {one["place"]: one["facts"]["idle"] for one in way["sends"]}
    assert "7 Lira" in sends[int(Place.WAINWRIGHT)]
    assert not sends[int(Place.SPICE_WAREHOUSE)]

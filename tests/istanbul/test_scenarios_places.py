"""Scenarios 47 to 89: the actions of the sixteen places."""

from typing import Any

import pytest

from companion.istanbul.cards import pile_size
from companion.istanbul.notation.fields import get_value
from companion.istanbul.state import GameState
from companion.istanbul.tables import DEALER_PRICE, PALACE_COST
from tests.istanbul.builders import do, due, has, legal, others, put, refused, step_of, turn


def at(place: int, values: str = "", table: str = "", **more: Any) -> GameState:
    """P's action is due at a place."""
    return turn(f"merchant={place} {values}", table=table, step="action", **more)


def test_scenario_047_an_extension_costs_seven() -> None:
    state = do(turn("lira=7"), "move 1", "leave", "extend")
    assert has(state, "lira=0 capacity=3 rubies=0") and has(state, "extensions=8", None)


def test_scenario_048_the_third_brings_a_ruby() -> None:
    state = do(at(1, "lira=7 capacity=4"), "extend")
    assert has(state, "capacity=5 rubies=1") and has(state, "rubies=1:2,13:6,14:3,15:3,16:10", None)


def test_scenario_049_a_fourth_is_impossible() -> None:
    assert refused(at(1, "lira=20 capacity=5"), "extend") == "no_extension_left"
    state = do(turn("lira=20 capacity=5", q="family=1"), "move 1", "leave")
    assert legal(state) == {"catch"}


def test_scenario_050_six_lira_and_a_card() -> None:
    state = at(1, "lira=6 hand=LIRA5")
    assert refused(state, "extend") == "not_enough_lira"
    assert has(do(state, "lira", "extend"), "lira=4 capacity=3")


def test_scenario_051_a_warehouse_fills_up() -> None:
    assert has(do(at(3, "capacity=3 goods=G"), "fill"), "goods=GGG")


def test_scenario_052_a_full_warehouse_may_be_used() -> None:
    state = at(2, "goods=RR")
    assert refused(state, "fill") is None and has(do(state, "fill"), "goods=RR")


def test_scenario_053_the_green_tile_sells_one_more() -> None:
    state = at(4, "tiles=G lira=2")
    assert has(do(state, "fill B"), "goods=YYB lira=0")
    assert refused(state, "fill Y") == "no_room"
    assert refused(put(state, "lira=1", 0), "fill B") == "not_enough_lira"


@pytest.mark.parametrize(
    ("mail", "before", "goods", "lira", "after"),
    [
        pytest.param(0, "-", "GY", 2, 1, id="scenario_054"),
        pytest.param(2, "-", "RY", 3, 3, id="scenario_055_the_rulebooks_example"),
        pytest.param(4, "-", "RB", 4, 0, id="scenario_056"),
        pytest.param(1, "RRYY", "RRYY", 2, 2, id="scenario_057_capped"),
    ],
)
def test_the_post_office_pays(mail: int, before: str, goods: str, lira: int, after: int) -> None:
    state = do(at(5, f"goods={before}", f"mail={mail}"), "mail")
    assert has(state, f"goods={goods} lira={lira}") and has(state, f"mail={after}", None)


def test_scenario_058_five_collections() -> None:
    state = at(5, "capacity=5")
    for _ in range(5):
        state = do(due(put(state, "turn=0", None), "action"), "mail")
    assert has(state, "goods=RRRRGYYYBB lira=14") and has(state, "mail=0", None)


def test_scenario_059_two_cards_from_the_discard_pile() -> None:
    state = do(turn("hand=STAY", table="discard=RETURN,GOOD"), "move 6", "leave", "take discard")
    state = do(state, "take discard", "give STAY")
    assert has(state, "hand=GOOD,RETURN") and has(state, "discard=STAY", None)


def test_scenario_060_the_first_card_is_seen_before_the_second_source() -> None:
    state = do(at(6, "hand=STAY", "discard=RETURN,GOOD"), "take draw", "drawn LIRA5")
    assert legal(state) == {"take draw", "take discard"} and has(state, "hand=LIRA5,STAY")
    assert has(do(state, "take discard", "give LIRA5"), "hand=GOOD,STAY")


def test_scenario_061_an_empty_draw_pile_is_reshuffled_at_once() -> None:
    q = "hand=" + others("LIRA5", "STAY", "STAY", "RETURN")
    state = do(at(6, table="discard=STAY,STAY,RETURN", q=q), "take draw", "drawn LIRA5")
    assert (pile_size(state), state.discard) == (3, ())
    assert refused(state, "take discard") == "discard_pile_empty"


def test_scenario_062_no_card_anywhere() -> None:
    assert refused(at(6, q="hand=" + others()), "take draw") == "no_card_to_draw"


def test_scenario_063_a_played_card_becomes_the_draw_pile() -> None:
    state = do(turn("hand=LIRA5", q="hand=" + others("LIRA5")), "lira")
    assert (pile_size(state), state.discard) == (1, ())


def test_scenario_064_some_of_the_assistants_are_recalled() -> None:
    state = do(turn("merchant=11 stack=oo assistants=3,8,12"), "move 7", "recall 3,12")
    assert has(state, "stack=oooo assistants=8")


def test_scenario_065_black_market_with_a_low_roll() -> None:
    assert has(do(at(8), "enter", "rolled 1 5", "gain R"), "goods=R")


def test_scenario_066_the_red_tile_turns_a_die() -> None:
    state = do(at(8, "tiles=R"), "enter", "rolled 2 5")
    assert legal(state) == {"keep", "turn 1", "turn 2", "reroll"}
    assert has(do(state, "turn 1", "gain Y"), "goods=YBB")


def test_scenario_067_a_second_roll_stands() -> None:
    state = do(at(8, "tiles=R"), "enter", "rolled 1 2", "reroll", "rolled 6 5")
    assert refused(state, "turn 1") == "not_now"
    assert has(do(state, "gain G"), "goods=GBB")


def test_scenario_068_a_full_wheelbarrow_may_gamble() -> None:
    assert has(do(at(8, "goods=RRGGYYBB"), "enter", "rolled 6 6", "gain R"), "goods=RRGGYYBB")


@pytest.mark.parametrize(("total", "blue"), [(6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (12, 3)])
def test_scenario_069_jewelry_by_total(total: int, blue: int) -> None:
    dice = f"rolled {total - 6} 6" if total > 6 else "rolled 3 3"
    state = do(at(8, "capacity=5"), "enter", dice)
    assert state.players[0].goods[3] == blue


def test_scenario_070_the_tea_house() -> None:
    assert has(do(at(9), "announce 8", "rolled 4 4"), "lira=8")
    assert has(do(at(9), "announce 12", "rolled 5 6"), "lira=2")
    assert [refused(at(9), f"announce {number}") for number in (2, 13)] == ["number_out_of_range"] * 2


def test_scenario_071_the_red_tile_at_the_tea_house() -> None:
    state = do(at(9, "tiles=R"), "announce 9", "rolled 2 5")
    assert has(do(state, "turn 1"), "lira=9")
    assert has(do(state, "keep"), "lira=2")


def test_a_turned_die_shows_four() -> None:
    state = do(at(9, "tiles=R"), "announce 10", "rolled 2 5")
    assert has(do(state, "turn 1"), "lira=2") and has(do(state, "turn 2"), "lira=2")
    assert has(do(at(9, "tiles=R"), "announce 10", "rolled 2 6", "turn 1"), "lira=10")


def test_scenario_072_four_goods_at_the_small_market() -> None:
    state = do(at(11, "goods=RGYY"), "sell RGYY")
    assert has(state, "lira=14 goods=-") and has(state, "small=S2,S3,S4,S5,S1", None)


def test_scenario_073_only_what_one_has() -> None:
    state = at(10, "goods=BBB capacity=3", "large=L2,L1,L3,L4,L5")
    assert has(do(state, "sell BBB"), "lira=12")
    assert refused(state, "sell RBBB") == "goods_not_held"


def test_scenario_074_five_goods() -> None:
    assert has(do(at(10, "goods=RRGBB"), "sell RRGBB"), "lira=25")
    assert has(do(at(11, "goods=RGYYB"), "sell RGYYB"), "lira=20")


def test_scenario_075_the_card_frees_the_types() -> None:
    state = at(11, "goods=RR hand=LIRA5", "small=S5,S1,S2,S3,S4")
    assert refused(state, "sell RR") == "goods_not_demanded"
    assert refused(state, "sell RR any") == "card_not_held"
    sold = do(put(state, "hand=ANY_GOODS", 0), "sell RR any")
    assert has(sold, "lira=5 hand=-") and has(sold, "discard=ANY_GOODS small=S1,S2,S3,S4,S5", None)


def test_scenario_076_never_more_than_five() -> None:
    state = at(11, "goods=RRRBBB capacity=3 hand=ANY_GOODS")
    assert refused(state, "sell RRRBBB any") == "wrong_number_of_goods"
    assert has(do(state, "sell RRRBB any"), "lira=20 goods=B")


def test_scenario_077_selling_nothing_is_no_sale() -> None:
    state = at(10, "goods=R")
    assert refused(state, "sell -") == "wrong_number_of_goods"
    assert has(do(state, "skip"), "large=L1,L2,L3,L4,L5", None)


def test_scenario_078_the_family_member_must_be_at_home() -> None:
    assert refused(at(12, "family=4"), "send 3") == "family_not_at_home"
    state = do(turn("family=4", table="governor=12"), "move 12", "leave")
    assert step_of(state) == "encounters"


def test_scenario_079_the_first_ruby_of_the_palace() -> None:
    state = do(at(13, "goods=RGYB", players=4), "deliver")
    assert has(state, "goods=- rubies=1") and has(state, "rubies=1:4,13:6,14:4,15:4,16:12", None)
    assert PALACE_COST[6] == ((1, 1, 1, 1), 1)


def test_scenario_080_one_good_is_free_of_choice() -> None:
    table = "rubies=1:4,13:4,14:4,15:4,16:12"
    state = do(at(13, "goods=RRRGYBB capacity=3", table, players=4), "deliver R")
    assert has(state, "goods=- rubies=1")
    assert refused(at(13, "goods=RRGYBB", table, players=4), "deliver R") == "palace_cost_missing"


def test_scenario_081_every_named_colour_is_needed() -> None:
    assert refused(at(13, "goods=YYYYY capacity=5"), "deliver Y") == "palace_cost_missing"


def test_scenario_082_the_palace_sells_out() -> None:
    table = "rubies=1:3,13:1,14:3,15:3,16:10"
    state = do(at(13, "goods=RRGGYYYYBB capacity=5", table), "deliver YY")
    assert has(state, "goods=- rubies=1")
    sold_out = "rubies=1:3,13:0,14:3,15:3,16:10"
    assert refused(at(13, "goods=RRGGYYYYBB capacity=5", sold_out), "deliver YY") == "no_ruby_left"


@pytest.mark.parametrize(("players", "left"), [(3, "R34"), (2, "R4")])
def test_scenario_083_a_tile_costs_one_good(players: int, left: str) -> None:
    state = do(at(14, "goods=RR", players=players), "tile R")
    assert has(state, "goods=R tiles=R")
    assert get_value(state, "mosques", None).split(",")[0] == left


def test_scenario_084_the_blue_tile_brings_the_fifth_assistant() -> None:
    state = do(at(15, "goods=BBB capacity=3", "mosques=R234,G234,Y234,B34"), "tile B")
    assert has(state, "goods=BB tiles=B stack=ooooo reserve=0")


def test_scenario_085_the_requirement_counts() -> None:
    assert refused(at(15, "goods=BB", "mosques=R234,G234,Y234,B34"), "tile B") == "not_enough_goods"


def test_scenario_086_both_tiles_of_a_mosque_bring_a_ruby() -> None:
    state = do(at(15, "goods=YY tiles=B"), "tile Y")
    assert has(state, "tiles=YB rubies=1") and has(state, "rubies=1:3,13:6,14:3,15:2,16:10", None)
    assert has(do(at(15, "goods=YY tiles=R"), "tile Y"), "tiles=RY rubies=0")


def test_scenario_087_one_tile_of_a_colour() -> None:
    assert refused(at(14, "goods=RR tiles=R"), "tile R") == "tile_owned"


def test_scenario_088_the_dealer_asks_the_highest_uncovered_number() -> None:
    state = do(at(16, "lira=15", players=2), "ruby")
    assert has(state, "lira=0 rubies=1")
    assert DEALER_PRICE[state.rubies[4]] == 16


def test_scenario_089_the_last_ruby_of_the_dealer() -> None:
    assert DEALER_PRICE[1] == 23
    state = do(at(16, "lira=50", "rubies=1:3,13:6,14:3,15:3,16:1"), "ruby")
    assert has(state, "lira=27")
    assert refused(at(16, "lira=50", "rubies=1:3,13:6,14:3,15:3,16:0"), "ruby") == "no_ruby_left"


def test_the_card_for_any_goods_sells_five_where_the_table_agreed_so() -> None:
    state = turn("merchant=11 hand=ANY_GOODS goods=RRRBBB", table="options=any_goods:five", step="action")
    assert refused(state, "sell RR any") == "five_goods_wanted"
    assert {one for one in legal(state) if one.endswith("any")} == {"sell RRRBB any", "sell RRBBB any"}
    assert has(do(state, "sell RRRBB any"), "lira=20 goods=B")

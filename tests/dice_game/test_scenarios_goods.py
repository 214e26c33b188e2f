"""Scenarios 31-56: the actions with goods and Lira, dice and markers mixed, brown as joker, the shortage rule."""

import pytest

from tests.dice_game.builders import do, has, legal, refused, step_of, turn

ACTIONS = [
    pytest.param("RRYLK", "", "pair R RR", "markers=R", "dice=YLK spent=RR actions=1", id="31_two_dice"),
    pytest.param("RYYLK", "markers=R", "pair R R+R", "markers=R", "dice=YYLK", id="32_die_and_marker"),
    pytest.param("RYYLK", "markers=RR", "pair R -+RR", "markers=R", "dice=RYYLK", id="33_two_markers"),
    pytest.param("RYYLK", "markers=J", "pair R R+J", "markers=R", "dice=YYLK", id="34_brown_as_red"),
    pytest.param("RYYLK", "markers=JJ", "pair B -+JJ", "markers=B", "dice=RYYLK", id="35_brown_twice"),
    pytest.param("RYGBK", "", "two RY", "crystals=1", "dice=GBK spent=RY", id="36_two_different"),
    pytest.param("RRRRK", "markers=J", "two R+J", "crystals=1 markers=-", "dice=RRRK", id="37_brown_differs"),
    pytest.param("RYGKK", "", "three RYG", "markers=J", "dice=KK", id="38_three_different"),
    pytest.param("RYKKK", "markers=BG", "three Y+GB", "markers=J", "dice=RKKK", id="39_mixed_three"),
    pytest.param("RKKKK", "markers=JJ", "three R+JJ", "markers=J", "dice=KKKK", id="40_two_jokers"),
    pytest.param("LLRYK", "lira=3", "lira", "lira=7", "dice=RYK spent=LL", id="41_all_coins"),
    pytest.param("LLLLL", "", "lira", "lira=10", None, id="42_five_coins"),
]


@pytest.mark.parametrize(("dice", "p", "action", "seat", "table"), ACTIONS)
def test_actions_with_goods(dice: str, p: str, action: str, seat: str, table: str | None) -> None:
    state = do(turn(dice, p), action)
    assert has(state, seat)
    assert table is None or has(state, table, None)


def test_43_four_different_for_two_markers_of_choice() -> None:
    state = do(turn("RYGBK"), "four RYGB")
    assert step_of(state) == "choose" and len(legal(state)) == 10
    assert refused(state, "choose R") == "wrong_choice" and refused(state, "pair R RR") == "not_now"
    assert has(do(state, "choose RR"), "markers=RR") and has(do(state, "choose YB"), "markers=YB")


def test_44_goods_tiles_add_a_marker_to_the_lira() -> None:
    state = do(turn("LRRKK", "tiles=goods.R:RRR,goods.R:YYY,goods.B:RRR"), "lira")
    assert has(state, "lira=2 markers=RRB")


def test_45_lira_needs_a_coin() -> None:
    assert refused(turn("RRYYK", "tiles=goods.R:RRR"), "lira") == "no_coin_dice"


REFUSED = [
    pytest.param("RRYLK", "", "pair R R", "wrong_payment", id="46_one_is_not_two"),
    pytest.param("RRYLK", "", "pair R RY", "wrong_payment", id="47_another_colour"),
    pytest.param("RYLKK", "", "pair R RR", "dice_not_there", id="48_no_such_dice"),
    pytest.param("RYLKK", "", "pair R R+R", "markers_not_there", id="49_no_such_marker"),
    pytest.param("RRYLK", "", "two RR", "not_different", id="50_not_different"),
    pytest.param("RRYLK", "", "two RYG", "not_different", id="51_too_many"),
    pytest.param("RRYLK", "", "three RY+J", "markers_not_there", id="52_no_joker"),
    pytest.param("RRYLK", "", "cards 2", "not_enough_card_dice", id="53_one_card_die"),
    pytest.param("RRYLK", "", "throw", "not_now", id="54_thrown_already"),
]


@pytest.mark.parametrize(("dice", "p", "action", "code"), REFUSED)
def test_what_cannot_be_done(dice: str, p: str, action: str, code: str) -> None:
    assert refused(turn(dice, p), action) == code


def test_55_a_die_serves_one_action() -> None:
    state = do(turn("RRYLK"), "pair R RR")
    assert refused(state, "two RY") == "dice_not_there"


def test_56_every_way_to_pay_once() -> None:
    ways = [text for text in legal(turn("RRY", "markers=RJ")) if text.startswith("pair R")]
    assert ways == ["pair R RR", "pair R R+R", "pair R R+J", "pair R -+RJ"]
    assert len(legal(turn("RYGBK", "markers=RYGBJJJJ"))) == len(set(legal(turn("RYGBK", "markers=RYGBJJJJ"))))


# ------------------------------------------------------------------------- the shortage rule (1.6)


def test_57_the_taker_returns_one_too() -> None:
    """Twelve crystals are out: all three return one, then one of the three is taken."""
    state = do(turn("RYGBK", "crystals=4", "crystals=4", "crystals=4"), "two RY")
    assert [player.crystals for player in state.players] == [4, 3, 3]


def test_58_only_those_who_have_one_return_one() -> None:
    state = do(turn("RYGBK", "crystals=0", "crystals=12"), "two RY")
    assert [player.crystals for player in state.players] == [1, 11, 0]


def test_59_repeated_until_there_are_enough() -> None:
    """Two reds are wanted, one player holds all eight: two rounds."""
    state = do(turn("RYGBK", "", "markers=RRRRRRRR"), "four RYGB", "choose RR")
    assert has(state, "markers=RR") and has(state, "markers=RRRRRR", 1)


def test_60_each_colour_is_its_own() -> None:
    state = do(turn("RYGBK", "", "markers=RRRRRRRR", "markers=YYYYYYYY"), "four RYGB", "choose RY")
    assert has(state, "markers=RY") and has(state, "markers=RRRRRRR", 1) and has(state, "markers=YYYYYYY", 2)


def test_61_lira_are_a_total() -> None:
    """87 Lira in all, 86 are out: 4 more make every seat return one coin of 1."""
    state = do(turn("LLRYK", "lira=6", "lira=40", "lira=40"), "lira")
    assert [player.lira for player in state.players] == [9, 39, 39]


def test_62_a_marker_paid_is_back_before_the_gain() -> None:
    state = do(turn("RYYLK", "markers=RRRRRRRR"), "pair R R+R")
    assert has(state, "markers=RRRRRRRR")


def test_63_enough_in_the_supply_returns_nothing() -> None:
    state = do(turn("RYGBK", "crystals=5", "crystals=6"), "two RY")
    assert [player.crystals for player in state.players] == [6, 6, 0]


def test_64_what_nobody_has_is_lost() -> None:
    """With a copy that holds one crystal and six Lira, ten Lira cannot be paid out."""
    state = turn("LLLLL", table="totals=8.8.8.8.10/6/9/1/33/24/31", q="lira=4")
    assert has(do(state, "lira"), "lira=6") and has(do(state, "lira"), "lira=0", 1)

"""Scenarios 65-100: mosque tiles, the mosque's ruby, rubies of every area, and what is asked of the table."""

import pytest

from companion.dice_game.engine import outcomes, seat_to_act
from tests.dice_game.builders import UNKNOWN_AREAS, do, has, legal, new, put, refused, step_of, turn

FOUR_TILES = "tiles=card:BBB,card:GGG,lira:BBB,lira:GGG"
THREE_TILES = "tiles=card:BBB,card:GGG,lira:BBB"
SHOWN = "display=lira:RRR,lira:YYY"

# ------------------------------------------------------------------------- tiles


def test_65_goods_for_a_tile_dice_and_markers_mixed() -> None:
    state = do(turn("RRYLK", "markers=RJ", table=SHOWN), "tile lira:RRR RR+J")
    assert has(state, "tiles=lira:RRR markers=R") and has(state, "dice=YLK actions=1", None)


def test_66_the_gap_is_filled_from_the_stack() -> None:
    assert has(do(turn("RRRLK", table=SHOWN), "tile lira:RRR RRR"), "display=?,lira:YYY", None)
    state = do(turn("RRRLK", cards="app"), "tile lira:RRR RRR")
    assert step_of(state) == "show" and seat_to_act(state) is None and outcomes(state)
    assert has(do(state, "shown die:RYGB"), "display=die:RYGB,die:RYGB agenda=act", None)


def test_67_an_empty_stack_leaves_a_gap() -> None:
    state = turn("RRRLK", table=f"totals=8.8.8.8.10/87/9/12/33/2/31 {SHOWN}")
    assert has(do(state, "tile lira:RRR RRR"), "display=lira:YYY", None)


def test_68_four_different_for_a_die() -> None:
    state = do(turn("RYGKK", "markers=J", table="display=die:RYGB"), "tile die:RYGB RYG+J")
    assert has(state, "dice=1 tiles=die:RYGB")


def test_69_no_spare_die_left() -> None:
    state = turn("RYGBK", q="dice=4 tiles=die:RYGB,die:RYGB,die:RYGB,die:RYGB", table="display=die:RYGB")
    assert has(do(state, "tile die:RYGB RYGB"), "dice=0 tiles=die:RYGB")


def test_70_a_tile_with_goods_of_any_colour() -> None:
    state = turn("RRYLK", "markers=B", table="display=crystal:RR*")
    assert has(do(state, "tile crystal:RR* RR+B"), "tiles=crystal:RR*")
    assert refused(state, "tile crystal:RR* RY+B") == "wrong_payment"


REFUSED_TILES = [
    pytest.param("tile lira:RRR RR", "wrong_payment", id="71_too_little"),
    pytest.param("tile lira:RRR RRY", "wrong_payment", id="72_another_colour"),
    pytest.param("tile lira:YYY YYY", "dice_not_there", id="73_not_thrown"),
    pytest.param("tile card:RRR RRR", "tile_not_open", id="74_not_open"),
    pytest.param("tile? ", "tiles_known", id="75_nothing_to_ask"),
]


@pytest.mark.parametrize(("action", "code"), REFUSED_TILES)
def test_tiles_that_cannot_be_bought(action: str, code: str) -> None:
    assert refused(turn("RRRYK", table=SHOWN), action) == code


# ------------------------------------------------------------------------- the mosque's ruby


def test_76_exactly_five_tiles_bring_a_ruby() -> None:
    state = do(turn("RRRLK", FOUR_TILES, table=SHOWN), "tile lira:RRR RRR")
    assert has(state, "rubies=1 mosque=yes") and has(state, "taken=0.0.0.0.0.0.1", None)


def test_77_exactly_four_with_four_players() -> None:
    state = turn("RRRLK", THREE_TILES, table=SHOWN, players=4)
    assert has(do(state, "tile lira:RRR RRR"), "rubies=1 mosque=yes")
    assert has(do(turn("RRRLK", THREE_TILES, table=SHOWN), "tile lira:RRR RRR"), "rubies=0 mosque=no")


def test_78_one_time_only() -> None:
    state = turn("RRRLK", f"{FOUR_TILES} mosque=yes rubies=1", table=f"{SHOWN} taken=0.0.0.0.0.0.1")
    assert has(do(state, "tile lira:RRR RRR"), "rubies=1")


def test_79_the_sixth_tile_brings_none() -> None:
    tiles = f"{FOUR_TILES},lira:RRR mosque=no"
    assert has(do(turn("YYYLK", tiles, table="display=lira:YYY"), "tile lira:YYY YYY"), "rubies=0")


def test_80_an_empty_mosque_gives_none() -> None:
    table = f"{SHOWN} taken=0.0.0.0.0.0.3"
    state = turn("RRRLK", FOUR_TILES, "rubies=3", table=table)
    assert has(do(state, "tile lira:RRR RRR"), "rubies=0 mosque=no")


def test_81_an_unknown_mosque_is_asked_for() -> None:
    state = turn("RRRLK", FOUR_TILES, table=f"{SHOWN} areas={UNKNOWN_AREAS}")
    state = do(state, "tile lira:RRR RRR")
    assert has(state, "agenda=act,price~mosque", None) and seat_to_act(state) is None
    assert refused(state, "price mosque 4") == "mosque_ruby_not_sold"
    assert has(do(state, "price mosque 5"), "rubies=1 mosque=yes")
    assert has(do(state, "empty mosque"), "rubies=0 mosque=no")


# ------------------------------------------------------------------------- rubies

RUBIES = [
    pytest.param("GGGGK", "", "", "ruby green GGGG", "markers=-", id="82_four_green"),
    pytest.param("GGGKK", "markers=GJ", "0.0.1.0.0.0.0", "ruby green GGG+GJ", "markers=-", id="83_the_next_costs_five"),
    pytest.param("KKKKK", "lira=14", "0.0.0.0.2.0.0", "ruby lira", "lira=0", id="84_the_third_for_14_lira"),
    pytest.param("RYGBK", "", "", "ruby carpet RYGB", "markers=-", id="85_one_of_each"),
    pytest.param("RYGBR", "", "0.0.0.0.0.1.0", "ruby carpet RRYGB", "markers=-", id="86_and_one_more"),
    pytest.param("RYGKK", "markers=JJY", "0.0.0.0.0.2.0", "ruby carpet RYG+YJJ", "markers=-", id="87_jokers_too"),
]


@pytest.mark.parametrize(("dice", "p", "taken", "action", "after"), RUBIES)
def test_rubies(dice: str, p: str, taken: str, action: str, after: str) -> None:
    owned = sum(int(part) for part in taken.split(".")) if taken else 0
    state = turn(dice, p, f"rubies={owned}", table=f"taken={taken or '0.0.0.0.0.0.0'}")
    assert action in legal(state)
    assert has(do(state, action), f"rubies=1 {after}")


REFUSED_RUBIES = [
    pytest.param("ruby red RRRR", "dice_not_there", id="88_not_enough_goods"),
    pytest.param("ruby red RRR", "wrong_payment", id="89_too_little"),
    pytest.param("ruby lira", "not_enough_lira", id="90_not_enough_lira"),
    pytest.param("ruby lira R", "not_enough_lira", id="91_no_goods_for_lira"),
    pytest.param("ruby mosque", "mosque_ruby_not_sold", id="92_the_mosque_does_not_sell"),
    pytest.param("ruby blue BBBB", "no_ruby_left", id="93_none_left"),
    pytest.param("ruby carpet RRRY", "wrong_payment", id="94_not_one_of_each"),
    pytest.param("price? red", "price_known", id="95_nothing_to_ask"),
]


@pytest.mark.parametrize(("action", "code"), REFUSED_RUBIES)
def test_rubies_that_cannot_be_bought(action: str, code: str) -> None:
    state = turn("RRRYK", "lira=9", "rubies=4", table="taken=0.0.0.4.0.0.0")
    assert refused(state, action) == code


def test_96_marked_circles_stay_empty_with_two_players() -> None:
    """The first and third circle are marked: the first ruby costs what stands beside the second."""
    state = put(turn("RRRRR", players=2), "areas=red/2/4.5.6.7/0.2/-," + UNKNOWN_AREAS.partition(",")[2], None)
    assert refused(state, "ruby red RRRR") == "wrong_payment"
    state = put(do(state, "ruby red RRRRR"), "dice=RRRRR spent=- thrown=5", None)
    assert "ruby red RRRRR" not in legal(state)
    assert has(put(do(put(state, "markers=RR", 0), "ruby red RRRRR+RR"), "turn=0", None), "rubies=2")


# ------------------------------------------------------------------------- what is not known


def test_97_a_price_is_asked_for_and_remembered() -> None:
    state = turn("RRRRY", table=f"areas={UNKNOWN_AREAS}")
    assert refused(state, "ruby red RRRR") == "price_unknown"
    state = do(state, "price? red")
    assert has(state, "agenda=act,price~red", None) and seat_to_act(state) is None and not outcomes(state)
    assert refused(state, "ruby red RRRR") == "chance_due" and refused(state, "price red 0") == "impossible_price"
    state = do(state, "price red 4")
    assert "ruby red RRRR" in legal(state) and has(state, "actions=2", None)
    state = do(state, "ruby red RRRR")
    assert has(state, "rubies=1") and refused(state, "ruby red RRRR") == "price_unknown"  # the next circle's


def test_98_the_table_may_tell_unasked() -> None:
    state = do(turn("RYGBK", table=f"areas={UNKNOWN_AREAS}"), "price carpet 4", "price lira 10")
    assert "ruby carpet RYGB" in legal(state)
    assert refused(state, "price carpet 3") == "impossible_price"
    assert refused(turn("RYGBK", cards="app"), "price red 4") == "components_known"


def test_99_an_empty_area_is_remembered() -> None:
    state = do(turn("RYGBK", table=f"areas={UNKNOWN_AREAS}"), "price? blue", "empty blue")
    assert refused(state, "price? blue") == "no_ruby_left" and "price? blue" not in legal(state)
    assert refused(state, "empty blue") == "rubies_known" and refused(state, "price blue 4") == "no_ruby_left"


def test_100_a_tile_is_asked_for_and_remembered() -> None:
    state = do(put(new(), "dice=RRRLK thrown=5 agenda=act", None), "tile?")
    assert step_of(state) == "tile" and seat_to_act(state) is None
    state = do(state, "told lira:RRR")
    assert has(state, "display=?,?,?,?,?,lira:RRR tile_faces=lira:RRR@0 agenda=act", None)
    assert has(do(state, "tile lira:RRR RRR"), "tiles=lira:RRR")
    assert has(do(new(), "told lira:RRR"), "display=?,?,?,?,?,lira:RRR", None)  # unasked, at any time


def test_100b_without_rubies_to_buy_the_round_is_the_last() -> None:
    """Only the Mosque has rubies left and nobody has enough: the game must still end (G16)."""
    table = "areas=red/1/4/-/-,yellow/0/-/-/-,green/0/-/-/-,blue/0/-/-/-,lira/0/-/-/-,carpet/0/-/-/-,mosque/3/-/-/-"
    assert has(do(turn("RRRRY", table=table), "ruby red RRRR"), "ending=yes over=no", None)
    unknown = turn("RRRRY", table=table.replace("red/1", "red/?"))
    assert has(do(unknown, "ruby red RRRR"), "ending=no", None)
    assert has(do(unknown, "ruby red RRRR", "empty red"), "ending=yes", None)

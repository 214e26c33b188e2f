"""Scenarios 101-130: bazaar cards of all families, for the player on turn and for the others."""

import pytest

from companion.dice_game.engine import outcomes, seat_to_act
from tests.dice_game.builders import card, do, has, legal, put, refused, step_of, turn

# ------------------------------------------------------------------------- reveal, use, discard


def test_101_one_card_for_each_die_one_is_used() -> None:
    state = do(turn("KKKRY"), "cards 3")
    assert has(state, "agenda=act,use#3,reveal,reveal,reveal dice=RY spent=KKK actions=1", None)
    state = do(state, "revealed F2:J;R", "revealed F6:KK=JX", "revealed F4:X3;X/3")
    assert legal(state) == ["use F2:J;R", "use F4:X3;X/3", "use F6:KK=JX"]
    state = do(state, "use F6:KK=JX")
    assert has(state, "discard=F2:J;R,F4:X3;X/3,F6:KK=JX revealed=-", None)


def test_102_cards_that_are_not_used_need_not_be_told() -> None:
    state = do(turn("KKKRY"), "cards 2", "revealed ?")
    assert refused(state, "revealed ?") == "card_must_be_told"
    state = do(state, "revealed F2:J;R")
    assert legal(state) == ["use F2:J;R"] and seat_to_act(state) == 0
    told = do(state, "card F4:X3;X/3")
    assert legal(told) == ["use F2:J;R", "use F4:X3;X/3"]
    assert has(do(state, "use F2:J;R"), "discard=?,F2:J;R", None)


def test_103_equal_cards_leave_no_choice() -> None:
    state = do(turn("KKRYY"), "cards 2", "revealed F2:J;R", "revealed F2:J;R")
    assert step_of(state) == "act" and has(state, "markers=J")


def test_104_a_new_card_is_remembered_a_wrong_one_refused() -> None:
    state = do(turn("KRYYY"), "cards 1")
    assert refused(state, "revealed ?") == "card_must_be_told"
    assert has(do(state, "revealed F2:J;R"), "card_faces=F2:J;R@0", None)
    known = put(state, "card_faces=F2:J;R@1 discard=F2:J;R", None)
    assert refused(known, "revealed F2:J;R") == "card_not_unseen"


def test_105_the_discard_pile_becomes_the_deck_in_mid_reveal() -> None:
    state = turn("KKRYY", table="totals=8.8.8.8.10/87/9/12/3/24/31 discard=F2:J;R,F2:J;Y")
    state = do(state, "cards 2", "revealed F2:J;G")
    assert has(state, "discard=- revealed=F2:J;G", None)
    assert has(do(state, "revealed F2:J;R"), "revealed=F2:J;G,F2:J;R", None)


def test_106_no_more_cards_than_there_are() -> None:
    assert refused(turn("KKRYY", table="totals=8.8.8.8.10/87/9/12/1/24/31"), "cards 2") == "not_enough_card_dice"
    assert refused(turn("KKRYY"), "cards 0") == "not_enough_card_dice"


def test_107_the_apps_deck_has_honest_odds() -> None:
    state = do(turn("KRYYY", cards="app"), "cards 1")
    odds = outcomes(state)
    assert abs(sum(odds.values()) - 1) < 1e-9 and max(odds.values()) == 2 / 33
    assert refused(state, "revealed F5:RRR>ruby") == "card_not_unseen"


# ------------------------------------------------------------------------- each family

CARDS = [
    pytest.param("F1:R>4;R>3", "markers=R", ["deal R"], ["lira=4 markers=-", "", ""], id="108_sell"),
    pytest.param("F1:R>4;R>3", "markers=J", ["deal J"], ["lira=4 markers=-", "", ""], id="109_sell_a_brown_as_red"),
    pytest.param("F1:X>3;X>4", "crystals=1", ["deal -"], ["lira=3 crystals=0", "", ""], id="110_sell_a_crystal"),
    pytest.param("F1:R>4;R>3", "markers=R", ["decline"], ["lira=1 markers=R", "", ""], id="111_or_one_lira"),
    pytest.param("F1:R>4;R>3", "", [], ["lira=1", "lira=0", "lira=0"], id="112_nothing_to_sell"),
    pytest.param("F2:J;R", "", [], ["markers=J", "markers=R", "markers=R"], id="113_jokers"),
    pytest.param("F3:R;2>R", "", [], ["markers=R", "markers=-", "markers=-"], id="114_goods_nobody_pays"),
    pytest.param("F4:X3;X/3", "", ["either 1", "either 2"], ["crystals=1 lira=3", "crystals=1", "lira=3"], id="115_or"),
    pytest.param("F5:RY>ruby", "markers=RY", ["deal RY red"], ["rubies=1 markers=-", "", ""], id="116_ruby"),
    pytest.param("F5:RY>ruby", "markers=RY", ["decline"], ["rubies=0 lira=1", "", ""], id="117_no_ruby"),
    pytest.param("F5:X5>ruby", "crystals=1 lira=6", ["deal - lira"], ["rubies=1 lira=1", "", ""], id="118_for_others"),
    pytest.param("F6:KK=JX", "", [], ["lira=1 markers=-", "", ""], id="119_one_card_die_is_too_few"),
    pytest.param("F7:JJ=6", "markers=JJ", ["deal -"], ["lira=6 markers=JJ", "", ""], id="120_held_not_discarded"),
    pytest.param("F7:JJ=6", "markers=JJ", ["decline"], ["lira=1 markers=JJ", "", ""], id="121_declined"),
    pytest.param("F7:JJ=6", "markers=J", [], ["lira=1", "", ""], id="122_too_few_held"),
    pytest.param("F8:X>RR", "crystals=1", ["deal -"], ["crystals=0 markers=RR", "", ""], id="123_exchange"),
    pytest.param("F8:**>J", "markers=RB", ["deal RB"], ["markers=J", "", ""], id="124_any_two"),
    pytest.param("F8:X>*", "crystals=1", ["deal -", "choose G"], ["markers=G", "", ""], id="125_marker_of_choice"),
]


@pytest.mark.parametrize(("code", "p", "actions", "after"), CARDS)
def test_every_family(code: str, p: str, actions: list[str], after: list[str]) -> None:
    state = do(card(code, p=p), *actions)
    assert step_of(state) == "act" and seat_to_act(state) == 0
    assert all(has(state, values, seat) for seat, values in enumerate(after))


def test_126_the_others_sell_clockwise() -> None:
    state = card("F1:R>4;R>3", q="markers=R", r="markers=R")
    assert seat_to_act(state) == 1 and legal(state) == ["deal R", "decline"]
    state = do(state, "deal R")
    assert has(state, "lira=3 markers=-", 1) and seat_to_act(state) == 2
    state = do(state, "decline")
    assert has(state, "lira=0 markers=R", 2) and has(state, "lira=1", 0)  # their refusal brings no Lira


def test_127_the_others_may_buy_a_marker() -> None:
    state = card("F3:R;2>R", q="lira=1", r="lira=2")
    assert seat_to_act(state) == 2  # seat 1 cannot pay and is not asked
    assert has(do(state, "deal -"), "lira=0 markers=R", 2)


def test_128_clockwise_from_the_player_on_turn() -> None:
    state = turn("RRYYK", table="turn=1")
    state = do(state, "cards 1", "revealed F4:X3;X/3")
    assert [seat_to_act(state), seat_to_act(do(state, "either 1"))] == [2, 0]


def test_129_two_card_dice_fulfil_it() -> None:
    state = card("F6:KK=JX", dice=2)
    assert legal(state) == ["deal -", "decline"]
    assert has(do(state, "deal -"), "markers=J crystals=1")


def test_130_no_area_left_no_ruby() -> None:
    state = card("F5:RY>ruby", p="markers=RY", q="rubies=31", table="taken=10.0.0.0.21.0.0")
    assert has(state, "lira=1 rubies=0")


def test_131_the_card_ruby_opens_the_next_price_and_never_the_mosque() -> None:
    state = card("F5:RY>ruby", p="markers=RY")
    assert refused(state, "deal RY mosque") == "mosque_ruby_not_sold"
    assert refused(state, "deal RY") == "area_wanted" and refused(state, "deal R red") == "wrong_payment"
    state = put(do(state, "deal RY red"), "dice=RRRRR", None)
    assert refused(state, "ruby red RRRR") == "wrong_payment" and "ruby red RRRRR" in legal(state)


# ------------------------------------------------------------------------- a tile for a tile


def swap(p: str, **values: str):  # type: ignore[no-untyped-def]
    return card("F8:tile>tile", p=p, table=values.pop("table", "display=action:RRR,die:RYGB"), **values)


def test_132_a_swapped_tile_works_from_the_next_turn() -> None:
    state = swap("tiles=lira:YYY")
    assert legal(state) == ["swap lira:YYY action:RRR", "swap lira:YYY die:RYGB", "decline"]
    state = do(state, "swap lira:YYY action:RRR")
    assert has(state, "tiles=action:RRR") and has(state, "working=- actions=1 display=?,die:RYGB", None)


def test_133_the_die_goes_with_its_tile() -> None:
    state = do(swap("tiles=die:RYGB dice=1"), "swap die:RYGB action:RRR")
    assert has(state, "dice=0 tiles=action:RRR")
    assert has(do(swap("tiles=lira:YYY"), "swap lira:YYY die:RYGB"), "dice=1")
    assert has(do(swap("tiles=die:RYGB dice=1"), "swap die:RYGB die:RYGB"), "dice=1 tiles=die:RYGB")


def test_134_in_the_app_it_goes_under_the_stack() -> None:
    state = turn("KRYGB", "tiles=lira:YYY", cards="app")
    state = do(state, "cards 1", "revealed F8:tile>tile", "swap lira:YYY lira:RRR")
    assert has(state, "under=lira:YYY", None) and step_of(state) == "show"
    assert refused(state, "shown lira:YYY") == "tile_not_unseen"  # it lies at the bottom


def test_135_nothing_to_swap() -> None:
    assert has(swap(""), "lira=1 tiles=-")
    state = swap("tiles=lira:YYY", table="display=?")
    assert legal(state) == ["tile?", "decline"]
    assert "swap lira:YYY card:RRR" in legal(do(state, "tile?", "told card:RRR"))


def test_136_swapping_at_five_tiles_brings_no_second_ruby() -> None:
    tiles = "tiles=card:BBB,card:GGG,lira:BBB,lira:GGG,lira:YYY rubies=1 mosque=yes"
    state = swap(tiles, table="display=action:RRR taken=0.0.0.0.0.0.1")
    assert has(do(state, "swap lira:YYY action:RRR"), "rubies=1")


def test_137_a_swap_in_income_takes_what_was_still_owed() -> None:
    state = turn("RY", q="tiles=card:RRR,lira:YYY lira=0", table="display=action:RRR")
    state = do(state, "end", "income card", "revealed F8:tile>tile", "swap lira:YYY action:RRR")
    assert has(state, "tiles=action:RRR,card:RRR lira=0", 1) and has(state, "actions=2", None)


WRONG_DEALS = [
    pytest.param("F7:JJ=6", "markers=JJ", "deal J", "condition_not_met", id="138_nothing_is_given"),
    pytest.param("F1:R>4;R>3", "markers=RY", "deal Y", "wrong_payment", id="139_another_colour"),
    pytest.param("F1:R>4;R>3", "markers=R", "deal J", "markers_not_there", id="140_no_joker_there"),
    pytest.param("F8:X>RR", "crystals=1", "deal - red", "no_area_wanted", id="141_no_ruby_here"),
    pytest.param("F8:X>RR", "crystals=1", "swap lira:RRR die:RYGB", "not_this_card", id="142_no_tile_here"),
    pytest.param("F8:X>RR", "crystals=1", "either 1", "not_this_card", id="143_no_choice_here"),
    pytest.param("F8:J>XX", "markers=RJ", "deal R", "wrong_payment", id="144_brown_must_be_brown"),
]


@pytest.mark.parametrize(("code", "p", "action", "code_of_refusal"), WRONG_DEALS)
def test_what_a_card_does_not_take(code: str, p: str, action: str, code_of_refusal: str) -> None:
    assert refused(card(code, p=p), action) == code_of_refusal

"""Scenarios 104 to 118: family members met, Governor, Smuggler."""

from itertools import permutations

import pytest

from tests.istanbul.builders import do, has, legal, others, refused, step_of, turn


def test_scenario_104_two_family_members_are_caught() -> None:
    state = do(turn("", q="family=3", r="family=3"), "move 3", "leave", "fill")
    assert refused(state, "end") == "catch_first"
    state = do(state, "catch", "reward lira", "reward card", "drawn STAY")
    assert has(state, "lira=3 hand=STAY") and has(state, "family=12", 1) and has(state, "family=12", 2)


def test_scenario_105_catching_is_compulsory_after_a_skip() -> None:
    state = do(turn("", q="family=3", r="family=3"), "move 3", "leave", "skip")
    assert legal(state) == {"catch"}


def test_scenario_106_nobody_is_caught_when_the_toll_is_refused() -> None:
    state = do(turn("lira=2", q="merchant=3 family=3", r="family=3"), "move 3", "leave", "end")
    assert state.turn == 1 and has(state, "family=3", 1) and has(state, "family=3", 2)


def test_scenario_107_nobody_is_caught_at_the_police_station() -> None:
    state = do(turn("hand=LIRA5"), "move 12", "leave", "skip")
    assert step_of(state) == "encounters" and refused(state, "catch") == "no_catching_here"


def test_scenario_108_the_own_family_member_is_no_encounter() -> None:
    state = do(turn("family=3 hand=LIRA5"), "move 3", "leave", "fill")
    assert refused(state, "catch") == "nobody_to_catch"


def test_scenario_109_who_arrives_later_is_caught_later() -> None:
    sending = turn("merchant=12", q="merchant=3 hand=STAY stack=oooo", step="action")
    state = do(sending, "send 3", "skip")
    assert has(state, "family=3") and state.turn == 1
    state = do(state, "stay", "leave", "fill")
    assert legal(state) == {"catch"}


def test_scenario_110_the_drawn_card_pays_the_governor() -> None:
    state = do(turn("merchant=3", table="governor=3", step="encounters"), "governor", "drawn LIRA5")
    assert legal(state) == {"fee LIRA5", "lira"}
    assert has(do(state, "lira", "fee 2"), "lira=3 hand=-")


def test_scenario_111_a_card_for_the_governor() -> None:
    state = turn("merchant=3 lira=2 hand=STAY", table="governor=3", step="encounters")
    state = do(state, "governor", "drawn GOOD", "fee GOOD", "rolled 6 6")
    assert has(state, "hand=STAY lira=2") and has(state, "governor=12 discard=GOOD", None)


def test_scenario_112_the_governor_once_a_turn() -> None:
    state = turn("merchant=7 lira=2 hand=LIRA5", table="governor=7", step="encounters")
    state = do(state, "governor", "drawn STAY", "fee 2", "rolled 3 4")
    assert has(state, "governor=7", None) and refused(state, "governor") == "governor_used"


def test_scenario_113_the_smuggler_takes_back_his_own_good() -> None:
    state = do(turn("merchant=3", table="smuggler=3", step="encounters"), "smuggler B fee B", "rolled 1 1")
    assert has(state, "goods=- lira=0") and has(state, "smuggler=2", None)


def test_scenario_114_a_full_colour_may_be_named() -> None:
    state = turn("merchant=3 goods=BB lira=2", table="smuggler=3", step="encounters")
    assert has(do(state, "smuggler B fee 2"), "goods=BB lira=0")


def test_scenario_115_the_fee_must_be_held() -> None:
    state = turn("merchant=3 goods=G", table="smuggler=3", step="encounters")
    assert refused(state, "smuggler R fee Y") == "not_enough_goods"
    assert has(do(state, "smuggler R fee G"), "goods=R")


@pytest.mark.parametrize("order", list(permutations(["catch", "governor", "smuggler"])))
def test_scenario_116_encounters_in_any_order(order: tuple[str, ...]) -> None:
    answers = {
        "catch": ["catch", "reward lira"],
        "governor": ["governor", "drawn STAY", "fee STAY", "rolled 1 4"],
        "smuggler": ["smuggler B fee B", "rolled 2 6"],
    }
    state = turn("merchant=3", q="family=3", table="governor=3 smuggler=3", step="encounters")
    state = do(state, *(action for encounter in order for action in answers[encounter]))
    assert has(state, "lira=3") and has(state, "governor=5 smuggler=8 turn=1", None)


def test_scenario_117_the_governor_may_be_passed_by() -> None:
    state = do(turn("merchant=3", table="governor=3", step="encounters"), "end")
    assert has(state, "governor=3 turn=1", None)


def test_scenario_118_the_yellow_tile_after_the_action() -> None:
    state = do(turn("tiles=Y lira=2 assistants=8 stack=oo"), "move 3", "leave", "fill")
    assert has(do(state, "yellow 8"), "lira=0 stack=oo assistants=3")


def test_the_governor_needs_a_card_to_draw() -> None:
    state = turn("merchant=3 hand=LIRA5", q="hand=" + others("LIRA5"), table="governor=3", step="encounters")
    assert refused(state, "governor") == "no_card_to_draw"


def test_the_reward_for_a_catch_is_taken_unless_the_table_agreed_otherwise() -> None:
    usual = do(turn("", q="family=3"), "move 3", "leave", "fill", "catch")
    assert refused(usual, "reward none") == "reward_is_taken"
    free = do(turn("", q="family=3", table="options=catch_reward:free"), "move 3", "leave", "fill", "catch")
    declined = do(free, "reward none")
    assert has(declined, "lira=0 hand=-") and has(declined, "family=12", 1) and step_of(declined) != "reward"

"""Scenarios 119 to 136: family member actions, and the variant with neutral assistants."""

import pytest

from companion.errors import RuleViolation
from tests.istanbul.builders import do, has, legal, new, refused, step_of, turn


def test_scenario_119_the_family_member_fills_undisturbed() -> None:
    state = turn("merchant=12 lira=3 hand=STAY", q="merchant=3", table="governor=3", step="action")
    state = do(state, "send 3")
    assert legal(state) == {"fill", "skip"}
    state = do(state, "fill")
    assert has(state, "goods=GG lira=3 family=3 merchant=12") and state.turn == 1


def test_scenario_120_assistants_return_to_the_merchant() -> None:
    state = do(turn("stack=oo assistants=3"), "move 12", "leave", "send 7", "recall 3,12")
    assert has(state, "stack=ooo assistants=- merchant=12 family=7")


def test_scenario_121_the_family_member_buys_twice() -> None:
    state = turn("merchant=12 lira=25 hand=DEALER2", players=4, step="action")
    assert has(do(state, "send 16", "ruby", "repeat"), "rubies=2 lira=0")


def test_scenario_122_any_goods_through_the_family_member() -> None:
    state = turn("merchant=12 goods=RR hand=ANY_GOODS", step="action")
    assert has(do(state, "send 11", "sell RR any"), "lira=5 hand=-")


def test_scenario_123_the_fifth_assistant_joins_the_merchant() -> None:
    state = do(turn("merchant=12 goods=BB", step="action"), "send 15", "tile B")
    assert has(state, "tiles=B stack=ooooo reserve=0 merchant=12")


def test_scenario_124_the_red_tile_through_the_family_member() -> None:
    state = do(turn("merchant=12 tiles=R", step="action"), "send 8", "enter", "rolled 2 5")
    assert has(do(state, "turn 1", "gain R"), "goods=RBB")


def test_scenario_125_sent_where_nothing_can_be_done() -> None:
    state = do(turn("merchant=12", step="action"), "send 16")
    assert has(state, "family=16 rubies=0") and state.turn == 1


def test_scenario_126_not_to_the_police_station() -> None:
    assert refused(turn("merchant=12", step="action"), "send 12") == "family_already_there"


def test_scenario_127_a_family_member_catches_nobody() -> None:
    state = do(turn("merchant=12", q="family=3", step="action"), "send 3", "fill")
    assert has(state, "family=3", 1) and state.turn == 1


def test_scenario_128_the_merchant_still_meets_the_smuggler() -> None:
    state = do(turn("merchant=12 lira=2", table="smuggler=12", step="action"), "send 2", "fill")
    assert "smuggler B fee 2" in legal(state)


def test_scenario_129_no_sending_when_the_toll_is_refused() -> None:
    state = do(turn("lira=2", q="merchant=12", table="governor=12"), "move 12", "leave", "end")
    assert state.turn == 1 and has(state, "family=12") and has(state, "governor=12", None)


def test_no_family_home_while_the_family_member_acts() -> None:
    state = turn("merchant=12 hand=POST2,FAMILY_HOME", step="action")
    assert refused(do(state, "send 5", "mail"), "home lira") == "family_member_acting"


# ------------------------------------------------------------------------- the variant


def test_scenario_130_the_neutral_assistant_is_left_first() -> None:
    state = do(new(neutral_assistants=True), "move 3", "leave")
    assert has(state, "stack=ooo assistants=-") and has(state, "helpers=3", None)


def test_scenario_131_a_neutral_assistant_is_taken_along() -> None:
    state = do(turn("stack=-", table="helpers=3", neutral_assistants=True), "move 3", "pick neutral")
    assert has(state, "stack=n") and has(state, "helpers=-", None)
    assert step_of(state) == "action"


def test_scenario_132_own_or_neutral_but_one_of_them() -> None:
    state = do(turn("stack=oo assistants=3", table="helpers=3", neutral_assistants=True), "move 3")
    assert legal(state) == {"pick own", "pick neutral"}
    assert [refused(state, action) for action in ("end", "leave")] == ["must_pick_up"] * 2
    assert has(do(state, "pick neutral"), "stack=oon assistants=3")
    assert has(do(state, "pick own"), "stack=ooo assistants=-")


def test_scenario_133_one_may_leave_an_own_beside_a_neutral() -> None:
    state = do(turn("stack=oo", table="helpers=3", neutral_assistants=True), "move 3", "leave")
    assert has(state, "stack=o assistants=3") and has(state, "helpers=3", None)


def test_scenario_134_the_fountain_calls_only_the_own() -> None:
    state = turn("merchant=3 assistants=3 stack=oo", table="helpers=4", neutral_assistants=True)
    assert legal(do(state, "move 7")) == {"recall 3", "skip"}


def test_scenario_135_cards_and_tiles_fetch_only_the_own() -> None:
    state = turn("hand=RETURN tiles=Y lira=2", table="helpers=8", neutral_assistants=True)
    assert [refused(state, action) for action in ("return 8", "yellow 8")] == ["nobody_out"] * 2


def test_scenario_136_not_with_five_players() -> None:
    with pytest.raises(RuleViolation, match="variant_players"):
        new(5, neutral_assistants=True)

"""Scenarios 90 to 103: bonus cards."""

import pytest

from companion.istanbul.cards import pile_size
from tests.istanbul.builders import do, due, has, legal, others, put, refused, step_of, turn


def test_scenario_090_a_good_needs_room() -> None:
    full = turn("hand=GOOD goods=RRGGYYBB")
    assert [refused(full, f"good {good}") for good in "RGYB"] == ["wheelbarrow_full"] * 4
    assert has(do(put(full, "goods=RRGGYYB", 0), "good B"), "goods=RRGGYYBB hand=-")


@pytest.mark.parametrize("step", ["move", "assistant", "toll", "action", "again", "fee", "encounters"])
def test_scenario_091_lira_in_every_window(step: str) -> None:
    state = turn("merchant=5 stack=ooo hand=LIRA5,POST2,STAY", q="merchant=5", step=step)
    assert "lira" in legal(state)
    assert has(do(state, "lira"), "lira=5")


def test_scenario_091_not_on_another_players_turn() -> None:
    assert refused(turn("hand=-", q="hand=LIRA5"), "lira") == "card_not_held"


def test_scenario_092_the_post_office_twice() -> None:
    state = do(turn("merchant=5 hand=POST2", table="mail=2", step="action"), "mail")
    assert has(state, "hand=POST2") and step_of(state) == "again"
    state = do(state, "repeat")
    assert has(state, "goods=RRYB lira=6 hand=-") and has(state, "mail=4 discard=POST2", None)


def test_scenario_093_two_rubies_from_the_dealer() -> None:
    state = do(turn("merchant=16 lira=25 hand=DEALER2", players=4, step="action"), "ruby", "repeat")
    assert has(state, "lira=0 rubies=2 hand=-")


def test_scenario_094_lira_between_the_two() -> None:
    state = do(turn("merchant=16 lira=20 hand=DEALER2,LIRA5", players=4, step="action"), "ruby")
    assert has(state, "lira=8") and refused(state, "repeat") == "not_enough_lira"
    assert has(do(state, "lira", "repeat"), "lira=0 rubies=2")
    assert has(do(state, "done"), "rubies=1 hand=LIRA5,DEALER2")


def test_scenario_095_the_palace_twice() -> None:
    state = turn("merchant=13 goods=RRGGYYBB hand=SULTAN2,GOOD", players=4, step="action")
    state = do(state, "deliver")
    assert has(state, "goods=RGYB") and refused(state, "repeat R") == "palace_cost_missing"
    assert has(do(state, "good R", "repeat R"), "goods=- rubies=2 hand=-")


def test_scenario_096_two_copies_make_three_actions() -> None:
    state = turn("merchant=16 lira=60 hand=DEALER2,DEALER2", players=2, step="action")
    state = do(state, "ruby", "repeat", "repeat")
    assert has(state, "lira=12 rubies=3 hand=-") and has(state, "discard=DEALER2,DEALER2", None)


def test_scenario_097_nothing_to_repeat_after_a_skip() -> None:
    state = do(turn("merchant=16 lira=60 hand=DEALER2", step="action"), "skip")
    assert state.turn == 1 and has(state, "hand=DEALER2")


def test_scenario_098_repeating_comes_before_encounters() -> None:
    state = turn("merchant=16 lira=60 hand=DEALER2", table="governor=16", step="action")
    state = do(state, "ruby")
    assert step_of(state) == "again" and refused(state, "governor") == "not_now"
    assert "governor" in legal(do(state, "done"))


def test_scenario_099_the_family_member_is_at_home() -> None:
    assert refused(turn("family=12 hand=FAMILY_HOME"), "home lira") == "family_at_home"


def test_scenario_100_the_drawn_card_can_be_used_at_once() -> None:
    state = do(turn("merchant=5 family=4 hand=FAMILY_HOME", step="action"), "mail")
    assert legal(state) == {"home lira", "home card", "done"}
    state = do(state, "home card", "drawn POST2", "repeat")
    assert has(state, "hand=- lira=4 family=12") and has(state, "discard=FAMILY_HOME,POST2", None)


def test_scenario_101_home_and_out_again() -> None:
    state = do(turn("merchant=12 family=4 hand=FAMILY_HOME", step="action"), "home lira", "send 3")
    assert has(state, "lira=3 family=3")


def test_scenario_102_only_lira_when_no_card_can_be_drawn() -> None:
    state = turn("family=4 hand=FAMILY_HOME", q="hand=" + others("FAMILY_HOME"))
    assert refused(state, "home card") == "no_card_to_draw"
    assert "home lira" in legal(state)


def test_scenario_103_a_card_is_never_its_own_reward() -> None:
    state = turn("family=4 hand=FAMILY_HOME", q="hand=" + others("FAMILY_HOME", "STAY"))
    state = do(state, "home card", "drawn STAY")
    assert has(state, "hand=STAY")
    assert (pile_size(state), state.discard) == (1, ())


def test_cards_that_name_another_place_are_no_help() -> None:
    state = do(turn("merchant=5 hand=DEALER2,SULTAN2,LIRA5", step="action"), "mail")
    assert step_of(state) == "encounters"


def test_the_window_is_named_when_a_card_comes_too_late() -> None:
    state = due(turn("merchant=8 hand=GOOD"), "fee")
    assert refused(state, "good R") == "not_in_this_window"

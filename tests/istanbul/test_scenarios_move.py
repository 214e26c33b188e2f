"""Scenarios 14 to 46: movement, assistants, tolls, neutral merchants."""

from companion.istanbul.steps.meet import toll_due
from tests.istanbul.builders import do, due, has, legal, new, put, refused, step_of, turn


def moves(word: str, *places: int) -> set[str]:
    return {f"{word} {place}" for place in places}


def test_scenario_014_moves_from_the_fountain() -> None:
    assert legal(turn()) == moves("move", 1, 2, 3, 4, 5, 6, 9, 11, 12, 14)
    with_card = legal(turn("hand=LONG_MOVE"))
    assert with_card - legal(turn()) == moves("long", 8, 10, 13, 15, 16)


def test_scenario_015_moves_from_a_corner() -> None:
    assert legal(turn("merchant=15")) == moves("move", 2, 4, 5, 8, 12)


def test_scenario_016_one_must_move() -> None:
    assert refused(new(), "move 7") == "out_of_reach"
    assert refused(new(), "end") == "not_now"
    assert refused(new(), "skip") == "not_now"


def test_scenario_017_an_assistant_is_left() -> None:
    state = do(turn(), "move 3", "leave")
    assert has(state, "stack=ooo assistants=3")
    assert refused(state, "fill") is None


def test_scenario_018_the_own_assistant_joins_by_himself() -> None:
    state = do(turn("stack=oo assistants=3"), "move 3")
    assert has(state, "stack=ooo assistants=-")
    assert step_of(state) == "action"


def test_scenario_019_without_an_assistant_the_turn_ends_at_once() -> None:
    state = do(turn("stack=- lira=5", q="merchant=3", table="governor=3"), "move 3")
    assert has(state, "merchant=3 lira=5") and has(state, "lira=0", 1)
    assert state.turn == 1 and has(state, "governor=3", None)


def test_scenario_020_leaving_an_assistant_may_be_refused() -> None:
    state = do(turn("stack=ooo"), "move 3", "end")
    assert has(state, "stack=ooo assistants=-") and state.turn == 1


def test_scenario_021_return_brings_the_assistant_to_leave() -> None:
    state = do(turn("stack=- hand=RETURN assistants=8"), "move 3", "return 8", "leave")
    assert has(state, "stack=- assistants=3 hand=-") and has(state, "discard=RETURN", None)
    assert step_of(state) == "action"


def test_scenario_022_the_yellow_tile_does_too_once_a_turn() -> None:
    state = do(turn("stack=- tiles=Y lira=2 assistants=8"), "move 3", "yellow 8", "leave")
    assert has(state, "lira=0") and step_of(state) == "action"
    rich = put(state, "lira=2 assistants=3,8", 0)
    assert refused(rich, "yellow 8") == "yellow_tile_used"


def test_scenario_023_lira_may_come_first() -> None:
    state = do(turn("stack=- tiles=Y lira=1 hand=LIRA5 assistants=8"), "move 3")
    assert step_of(state) == "assistant"
    assert has(do(state, "lira", "yellow 8", "leave"), "lira=4")


def test_scenario_024_yellow_fetches_from_another_place() -> None:
    values = "stack=oooo tiles=Y lira=4"
    assert refused(do(turn(values), "move 3", "leave"), "yellow 3") == "yellow_from_another_place"
    assert refused(do(turn(values, yellow_from_current_place=True), "move 3", "leave"), "yellow 3") is None


def test_scenario_025_return_works_from_the_own_place() -> None:
    state = do(turn("merchant=3 assistants=3 stack=ooo hand=RETURN"), "return 3")
    assert has(state, "stack=oooo assistants=-") and step_of(state) == "move"


def test_scenario_026_return_belongs_to_phase_1() -> None:
    values = "merchant=3 assistants=8 hand=RETURN"
    assert refused(turn(values, step="action"), "return 8") == "not_in_this_window"
    assert refused(turn(values, step="action", return_card_timing="any"), "return 8") is None


def test_scenario_027_the_fountain_needs_no_assistant_and_no_toll() -> None:
    state = do(turn("merchant=12 stack=- assistants=12 lira=4"), "move 7")
    assert step_of(state) == "action" and has(state, "lira=4")
    assert has(do(state, "recall 12"), "stack=o assistants=-")


def test_scenario_028_nobody_is_left_at_the_fountain() -> None:
    state = do(turn("merchant=3", table="governor=7"), "move 7")
    assert has(state, "stack=oooo assistants=-") and step_of(state) == "encounters"
    assert refused(turn("merchant=7", step="action"), "recall 3") == "nobody_out"


def test_scenario_029_a_long_move_is_long() -> None:
    state = turn("merchant=3 hand=LONG_MOVE")
    assert refused(state, "long 8") is None
    assert refused(state, "long 9") == "out_of_reach"


def test_scenario_030_stay_picks_up() -> None:
    state = do(turn("merchant=3 assistants=3 stack=ooo hand=STAY"), "stay")
    assert has(state, "stack=oooo assistants=- hand=-") and has(state, "discard=STAY", None)
    assert refused(state, "fill") is None


def test_scenario_031_stay_leaves() -> None:
    assert has(do(turn("merchant=3 stack=oo hand=STAY"), "stay", "leave"), "stack=o assistants=3")


def test_scenario_032_stay_with_nobody_ends_the_turn() -> None:
    state = do(turn("merchant=3 stack=- hand=STAY"), "stay")
    assert state.turn == 1 and has(state, "discard=STAY", None)


def test_scenario_033_stay_at_the_fountain() -> None:
    state = do(turn("hand=STAY", table="governor=7"), "stay")
    assert has(state, "stack=oooo assistants=-")
    assert legal(state) == {"governor", "end"}


def test_scenario_034_stay_pays_toll() -> None:
    state = do(turn("merchant=3 hand=STAY lira=2", q="merchant=3"), "stay", "leave")
    assert legal(state) == {"pay", "end"}
    assert has(do(state, "pay"), "lira=2", 1)


def test_scenario_035_one_movement_a_turn() -> None:
    state = do(turn("hand=LONG_MOVE,STAY,LONG_MOVE"), "long 16")
    assert [refused(state, action) for action in ("stay", "move 9", "long 7")] == ["not_now"] * 3


# ------------------------------------------------------------------------- toll


def test_scenario_036_two_merchants_are_paid() -> None:
    state = do(turn("lira=5", q="merchant=3", r="merchant=3"), "move 3", "leave", "pay")
    assert has(state, "lira=1") and has(state, "lira=2", 1) and has(state, "lira=2", 2)
    assert step_of(state) == "action"


def test_scenario_037_too_little_for_all_ends_the_turn() -> None:
    state = do(turn("lira=3", q="merchant=3", r="merchant=3"), "move 3", "leave")
    assert state.turn == 1 and has(state, "lira=3 assistants=3")
    assert has(state, "lira=0", 1) and has(state, "lira=0", 2)


def test_scenario_038_lira_card_helps() -> None:
    state = do(turn("lira=3 hand=LIRA5", q="merchant=3", r="merchant=3"), "move 3", "leave")
    assert refused(state, "pay") == "not_enough_lira"
    assert has(do(state, "lira", "pay"), "lira=4")


def test_scenario_039_toll_may_be_refused() -> None:
    state = do(turn("lira=10", q="merchant=3", table="governor=3"), "move 3", "leave", "end")
    assert state.turn == 1 and has(state, "lira=10") and has(state, "governor=3", None)


def test_scenario_040_family_home_pays_the_toll() -> None:
    arrived = do(turn("lira=1 family=4 hand=FAMILY_HOME", q="merchant=3"), "move 3", "leave")
    assert has(do(arrived, "home lira", "pay"), "lira=2 family=12")


def test_scenario_041_no_toll_at_the_fountain() -> None:
    state = turn("merchant=3 lira=9", table="neutrals=green@7,yellow@15,white@16 governor=7", players=2)
    state = do(state, "move 7")
    assert step_of(state) == "encounters" and has(state, "lira=9")
    assert has(state, "neutrals=green@7,yellow@15,white@16", None)


def test_scenario_042_a_neutral_merchant_is_rolled_away() -> None:
    state = do(turn("lira=3", players=2), "move 14", "leave", "pay", "rolled 1 4")
    assert has(state, "lira=1") and has(state, "lira=0", 1)
    assert has(state, "neutrals=green@5,yellow@15,white@16", None)


TWO_NEUTRALS = "neutrals=green@5,yellow@5,white@16"


def test_scenario_043_each_is_paid_and_rolled() -> None:
    state = do(turn("lira=6", q="merchant=5", table=TWO_NEUTRALS, players=2), "move 5", "leave", "pay")
    state = do(state, "rolled 1 1", "rolled 3 4")
    assert has(state, "lira=0") and has(state, "lira=2", 1)
    assert has(state, "neutrals=green@2,yellow@7,white@16", None) and step_of(state) == "action"


def test_scenario_044_all_or_nothing() -> None:
    state = do(turn("lira=5", q="merchant=5", table=TWO_NEUTRALS, players=2), "move 5", "leave")
    assert state.turn == 1 and has(state, "lira=5") and has(state, TWO_NEUTRALS, None)


def test_scenario_045_rolled_back_costs_nothing_more() -> None:
    state = turn("lira=2", table="neutrals=green@5,yellow@15,white@16", players=2)
    state = do(state, "move 5", "leave", "pay", "rolled 2 3")
    assert has(state, "neutrals=green@5,yellow@15,white@16", None)
    assert step_of(state) == "action" and has(state, "lira=0")


def test_scenario_046_rolled_onto_another_merchant() -> None:
    state = turn("lira=2", q="merchant=9 lira=1", table="neutrals=green@5,yellow@15,white@16", players=2)
    state = do(state, "move 5", "leave", "pay", "rolled 4 5")
    assert has(state, "lira=1 merchant=9", 1)
    assert toll_due(due(put(state, "merchant=9", 0), "toll")) == 4

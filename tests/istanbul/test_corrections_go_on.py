"""No correction that is accepted can stop the game: what it made needless is not waited for."""

import pytest

from companion.istanbul.corrections.problems import problems
from companion.istanbul.engine import outcomes, seat_to_act
from companion.istanbul.notation.lines import format_action
from companion.istanbul.state import GameState
from companion.istanbul.view.refusals import refusal
from companion.istanbul.view.story import tell
from tests.fuzz_corrections import BASE, fuzz
from tests.istanbul.builders import check, do, has, legal, new, others, parse_action, put, refused, step_of, turn

NAMES = ("Anna", "Ben", "Cleo")


def because(*changes: str, despite: bool = False) -> str:
    return f'set {" ".join(changes)} {"despite " if despite else ""}because "miscounted"'


def asked_for_a_tile() -> GameState:
    """P has sold at the Large Market, and nobody has told the tile that came up."""
    state = turn("merchant=10 goods=B", table="large=L1,?,?,?,? governor=2 smuggler=2", step="action", cards="real")
    return do(state, "sell B")


# ------------------------------------------------------------------------- what is due


def test_a_demand_tile_that_is_set_is_not_asked_for() -> None:
    """All the tiles set: neither was an answer accepted nor could anybody do anything else."""
    assert step_of(asked_for_a_tile()) == "demand"
    state = do(asked_for_a_tile(), because("large=L4,L5,L1,L2,L3"))
    assert step_of(state) == "move" and state.turn == 1


def test_a_demand_tile_that_is_set_is_not_overwritten_by_an_answer() -> None:
    """With the top tile set the right answer was refused, and a wrong one was taken."""
    state = do(asked_for_a_tile(), because("large=L4,?,?,?,?"))
    assert step_of(state) == "move" and refused(state, "demand 10 L2") == "not_now"
    assert has(state, "large=L4,?,?,?,?", None)


def test_a_demand_tile_below_the_top_leaves_the_question() -> None:
    state = do(asked_for_a_tile(), because("large=?,L4,?,?,L1"))
    assert set(map(format_action, outcomes(state))) == {"demand 10 L2", "demand 10 L3", "demand 10 L5"}


def test_a_demand_tile_that_can_only_be_one_is_deduced() -> None:
    state = do(asked_for_a_tile(), because("large=?,L4,L2,L3,L1"))
    assert has(state, "large=L5,L4,L2,L3,L1", None) and step_of(state) == "move"


def test_a_demand_tile_due_below_another_is_not_asked_for_either() -> None:
    state = put(new(cards="real"), "large=?,?,?,?,? small=?,?,?,?,?", None)
    state = put(state, "agenda=encounters,action,toll,assistant,move,demand/n11,demand/n10", None)
    state = do(state, because("small=S1,?,?,?,?"))
    assert has(do(state, "demand 10 L1"), "agenda=encounters,action,toll,assistant,move", None)


def test_once_more_elsewhere_is_not_asked() -> None:
    state = do(turn("merchant=5 hand=POST2", step="action"), "mail")
    assert step_of(state) == "again"
    assert step_of(do(state, because("0.merchant=3", "0.hand=LIRA5"))) == "encounters"


def test_a_roll_for_a_place_one_is_not_at_is_not_waited_for() -> None:
    state = do(turn("merchant=9 hand=LIRA5", step="action"), "announce 8", because("0.merchant=4"))
    assert step_of(state) == "encounters" and has(state, "lira=0")


def test_a_family_member_set_home_does_not_act_there() -> None:
    state = do(turn("merchant=12 hand=LIRA5", step="action"), "send 3", because("0.family=12"))
    assert step_of(state) == "encounters"


def test_a_card_that_is_no_longer_there_is_not_given_back() -> None:
    state = do(turn("merchant=6 hand=STAY", table="discard=GOOD,LIRA5", step="action"), "take discard", "take discard")
    assert step_of(state) == "give"
    assert state.turn != do(state, because("0.hand=-")).turn


def test_a_fee_nobody_can_pay_is_not_waited_for() -> None:
    state = do(turn("merchant=3 hand=STAY", table="governor=3", step="encounters"), "governor", "drawn GOOD")
    assert step_of(state) == "fee"
    assert do(state, because("0.hand=-")).turn == 1


def test_a_second_card_is_taken_only_where_one_is_left() -> None:
    state = turn("merchant=6 hand=STAY", table="discard=GOOD", step="action")
    state = do(state, "take discard")
    assert step_of(do(state, because(f"1.hand={others('STAY', 'GOOD')}"))) == "give"


def test_a_step_set_by_hand_is_passed_over_when_its_time_comes_and_it_cannot_be_done() -> None:
    state = do(turn("merchant=5 hand=LIRA5"), because("agenda=encounters,again,move"), "move 12")
    assert step_of(state) == "encounters"


def test_a_step_that_cannot_be_done_is_not_set_by_hand() -> None:
    for agenda in ("encounters,again", "encounters,demand/n10", "encounters,roll/for_place/n8", "encounters,good"):
        assert refused(turn("hand=LIRA5"), because(f"agenda={agenda}", despite=True)) == "does_not_add_up"


def test_of_two_assistants_on_one_place_one_is_called_back_at_a_time() -> None:
    """Only a correction lays them so; every offer must be one the rules accept."""
    state = do(turn("stack=o"), because("0.assistants=4,16,16", despite=True))
    state = put(put(state, "merchant=7", 0), "agenda=encounters,action", None)
    assert {text for text in legal(state) if text.startswith("recall")} == {"recall 4", "recall 16", "recall 4,16"}


# ------------------------------------------------------------------------- the end of the game


def test_an_end_whose_ruby_is_taken_back_is_not_announced_any_more() -> None:
    state = turn("rubies=5", table="ending=yes rubies=1:3,13:1,14:3,15:3,16:10")
    state = do(state, because("0.rubies=4", "rubies=1:3,13:2,14:3,15:3,16:10"))
    assert has(state, "ending=no", None) and problems(state) == ()


def test_an_end_stays_announced_while_another_has_the_rubies() -> None:
    state = turn("rubies=5", "rubies=5", table="ending=yes rubies=1:0,13:0,14:3,15:2,16:10")
    assert has(do(state, because("0.rubies=4", "rubies=1:0,13:1,14:3,15:2,16:10")), "ending=yes", None)


def test_a_ruby_found_ends_the_game_with_the_round() -> None:
    state = do(turn("rubies=4"), because("0.rubies=5", despite=True), "move 12", "leave", "skip")
    assert has(state, "ending=yes", None) and not state.over


def test_an_end_the_table_agreed_on_is_kept_by_other_corrections() -> None:
    assert refused(new(), because("ending=yes")) == "does_not_add_up"
    state = do(new(), because("ending=yes", despite=True), because("0.lira=7"))
    assert has(state, "ending=yes", None)


def test_taking_back_the_end_is_told() -> None:
    state = turn("rubies=5", table="ending=yes rubies=1:3,13:1,14:3,15:3,16:10")
    action = parse_action(because("0.rubies=4", despite=True))
    assert "corrected: Last round: no (miscounted)" in tell(BASE.game.decide(state, action), None, None, NAMES, str)


def test_after_the_count_the_ruby_that_ended_the_game_is_not_taken_back_silently() -> None:
    state = put(turn("rubies=5", table="rubies=1:3,13:1,14:3,15:3,16:10"), "over=yes agenda=- ending=yes", None)
    back = ("0.rubies=4", "rubies=1:3,13:2,14:3,15:3,16:10")
    error = check(state, parse_action(because(*back)))
    assert error is not None and error.facts["problems"] == ["end_not_reached"]
    assert "the end is announced, but nobody has the rubies for it" in refusal(error, NAMES, str)
    assert do(state, because(*back, despite=True)).over


# ------------------------------------------------------------------------- any correction at any time


@pytest.mark.parametrize("seed", range(4))
def test_somebody_can_act_after_any_correction(seed: int) -> None:
    tally = fuzz(BASE, 700, seed)
    assert tally["accepted"] > 200


def test_a_game_that_is_over_stays_over() -> None:
    state = put(turn("rubies=5"), "over=yes agenda=- ending=yes", None)
    assert seat_to_act(do(state, because("0.lira=9"))) is None


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("0.tiles=R", "corrected: Mosque tiles: none → red mosque tile (miscounted)"),
        ("extensions=8", "corrected: Extensions left: 9 → 8 (miscounted)"),
        (
            "rubies=1:3,13:5,14:3,15:3,16:10",
            "corrected: Rubies left: Sultan's Palace 6 → Sultan's Palace 5 (miscounted)",
        ),
    ],
)
def test_what_was_corrected_is_told_in_words(values: str, words: str) -> None:
    events = BASE.game.decide(new(), parse_action(because(values, despite=True)))
    assert words in " ".join(tell(events, None, None, NAMES, str))

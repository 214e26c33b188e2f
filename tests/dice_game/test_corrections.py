"""The table is right: Override sets values, and refuses what does not add up."""

import ast
from pathlib import Path

import pytest

import companion.dice_game
from companion.dice_game.corrections.problem_words import PROBLEMS
from companion.dice_game.corrections.problems import problems
from companion.dice_game.engine import check
from companion.dice_game.notation.lines import parse_action
from companion.dice_game.scoring import ranking
from companion.dice_game.state import GameState
from companion.dice_game.view.refusals import refusal
from tests.dice_game.builders import do, has, legal, new, put, refused, turn


def test_a_coin_fell_off() -> None:
    state = do(turn("RRYLK"), 'set 0.lira=9 1.markers=RJ because "a coin fell off"')
    assert has(state, "lira=9") and has(state, "markers=RJ", 1)


def test_a_wrong_price_is_mended() -> None:
    state = do(turn("RRRRK"), 'set areas=red/4/5.5.6.7/-/-,yellow/4/4/-/-,green/?/-/-/-,blue/?/-/-/-,lira/?/-/-/-,'
               'carpet/?/-/-/-,mosque/?/-/-/- because "misread"')  # fmt: skip
    assert refused(state, "ruby red RRRR") == "wrong_payment" and "price? green" in legal(state)


def test_another_throw() -> None:
    state = do(turn("RRYLK"), 'set dice=RRRRR because "a die was cocked"')
    assert has(do(state, "ruby red RRRR"), "rubies=1")


WRONG = [
    pytest.param("set 0.lira=88", "does_not_add_up", id="more_lira_than_there_are"),
    pytest.param("set 0.markers=RRRRRRRRR", "does_not_add_up", id="nine_reds"),
    pytest.param("set 0.crystals=13", "does_not_add_up", id="thirteen_crystals"),
    pytest.param("set 0.rubies=1", "does_not_add_up", id="a_ruby_from_nowhere"),
    pytest.param("set 0.dice=1", "does_not_add_up", id="a_die_without_a_tile"),
    pytest.param("set totals=8.8.8.8.10/87/40/12/33/24/31", "does_not_add_up", id="forty_dice"),
    pytest.param("set dice=RRRR", "does_not_add_up", id="four_of_five_dice"),
    pytest.param("set agenda=throw", "does_not_add_up", id="a_turn_without_actions"),
    pytest.param("set agenda=act,card", "does_not_add_up", id="no_card"),
    pytest.param("set agenda=act,use,act", "does_not_add_up", id="two_turns"),
    pytest.param("set turn=3", "does_not_add_up", id="nobodys_turn"),
    pytest.param("set over=yes", "does_not_add_up", id="over_with_something_due"),
    pytest.param("set working=lira:RRR", "does_not_add_up", id="a_working_tile_nobody_has"),
    pytest.param("set income=1.0.0", "does_not_add_up", id="income_of_no_tile"),
    pytest.param("set taken=9.0.0.0.0.0.0 0.rubies=9", "does_not_add_up", id="more_than_an_area_had"),
    pytest.param("set 0.tiles=lira:RRR", "does_not_add_up", id="an_unlisted_tile"),
    pytest.param("set discard=F2:J;R", "does_not_add_up", id="an_unlisted_card"),
    pytest.param("set 0.mosque=yes", "does_not_add_up", id="a_mosque_ruby_not_taken"),
    pytest.param("set options=app", "value_fixed", id="what_was_agreed"),
    pytest.param("set 0.lira=x", "bad_value", id="no_number"),
    pytest.param("set 7.lira=1", "bad_value", id="no_such_seat"),
    pytest.param("set tea=1", "bad_value", id="no_such_value"),
]


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_what_the_table_cannot_mean(text: str, code: str) -> None:
    assert refused(turn("RRYLK"), f'{text} because "so"') == code


def test_a_reason_is_needed() -> None:
    assert refused(turn("RRYLK"), 'set 0.lira=1 because " "') == "reason_missing"
    assert refused(turn("RRYLK"), 'set because "nothing"') == "nothing_changed"


@pytest.mark.parametrize("text", ["set 0.lira=88", "set 0.rubies=1", "set 0.crystals=13"])
def test_in_spite_of_problems(text: str) -> None:
    state = do(turn("RRYLK"), f'{text} despite because "from another box"')
    assert problems(state) and do(state, "pair R RR", 'set 1.lira=3 because "known problems do not hinder"')
    assert refused(turn("RRYLK"), 'set turn=9 despite because "never"') == "does_not_add_up"


def test_after_the_end() -> None:
    state = put(turn("RRYLK"), "over=yes agenda=-", None)
    assert ranking(do(state, 'set 1.lira=9 because "counted again"'))[0].seat == 1
    assert refused(state, 'set agenda=act because "go on"') == "does_not_add_up"


def test_a_new_game_is_sound() -> None:
    assert [problems(new(players, cards)) for players in (2, 3, 4) for cards in ("app", "real")] == [()] * 6


# ------------------------------------------------------------------------- the end of the game


def because(*changes: str, despite: bool = False) -> str:
    return f'set {" ".join(changes)} {"despite " if despite else ""}because "counted again"'


FIVE = ("0.rubies=5", "taken=4.1.0.0.0.0.0")
SIX = ("0.rubies=6", "taken=4.2.0.0.0.0.0")


def test_a_ruby_found_announces_the_end_at_once() -> None:
    state = do(turn("RRYLK"), because(*FIVE))
    assert has(state, "ending=no", None)
    assert has(do(state, because(*SIX)), "ending=yes", None)
    assert has(do(state, because("1.rubies=6", "taken=4.4.3.0.0.0.0")), "ending=yes", None)


def test_the_game_ends_with_the_round_after_a_ruby_was_found() -> None:
    """A corrected count did not end it before."""
    state = do(turn("RRYLK"), because(*SIX), "end")
    for _ in range(2):
        state = do(put(state, "agenda=act", None), "end")
    assert state.over


def test_a_ruby_taken_back_takes_the_end_back() -> None:
    state = do(turn("RRYLK"), because(*SIX), because(*FIVE))
    assert has(state, "ending=no", None) and problems(state) == ()


def test_the_end_stays_while_another_has_the_rubies_or_none_is_left() -> None:
    both = do(turn("RRYLK"), because("0.rubies=6", "1.rubies=6", "taken=4.4.4.0.0.0.0"))
    assert has(do(both, because("0.rubies=5", "taken=4.4.3.0.0.0.0")), "ending=yes", None)


def test_an_end_that_was_never_announced_is_announced_with_the_turn() -> None:
    """A game kept from before: its rubies were corrected, and nothing was announced."""
    state = do(put(turn("RRYLK", "rubies=6"), "taken=4.2.0.0.0.0.0", None), "end")
    assert has(state, "ending=yes turn=1", None)


def test_an_end_the_table_agreed_on_is_kept_by_other_corrections() -> None:
    state = do(turn("RRYLK"), because("ending=yes", despite=True), because("0.lira=7"))
    assert has(state, "ending=yes", None)


# ------------------------------------------------------------------------- what cannot be

IMPOSSIBLE = [
    ("ending=yes", "end_not_reached"),
    ("over=yes agenda=-", "end_not_reached"),
    ("ending=no 0.rubies=6 taken=4.2.0.0.0.0.0", "end_not_announced"),
    ("actions=4", "actions"),
    ("thrown=4 dice=RRYL", "impossible_throw"),
    ("thrown=7 dice=RRYLKKK", "impossible_throw"),
    ("revealed=? discard=-", "revealed_not_due"),
    ("display=?,?,?,?,?", "display"),
    ("display=?,?,?,?,?,?,?", "display"),
    ("0.mosque=yes 0.rubies=1 taken=0.0.0.0.0.0.1", "mosque_ruby_too_early"),
]


@pytest.mark.parametrize(("values", "problem"), IMPOSSIBLE)
def test_it_is_refused_with_its_reason_and_accepted_in_spite_of_it(values: str, problem: str) -> None:
    state: GameState = turn("RRYLK")
    error = check(state, parse_action(because(values)))
    assert error is not None and error.facts["problems"] == [problem]
    assert refusal(error, ("Anna",), str) == f"The numbers no longer add up: {PROBLEMS[problem]}."
    assert refused(state, because(values, despite=True)) is None


def test_income_is_owed_before_the_throw_only() -> None:
    state = turn("RRYLK", "tiles=lira:RRR", table="tile_faces=lira:RRR@0")
    assert refused(state, because("income=1.0.0")) == "does_not_add_up"


def test_every_problem_has_words() -> None:
    found = set()
    for node in ast.walk(
        ast.parse((Path(companion.dice_game.__file__).parent / "corrections" / "problems.py").read_text())
    ):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
            found |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    of_faces = {f"{code}_{what}" for code in ("unlisted", "too_many_of_a") for what in ("tile", "card")}
    assert set(PROBLEMS) == found | of_faces

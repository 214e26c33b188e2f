"""What cannot be on a table is set only in spite of it, and the refusal says what does not fit."""

import pytest

from companion.istanbul.codes import PROBLEM_CODES
from companion.istanbul.corrections.problem_words import PROBLEMS
from companion.istanbul.view.refusals import refusal
from tests.istanbul.builders import check, do, parse_action, refused, turn

NAMES = ("Anna", "Ben", "Cleo")
FOUND = [
    ("governor=16", "not_a_total_of_dice"),
    ("governor=1", "not_a_total_of_dice"),
    ("smuggler=1", "not_a_total_of_dice"),
    ("smuggler=13", "not_a_total_of_dice"),
    ("ending=yes", "end_not_reached"),
    ("over=yes agenda=-", "end_not_reached"),
    ("governor_used=yes", "used_too_early"),
    ("smuggler_used=yes", "used_too_early"),
    ("yellow_used=yes", "yellow_not_owned"),
    ("0.capacity=5 extensions=6", "ruby_not_taken"),
    ("0.tiles=RG mosques=R34,G34,Y234,B234", "ruby_not_taken"),
    ("rubies=1:2,13:6,14:3,15:3,16:10 0.rubies=1", "ruby_not_taken"),
    ("0.seen=STAY", "seen_not_held"),
]


def corrected(values: str, despite: bool = False) -> str:
    return f'set {values} {"despite " if despite else ""}because "so"'


@pytest.mark.parametrize(("values", "problem"), FOUND)
def test_it_is_refused_with_its_reason_and_accepted_in_spite_of_it(values: str, problem: str) -> None:
    error = check(turn(), parse_action(corrected(values)))
    assert error is not None and error.code == "does_not_add_up" and error.facts["problems"] == [problem]
    assert refusal(error, NAMES, str) == f"The numbers no longer add up: {PROBLEMS[problem]}."
    assert refused(turn(), corrected(values, despite=True)) is None


@pytest.mark.parametrize("place", range(2, 13))
def test_dice_bring_the_tokens_to_places_2_to_12(place: int) -> None:
    assert refused(turn(), corrected(f"governor={place} smuggler={14 - place}")) is None


def test_a_neutral_merchant_stands_where_it_began_or_where_dice_bring_it() -> None:
    two = turn(players=2)
    assert refused(two, corrected("neutrals=green@7,yellow@15,white@2")) is None
    assert refused(two, corrected("neutrals=green@15,yellow@15,white@16")) == "does_not_add_up"
    assert refused(two, corrected("neutrals=green@14,yellow@13,white@16")) == "does_not_add_up"


def test_governor_and_smuggler_are_met_after_the_action() -> None:
    state = turn(step="encounters")
    assert refused(state, corrected("governor_used=yes")) is None


def test_who_owns_the_yellow_tile_may_have_used_it() -> None:
    state = turn("tiles=Y", table="mosques=R234,G234,Y34,B234")
    assert refused(state, corrected("yellow_used=yes")) is None


def test_what_comes_with_it_is_set_with_it() -> None:
    third = "0.capacity=5 extensions=6 0.rubies=1 rubies=1:2,13:6,14:3,15:3,16:10"
    assert refused(turn(), corrected(third)) is None
    pair = "0.tiles=RG mosques=R34,G34,Y234,B234 0.rubies=1 rubies=1:3,13:6,14:2,15:3,16:10"
    assert refused(turn(), corrected(pair)) is None


def test_a_token_already_in_an_impossible_place_does_not_hinder_other_corrections() -> None:
    state = do(turn(), corrected("governor=16", despite=True))
    assert refused(state, corrected("0.lira=9")) is None


def test_every_problem_has_words() -> None:
    assert set(PROBLEMS) == set(PROBLEM_CODES)

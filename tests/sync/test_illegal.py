"""An illegal move is named with the rule that it breaks."""

import pytest

from companion.istanbul import actions as act
from companion.istanbul.engine import check
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.illegal import broken_rule
from companion.sync.table import GOVERNOR, Misfit, Standing
from tests.sync.builders import a_game, assistant, family, merchant, plays, to_the_end

FROM_HOME = (merchant("red"), 7)
BLUE_FROM_HOME = (merchant("blue"), 7)


def broken(state: GameState, gone: tuple[Standing, ...], there: tuple[Standing, ...]) -> str | None:
    missed, came = ([Misfit(*one, seen=seen) for one in ones] for ones, seen in ((gone, False), (there, True)))
    rule = broken_rule(state, [*missed, *came], check)
    return rule.code if rule else None


@pytest.mark.parametrize(
    ("gone", "there", "code"),
    [
        ((FROM_HOME,), ((merchant("red"), 13), (assistant("red"), 13)), "out_of_reach"),
        ((BLUE_FROM_HOME,), ((merchant("blue"), 9), (assistant("blue"), 9)), "not_your_turn"),
        ((FROM_HOME, BLUE_FROM_HOME), ((merchant("red"), 9), (merchant("blue"), 9)), "two_merchants"),
        ((FROM_HOME,), ((merchant("red"), 9), (assistant("red"), 9), (assistant("red"), 5)), "second_assistant"),
        ((FROM_HOME,), ((merchant("red"), 9), (assistant("red"), 5)), "assistant_elsewhere"),
        ((FROM_HOME,), ((merchant("red"), 9), (assistant("blue"), 9)), "assistant_of_another"),
        ((), ((assistant("red"), 9),), "assistant_without_move"),
        (((GOVERNOR, 2),), ((GOVERNOR, 4),), "moved_without_dice"),
        (((family("red"), 12),), ((family("red"), 9),), "not_now"),
    ],
)
def test_what_is_wrong_is_named(gone: tuple[Standing, ...], there: tuple[Standing, ...], code: str) -> None:
    assert broken(a_game(cards="app"), gone, there) == code


def test_no_assistant_is_left_at_the_fountain() -> None:
    state = a_game(cards="app")
    for to in (9, 5, 6):
        state = to_the_end(plays(state, act.Move(Place(to)), act.LeaveAssistant()))
    gone, there = ((merchant("red"), 9),), ((merchant("red"), 7), (assistant("red"), 7))
    assert broken(state, gone, there) == "assistant_at_fountain"


def test_an_own_assistant_must_be_picked_up() -> None:
    state = a_game(cards="app")
    for to in (9, 5, 6, 3, 4, 11):
        state = to_the_end(plays(state, act.Move(Place(to)), act.LeaveAssistant()))
    assert broken(state, ((merchant("red"), 3),), ((merchant("red"), 9),)) == "must_pick_up"


def test_what_only_vanished_breaks_no_rule() -> None:
    assert broken(a_game(cards="app"), ((family("red"), 12),), ()) is None

"""A recorded evening before the filter, in which something hides a whole place."""

import msgspec
import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Color, Place
from companion.istanbul.state import GameState
from companion.sync.episodes import Episodes, fold
from companion.sync.model import shipped_model
from companion.sync.observation import BoardObservation
from companion.sync.recording import follow
from companion.sync.table import Standing, expected
from companion.sync.turns import LostTrack, Turn, TurnSeen
from tests.sync.builders import ORDER, a_game, a_look, plays, to_the_end

HIDDEN_AT_MOST = 2


def after_moves(*places: int) -> list[GameState]:
    """The states after each player in turn went to a place, left an assistant and did nothing else."""
    states = [a_game(governor=10, smuggler=11)]
    for place in places:
        states.append(to_the_end(plays(states[-1], act.Move(Place(place)), act.LeaveAssistant())))
    return states


def all_at(state: GameState, place: int) -> tuple[Standing, ...]:
    """All that lies on a place."""
    return tuple(one for one in expected(state) if one[1] == place)


def told(looks: list[BoardObservation], players: tuple[Color, ...] = ORDER) -> list[Turn]:
    named = [(f"look {number}", look) for number, look in enumerate(looks)]
    lines = list(follow(named, [str(color) for color in players], HIDDEN_AT_MOST, shipped_model()))
    assert not any(isinstance(line, LostTrack) for line in lines)
    return [line.turn for line in lines if isinstance(line, TurnSeen)]


WHOLE = [Turn("red", 7, 9, "left"), Turn("blue", 7, 5, "left"), Turn("green", 7, 4, "left")]


@pytest.mark.long
@pytest.mark.parametrize("hand", [False, True], ids=["a heap", "a hand"])
@pytest.mark.parametrize("place", [9, 12], ids=["a merchant with his assistant", "all family members"])
def test_a_place_that_something_hides_for_one_picture_changes_no_turn(place: int, hand: bool) -> None:
    begun, red, blue, green = after_moves(9, 5, 4)
    hidden = a_look(blue, gone=all_at(blue, place), hand=hand)
    assert told([a_look(begun), a_look(red), hidden, a_look(green)]) == WHOLE


@pytest.mark.long
def test_a_hand_that_hides_all_family_members_through_two_pictures_changes_no_turn() -> None:
    begun, red, blue, green = after_moves(9, 5, 4)
    under = [a_look(one, gone=all_at(one, 12), hand=True) for one in (red, blue)]
    assert told([a_look(begun), *under, a_look(green)]) == WHOLE


def test_a_picture_of_a_hand_in_which_no_wood_was_read_only_interrupts() -> None:
    before = fold(Episodes(), a_look(a_game()), HIDDEN_AT_MOST)
    nothing = msgspec.structs.replace(a_look(a_game(), hand=True), scores=(), absent_log_odds=0.0)
    after = fold(before, nothing, HIDDEN_AT_MOST)
    assert after.looks == 0 and after.hand and after.seen == before.seen


def test_a_picture_with_a_hand_is_not_compared_with_one_without() -> None:
    """The hand's shadow makes every place look otherwise."""
    shaded = msgspec.structs.replace(a_look(a_game(), hand=True), appearance={2: 5, 3: 4})
    assert not fold(Episodes(), shaded, HIDDEN_AT_MOST).seen.appearance

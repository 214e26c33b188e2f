"""The follower asks, never guesses; nothing changes before somebody confirmed it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.errors import GameError, Stale
from companion.istanbul import actions as act
from companion.istanbul.game import ISTANBUL
from companion.istanbul.names import Card, Place
from companion.istanbul.setup import Deal, Setup
from companion.istanbul.state import Options
from companion.istanbul.tables import LAYOUTS
from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import create_store
from companion.sync.follower import Follower
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.params import Policy
from tests.sync.builders import ORDER, a_look, assistant, merchant


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    layout = tuple(Place(number) for number in LAYOUTS["short"])
    deal = Deal(ORDER, layout, Place.FABRIC_WAREHOUSE, Place.SPICE_WAREHOUSE, (Card.GOOD,) * 3, "L1", "S1")
    store = create_store(tmp_path / "game", ISTANBUL, Setup(Options(), deal), 0.0)
    session = GameSession(store, FakeClock(), lambda due: None)
    yield session
    session.close()


@pytest.fixture
def follower(session: GameSession) -> Iterator[Follower]:
    follower = Follower(session, Policy(), changed=lambda: None)
    yield follower
    follower.close()


MOVED = {"gone": ((merchant("red"), 7),), "there": ((merchant("red"), 9), (assistant("red"), 9))}


def looks(follower: Follower, session: GameSession, times: int = 2, **look: object) -> None:
    for _ in range(times):
        follower.see(a_look(session.state, **look))  # type: ignore[arg-type]


def test_an_untouched_table_is_in_step_after_two_looks(follower: Follower, session: GameSession) -> None:
    looks(follower, session, times=1)
    assert follower.status.kind == "looking"
    looks(follower, session, times=1)
    assert follower.status.kind == "in_step"


def test_a_move_is_asked_about_and_changes_nothing_yet(follower: Follower, session: GameSession) -> None:
    looks(follower, session, **MOVED)
    assert (follower.status.kind, session.version) == ("asking", 0)
    assert follower.status.question is not None
    assert follower.status.question.seat == 0


def test_the_confirmed_move_is_played_and_the_table_is_in_step(follower: Follower, session: GameSession) -> None:
    looks(follower, session, **MOVED)
    assert follower.status.question is not None
    follower.answer(follower.status.question.id, 0)
    assert session.state.players[0].merchant == Place.TEA_HOUSE
    assert [entry.source for entry in session.log.entries] == ["camera", "camera"]
    assert follower.status.kind == "in_step"


def test_a_photo_needs_no_second_look(follower: Follower, session: GameSession) -> None:
    follower.see(a_look(session.state, **MOVED), still=True)  # type: ignore[arg-type]
    assert follower.status.kind == "asking"


def test_a_hand_over_the_board_is_waited_for(follower: Follower, session: GameSession) -> None:
    looks(follower, session, hand=True, **MOVED)
    assert follower.status.kind == "hand"


def test_a_picture_without_the_board_says_why(follower: Follower) -> None:
    follower.see(NotSeen(1, 0.0, "test", "too_dark"))
    assert (follower.status.kind, follower.status.reason) == ("not_seen", "too_dark")


def test_a_question_about_an_older_game_is_refused(follower: Follower, session: GameSession) -> None:
    looks(follower, session, **MOVED)
    question = follower.status.question
    assert question is not None
    session.submit([act.Move(Place.SPICE_WAREHOUSE)], seat=0)
    with pytest.raises((GameError, Stale)):
        follower.answer(question.id, 0)
    assert session.state.players[0].merchant == Place.SPICE_WAREHOUSE


def test_none_of_these_shows_the_difference_instead(follower: Follower, session: GameSession) -> None:
    looks(follower, session, **MOVED)
    assert follower.status.question is not None
    follower.answer(follower.status.question.id, -1)
    assert follower.status.kind == "lost"
    assert {(misfit.thing, misfit.place) for misfit in follower.status.misfits} == {
        (merchant("red"), 7),
        (merchant("red"), 9),
        (assistant("red"), 9),
    }


def test_an_illegal_move_is_named_with_its_rule(follower: Follower, session: GameSession) -> None:
    looks(follower, session, gone=((merchant("red"), 7),), there=((merchant("red"), 16), (assistant("red"), 16)))
    assert follower.status.kind == "lost"
    assert follower.status.broken is not None


def test_moving_out_of_turn_is_named(follower: Follower, session: GameSession) -> None:
    looks(follower, session, gone=((merchant("blue"), 7),), there=((merchant("blue"), 9), (assistant("blue"), 9)))
    assert follower.status.broken is not None
    assert follower.status.broken.code == "not_your_turn"


def test_the_table_is_right_sets_the_wood_and_only_the_wood(follower: Follower, session: GameSession) -> None:
    before = session.state.players[1]
    looks(follower, session, gone=((merchant("blue"), 7),), there=((merchant("blue"), 16), (assistant("blue"), 16)))
    follower.settle("table")
    after = session.state.players[1]
    assert (after.merchant, after.assistants, after.stack) == (16, (16,), "ooo")
    assert (after.lira, after.goods, after.hand) == (before.lira, before.goods, before.hand)
    assert follower.status.kind == "in_step"


def test_the_app_is_right_waits_until_the_table_is_put_right(follower: Follower, session: GameSession) -> None:
    looks(follower, session, **MOVED)
    follower.settle("app")
    assert (follower.status.kind, follower.status.put_right) == ("lost", True)
    looks(follower, session)
    assert follower.status.kind == "in_step"
    looks(follower, session, **MOVED)
    assert follower.status.kind == "asking"


def test_a_tile_laid_elsewhere_is_named(follower: Follower, session: GameSession) -> None:
    layout = list(session.state.layout)
    layout[0], layout[1] = layout[1], layout[0]
    cells = a_look(session.state).cells
    swapped = (cells[1], cells[0], *cells[2:])
    for _ in range(2):
        follower.see(_with_cells(session, swapped))
    assert [swap.cell for swap in follower.status.tiles] == [0, 1]


def _with_cells(session: GameSession, cells: object) -> BoardObservation:
    return msgspec.structs.replace(a_look(session.state), cells=cells)


def test_the_table_seen_from_the_other_side_is_the_same_table(follower: Follower, session: GameSession) -> None:
    turned = tuple(reversed(a_look(session.state).cells))
    for _ in range(2):
        follower.see(_with_cells(session, turned))
    assert follower.status.kind == "in_step"


def test_a_move_tapped_on_the_phone_is_a_difference_until_it_is_made(follower: Follower, session: GameSession) -> None:
    looks(follower, session)
    old = session.state
    session.submit([act.Move(Place.SPICE_WAREHOUSE), act.LeaveAssistant()], seat=0)
    follower.see(a_look(old))
    assert follower.status.kind == "lost"
    looks(follower, session)
    assert follower.status.kind == "in_step"


def test_a_question_stays_the_same_while_the_picture_trembles(follower: Follower, session: GameSession) -> None:
    looks(follower, session, **MOVED)
    first = follower.status.question
    for weak in ((), ((assistant("blue"), 4),), ()):
        follower.see(a_look(session.state, weak=weak, **MOVED))  # type: ignore[arg-type]
    assert follower.status.question is first
    assert first is not None


def test_what_was_declined_is_not_asked_again(follower: Follower, session: GameSession) -> None:
    looks(follower, session, **MOVED)
    assert follower.status.question is not None
    follower.answer(follower.status.question.id, -1)
    looks(follower, session, weak=((assistant("blue"), 4),), **MOVED)
    assert follower.status.kind == "lost"

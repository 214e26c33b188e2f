"""One door, one log, one version for everybody."""

import pytest

from companion.errors import BadRecord, RuleViolation, Stale
from companion.session.log import undo_reach
from companion.session.session import GameSession
from tests.session.conftest import Open
from tests.session.toy import TOY, Add, Coin


def test_an_action_and_the_coin_it_calls_for_are_one_step(session: GameSession) -> None:
    session.submit([Add(2)], seat=0)
    assert (session.version, session.state.total, session.state.seat) == (2, 2, 1)


def test_a_stale_phone_is_refused_and_nothing_changes(session: GameSession) -> None:
    session.submit([Add(1)], seat=0)
    with pytest.raises(Stale):
        session.submit([Add(1)], seat=1, version=0)
    assert session.state.total == 1


def test_another_seat_cannot_act(session: GameSession) -> None:
    with pytest.raises(RuleViolation, match="not_your_turn"):
        session.submit([Add(1)], seat=1)


def test_of_several_actions_all_count_or_none(session: GameSession) -> None:
    with pytest.raises(RuleViolation):
        session.submit([Add(1), Add(7)], seat=None)
    assert (session.version, session.state.total) == (0, 0)


def test_whoever_listens_hears_of_every_version(session: GameSession) -> None:
    heard: list[int] = []
    stop = session.subscribe(heard.append)
    session.submit([Add(1)], seat=0)
    stop()
    session.submit([Add(1)], seat=1)
    assert heard == [2]


def test_undo_is_an_entry_and_redo_takes_it_back(session: GameSession) -> None:
    session.submit([Add(2)], seat=0)
    session.undo(keep=0, seat=None)
    assert session.state.total == 0
    session.redo(seat=None)
    assert (session.state.total, session.version) == (2, 4)


def test_there_is_nothing_to_undo_before_the_first_action(session: GameSession) -> None:
    with pytest.raises(BadRecord, match="nothing_to_undo"):
        session.undo(keep=0, seat=None)


def test_a_seat_cannot_undo_past_a_coin_but_can_undo_what_showed_nothing(reopen: Open) -> None:
    waiting = reopen(chance=lambda due: None)
    waiting.submit([Add(1)], seat=0)
    assert undo_reach(TOY, waiting.log, seat=0) == 0
    assert undo_reach(TOY, waiting.log, seat=1) is None
    waiting.submit([Coin(True)], seat=None)
    assert undo_reach(TOY, waiting.log, seat=0) is None


def test_with_real_dice_chance_waits_for_the_table(reopen: Open) -> None:
    session = reopen(chance=lambda due: None)
    session.submit([Add(1)], seat=0)
    assert session.state.coin_due
    session.submit([Coin(True)], seat=None)
    assert not session.state.coin_due


def test_a_game_goes_on_after_a_restart(reopen: Open) -> None:
    first = reopen()
    first.submit([Add(2)], seat=0)
    first.undo(keep=0, seat=None)
    first.submit([Add(1)], seat=0)
    assert reopen().snapshot() == first.snapshot()


def test_chance_that_was_owed_when_the_power_failed_is_settled_on_start(reopen: Open) -> None:
    reopen(chance=lambda due: None).submit([Add(1)], seat=0)
    assert not reopen().state.coin_due

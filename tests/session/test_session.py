"""One door, one log, one version for everybody."""

import pytest

from companion.errors import BadRecord, RuleViolation, Stale
from companion.session.chance import KeptChance
from companion.session.log import undo_reach
from companion.session.session import GameSession
from tests.session.conftest import Open, by_hand, tails
from tests.session.toy import TOY, Add, Coin


def test_an_action_and_the_coin_it_calls_for_are_one_step(session: GameSession) -> None:
    session.submit([Add(2)], seat=0)
    assert (session.version, session.state.total, session.state.seat) == (2, 2, 1)


def test_a_stale_phone_is_refused_and_nothing_changes(session: GameSession) -> None:
    session.submit([Add(1)], seat=0)
    with pytest.raises(Stale):
        session.submit([Add(1)], seat=1, version=0)
    assert session.state.total == 1


def test_what_the_camera_has_just_told_is_not_played_again_by_the_tap_that_meant_it(reopen: Open) -> None:
    session = reopen(chance=by_hand)
    session.submit([Add(1)], seat=None, source="camera")
    session.submit([Add(1)], seat=0, version=0)
    assert (session.version, session.state.total) == (1, 1)


def test_a_tap_that_means_something_else_than_the_camera_told_is_stale(reopen: Open) -> None:
    session = reopen(chance=by_hand)
    session.submit([Add(1)], seat=None, source="camera")
    with pytest.raises(Stale):
        session.submit([Add(2)], seat=0, version=0)
    with pytest.raises(Stale):
        session.submit([Add(1)], seat=1, version=0)


def test_another_seat_cannot_act(session: GameSession) -> None:
    with pytest.raises(RuleViolation, match="not_your_turn"):
        session.submit([Add(1)], seat=1)


def test_a_seat_cannot_play_the_next_ones_turn_in_the_same_breath(session: GameSession) -> None:
    with pytest.raises(RuleViolation, match="not_your_turn"):
        session.submit([Add(1), Add(1)], seat=0)
    assert (session.version, session.state.total) == (0, 0)


def test_a_seat_cannot_say_how_its_coin_falls(reopen: Open) -> None:
    for chance in (tails, by_hand):
        session = reopen(chance=chance)
        with pytest.raises(RuleViolation):
            session.submit([Add(1), Coin(True)], seat=0)
        assert session.version == 0


def test_nobody_names_a_coin_that_the_app_tosses(session: GameSession) -> None:
    with pytest.raises(RuleViolation):
        session.submit([Add(1), Coin(True)], seat=None)
    assert session.version == 0


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


@pytest.mark.parametrize("secret", [b"one game", b"another game"])
def test_a_coin_tossed_again_after_undo_falls_the_same_way(reopen: Open, secret: bytes) -> None:
    session = reopen(chance=KeptChance(secret))
    falls = set[tuple[int, ...]]()
    for _ in range(10):
        session.submit([Add(1)], seat=0)
        session.submit([Add(1)], seat=None)
        session.submit([Add(2)], seat=None)
        falls.add(tuple(entry.action.heads for entry in session.log.effective if isinstance(entry.action, Coin)))
        session.undo(keep=0, seat=None)
    assert len(falls) == 1


def test_what_the_host_sets_right_before_a_toss_does_not_change_how_it_falls(reopen: Open) -> None:
    points = list[str]()
    session = reopen(chance=lambda due, point: points.append(point) or Coin(False))  # type: ignore[func-returns-value]
    session.submit([Add(1)], seat=0)
    session.undo(keep=0, seat=None)
    session.submit([Add(1)], seat=0)
    session.undo(keep=0, seat=None)
    session.submit([Add(2)], seat=0)
    assert points[0] == points[1] != points[2]


def test_what_the_app_tossed_is_undone_with_what_asked_for_it(reopen: Open) -> None:
    session = reopen()
    session.submit([Add(1)], seat=0)
    session.submit([Add(2)], seat=1)
    tossed = session.log.effective[-1]
    assert isinstance(tossed.action, Coin)
    session.undo(keep=tossed.number - 1, seat=None)
    assert (session.state.total, session.state.coin_due) == (1, False)


def test_a_coin_tossed_by_hand_is_undone_alone(reopen: Open) -> None:
    session = reopen(chance=by_hand)
    session.submit([Add(1)], seat=0)
    session.submit([Coin(True)], seat=None)
    session.undo(keep=1, seat=None)
    assert (session.state.total, session.state.coin_due) == (1, True)


def test_there_is_nothing_to_undo_before_the_first_action(session: GameSession) -> None:
    with pytest.raises(BadRecord, match="nothing_to_undo"):
        session.undo(keep=0, seat=None)


def test_a_seat_cannot_undo_past_a_coin_but_can_undo_what_showed_nothing(reopen: Open) -> None:
    waiting = reopen(chance=by_hand)
    waiting.submit([Add(1)], seat=0)
    assert undo_reach(TOY, waiting.log, seat=0) == 0
    assert undo_reach(TOY, waiting.log, seat=1) is None
    waiting.submit([Coin(True)], seat=None)
    assert undo_reach(TOY, waiting.log, seat=0) is None


def test_with_real_dice_chance_waits_for_the_table(reopen: Open) -> None:
    session = reopen(chance=by_hand)
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
    reopen(chance=by_hand).submit([Add(1)], seat=0)
    assert not reopen().state.coin_due


def test_whoever_stops_listening_twice_is_not_scolded(reopen: Open) -> None:
    session, heard = reopen(), list[int]()
    leave = session.subscribe(heard.append)
    leave()
    leave()
    session.submit([Add(1)], seat=0)
    assert heard == []

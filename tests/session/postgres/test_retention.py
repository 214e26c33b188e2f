"""What is older than the organiser says is deleted; what is played is not, and the servers take turns."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.errors import Stale
from companion.session.clock import FakeClock
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold, Leases, Moved
from companion.session.postgres.retention import STAFF, KeptDays, Retention
from companion.session.postgres.store import board_note, create_game, keep_board_note, newest_games
from companion.session.session import GameSession
from tests.session.conftest import tails
from tests.session.toy import TOY, Add, Setup

START = datetime(2001, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class Script:
    """A clock that stands where the test puts it, and what is done by it."""

    def __init__(self, database: Database) -> None:
        self.database, self.now = database, START

    def sweep(self, keep: KeptDays = KeptDays(30, 90)) -> Any:  # noqa: B008
        return Retention(self.database, keep, lambda: self.now).due()

    def played(self, code: str, when: datetime) -> None:
        """The last move at a table was then."""
        self._do("UPDATE game SET changed_at = %s WHERE code = %s", when, code)

    def ended(self, code: str, when: datetime) -> None:
        """The games of a table ended then, each with a result."""
        self._do(
            'INSERT INTO result (game, ended_at, standing) SELECT id, %s, \'[{"player": "Anna", "rank": 1}]\' '
            "FROM game WHERE code = %s",
            when,
            code,
        )

    def closed(self, code: str, when: datetime) -> None:
        self._do("UPDATE board SET closed_at = %s WHERE code = %s", when, code)

    def opened(self, code: str, when: datetime) -> None:
        self._do("UPDATE board SET opened_at = %s WHERE code = %s", when, code)

    def count(self, what: str, code: str) -> int:
        asked = {
            "game": "SELECT count(*) FROM game WHERE code = %s",
            "entry": "SELECT count(*) FROM entry JOIN game ON game.id = entry.game WHERE code = %s",
            "note": "SELECT count(*) FROM note JOIN game ON game.id = note.game WHERE code = %s",
            "board": "SELECT count(*) FROM board WHERE code = %s",
            "board_note": "SELECT count(*) FROM board_note WHERE code = %s",
            "past_result": "SELECT count(*) FROM past_result WHERE code = %s",
        }[what]
        with self.database.transaction() as connection:
            row = connection.execute(asked, (code,)).fetchone()
        assert row is not None
        return int(row[0])

    def _do(self, sql: str, *values: Any) -> None:
        with self.database.transaction() as connection:
            connection.execute(sql, values)


@pytest.fixture
def script(database: Database) -> Iterator[Script]:
    one = Script(database)
    yield one
    one._do("DELETE FROM chore")
    one._do("DELETE FROM game WHERE changed_at < %s", START + 1_000 * DAY)
    one._do("DELETE FROM board WHERE closed_at < %s OR opened_at < %s", START + DAY, START + DAY)


def a_game(database: Database, hold: Hold) -> GameSession:
    session = GameSession(create_game(database, hold, TOY, (Setup(10**9), 1.0), {"first": [1]}), FakeClock(), tails)
    session.submit([Add(1)], None, session.version, "table")
    return session


@pytest.mark.long
def test_a_game_is_deleted_so_many_days_after_its_last_move(script: Script, hold: Hold) -> None:
    a_game(script.database, hold)
    script.played(hold.code, START)
    script.now = START + 29 * DAY
    assert script.sweep().games == 0 and script.count("entry", hold.code) > 0
    script.now = START + 31 * DAY
    assert script.sweep().games == 1
    assert [script.count(what, hold.code) for what in ("game", "entry", "note", "board")] == [0, 0, 0, 1]


@pytest.mark.long
def test_a_table_that_plays_goes_on_with_the_games_before_it_gone(script: Script, hold: Hold) -> None:
    a_game(script.database, hold)
    script.played(hold.code, START)
    session = a_game(script.database, hold)
    newest = newest_games(script.database, hold.code)[0]
    script._do("UPDATE game SET changed_at = %s WHERE id = %s", START + 25 * DAY, newest[0])
    script.now = START + 31 * DAY
    assert script.sweep().games == 1
    assert newest_games(script.database, hold.code) == [newest]
    session.submit([Add(1)], None, session.version, "table")


def test_a_move_keeps_a_game_however_long_ago_it_began(script: Script, hold: Hold) -> None:
    session = a_game(script.database, hold)
    script.played(hold.code, START - 300 * DAY)
    session.submit([Add(1)], None, session.version, "table")
    with script.database.transaction() as connection:
        row = connection.execute("SELECT clock_timestamp()").fetchone()
    assert row is not None
    script.now = row[0] + 29 * DAY
    assert script.sweep().games == 0


def test_whoever_has_an_old_game_open_cannot_write_to_it_any_more(script: Script, hold: Hold) -> None:
    session = a_game(script.database, hold)
    script.played(hold.code, START)
    script.now = START + 31 * DAY
    script.sweep()
    with pytest.raises((Moved, Stale)):
        session.submit([Add(1)], None, session.version, "table")
    assert script.count("entry", hold.code) == 0


def test_results_outlast_their_game_and_go_later(script: Script, hold: Hold) -> None:
    a_game(script.database, hold)
    script.played(hold.code, START)
    script.ended(hold.code, START)
    script.now = START + 31 * DAY
    assert script.sweep()[:2] == (1, 0) and script.count("past_result", hold.code) == 1
    script.now = START + 91 * DAY
    assert script.sweep().results == 1 and script.count("past_result", hold.code) == 0


def test_results_may_go_before_their_game(script: Script, hold: Hold) -> None:
    a_game(script.database, hold)
    script.played(hold.code, START)
    script.ended(hold.code, START)
    script.now = START + 8 * DAY
    deleted = script.sweep(KeptDays(30, 7))
    assert (deleted.games, deleted.results) == (0, 1) and script.count("game", hold.code) == 1


def test_a_closed_table_goes_with_its_last_game(script: Script, hold: Hold) -> None:
    a_game(script.database, hold)
    keep_board_note(script.database, hold, "pin", {"number": "123456"})
    script.closed(hold.code, START)
    script.played(hold.code, START + 5 * DAY)
    script.now = START + 31 * DAY
    assert script.sweep().tables == 0, "its game is still kept"
    script.now = START + 36 * DAY
    assert script.sweep().tables == 1
    assert [script.count(what, hold.code) for what in ("board", "board_note")] == [0, 0]


def test_an_open_table_stays_and_forgets_who_was_its_host(script: Script, hold: Hold) -> None:
    keep_board_note(script.database, hold, "pin", {"number": "123456"})
    keep_board_note(script.database, hold, STAFF, {"a device": {"host": True, "since_s": START.timestamp()}})
    script.opened(hold.code, START)
    script.now = START + 29 * DAY
    assert script.sweep().hosts == 0
    script.now = START + 31 * DAY
    assert script.sweep().hosts == 1
    assert board_note(script.database, hold.code, STAFF) is None
    assert board_note(script.database, hold.code, "pin") == {"number": "123456"}, "it stands on the table's card"
    with pytest.raises(Moved):
        keep_board_note(script.database, hold, STAFF, {})


def test_a_table_that_is_played_at_knows_its_host_however_long(script: Script, hold: Hold) -> None:
    keep_board_note(script.database, hold, STAFF, {"a device": {"host": True, "since_s": START.timestamp()}})
    script.opened(hold.code, START)
    a_game(script.database, hold)
    script.played(hold.code, START + 300 * DAY)
    script.now = START + 310 * DAY
    assert script.sweep().hosts == 0


def test_nothing_is_deleted_where_the_organiser_says_nothing(script: Script, hold: Hold) -> None:
    a_game(script.database, hold)
    script.played(hold.code, START)
    script.ended(hold.code, START)
    script.closed(hold.code, START)
    script.now = START + 10_000 * DAY
    assert not any(script.sweep(KeptDays()))
    assert script.count("game", hold.code) == 1


def test_one_server_at_a_time_and_once_an_hour(script: Script, database: Database, hold: Hold) -> None:
    a_game(database, hold)
    script.played(hold.code, START)
    script.now = START + 31 * DAY
    retention = Retention(database, KeptDays(30, 30), lambda: script.now)
    with retention._alone() as line:
        assert line is not None
        assert script.sweep() is None, "another server is at it"
    assert script.sweep().games == 1
    assert script.sweep() is None, "it was done just now"
    script.now += timedelta(minutes=61)
    assert script.sweep() is not None


def test_many_old_games_of_a_table_go_in_small_steps(script: Script, hold: Hold) -> None:
    for _ in range(45):
        create_game(script.database, hold, TOY, (Setup(5), 1.0), {})
    script.played(hold.code, START)
    script.now = START + 31 * DAY
    assert script.sweep().games == 45


def test_a_table_that_lay_open_is_taken_by_whoever_comes_next(script: Script, leases: Leases, hold: Hold) -> None:
    a_game(script.database, hold)
    script.played(hold.code, START)
    script.now = START + 31 * DAY
    script.sweep()
    assert leases.owner(hold.code) is None
    again = leases.take(hold.code)
    assert again is not None and again.fence > hold.fence

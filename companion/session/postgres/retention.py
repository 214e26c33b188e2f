"""How long does a club keep things?  What is older than the organiser says is deleted, by one server at a time.

A game is as old as its last move, by PostgreSQL's clock.  A table that plays is never touched: the table's row is
locked first, so that a move either comes before and keeps the game, or finds the table taken from its owner.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from companion.session.postgres.database import Cursor, Database

STAFF, VISITS = "staff", "visits"
"""The notes of a table that tell which devices are its hosts', and when the organiser came."""
EVERY, PHOTO = timedelta(hours=1), timedelta(days=1)
_ONE_AT_A_TIME = 0x62617A616173
_CHORE = "retention"
_AT_ONCE = 20
"""So many games are deleted in one transaction: a table waits for no longer."""
_STALE = "SELECT id FROM game WHERE code = %s AND changed_at < %s ORDER BY number LIMIT %s"
_SAVED = (
    "INSERT INTO past_result (code, number, kind, ended_at, standing) "
    "SELECT code, number, game.game, ended_at, standing FROM result JOIN game ON game.id = result.game "
    "WHERE game.id = ANY(%s)"
)


class KeptDays(NamedTuple):
    """For how many days games (with names, seats and moves) and results are kept; None: for good."""

    games_days: int | None = None
    results_days: int | None = None


class Deleted(NamedTuple):
    """What was deleted: games, results, closed tables, and tables whose hosts were forgotten."""

    games: int = 0
    results: int = 0
    tables: int = 0
    hosts: int = 0


class Retention:
    """Deletes what is older.  ``now`` is PostgreSQL's clock where it is not given.  Raises OutOfReach throughout."""

    def __init__(self, database: Database, keep: KeptDays, now: Callable[[], datetime] | None = None) -> None:
        self._database, self.keep, self._now = database, keep, now

    def tables(self) -> set[str]:
        """The codes of all tables, those closed and not yet deleted included."""
        with self._database.transaction() as connection:
            return {row[0] for row in connection.execute("SELECT code FROM board").fetchall()}

    def due(self) -> Deleted | None:
        """Delete what is older; None where another server is at it, or it was done within the hour."""
        with self._alone() as line:
            now = self._time(line) if line is not None else None
            if line is None or now is None or self._was_done(line, now):
                return None
            deleted = self._delete(now)
            line.execute(
                "INSERT INTO chore VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at",
                (_CHORE, now),
            )
            return deleted

    @contextmanager
    def _alone(self) -> Iterator[Cursor | None]:
        """A line that holds the lock of this work as long as it lasts; None where another server holds it."""
        with self._database.transaction() as line:
            got = line.execute("SELECT pg_try_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,)).fetchone()
            yield line if got and got[0] else None

    def _time(self, line: Cursor) -> datetime:
        if self._now is not None:
            return self._now()
        row = line.execute("SELECT clock_timestamp()").fetchone()
        assert row is not None
        told: datetime = row[0]
        return told

    @staticmethod
    def _was_done(line: Cursor, now: datetime) -> bool:
        row = line.execute("SELECT done_at FROM chore WHERE name = %s", (_CHORE,)).fetchone()
        return row is not None and now - EVERY < row[0] <= now

    def _delete(self, now: datetime) -> Deleted:
        self._photos(now - PHOTO)
        games, results = self._before(now, self.keep.games_days), self._before(now, self.keep.results_days)
        deleted = Deleted()
        if games is not None:
            gone = sum(self._games_of(code, games) for code in self._codes(games))
            deleted = Deleted(gone, 0, self._closed(games), self._hosts(games))
        return deleted._replace(results=self._results(results)) if results is not None else deleted

    def _photos(self, before: datetime) -> None:
        """Photos that nobody has read by then, and what came of others and was never asked for."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM photo WHERE changed_at < %s", (before,))

    @staticmethod
    def _before(now: datetime, days: int | None) -> datetime | None:
        return None if days is None else now - timedelta(days=days)

    def _codes(self, before: datetime) -> list[str]:
        """Tables that have games which nobody has played on since."""
        with self._database.transaction() as connection:
            rows = connection.execute("SELECT DISTINCT code FROM game WHERE changed_at < %s", (before,)).fetchall()
        return [row[0] for row in rows]

    def _games_of(self, code: str, before: datetime) -> int:
        gone = 0
        while some := self._some_games_of(code, before):
            gone += some
        return gone

    def _some_games_of(self, code: str, before: datetime) -> int:
        """Delete a few old games of a table; what came out of them stays.  A table that lay open is let go of."""
        with self._database.transaction(code) as connection:
            connection.execute("SELECT FROM board WHERE code = %s FOR UPDATE", (code,))
            old = [row[0] for row in connection.execute(_STALE, (code, before, _AT_ONCE)).fetchall()]
            if not old:
                return 0
            newest = connection.execute(
                "SELECT id FROM game WHERE code = %s ORDER BY number DESC LIMIT 1", (code,)
            ).fetchone()
            connection.execute(_SAVED, (old,))
            connection.execute("DELETE FROM game WHERE id = ANY(%s)", (old,))
            if newest is not None and newest[0] in old:
                _let_go(connection, code)
        return len(old)

    def _closed(self, before: datetime) -> int:
        """Delete tables that were closed before and have no games any more, with their PINs and keys."""
        with self._database.transaction() as connection:
            return connection.execute(
                "DELETE FROM board WHERE closed_at < %s AND NOT EXISTS (SELECT FROM game WHERE game.code = board.code)",
                (before,),
            ).rowcount

    def _hosts(self, before: datetime) -> int:
        """Forget the hosts of tables at which nobody has played since; the PIN on the table's card lets them in."""
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT board.code, value FROM board JOIN board_note ON board_note.code = board.code AND key = %s "
                "WHERE opened_at < %s AND NOT EXISTS (SELECT FROM game WHERE game.code = board.code) "
                "ORDER BY board.code FOR UPDATE OF board",
                (STAFF, before),
            ).fetchall()
            codes = [code for code, value in rows if not _signed_in_since(value, before)]
            connection.execute(
                "DELETE FROM board_note WHERE key IN (%s, %s) AND code = ANY(%s)", (STAFF, VISITS, codes)
            )
            for code in codes:
                _let_go(connection, code)
        return len(codes)

    def _results(self, before: datetime) -> int:
        with self._database.transaction() as connection:
            past = connection.execute("DELETE FROM past_result WHERE ended_at < %s", (before,)).rowcount
            return past + connection.execute("DELETE FROM result WHERE ended_at < %s", (before,)).rowcount


def _let_go(connection: Cursor, code: str) -> None:
    """Take a table from its owner: whoever is asked for it next opens what is left."""
    connection.execute("UPDATE board SET fence = fence + 1, owner = NULL WHERE code = %s", (code,))


def _signed_in_since(note: str, before: datetime) -> bool:
    """Whether a device became a host's since then, by the note of a table's hosts."""
    devices = msgspec.json.decode(note, type=dict[str, _Device])
    return any(one.since_s >= before.timestamp() for one in devices.values())


class _Device(msgspec.Struct):
    """Of a host's device, when it became that (wall time)."""

    since_s: float = 0.0

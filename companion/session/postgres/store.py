"""Where does a game live in a club?  In PostgreSQL: a head, the entries and the notes, sealed as in a file.

Every write proves in the same transaction that this server still owns the table, and that nobody else has written.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from companion.decoding import decoded
from companion.errors import Stale
from companion.game import Game
from companion.locks import Lock
from companion.session.faults import DamagedGame, OutOfReach
from companion.session.log import Entry
from companion.session.postgres.database import Cursor, Database
from companion.session.postgres.leases import Hold, Moved
from companion.session.rows import Head, Row, checked, head_of, note_row, note_value, plain, row_of, sealed, understood
from companion.session.schema import COLUMNS

_FIELDS = ("game", *COLUMNS, "seal")
_INSERT = f"INSERT INTO entry ({','.join(_FIELDS)}) VALUES ({','.join(['%s'] * len(_FIELDS))})"
_NOTE = (
    "INSERT INTO note VALUES (%s,%s,%s,%s) "
    "ON CONFLICT (game, key) DO UPDATE SET value = excluded.value, seal = excluded.seal"
)


class PostgresStore:
    """One game of a table.  Safe to call from several threads.

    Writing raises Moved where the table has another owner, Stale where another writer was first, OutOfReach where
    PostgreSQL cannot be asked; then nothing is written.
    """

    def __init__(self, database: Database, hold: Hold, key: tuple[int, int], game: Game, head: Head) -> None:
        self.game = game
        self.setup: Any = decoded(head.setup, game.setup_type)
        self.number = key[1]
        self._database, self._hold, self._key, self._head = database, hold, key[0], head
        self._lock = Lock("file")
        self._tip = head.seal
        self._maybe: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The table's code and the number of its game."""
        return self.game_id

    @property
    def created_s(self) -> float:
        """When it was begun."""
        return self._head.created_s

    @property
    def game_id(self) -> str:
        """The same."""
        return game_name(self._hold.code, self.number)

    def append(self, entries: Iterable[Entry]) -> None:
        """Write entries in one transaction."""
        with self._lock:
            rows, tip = sealed(map(row_of, entries), self._tip)
            if rows:
                self._write(lambda connection: self._add(connection, rows, tip), lambda: self._tip_now() == tip, tip)
                self._tip, self._maybe = tip, ()

    def entries(self) -> list[Entry]:
        """All entries, oldest first.  Raises DamagedGame naming the first one that is not what was written."""
        with self._lock, self._database.transaction(self.name, "not_opened") as connection:
            tip = _tip(connection, self._key)
            columns = ",".join((*COLUMNS, "seal"))
            rows = connection.execute(
                f"SELECT {columns} FROM entry WHERE game = %s ORDER BY number", (self._key,)
            ).fetchall()
            checked(rows, self._head, tip, self.name)
            self._tip, self._maybe = tip, ()
        return [understood(self.game, row, self.name) for row in rows]

    def note(self, key: str) -> Any:
        """A small value kept beside the game, None where there is none.  Raises DamagedGame where it was changed."""
        return note_value(self._head, self._note_row(key), self.name)

    def keep_note(self, key: str, value: Any) -> None:
        """Keep a small value (plain data) beside the game."""
        note = note_row(self._head, key, value)
        with self._lock:
            self._write(
                lambda connection: connection.execute(_NOTE, (self._key, *note)), lambda: self._note_row(key) == note
            )

    def close(self) -> None:
        """Nothing is held between two writes."""

    def _add(self, connection: Cursor, rows: list[Row], tip: str) -> None:
        first = rows[0][0]
        if _tip(connection, self._key) not in (self._tip, *self._maybe):
            raise Stale("stale", version=first - 1)
        connection.execute("DELETE FROM entry WHERE game = %s AND number >= %s", (self._key, first))
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, [(self._key, *row) for row in rows])
        connection.execute("UPDATE game SET tip = %s, changed_at = now() WHERE id = %s", (tip, self._key))

    def _write(self, work: Callable[[Cursor], Any], is_written: Callable[[], bool], tip: str = "") -> None:
        """One transaction of the owner.  A line that broke at the end leaves open what holds: then it is asked.

        Where even that cannot be asked it counts as not written, and the next entries take its place.
        """
        try:
            with self._database.transaction(self.name) as connection:
                self._hold.prove(connection)
                work(connection)
        except Moved:
            raise
        except OutOfReach:
            self._maybe += (tip,) if tip else ()
            with suppress(OutOfReach, DamagedGame):
                if is_written():
                    return
            raise

    def _tip_now(self) -> str:
        """The tip once every write on its way has ended."""
        with self._database.transaction(self.name) as connection:
            return _tip(connection, self._key)

    def _note_row(self, key: str) -> Row | None:
        with self._database.transaction(self.name, "not_opened") as connection:
            return connection.execute(
                "SELECT key, value, seal FROM note WHERE game = %s AND key = %s", (self._key, key)
            ).fetchone()


def create_game(
    database: Database, hold: Hold, game: Game, begun: tuple[Any, float], notes: Mapping[str, Any], entries: Any = ()
) -> PostgresStore:
    """A new game of a table, its newest, with its first notes and entries; whole or not at all.

    ``begun`` is the set-up and when.  Raises Moved, OutOfReach.
    """
    head = head_of(game, *begun)
    rows, tip = sealed(map(row_of, entries), head.seal)
    with database.transaction(hold.code) as connection:
        hold.prove(connection)
        made = connection.execute(
            "INSERT INTO game (code, number, game, setup, created_s, seal, tip) "
            "SELECT %s, coalesce(max(number), 0) + 1, %s,%s,%s,%s,%s FROM game WHERE code = %s RETURNING id, number",
            (hold.code, *head, tip, hold.code),
        ).fetchone()
        assert made is not None
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, [(made[0], *row) for row in rows])
            cursor.executemany(_NOTE, [(made[0], *note_row(head, *note)) for note in notes.items()])
    store = PostgresStore(database, hold, (made[0], made[1]), game, head)
    store.entries()
    return store


def game_name(code: str, number: int) -> str:
    """What people are told of a table's game."""
    return f"{code}-{number:05}"


def newest_games(database: Database, code: str) -> list[tuple[int, int]]:
    """Key and number of each game of a table that is not damaged, the newest first."""
    with database.transaction(code, "not_opened") as connection:
        return [
            (key, number)
            for key, number in connection.execute(
                "SELECT id, number FROM game WHERE code = %s AND damage IS NULL ORDER BY number DESC", (code,)
            )
        ]


def open_game(database: Database, hold: Hold, key: tuple[int, int], games: Mapping[str, Game]) -> PostgresStore:
    """A game that is kept.  Raises DamagedGame where it is not what was written, OutOfReach where it cannot be had."""
    name = game_name(hold.code, key[1])
    with database.transaction(name, "not_opened") as connection:
        row = connection.execute("SELECT game, setup, created_s, seal FROM game WHERE id = %s", (key[0],)).fetchone()
    if row is None:
        raise DamagedGame("no_such_game", file=name)
    head = Head(*row)
    if not head.is_sound:
        raise DamagedGame("damaged_game", file=name, why="the head was changed")
    try:
        return PostgresStore(database, hold, key, games[head.game], head)
    except (LookupError, msgspec.MsgspecError) as error:
        raise OutOfReach("not_understood", file=name, why=str(error)) from error


def board_note(database: Database, code: str, key: str) -> Any:
    """A small value kept with a table, None where there is none."""
    with database.transaction(code, "not_opened") as connection:
        row = connection.execute("SELECT value FROM board_note WHERE code = %s AND key = %s", (code, key)).fetchone()
    return msgspec.json.decode(row[0]) if row else None


def keep_board_note(database: Database, hold: Hold, key: str, value: Any) -> None:
    """Keep a small value with a table.  Raises Moved, OutOfReach."""
    with database.transaction(hold.code) as connection:
        hold.prove(connection)
        connection.execute(
            "INSERT INTO board_note VALUES (%s,%s,%s) ON CONFLICT (code, key) DO UPDATE SET value = excluded.value",
            (hold.code, key, plain(value)),
        )


def _tip(connection: Cursor, key: int) -> str:
    """The seal of the last entry; nobody else writes until the transaction ends."""
    row = connection.execute("SELECT tip FROM game WHERE id = %s FOR UPDATE", (key,)).fetchone()
    if row is None:
        raise DamagedGame("no_such_game", file=str(key))
    return str(row[0])

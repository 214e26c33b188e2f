"""Where does a game live on disk?  One SQLite file a game: a head, the entries, and small notes beside them.

An entry is on the disk (rollback journal, ``synchronous=EXTRA``) before anybody hears of it, so an accepted action
survives a kill at any moment.  Every row carries a seal (``companion.session.seals``): a changed byte is found.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.decoding import decoded
from companion.disk import FRESH_ENDING, sync_folder
from companion.errors import GameError, Stale
from companion.game import Game
from companion.locks import Lock
from companion.session.faults import DamagedGame, OutOfReach, told_apart
from companion.session.log import Entry
from companion.session.rows import Head, checked, head_of, note_row, note_value, row_of, sealed, understood
from companion.session.schema import COLUMNS, SCHEMA, TABLES, upgrade

PATIENCE_S = 2.0
"""So long another program may hold the file before it is out of reach."""
_INSERT = f"INSERT INTO entry ({','.join(COLUMNS)}, seal) VALUES ({','.join('?' * (len(COLUMNS) + 1))})"
BESIDE = ("", "-journal", "-wal", "-shm")
"""Endings of the files that belong to one game; most of them exist for a moment only."""


class Store:
    """The file of one game.  Safe to call from several threads.  Writing raises OutOfReach; then nothing is written."""

    def __init__(self, path: Path, game: Game, head: Head, connection: sqlite3.Connection) -> None:
        self.path = path
        self.game = game
        self.setup: Any = decoded(head.setup, game.setup_type)
        self._head = head
        self._connection = connection
        self._lock = Lock("file")
        self._tip = head.seal
        self._maybe: tuple[str, ...] = ()
        """The tips of entries that count as not written, though nobody could tell."""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    @property
    def game_id(self) -> str:
        """The file's name without its ending."""
        return self.path.stem

    def append(self, entries: Iterable[Entry]) -> None:
        """Write entries in one transaction.  Raises Stale where the file has others than were read."""
        with self._lock:
            rows, tip = sealed(map(row_of, entries), self._tip)
            if not rows:
                return
            with self._writing(lambda: self._file_tip() == tip, tip) as connection:
                connection.execute(
                    "DELETE FROM entry WHERE number >= ?", (rows[0][0],)
                )  # from here on nobody else writes
                if self._file_tip() not in (self._tip, *self._maybe):
                    raise Stale("stale", version=rows[0][0] - 1)
                connection.executemany(_INSERT, rows)
                connection.execute("UPDATE head SET tip = ?", (tip,))
            self._tip, self._maybe = tip, ()

    def entries(self) -> list[Entry]:
        """All entries, oldest first.  Raises DamagedGame naming the first one that is not what was written."""
        with self._lock, told_apart(self.path):
            rows = self._connection.execute(f"SELECT {','.join(COLUMNS)}, seal FROM entry ORDER BY number").fetchall()
            tip = self._file_tip()
            checked(rows, self._head, tip, self.name)
            self._tip, self._maybe = tip, ()
            return [understood(self.game, row, self.name) for row in rows]

    def note(self, key: str) -> Any:
        """A small value kept beside the game, None where there is none.  Raises DamagedGame where it was changed."""
        with self._lock, told_apart(self.path):
            return note_value(self._head, self._file_note(key), self.name)

    def keep_note(self, key: str, value: Any) -> None:
        """Keep a small value (plain data) beside the game."""
        note = note_row(self._head, key, value)
        with self._lock, self._writing(lambda: self._file_note(key) == note) as connection:
            connection.execute("INSERT OR REPLACE INTO note VALUES (?,?,?)", note)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _file_tip(self) -> str:
        return str(self._connection.execute("SELECT tip FROM head").fetchone()[0])

    def _file_note(self, key: str) -> tuple[str, str, str] | None:
        found: tuple[str, str, str] | None = self._connection.execute(
            "SELECT key, value, seal FROM note WHERE key = ?", (key,)
        ).fetchone()
        return found

    @contextmanager
    def _writing(self, is_written: Callable[[], bool], tip: str = "") -> Iterator[sqlite3.Connection]:
        """One transaction: written whole or not at all.

        SQLite can complain after all is written, where it cannot make the folder last: then ``is_written`` counts.
        Where even that cannot be asked it counts as not written, and the next entry takes its place, after ``tip`` too.
        """
        try:
            with self._connection:
                yield self._connection
        except sqlite3.Error as error:
            self._maybe += (tip,) if tip else ()
            with suppress(sqlite3.Error):
                if is_written():
                    return
            raise OutOfReach("not_kept", file=self.name, why=str(error)) from error


def create_store(
    path: Path,
    game: Game,
    setup: Any,
    created_s: float,
    notes: Mapping[str, Any] | None = None,
    entries: Iterable[Entry] = (),
) -> Store:
    """A new file for a game with its first notes; it appears whole or not at all.

    Raises FileExistsError rather than writing over another game, and OutOfReach where nothing can be written.
    """
    if path.exists():
        raise FileExistsError(f"there is already a game in {path}")
    fresh = path.with_name(path.name + FRESH_ENDING)
    try:
        _remove(fresh)
        _write_new(fresh, game, setup, created_s, notes or {}, entries)
        fresh.rename(path)
        sync_folder(path.parent)
        return open_store(path, {game.name: game})
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):
            _remove(fresh)
        raise OutOfReach("not_kept", file=path.name, why=str(error)) from error


def open_store(path: Path, games: Mapping[str, Game]) -> Store:
    """Open a saved game; one of an older schema is brought up to date first.

    Raises DamagedGame where it is none or is broken, and OutOfReach where it cannot be opened now or here.
    """
    if not path.exists():
        raise DamagedGame("no_such_game", file=path.name)
    connection = None
    try:
        with told_apart(path):
            connection = connect(path)
            _check_and_upgrade(connection, path)
            head = read_head(connection, path)
            return Store(path, games[head.game], head, connection)
    except GameError:
        if connection is not None:
            connection.close()
        raise


def read_head(connection: sqlite3.Connection, path: Path) -> Head:
    """The head of an open game.  Raises DamagedGame where it was changed."""
    rows = connection.execute("SELECT game, setup, created_s, seal FROM head").fetchall()
    if len(rows) != 1 or not Head(*rows[0]).is_sound:
        raise DamagedGame("damaged_game", file=path.name, why="the head was changed")
    return Head(*rows[0])


def connect(path: Path) -> sqlite3.Connection:
    """An open connection that makes every commit last."""
    connection = sqlite3.connect(path, PATIENCE_S, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = EXTRA")
    return connection


def _check_and_upgrade(connection: sqlite3.Connection, path: Path) -> None:
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    if schema > SCHEMA:
        raise OutOfReach("newer_game", file=path.name, schema=schema, known=SCHEMA)
    if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        raise DamagedGame("damaged_game", file=path.name, why="the database is damaged")
    if schema < SCHEMA:
        upgrade(connection, schema)


def _write_new(
    path: Path, game: Game, setup: Any, created_s: float, notes: Mapping[str, Any], entries: Iterable[Entry]
) -> None:
    head = head_of(game, setup, created_s)
    rows, tip = sealed(map(row_of, entries), head.seal)
    connection = connect(path)
    try:
        with connection:
            for table in TABLES:
                connection.execute(table)
            connection.execute("INSERT INTO head VALUES (?,?,?,?,?)", (*head, tip))
            connection.executemany(_INSERT, rows)
            connection.executemany("INSERT INTO note VALUES (?,?,?)", (note_row(head, *one) for one in notes.items()))
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
    finally:
        connection.close()


def _remove(path: Path) -> None:
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)

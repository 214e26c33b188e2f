"""Where does a game live on disk?  One SQLite file a game: a head, the entries, and small notes beside them.

An entry is on the disk (WAL, ``synchronous=FULL``) before anybody hears of it, so an accepted action survives a kill
at any moment.
"""

import sqlite3
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import GameError
from companion.game import Game
from companion.session.log import Entry

SCHEMA = 1
_TABLES = """
CREATE TABLE head (game TEXT NOT NULL, setup TEXT NOT NULL, created_s REAL NOT NULL);
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, seat INTEGER, source TEXT NOT NULL, at_s REAL NOT NULL,
    keep INTEGER NOT NULL, action TEXT, events TEXT NOT NULL
);
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class DamagedGame(GameError):
    """A file that is not a saved game, or no longer one; ``facts`` name the file and what is wrong with it."""


class Store:
    """The file of one game.  Safe to call from several threads."""

    def __init__(self, path: Path, game: Game, setup: Any, connection: sqlite3.Connection) -> None:
        self.path = path
        self.game = game
        self.setup = setup
        self._connection = connection
        self._lock = threading.Lock()

    def append(self, entries: Iterable[Entry]) -> None:
        """Write entries in one transaction."""
        rows = [_row(entry) for entry in entries]
        with self._lock, self._connection:
            self._connection.executemany("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?)", rows)

    def entries(self) -> list[Entry]:
        """All entries, oldest first.  Raises DamagedGame."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT number, kind, seat, source, at_s, keep, action, events FROM entry ORDER BY number"
            ).fetchall()
        try:
            return [self._entry(row) for row in rows]
        except (msgspec.DecodeError, TypeError) as error:
            raise DamagedGame("damaged_game", file=str(self.path), why=str(error)) from error

    def note(self, key: str) -> Any:
        """A small value kept beside the game, None where there is none."""
        with self._lock:
            row = self._connection.execute("SELECT value FROM note WHERE key = ?", (key,)).fetchone()
        return None if row is None else msgspec.json.decode(row[0])

    def keep_note(self, key: str, value: Any) -> None:
        """Keep a small value (plain data) beside the game."""
        text = msgspec.json.encode(value).decode()
        with self._lock, self._connection:
            self._connection.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", (key, text))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        number, kind, seat, source, at_s, keep, action, events = row
        event_type: Any = self.game.event_type
        return Entry(
            number=number,
            kind=kind,
            seat=seat,
            source=source,
            at_s=at_s,
            keep=keep,
            action=None if action is None else msgspec.json.decode(action, type=self.game.action_type),
            events=msgspec.json.decode(events, type=tuple[event_type, ...]),
        )


def create_store(path: Path, game: Game, setup: Any, created_s: float) -> Store:
    """A new file for a game.  Raises FileExistsError rather than writing over another game."""
    if path.exists():
        raise FileExistsError(f"there is already a game in {path}")
    connection = _connect(path)
    with connection:
        connection.executescript(_TABLES)
        connection.execute("INSERT INTO head VALUES (?,?,?)", (game.name, _json(setup), created_s))
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    return Store(path, game, setup, connection)


def open_store(path: Path, games: Mapping[str, Game]) -> Store:
    """Open a saved game.  Raises DamagedGame where it is not one, is broken, or comes from a newer program."""
    if not path.exists():
        raise DamagedGame("no_such_game", file=str(path))
    connection = None
    try:
        connection = _connect(path)
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        if schema != SCHEMA:
            raise DamagedGame("unknown_schema", file=str(path), schema=schema, known=SCHEMA)
        if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise DamagedGame("damaged_game", file=str(path), why="the database is damaged")
        name, setup = connection.execute("SELECT game, setup FROM head").fetchone()
        game = games[name]
        return Store(path, game, msgspec.json.decode(setup, type=game.setup_type), connection)
    except DamagedGame:
        _close(connection)
        raise
    except (sqlite3.Error, msgspec.DecodeError, KeyError, TypeError) as error:
        _close(connection)
        raise DamagedGame("damaged_game", file=str(path), why=str(error)) from error


def _close(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _row(entry: Entry) -> tuple[Any, ...]:
    action = None if entry.action is None else _json(entry.action)
    return (entry.number, entry.kind, entry.seat, entry.source, entry.at_s, entry.keep, action, _json(entry.events))

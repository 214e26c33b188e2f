"""What is left of a damaged game?  The entries before the damage, each proved by its seal and by the rules."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from companion.decoding import decoded
from companion.errors import GameError
from companion.game import Game
from companion.session.log import Entry, Log, evolve_all, fold
from companion.session.rows import Head, entry_of, unchanged
from companion.session.schema import BEFORE_BY, COLUMNS, SCHEMA
from companion.session.seals import note_seal
from companion.session.store import read_head


class SoundPart(NamedTuple):
    """A game as far as it is sound; ``of`` says how many entries there were, as far as that can be told."""

    game: Game
    setup: Any
    created_s: float
    entries: tuple[Entry, ...]
    notes: Mapping[str, Any]
    of: int


def sound_part(path: Path, games: Mapping[str, Game]) -> SoundPart | None:
    """The part of a saved game before the damage; None where not even its head is sound.  The file is only read."""
    try:
        with closing(_looked_at(path)) as connection:
            head = read_head(connection, path)
            game = games[head.game]
            setup: Any = decoded(head.setup, game.setup_type)
            rows = list(_rows(connection))
            entries = tuple(possible(game, setup, (entry_of(game, row) for row in unchanged(rows, head.seal))))
            return SoundPart(game, setup, head.created_s, entries, _notes(connection, head), _count(connection, rows))
    except _UNREADABLE:
        return None


def extent(path: Path) -> tuple[str, int] | None:
    """Which game a file holds, as the seal of its head, and how many entries; None where that cannot be read."""
    try:
        with closing(_looked_at(path)) as connection:
            return read_head(connection, path).seal, _count(connection, [])
    except _UNREADABLE:
        return None


_UNREADABLE = (sqlite3.Error, GameError, msgspec.MsgspecError, LookupError, TypeError, ValueError, OverflowError)


def _looked_at(path: Path) -> sqlite3.Connection:
    """A connection through which nothing can be written."""
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True)


def _rows(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """The rows of entries, one by one, up to the first that cannot be read."""
    with suppress(*_UNREADABLE):
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        columns = COLUMNS if schema >= SCHEMA else BEFORE_BY
        cursor = connection.execute(f"SELECT {','.join(columns)}, seal FROM entry ORDER BY number")
        while (row := cursor.fetchone()) is not None:
            yield row


def possible(game: Game, setup: Any, entries: Iterator[Entry]) -> Iterator[Entry]:
    """The entries that follow from one another in this program, up to the first that does not."""
    log, start = Log(), game.new(setup)
    state = start
    with suppress(*_UNREADABLE, AttributeError):
        for entry in entries:
            log.append(entry)
            state = evolve_all(game, state, entry.events) if entry.kind == "do" else fold(game, start, log.effective)
            yield entry


def _notes(connection: sqlite3.Connection, head: Head) -> dict[str, Any]:
    notes = dict[str, Any]()
    with suppress(*_UNREADABLE):
        for key, value, seal in connection.execute("SELECT key, value, seal FROM note"):
            if seal == note_seal(head.seal, key, value):
                notes[key] = msgspec.json.decode(value)
    return notes


def _count(connection: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> int:
    """How many entries the file speaks of."""
    with suppress(*_UNREADABLE):
        return max(len(rows), int(connection.execute("SELECT max(number) FROM entry").fetchone()[0] or 0))
    return len(rows)

"""How are the tables of a saved game made, and those of older programs brought up to date?

Schema 1 had no seals, schema 2 did not know who corrected a value.  Each step up runs in one transaction: a kill leaves
the file as it was before.
"""

import sqlite3
from collections.abc import Callable

from companion.session.seals import entry_seal, head_seal, note_seal

SCHEMA = 3
_SEALED = ("number", "kind", "seat", "source", "at_s", "keep", "action", "events")
COLUMNS = (*_SEALED, "by")
"""The columns of an entry that its seal covers, in order."""
BEFORE_BY = (*_SEALED, "''")
"""How to read them in a file of schema 2."""
_BY = "by TEXT NOT NULL DEFAULT ''"
TABLES = (
    "CREATE TABLE head (game TEXT NOT NULL, setup TEXT NOT NULL, created_s REAL NOT NULL, seal TEXT NOT NULL, "
    "tip TEXT NOT NULL)",
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, seat INTEGER, source TEXT NOT NULL, "
    "at_s REAL NOT NULL, keep INTEGER NOT NULL, action TEXT, events TEXT NOT NULL, seal TEXT NOT NULL" + f", {_BY})",
    "CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL, seal TEXT NOT NULL)",
)
"""``tip`` is the seal of the last entry, or the head's own before the first: missing entries are found by it."""


def upgrade(connection: sqlite3.Connection, schema: int) -> None:
    """Bring a file of an older schema up to date.  Raises sqlite3.Error or LookupError; then it is as it was."""
    before, connection.isolation_level = connection.isolation_level, None  # begun by hand, to cover new tables too
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(schema, SCHEMA):
            _STEPS[step](connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # on a full disk SQLite has rolled back by itself
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.isolation_level = before


def _seal_everything(connection: sqlite3.Connection) -> None:
    """From schema 1 to 2."""
    head = connection.execute("SELECT game, setup, created_s FROM head").fetchone()
    entries = connection.execute(f"SELECT {','.join(_SEALED)} FROM entry ORDER BY number").fetchall()
    notes = connection.execute("SELECT key, value FROM note").fetchall()
    for name in ("head", "entry", "note"):
        connection.execute(f"DROP TABLE {name}")
    for table in TABLES:
        connection.execute(table.replace(f", {_BY}", ""))
    first = tip = head_seal(*head)
    for row in entries:
        tip = entry_seal(tip, row)
        connection.execute("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?,?)", (*row, tip))
    connection.execute("INSERT INTO head VALUES (?,?,?,?,?)", (*head, first, tip))
    for key, value in notes:
        connection.execute("INSERT INTO note VALUES (?,?,?)", (key, value, note_seal(first, key, value)))


def _add_who(connection: sqlite3.Connection) -> None:
    """From schema 2 to 3: nobody is named, so that the seals stay as they are."""
    connection.execute(f"ALTER TABLE entry ADD COLUMN {_BY}")


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _seal_everything, 2: _add_who}

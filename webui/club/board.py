"""Which tables has the club?  Opened and closed by the organiser; what each is doing comes from the servers."""

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.session.postgres.database import Database
from companion.session.rows import plain
from webui.club.table import PIN
from webui.rights.pin import new_pin

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no look-alikes
_CODE_LENGTH = 5
MOST_TABLES = 500
_TICKET_S = 60.0
Row = dict[str, Any]


class ClubBoard:
    """The tables of a club, as PostgreSQL knows them.  Raises OutOfReach throughout."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, names: Iterable[str]) -> list[str]:
        """Put up tables with these names; their codes."""
        names = list(names)
        codes = [_code() for _ in names]
        with self._database.transaction() as connection, connection.cursor() as cursor:
            cursor.executemany("INSERT INTO board (code, name) VALUES (%s, %s)", list(zip(codes, names, strict=True)))
            pins = [(code, PIN, plain({"number": new_pin()})) for code in codes]
            cursor.executemany("INSERT INTO board_note VALUES (%s, %s, %s)", pins)
        return codes

    def close(self, code: str) -> bool:
        """Nobody comes to this table any more, and its owner lets go of it; its games stay."""
        return self._change("SET closed_at = now(), fence = fence + 1, owner = NULL, needs_help = false", code)

    def let_go(self, code: str) -> bool:
        """Take a table from its owner: the next request takes it, wherever that comes in."""
        return self._change("SET fence = fence + 1, owner = NULL", code)

    def ticket(self, code: str) -> str | None:
        """A way to become the host of this table, good once and for a minute; None where there is no such table."""
        secret = secrets.token_urlsafe(32)
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM ticket WHERE until < clock_timestamp()")
            made = connection.execute(
                "INSERT INTO ticket SELECT %s, code, clock_timestamp() + make_interval(secs => %s) FROM board "
                "WHERE code = %s AND closed_at IS NULL",
                (_hash(secret), _TICKET_S, code),
            )
        return secret if made.rowcount else None

    def use_ticket(self, code: str, secret: str) -> bool:
        """Whether this is a ticket of the table; it is used up."""
        with self._database.transaction() as connection:
            used = connection.execute(
                "DELETE FROM ticket WHERE hash = %s AND code = %s RETURNING until > clock_timestamp()",
                (_hash(secret), code),
            ).fetchone()
        return used is not None and bool(used[0])

    def call_for_help(self, code: str, needs: bool) -> bool:
        """A table wants the organiser, or no longer."""
        return self._change(f"SET needs_help = {'true' if needs else 'false'}", code)

    def tables(self) -> list[Row]:
        """Every open table in order of its name: code, name, whether it needs help, its games, the host's PIN."""
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT board.code, name, needs_help, count(game.id), count(result.game), max(board_note.value) "
                "FROM board LEFT JOIN game ON game.code = board.code LEFT JOIN result ON result.game = game.id "
                "LEFT JOIN board_note ON board_note.code = board.code AND key = %s "
                "WHERE closed_at IS NULL GROUP BY board.code ORDER BY length(name), name",
                (PIN,),
            ).fetchall()
        columns = ("code", "name", "needs_help", "games", "ended")
        return [{**dict(zip(columns, row, strict=False)), "pin": _pin(row[5])} for row in rows]

    def servers(self) -> list[str]:
        """The addresses of the living servers."""
        with self._database.transaction() as connection:
            rows = connection.execute("SELECT address FROM server WHERE alive_until > clock_timestamp()").fetchall()
        return [row[0] for row in rows]

    def _change(self, what: str, code: str) -> bool:
        with self._database.transaction() as connection:
            changed = connection.execute(
                f"UPDATE board {what} WHERE code = %s AND closed_at IS NULL",
                (code,),
            )
        return changed.rowcount > 0


def with_state(rows: list[Row], told: dict[str, Row]) -> list[Row]:
    """The rows of the board with what the servers tell of each table; one that nobody has open sleeps."""
    return [{**row, **told.get(row["code"], _asleep(row))} for row in rows]


def _pin(note: str | None) -> str:
    return str(msgspec.json.decode(note)["number"]) if note else ""


def _asleep(row: Row) -> Row:
    state = "free" if row["games"] == 0 else "over" if row["ended"] == row["games"] else "asleep"
    return {"state": state, "players": [], "round": None, "present": 0, "version": 0, "eye": False}


def _code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()

"""Who owns a table?  One server at a time, with a number that grows whenever the owner changes.

A server says again and again that it lives, by PostgreSQL's clock and no other.  Once it has been silent for a while
its tables may be taken.  Whoever only slept still holds the old number, and every write compares it.
"""

import secrets
from typing import NamedTuple

from companion.session.faults import OutOfReach
from companion.session.postgres.database import Cursor, Database

LIFE_S = 4.0
"""A server that has been silent for so long is dead to the others."""


class Moved(OutOfReach):
    """The table has another owner now; nothing was written."""


class Hold(NamedTuple):
    """A table that was taken, and the number under which."""

    code: str
    fence: int

    def prove(self, connection: Cursor) -> None:
        """Raise Moved unless the table is still held; until the transaction ends nobody can take it."""
        row = connection.execute("SELECT fence FROM board WHERE code = %s FOR SHARE", (self.code,)).fetchone()
        if row is None or row[0] != self.fence:
            raise Moved("table_moved", table=self.code)


class Owner(NamedTuple):
    """Where a table is: the server, its address for the other servers, and whether it lives."""

    server: str
    address: str
    is_alive: bool


class Heard(NamedTuple):
    """What a server hears when it says that it lives: PostgreSQL's time (s since 1970), and its tables with their
    numbers, those of them that want the organiser, and where the other living servers are."""

    now_s: float
    held: dict[str, int]
    calling: set[str]
    others: tuple[str, ...]


class Leases:
    """The tables as one server sees them: takes those without a living owner.  Raises OutOfReach throughout."""

    def __init__(self, database: Database, address: str, life_s: float = LIFE_S) -> None:
        self.server = secrets.token_hex(8)
        self.address = address
        self._database, self._life_s = database, life_s

    def arrive(self) -> None:
        """Say that this server has its address now: whoever had it before is dead, and his tables are free."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM server WHERE address = %s AND id <> %s", (self.address, self.server))
            self._say(connection)

    def live(self) -> Heard:
        """Say that this server lives, to be said several times in ``life_s``; what PostgreSQL tells it."""
        with self._database.transaction() as connection:
            now_s = self._say(connection)
            rows = connection.execute(
                "SELECT code, fence, needs_help FROM board WHERE owner = %s", (self.server,)
            ).fetchall()
            others = connection.execute(
                "SELECT address FROM server WHERE id <> %s AND alive_until > clock_timestamp() ORDER BY address",
                (self.server,),
            ).fetchall()
        held, calling = {code: fence for code, fence, _ in rows}, {code for code, _, needs in rows if needs}
        return Heard(now_s, held, calling, tuple(row[0] for row in others))

    def _say(self, connection: Cursor) -> float:
        row = connection.execute(
            "INSERT INTO server VALUES (%s, %s, clock_timestamp() + make_interval(secs => %s)) "
            "ON CONFLICT (id) DO UPDATE SET address = excluded.address, alive_until = excluded.alive_until "
            "RETURNING extract(epoch FROM clock_timestamp())::double precision",
            (self.server, self.address, self._life_s),
        ).fetchone()
        return float(row[0]) if row else 0.0

    def owner(self, code: str) -> Owner | None:
        """Who owns a table; None where nobody does.  Raises LookupError for a table that is not open."""
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT owner, address, coalesce(alive_until > clock_timestamp(), false) "
                "FROM board LEFT JOIN server ON server.id = owner WHERE code = %s AND closed_at IS NULL",
                (code,),
            ).fetchone()
        if row is None:
            raise LookupError(code)
        return Owner(*row) if row[1] is not None else None

    def take(self, code: str, from_server: str = "") -> Hold | None:
        """Take a table that nobody living owns, or that ``from_server`` owns; None where it cannot be had.

        To take one from somebody who lives is rude and does no harm: he cannot write any more.
        """
        with self._database.transaction() as connection:
            row = connection.execute(
                "UPDATE board SET owner = %(own)s, fence = fence + 1 WHERE code = %(code)s AND closed_at IS NULL "
                "AND (owner IN (%(from)s, %(own)s) OR NOT EXISTS "
                "(SELECT FROM server WHERE id = board.owner AND alive_until > clock_timestamp())) RETURNING fence",
                {"own": self.server, "code": code, "from": from_server},
            ).fetchone()
        return Hold(code, row[0]) if row else None

    def give_back(self, hold: Hold) -> None:
        """Let another server take a table at once."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE board SET owner = NULL WHERE code = %s AND fence = %s", hold)

    def leave(self) -> None:
        """Let others take every table of this server at once."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE board SET owner = NULL WHERE owner = %s", (self.server,))
            connection.execute("DELETE FROM server WHERE id = %s", (self.server,))

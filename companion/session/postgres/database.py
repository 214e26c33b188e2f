"""How does the club speak to PostgreSQL?  A pool of connections, one transaction at a time, and what can go wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.errors import DataCorrupted, IndexCorrupted
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from companion.session.faults import DamagedGame, OutOfReach

Cursor = Connection[tuple[Any, ...]]
PATIENCE_S = 2.0
"""So long a connection, or somebody else's lock, is waited for."""
_GIVEN_UP_S, _HUNG_S = 2, 3
"""After so long a line that was cut is given up, on both sides, and a server that hangs in the midst of a write: what
was locked is free again."""
_SETTINGS = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "synchronous_commit": "on",
        "lock_timeout": f"{PATIENCE_S:.0f}s",
        "statement_timeout": "5s",
        "idle_in_transaction_session_timeout": f"{_HUNG_S}s",
        "tcp_keepalives_idle": _GIVEN_UP_S,
        "tcp_keepalives_interval": 1,
        "tcp_keepalives_count": 2,
        "tcp_user_timeout": 1000 * _GIVEN_UP_S,
    }.items()
)
_LINE = {
    "connect_timeout": 2,
    "tcp_user_timeout": 1000 * _GIVEN_UP_S,
    "keepalives_idle": _GIVEN_UP_S,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}
_BROKEN = (DataCorrupted, IndexCorrupted)


class Database:
    """PostgreSQL, from any thread.  Connections that died are replaced when one is asked for."""

    def __init__(self, url: str, most: int = 8) -> None:
        self._pool = ConnectionPool(
            url,
            min_size=1,
            max_size=most,
            kwargs={"autocommit": True, "options": _SETTINGS, **_LINE},
            check=ConnectionPool.check_connection,
            timeout=PATIENCE_S,
            reconnect_timeout=PATIENCE_S,
            open=True,
        )

    @contextmanager
    def transaction(self, name: str = "PostgreSQL", code: str = "not_kept") -> Iterator[Cursor]:
        """One transaction, whole or not at all.  Raises OutOfReach (with ``code``) or DamagedGame, both with ``name``.

        OutOfReach leaves open whether it was written, where the line broke while it was being made to last.
        """
        try:
            with self._pool.connection() as connection, connection.transaction():
                yield connection
        except _BROKEN as error:
            raise DamagedGame("damaged_game", file=name, why=_first_line(error)) from error
        except (psycopg.Error, PoolTimeout, PoolClosed, OSError) as error:  # OSError: of the line itself
            raise OutOfReach(code, file=name, why=_first_line(error)) from error

    def wait(self, patience_s: float = 15.0) -> None:
        """Until the first line is there.  Raises OutOfReach where it does not come."""
        try:
            self._pool.wait(patience_s)
        except PoolTimeout as error:
            raise OutOfReach("not_opened", file="PostgreSQL", why=_first_line(error)) from error

    def close(self) -> None:
        """Hang up."""
        self._pool.close(timeout=1.0)


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]

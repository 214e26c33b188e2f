import itertools
from collections.abc import Iterator

import pytest

from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold, Leases
from tests.engines import a_postgres
from webui.club.engines import Postgres

_NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from a_postgres()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[Database]:
    one = Database(postgres.url)
    one.wait()
    yield one
    one.close()


@pytest.fixture
def leases(database: Database) -> Leases:
    one = Leases(database, "127.0.0.1:1")
    one.live()
    return one


@pytest.fixture
def code(database: Database) -> str:
    """An open table."""
    code = f"T{next(_NUMBERS)}"
    with database.transaction() as connection:
        connection.execute("INSERT INTO board (code, name) VALUES (%s, %s)", (code, code))
    return code


@pytest.fixture
def hold(leases: Leases, code: str) -> Hold:
    """The table, taken."""
    held = leases.take(code)
    assert held is not None
    return held

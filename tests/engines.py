"""PostgreSQL and Redis for tests: skipped with a word where they are not installed, never in CI."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from webui.club.engines import NotHere, Postgres, Redis

T = TypeVar("T")


def installed(make: Callable[[], T]) -> T:
    """What ``make`` makes, where it is installed here."""
    try:
        return make()
    except NotHere as error:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{error}, and CI must not skip tests of the club")
        pytest.skip(str(error))


def a_postgres() -> Iterator[Postgres]:
    """A PostgreSQL with the club's tables."""
    with tempfile.TemporaryDirectory(prefix="bazaar-pg-", ignore_cleanup_errors=True) as folder:
        from companion.session.postgres.schema import bring_up_to_date

        one = installed(lambda: Postgres(Path(folder)))
        try:
            bring_up_to_date(one.url)
            yield one
        finally:
            one.stop()


def a_redis() -> Iterator[Redis]:
    """A Redis."""
    one = installed(Redis)
    yield one
    one.stop()

"""A table that is looked at, for any session a test brings."""

from collections.abc import Iterator

import pytest

from companion.session.session import GameSession
from tests.sync.at_table import Table


@pytest.fixture
def table(session: GameSession) -> Iterator[Table]:
    table = Table(session)
    yield table
    table.follower.close()

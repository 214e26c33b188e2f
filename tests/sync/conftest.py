"""A table that is looked at, and the game most tests look at; others bring their own session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.session.session import GameSession
from tests.sync.at_table import LONG, Table, a_session, stands


@pytest.fixture
def table(session: GameSession) -> Iterator[Table]:
    table = Table(session)
    yield table
    table.follower.close()


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    """Red holds the yellow tile and has an assistant at the Sultan's Palace; files with another game say so."""
    session = a_session(tmp_path)
    stands(session, ("tiles", "Y", 0), ("assistants", "13", 0), ("stack", "ooo", 0))
    yield session
    session.close()


@pytest.fixture
def unseen(table: Table) -> Table:
    """Nobody counts the stacks."""
    table.told = {"sightings": ()}
    table.look(LONG)
    return table

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import create_store, open_store
from tests.session.toy import TOY, Coin, Setup

Open = Callable[..., GameSession]


def tails(due: object, point: str) -> Coin:
    return Coin(False)


def by_hand(due: object, point: str) -> None:
    """The people at the table toss the coin."""


@pytest.fixture
def reopen(tmp_path: Path) -> Iterator[Open]:
    """Opens the same saved toy game again and again, as a restarted program would."""
    sessions: list[GameSession] = []

    def open_it(chance: Callable[..., Coin | None] = tails) -> GameSession:
        path = tmp_path / "game.sqlite3"
        if path.exists():
            store = open_store(path, {"toy": TOY})
        else:
            store = create_store(path, TOY, Setup(goal=50), created_s=1.0)
        sessions.append(GameSession(store, FakeClock(), chance))
        return sessions[-1]

    yield open_it
    for session in sessions:
        session.close()


@pytest.fixture
def session(reopen: Open) -> GameSession:
    return reopen()

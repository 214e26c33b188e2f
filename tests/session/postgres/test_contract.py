"""A game kept in PostgreSQL behaves as one kept in a file: every sentence here is said of both."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from companion.errors import Stale
from companion.session.clock import FakeClock
from companion.session.faults import DamagedGame, OutOfReach
from companion.session.keeping import GameStore
from companion.session.log import HOST, Entry
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.postgres.store import create_game, newest_games, open_game
from companion.session.session import GameSession
from companion.session.store import create_store, open_store
from tests.session.conftest import by_hand
from tests.session.toy import TOY, Add, Added, Setup

GAMES = {"toy": TOY}


class Kept(Protocol):
    """A place where one toy game is kept."""

    def open(self) -> GameStore:
        """The game once more, as a restarted program would."""

    def change(self, table: str, column: str, value: Any, where: str = "true") -> None:
        """Change what is kept, behind the program's back."""

    def forbid_writing(self) -> None:
        """From now on nothing can be written through the store opened last."""


class InFile:
    def __init__(self, path: Path) -> None:
        self._path = path
        self.last = create_store(path, TOY, Setup(goal=50), 1.0, {"first": [1]})

    def open(self) -> GameStore:
        self.last = open_store(self._path, GAMES)
        return self.last

    def change(self, table: str, column: str, value: Any, where: str = "true") -> None:
        with self.last._connection as connection:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))

    def forbid_writing(self) -> None:
        self.last._connection.execute("PRAGMA query_only = ON")


class InPostgres:
    def __init__(self, database: Database, hold: Hold) -> None:
        self._database, self._hold = database, hold
        create_game(database, hold, TOY, (Setup(goal=50), 1.0), {"first": [1]})
        self._key = newest_games(database, hold.code)[0]

    def open(self) -> GameStore:
        return open_game(self._database, self._hold, self._key, GAMES)

    def change(self, table: str, column: str, value: Any, where: str = "true") -> None:
        table, key = {"head": ("game", "id")}.get(table, (table, "game"))
        with self._database.transaction() as connection:
            connection.execute(
                f"UPDATE {table} SET {column} = %s WHERE {where} AND {key} = %s",  # type: ignore[arg-type]
                (value, self._key[0]),
            )

    def forbid_writing(self) -> None:
        self._database.close()


@pytest.fixture(params=["file", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    if request.param == "file":
        return InFile(tmp_path / "game.bazaar")
    return InPostgres(request.getfixturevalue("database"), request.getfixturevalue("hold"))


@pytest.fixture
def play(kept: Kept) -> Iterator[Callable[[], GameSession]]:
    """Goes on with the game, as often as it is called."""
    sessions: list[GameSession] = []

    def begin() -> GameSession:
        sessions.append(GameSession(kept.open(), FakeClock(), by_hand))
        return sessions[-1]

    yield begin
    for session in sessions:
        session.close()


Play = Callable[[], GameSession]


def test_what_was_accepted_is_there_after_a_restart(play: Play) -> None:
    session = play()
    session.submit([Add(2)], seat=0, by=HOST)
    session.undo(0, None)
    session.redo(None)
    again = play()
    assert again.log.entries == session.log.entries
    assert (again.state, again.version) == (session.state, 3)


def test_nobody_hears_of_what_is_not_written_yet(play: Play, kept: Kept) -> None:
    session, seen = play(), []
    session.subscribe(lambda version: seen.append(len(kept.open().entries())))
    session.submit([Add(1)], seat=0)
    assert seen == [1]


def test_of_two_writers_the_second_is_late_and_changes_nothing(play: Play, kept: Kept) -> None:
    first, second = play(), play()
    first.submit([Add(1)], seat=0)
    with pytest.raises(Stale, match="stale"):
        second.submit([Add(2)], seat=0, version=0)
    assert (second.version, second.state.total) == (0, 0)
    assert [entry.action for entry in kept.open().entries()] == [Add(1)]


def test_the_first_writer_goes_on_after_the_second_was_late(play: Play, kept: Kept) -> None:
    first, second = play(), play()
    first.submit([Add(1)], seat=0)
    with pytest.raises(Stale):
        second.submit([Add(2)], seat=0)
    first.undo(0, None)
    assert len(kept.open().entries()) == 2


def test_what_cannot_be_written_changes_nothing_and_says_so(play: Play, kept: Kept) -> None:
    session = play()
    kept.forbid_writing()
    with pytest.raises(OutOfReach, match="not_kept"):
        session.submit([Add(1)], seat=0)
    assert (session.version, session.state.total) == (0, 0)


@pytest.mark.parametrize(
    ("table", "column", "value", "where"),
    [
        ("entry", "events", '[{"type":"Added","number":2}]', "number = 1"),
        ("entry", "at_s", 9.0, "number = 1"),
        ("entry", "by", "1", "number = 1"),
        ("entry", "number", 5, "number = 2"),
        ("head", "tip", "0" * 64, "true"),
    ],
)
def test_a_changed_entry_is_damage(play: Play, kept: Kept, table: str, column: str, value: object, where: str) -> None:
    session = play()
    session.submit([Add(1)], seat=0)
    session.undo(0, None)
    kept.change(table, column, value, where)
    with pytest.raises(DamagedGame, match="entr"):
        play()


def test_a_changed_head_is_damage(kept: Kept) -> None:
    kept.change("head", "setup", '{"goal":51}')
    with pytest.raises(DamagedGame, match="head"):
        kept.open()


def test_a_changed_note_is_damage(kept: Kept) -> None:
    store = kept.open()
    store.keep_note("seats", {"0": "Ann"})
    kept.change("note", "value", '{"0":"Ben"}', "key = 'seats'")
    with pytest.raises(DamagedGame, match="seats"):
        store.note("seats")


def test_notes_are_kept_beside_the_game(kept: Kept) -> None:
    kept.open().keep_note("seats", {"0": "Ann"})
    kept.open().keep_note("seats", {"0": "Ben"})
    store = kept.open()
    assert (store.note("seats"), store.note("first"), store.note("nothing")) == ({"0": "Ben"}, [1], None)


def test_what_another_program_wrote_is_not_damaged(kept: Kept) -> None:
    store = kept.open()
    store.append([Entry(1, "do", 0, "phone", events=(Added(1),), action=None)])
    strange = Entry(2, "do", 0, "phone", events=({"type": "Vanished"},))
    store.append([strange])
    with pytest.raises(OutOfReach, match="Vanished"):
        kept.open().entries()


def test_words_of_every_alphabet_and_odd_numbers_come_back(kept: Kept) -> None:
    said = {"text": "Ещё «раз»\x00 — naïve 🂡", "number": 0.1 + 0.2, "big": 2**53}
    kept.open().keep_note("said", said)
    assert kept.open().note("said") == said
    entry = Entry(1, "do", None, "table", at_s=1764021770.1234567)
    kept.open().append([entry])
    assert kept.open().entries() == [entry]

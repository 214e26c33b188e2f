"""A game is one file; a file that is not a game says so."""

from pathlib import Path

import pytest

from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import DamagedGame, create_store, open_store
from tests.session.conftest import Open
from tests.session.toy import TOY, Add, Setup

GAMES = {"toy": TOY}


def test_a_new_game_never_writes_over_an_old_one(reopen: Open, tmp_path: Path) -> None:
    reopen().submit([Add(1)], seat=0)
    with pytest.raises(FileExistsError):
        create_store(tmp_path / "game.sqlite3", TOY, Setup(), 0.0)


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough to look at" * 9])
def test_a_file_that_is_no_game_is_refused_with_its_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.sqlite3"
    path.write_bytes(content)
    with pytest.raises(DamagedGame, match=r"game\.sqlite3"):
        open_store(path, GAMES)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DamagedGame, match="no_such_game"):
        open_store(tmp_path / "nothing.sqlite3", GAMES)


def test_a_cut_file_is_refused(reopen: Open, tmp_path: Path) -> None:
    session = reopen()
    session.submit([Add(1)], seat=0)
    session.close()
    path = tmp_path / "game.sqlite3"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(DamagedGame):
        GameSession(open_store(path, GAMES), FakeClock(), lambda due: None)


def test_a_game_of_a_newer_program_is_left_alone(reopen: Open, tmp_path: Path) -> None:
    store = reopen().store
    with store._connection as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(DamagedGame, match="unknown_schema"):
        open_store(tmp_path / "game.sqlite3", GAMES)


def test_an_entry_of_an_unknown_kind_is_named_as_damage(reopen: Open) -> None:
    session = reopen()
    session.submit([Add(1)], seat=0)
    with session.store._connection as connection:
        connection.execute("""UPDATE entry SET events = '[{"type":"Vanished"}]' WHERE number = 1""")
    with pytest.raises(DamagedGame, match="Vanished"):
        reopen()


def test_notes_lie_beside_the_game(reopen: Open) -> None:
    reopen().store.keep_note("seats", {"0": "Ann"})
    assert reopen().store.note("seats") == {"0": "Ann"}
    assert reopen().store.note("nothing") is None

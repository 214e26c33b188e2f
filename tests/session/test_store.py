"""A game is one file; a file that is not a game says so."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.dice_game.game import DICE_GAME
from companion.istanbul.game import ISTANBUL
from companion.session.clock import FakeClock
from companion.session.log import HOST, Entry
from companion.session.salvage import sound_part
from companion.session.seals import entry_seal
from companion.session.session import GameSession
from companion.session.store import DamagedGame, OutOfReach, create_store, open_store
from tests.session.conftest import Open, by_hand
from tests.session.toy import TOY, Add, Setup

GAMES = {"toy": TOY}
SHIPPED = {game.name: game for game in (ISTANBUL, DICE_GAME)}
SAVED = Path(__file__).parent / "games"
"""A game of each kind as the first schema kept it, and the state it had."""


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
        GameSession(open_store(path, GAMES), FakeClock(), by_hand)


def test_a_game_of_a_newer_program_is_not_damaged(reopen: Open, tmp_path: Path) -> None:
    store = reopen().store
    with store._connection as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(OutOfReach, match="newer_game"):
        open_store(tmp_path / "game.sqlite3", GAMES)


def test_a_changed_entry_is_named(reopen: Open) -> None:
    session = reopen()
    session.submit([Add(1)], seat=0)
    session.submit([Add(1)], seat=1)
    with session.store._connection as connection:
        connection.execute("""UPDATE entry SET events = '[{"type":"Added","number":2}]' WHERE number = 3""")
    with pytest.raises(DamagedGame, match="entry 3"):
        reopen()


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_missing_entry_is_noticed(reopen: Open, number: int) -> None:
    session = reopen()
    session.submit([Add(1)], seat=0)
    session.submit([Add(1)], seat=1)
    with session.store._connection as connection:
        connection.execute("DELETE FROM entry WHERE number = ?", (number,))
    with pytest.raises(DamagedGame):
        reopen()


def test_a_changed_head_or_note_is_noticed(reopen: Open) -> None:
    store = reopen().store
    store.keep_note("seats", {"0": "Ann"})
    with store._connection as connection:
        connection.execute("""UPDATE note SET value = '{"0":"Ben"}'""")
    with pytest.raises(DamagedGame, match="seats"):
        store.note("seats")
    with store._connection as connection:
        connection.execute("""UPDATE head SET setup = '{"goal":51}'""")
    with pytest.raises(DamagedGame, match="head"):
        reopen()


def test_what_another_program_wrote_is_not_damaged(reopen: Open) -> None:
    store = reopen().store
    row = (1, "do", 0, "phone", 1.0, 0, None, '[{"type":"Vanished"}]')
    with store._connection as connection:
        seal = entry_seal(store._head.seal, row)
        connection.execute("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?,?,'')", (*row, seal))
        connection.execute("UPDATE head SET tip = ?", (seal,))
    with pytest.raises(OutOfReach, match="Vanished"):
        reopen()


@pytest.mark.parametrize("name", ["istanbul", "dice"])
def test_games_of_the_first_schema_are_brought_up_to_date(tmp_path: Path, name: str) -> None:
    shutil.copy(SAVED / f"schema-1-{name}.bazaar", tmp_path / "old")
    truth = (SAVED / f"schema-1-{name}.json").read_bytes()
    for _ in range(2):
        session = GameSession(open_store(tmp_path / "old", SHIPPED), FakeClock(), by_hand)
        assert session.state == msgspec.json.decode(truth, type=session.game.state_type)
        assert session.store.note("sitting")["people"][0]["name"] == "Anna"
        session.close()


def test_who_corrected_outlasts_a_restart(reopen: Open) -> None:
    session = reopen()
    session.submit([Add(1)], None, by=HOST)
    session.close()
    assert [entry.by for entry in reopen().log.entries if entry.by] == [HOST]


def test_games_of_the_second_schema_are_brought_up_to_date(reopen: Open, tmp_path: Path) -> None:
    """They did not know who corrected a value; their seals stay as they are."""
    session = reopen()
    session.submit([Add(1)], seat=0)
    with session.store._connection as connection:
        connection.execute("ALTER TABLE entry DROP COLUMN by")
        connection.execute("PRAGMA user_version = 2")
    entries = session.log.entries
    session.close()
    kept = sound_part(tmp_path / "game.sqlite3", GAMES)
    assert kept is not None and list(kept.entries) == entries
    assert reopen().log.entries == entries


def test_a_changed_name_of_who_corrected_is_noticed(reopen: Open) -> None:
    session = reopen()
    session.submit([Add(1)], None, by=HOST)
    with session.store._connection as connection:
        connection.execute("UPDATE entry SET by = '1' WHERE by = 'host'")
    with pytest.raises(DamagedGame):
        reopen()


def test_a_kill_while_a_game_is_made_leaves_none(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def entries() -> Iterator[Entry]:
        raise Killed
        yield

    path = tmp_path / "game.sqlite3"
    with pytest.raises(Killed):
        create_store(path, TOY, Setup(), 0.0, {"sitting": {}}, entries())
    assert not path.exists()
    create_store(path, TOY, Setup(), 0.0, {"sitting": {}}).close()
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".sqlite3"] == ["game.sqlite3"]


def test_what_cannot_be_written_changes_nothing(reopen: Open) -> None:
    session = reopen()
    session.store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(OutOfReach, match="not_kept"):
        session.submit([Add(1)], seat=0)
    assert (session.version, session.state.total) == (0, 0)
    session.store._connection.execute("PRAGMA query_only = OFF")
    session.submit([Add(1)], seat=0)
    assert reopen().state.total == 1


@pytest.mark.long
def test_a_file_that_another_program_holds_is_not_damaged(reopen: Open, tmp_path: Path) -> None:
    reopen().close()
    holder = sqlite3.connect(tmp_path / "game.sqlite3")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(OutOfReach, match="locked"):
        open_store(tmp_path / "game.sqlite3", GAMES)
    holder.close()
    open_store(tmp_path / "game.sqlite3", GAMES).close()


def test_notes_lie_beside_the_game(reopen: Open) -> None:
    reopen().store.keep_note("seats", {"0": "Ann"})
    assert reopen().store.note("seats") == {"0": "Ann"}
    assert reopen().store.note("nothing") is None


def test_a_game_that_was_closed_meanwhile_is_out_of_reach_and_not_damaged(reopen: Open) -> None:
    store = reopen().store
    store.close()
    with pytest.raises(OutOfReach):
        store.note("people")
    with pytest.raises(OutOfReach):
        store.entries()

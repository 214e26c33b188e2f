"""Whatever happens to a file: the game opens as it was, or the damage is told and the part before it is kept."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.session.clock import FakeClock
from companion.session.faults import DamagedGame, OutOfReach
from companion.session.log import Entry
from companion.session.salvage import sound_part
from companion.session.session import GameSession
from companion.session.store import create_store, open_store
from tests.session.conftest import by_hand
from tests.session.test_store import SAVED, SHIPPED

Damage = Callable[[bytearray, Random], None]


def one_bit(data: bytearray, rng: Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def one_digit(data: bytearray, rng: Random) -> None:
    digits = [at for at, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    at = rng.choice(digits)
    data[at] = rng.choice([digit for digit in range(0x30, 0x3A) if digit != data[at]])


def a_block_of_zeros(data: bytearray, rng: Random) -> None:
    at = rng.randrange(len(data))
    data[at : at + 512] = bytes(len(data[at : at + 512]))


def noise(data: bytearray, rng: Random) -> None:
    at = rng.randrange(len(data))
    data[at : at + 64] = rng.randbytes(len(data[at : at + 64]))


def cut_off(data: bytearray, rng: Random) -> None:
    del data[rng.randrange(len(data)) :]


def swapped_pages(data: bytearray, rng: Random) -> None:
    one, other = (4096 * rng.randrange(len(data) // 4096) for _ in range(2))
    data[one : one + 4096], data[other : other + 4096] = data[other : other + 4096], data[one : one + 4096]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The base game of the first schema, brought up to date."""
    path = tmp_path_factory.mktemp("saved") / "game"
    shutil.copy(SAVED / "schema-1-istanbul.bazaar", path)
    open_store(path, SHIPPED).close()
    return path


def opened(path: Path) -> tuple[list[Entry], object, object] | None:
    """Entries, state and sitting; None where the file was refused."""
    try:
        store = open_store(path, SHIPPED)
    except (DamagedGame, OutOfReach):
        return None
    try:
        session = GameSession(store, FakeClock(), by_hand)
        return session.log.entries, session.state, store.note("sitting")
    except (DamagedGame, OutOfReach):
        return None
    finally:
        store.close()


@pytest.mark.parametrize("damage", [one_bit, one_digit, a_block_of_zeros, noise, cut_off, swapped_pages])
def test_a_damaged_file_never_opens_as_another_game(saved: Path, tmp_path: Path, damage: Damage) -> None:
    rng, truth, path = Random(damage.__name__), opened(saved), tmp_path / "game"
    assert truth is not None
    refused = 0
    for _ in range(60):
        data = bytearray(saved.read_bytes())
        damage(data, rng)
        path.write_bytes(data)
        now = opened(path)
        refused += now is None
        assert now in (None, truth)
        sound = sound_part(path, SHIPPED)
        assert sound is None or list(sound.entries) == truth[0][: len(sound.entries)]
    assert refused > 5


def test_the_part_before_the_damage_can_be_played_on(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "game"
    shutil.copy(saved, path)
    store = open_store(path, SHIPPED)
    with store._connection as connection:
        connection.execute("UPDATE entry SET at_s = at_s + 1 WHERE number = 11")
    store.close()
    sound = sound_part(path, SHIPPED)
    assert sound is not None and len(sound.entries) == 10 < sound.of
    again = create_store(tmp_path / "again", sound.game, sound.setup, sound.created_s, sound.notes, sound.entries)
    session = GameSession(again, FakeClock(), by_hand)
    assert session.version >= 10 and again.note("sitting")["people"][1]["name"] == "Ben"
    session.close()


def test_nothing_is_left_of_what_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(b"no game" * 1000)
    assert sound_part(tmp_path / "game", SHIPPED) is None

"""A newer program takes over all that the first one left: games, copies of the game, how an evening was set up."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from calibration.store import load_profile
from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import open_store
from tests.calibration import test_learning
from tests.session import test_store
from tests.session.conftest import by_hand
from webui.house import House
from webui.keepsakes.keepsake import Keepsake
from webui.setup.wizard import NOTE, WizardDraft

GAMES = Path(test_store.__file__).parent / "games"
COPIES = Path(test_learning.__file__).parent / "schema-1"
SET_UP = {"step": "players", "order": {"kind": "random", "dice": "real"}}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The folder as the first program left it; the board game was played last."""
    shutil.copytree(COPIES, tmp_path, dirs_exist_ok=True)
    (tmp_path / "games").mkdir()
    for day, name in enumerate(("dice", "istanbul"), 1):
        shutil.copy(GAMES / f"schema-1-{name}.bazaar", tmp_path / "games" / f"2020-01-0{day}.bazaar")
    (tmp_path / "evening.json").write_text(json.dumps(SET_UP))
    return tmp_path


def test_the_last_game_goes_on_as_it_was(old: Path) -> None:
    house = House(old)
    truth = (GAMES / "schema-1-istanbul.json").read_bytes()
    assert house.running().state == msgspec.json.decode(truth, type=house.running().game.state_type)
    assert house.sitting.people[0].name == "Anna"
    house.close()


def test_every_game_and_copy_is_there_and_opens(old: Path) -> None:
    House(old).close()
    for path in (old / "games").glob("*.bazaar"):
        session = GameSession(open_store(path, test_store.SHIPPED), FakeClock(), by_hand)
        assert session.store.note("sitting")["people"][0]["name"] == "Anna"
        session.close()
    assert load_profile("first schema", old).name == "first schema"


def test_what_the_host_chose_last_is_offered_again(old: Path) -> None:
    assert msgspec.convert(Keepsake(old / NOTE).read(), WizardDraft).order == SET_UP["order"]

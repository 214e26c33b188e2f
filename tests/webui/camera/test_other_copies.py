"""Another copy than the one in use lies on the table: it is told by name; what is no copy is not tried again soon."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from calibration.store import save_profile
from companion.game import Say
from companion.session.clock import FakeClock
from companion.sync.observation import NotSeen
from tests.sync.builders import a_game, a_look
from tests.vision.golden import picture, profile
from tests.webui.conftest import Screens, begin
from vision.frame import Frame
from vision.profile import Profile
from vision.sources.base import SourceStatus
from webui.camera import other_copies
from webui.camera.camera_desk import CameraDesk
from webui.camera.desk import NoCamera
from webui.camera.lookout import CameraChoice
from webui.camera.other_copies import AGAIN_S, BLIND_S, OtherCopies
from webui.house import House
from webui.http.server import Running

PATIENCE_S = 30
OURS, THEIRS = "ours", "theirs"
NO_BOARD, TOO_DARK = (NotSeen(1, 0.0, "webcam", reason) for reason in ("no_board", "too_dark"))
THEIR_TABLE = picture("game_000")
BARE_WOOD = np.full((720, 1280, 3), 128, np.uint8)


@pytest.fixture
def folder(tmp_path: Path, painted: Profile) -> Path:
    """A data folder that knows two copies."""
    save_profile(replace(painted, name=OURS), tmp_path)
    save_profile(replace(profile(), name=THEIRS), tmp_path)
    return tmp_path


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the copies that were tried."""
    names = list[str]()

    def loaded(name: str, folder: Path) -> Profile:
        names.append(name)
        return profile()

    monkeypatch.setattr(other_copies, "load_profile", loaded)
    return names


def their_table(at_s: float) -> Frame:
    return Frame(THEIR_TABLE, at_s=at_s)


def test_the_other_copy_is_told_once_ours_was_not_seen_for_a_while(folder: Path) -> None:
    others = OtherCopies(OURS, folder)
    assert not others.after(their_table(0.0), NO_BOARD)
    assert not others.after(their_table(BLIND_S - 0.1), NO_BOARD)
    assert others.seen == ""
    assert others.after(their_table(BLIND_S), NO_BOARD)
    assert others.seen == THEIRS


def test_it_is_no_longer_told_when_ours_is_seen(folder: Path) -> None:
    others = OtherCopies(OURS, folder)
    others.after(their_table(0.0), NO_BOARD)
    others.after(their_table(BLIND_S), NO_BOARD)
    assert others.after(their_table(BLIND_S + 1), a_look(a_game()))
    assert others.seen == ""


def test_it_is_no_longer_told_when_it_is_cleared_away(folder: Path) -> None:
    others = OtherCopies(OURS, folder)
    others.after(their_table(0.0), NO_BOARD)
    others.after(their_table(BLIND_S), NO_BOARD)
    assert not others.after(Frame(BARE_WOOD, at_s=BLIND_S + AGAIN_S - 1), NO_BOARD)
    assert others.after(Frame(BARE_WOOD, at_s=BLIND_S + AGAIN_S), NO_BOARD)
    assert others.seen == ""


def test_where_none_lies_there_all_are_tried_again_after_a_while_only(folder: Path, tried: list[str]) -> None:
    save_profile(replace(profile(), name="a third"), folder)
    others = OtherCopies(OURS, folder)
    for at_s in (0.0, BLIND_S, BLIND_S + 1, BLIND_S + 2, BLIND_S + AGAIN_S):
        others.after(Frame(BARE_WOOD, at_s=at_s), NO_BOARD)
    assert tried == ["a third", THEIRS]
    others.after(Frame(BARE_WOOD, at_s=BLIND_S + 1 + AGAIN_S), NO_BOARD)
    assert tried == ["a third", THEIRS, "a third"]


def test_in_the_dark_no_other_copy_is_tried(folder: Path, tried: list[str]) -> None:
    others = OtherCopies(OURS, folder)
    others.after(their_table(0.0), TOO_DARK)
    others.after(their_table(BLIND_S + 1), TOO_DARK)
    assert tried == []


def test_who_knows_one_copy_only_is_told_of_none(tmp_path: Path) -> None:
    others = OtherCopies(OURS, tmp_path)
    assert not others.after(their_table(0.0), NO_BOARD)
    assert not others.after(their_table(BLIND_S), NO_BOARD)
    others.try_all(their_table(BLIND_S), NO_BOARD)
    assert others.seen == ""


def test_a_copy_whose_files_are_broken_is_passed_over(folder: Path) -> None:
    broken = replace(profile(), name="broken")
    for path in save_profile(broken, folder).rglob("*.png"):
        path.write_bytes(b"no picture")
    others = OtherCopies(OURS, folder)
    others.try_all(their_table(0.0), NO_BOARD)
    assert others.seen == THEIRS


@pytest.fixture
def desk(folder: Path, painted: Profile) -> Iterator[CameraDesk]:
    house = begin(House(folder, FakeClock()))
    desk = CameraDesk(house, lambda: (replace(painted, name=OURS), None))
    house.desk = desk
    desk.start()
    desk.wait(10)
    yield desk
    desk.stop()
    house.close()


@pytest.mark.long
def test_a_photo_of_another_copy_tells_which(desk: CameraDesk) -> None:
    desk.photo(bytes(cv2.imencode(".jpg", THEIR_TABLE)[1]), 0, str)
    assert desk.view(0, str)["status"] == "not_seen"
    assert desk.view(0, str)["other_copy"] == THEIRS


class Webcam:
    """Sees their table twice, the second time a little later."""

    name = "webcam"

    def __init__(self) -> None:
        self._to_come = [their_table(0.0), their_table(BLIND_S)]

    def next(self) -> Frame | None:
        return self._to_come.pop(0) if self._to_come else None

    def status(self) -> SourceStatus:
        return SourceStatus("ok")

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.long
def test_a_webcam_that_sees_another_copy_tells_every_screen_which(
    folder: Path, painted: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = begin(House(folder, FakeClock()))
    desk = CameraDesk(house, lambda: (replace(painted, name=OURS), Webcam()))
    told = threading.Event()

    def changed(*_: object) -> None:
        if desk.view(None, str)["other_copy"] == THEIRS:
            told.set()

    monkeypatch.setattr(house, "changed", changed)
    desk.start()
    assert told.wait(PATIENCE_S)
    desk.stop()
    house.close()


class TheirsLies(NoCamera):
    """A desk whose camera sees another copy than ours."""

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | {"status": "not_seen", "detail": "No board.", "other_copy": THEIRS}


@pytest.mark.browser
def test_the_host_takes_the_copy_that_lies_there_with_one_tap(
    running: Running, screens: Screens, painted: Profile
) -> None:
    house = running.house
    for one in (OURS, THEIRS):
        save_profile(replace(painted, name=one), house.data_dir)
    running.lookout.choose(CameraChoice("photos", profile=OURS))
    house.desk = TheirsLies()
    anna, table = screens.phone(running, 0), screens.table(running)
    expect(table.get_by_text("The copy “theirs” lies on the table.")).to_be_visible()
    expect(anna.get_by_text("The copy “theirs”")).to_have_count(0)
    table.locator("[data-key=use-other-copy]").click()
    expect(table.get_by_text("The copy “theirs” lies on the table.")).to_have_count(0)
    assert running.lookout.choice == CameraChoice("photos", profile=THEIRS)

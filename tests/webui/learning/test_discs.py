"""A person points at each player's disc: its colour under this lamp is learnt, shown, and taken back."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from calibration.store import load_profile, save_profile
from companion.session.clock import FakeClock
from tests.vision.golden import PICTURES, profile
from tests.vision.golden import picture as golden
from tests.webui.conftest import PHONE, Device, Screens
from tests.webui.learning.test_learn_page import ENROLL, SLOW_MS, send, teacher
from tests.webui.setup.test_wizard import too_small
from vision.frame import Frame
from vision.pipeline import look
from vision.tokens.wood import PREFIX
from webui.camera.lookout import CameraChoice
from webui.house import House
from webui.http.server import Running
from webui.learning.disc_lesson import cut_to_board
from webui.settings import Settings

__all__ = ["teacher"]
PHOTO = PICTURES / "photo_029.jpg"
MERCHANTS = {
    token["color"]: token["px"]
    for token in json.loads(PHOTO.with_suffix(".json").read_text())["tokens"]
    if token["kind"] == "merchant"
}
COLORS = list(MERCHANTS)
DISCS = "/api/profiles/golden/discs"


@pytest.fixture
def pointing(teacher: Device, empty_house: House) -> Device:
    """The host's device with a picture to point at."""
    save_profile(profile(), empty_house.data_dir)
    assert send(teacher, PHOTO.read_bytes(), DISCS).status_code == 200
    return teacher


def spot(device: Device, color: str) -> tuple[float, float]:
    """Where a merchant stands in the part of the photo that is shown."""
    left, top = device.app.extensions["disc_lesson"].corner
    x, y = MERCHANTS[color]
    return x - left, y - top


def point(device: Device, color: str, off_px: float = 0.0) -> dict[str, object]:
    x, y = spot(device, color)
    told = device.post("/api/profiles/golden/disc", {"color": color, "x": x + off_px, "y": y}).json
    return next(one for one in told["colors"] if one["color"] == color)


@pytest.mark.long
def test_a_disc_pointed_at_is_learnt_and_kept(pointing: Device, empty_house: House) -> None:
    told = point(pointing, COLORS[0])
    assert str(told["shown"]).startswith("#") and told["at"] == pytest.approx(spot(pointing, COLORS[0]))
    assert PREFIX + COLORS[0] in load_profile("golden", empty_house.data_dir).colors


@pytest.mark.long
def test_a_finger_beside_the_disc_learns_the_disc(pointing: Device) -> None:
    assert point(pointing, COLORS[0])["shown"] == point(pointing, COLORS[0], off_px=6.0)["shown"]


@pytest.mark.long
def test_taken_back_it_is_as_before(pointing: Device, empty_house: House) -> None:
    point(pointing, COLORS[0])
    point(pointing, COLORS[0], off_px=40.0)
    pointing.post("/api/profiles/golden/disc/undo", {"color": COLORS[0]})
    assert load_profile("golden", empty_house.data_dir).colors == profile().colors
    again = pointing.post("/api/profiles/golden/disc/undo", {"color": COLORS[0]})
    assert again.json["code"] == "nothing_pointed_at"


@pytest.mark.long
def test_the_same_disc_for_two_colours_is_asked_about(pointing: Device) -> None:
    point(pointing, COLORS[0])
    x, y = spot(pointing, COLORS[0])
    told = pointing.post("/api/profiles/golden/disc", {"color": COLORS[1], "x": x, "y": y}).json
    assert {one["color"] for one in told["colors"] if one["like"]} == set(COLORS[:2])


@pytest.mark.long
@pytest.mark.parametrize("asked", [{"color": "pink", "x": 5, "y": 5}, {"color": "red", "x": -5, "y": 9e9}])
def test_what_is_no_disc_changes_nothing(pointing: Device, empty_house: House, asked: dict[str, object]) -> None:
    assert pointing.post("/api/profiles/golden/disc", asked).json["code"] == "bad_request"
    assert load_profile("golden", empty_house.data_dir).colors == profile().colors


@pytest.mark.long
def test_first_a_picture_in_which_the_tiles_are_found(teacher: Device, empty_house: House) -> None:
    save_profile(profile(), empty_house.data_dir)
    asked = {"color": "red", "x": 1, "y": 1}
    assert teacher.post("/api/profiles/golden/disc", asked).json["code"] == "no_picture_yet"
    other = send(teacher, (PICTURES / "other_copy.jpg").read_bytes(), DISCS).json
    assert other["code"] == "tiles_not_found" and "show all of it" in other["message"]


def test_a_stranger_sees_and_teaches_nothing(pointing: Device) -> None:
    stranger = Device(pointing.app.test_client(), pointing.app)
    assert stranger.get("/api/profiles/discs/1.jpg").status_code == 403
    assert stranger.post("/api/profiles/golden/disc", {"color": "red", "x": 1, "y": 1}).status_code == 403
    assert send(stranger, ENROLL, DISCS).status_code == 403


# ---------------------------------------------------------------------- in a browser


@pytest.fixture
def at_table(tmp_path: Path) -> Iterator[Running]:
    """A server whose copy is known, without a camera."""
    save_profile(profile(), tmp_path)
    server = Running(House(tmp_path, FakeClock()), Settings(host="127.0.0.1", port=0, photo_limit="1000 per minute"))
    server.lookout.choose(CameraChoice("photos", profile="golden"))
    yield server
    server.stop()


@pytest.mark.long
@pytest.mark.browser
def test_colours_are_taught_by_finger_and_by_keys(at_table: Running, screens: Screens, tmp_path: Path) -> None:
    page = screens.host(at_table, "/learn", **PHONE, locale="ru")
    page.locator(".copy input[type=file]").nth(2).set_input_files(PHOTO)
    picture = page.locator(".discs .photo-board img")
    expect(picture).to_be_visible(timeout=SLOW_MS)
    picture.scroll_into_view_if_needed()
    page.locator(f"[data-key=disc-{COLORS[0]}]").click()
    box = picture.bounding_box()
    assert box is not None
    pose = look(Frame(golden(PHOTO.stem)), profile()).pose
    assert pose is not None
    corner, part, _ = cut_to_board(Frame(golden(PHOTO.stem)), pose)
    share = box["width"] / part.bgr.shape[1]
    x, y = (at - low for at, low in zip(MERCHANTS[COLORS[0]], corner, strict=True))
    page.mouse.click(box["x"] + share * x, box["y"] + share * y)
    expect(page.locator(".learnt-wood")).to_have_count(1, timeout=SLOW_MS)
    expect(page.locator(f"[data-key=disc-{COLORS[0]}]")).to_have_attribute("aria-pressed", "false")
    mark = page.locator("[data-key=disc-mark]")
    mark.focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".learnt-wood")).to_have_count(2, timeout=SLOW_MS)
    if folder := os.environ.get("BAZAAR_SHOTS"):
        page.screenshot(path=f"{folder}/discs.png", full_page=True)
    page.locator(f"[data-key=undo-{COLORS[0]}]").click()
    expect(page.locator(".learnt-wood")).to_have_count(1, timeout=SLOW_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and too_small(page) == []
    assert PREFIX + COLORS[0] not in load_profile("golden", tmp_path).colors

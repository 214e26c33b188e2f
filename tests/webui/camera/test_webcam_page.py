"""The pages of a webcam and of photos in a real browser: chosen by name, put right, remembered; photos as JPEG."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from calibration.store import save_profile
from companion.session.clock import FakeClock
from tests.webui.conftest import Screens
from vision.frame import Frame, Image
from vision.profile import Profile
from vision.sources import heic
from vision.sources.base import SourceStatus
from vision.sources.machine.camera import LocalCamera
from webui.camera import lookout
from webui.camera.lookout import CameraChoice
from webui.camera.webcams import WebcamSearch
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
SMALL = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TOP_LEFT = (20, 20)
LENS = LocalCamera("HD Webcam", ((0, 0),), "046d:0825", "1-2")
RED = (
    "() => { const c = document.createElement('canvas'), i = document.querySelector('.camera-picture');"
    + """
  if (!i?.naturalWidth) return null;
  c.width = i.naturalWidth; c.height = i.naturalHeight;
  const x = c.getContext('2d', { willReadFrequently: true }); x.drawImage(i, 0, 0);
  const red = ([r, g]) => r > 150 && g < 100;
  const at = (left, top) => red(x.getImageData(left ? 5 : c.width - 6, top ? 5 : c.height - 6, 1, 1).data);
  return [at(1, 1), at(0, 1), at(1, 0), at(0, 0)].indexOf(true); }"""
)
"""Which corner of the picture is red: 0 and 1 above, 2 and 3 below, from left to right."""


class Lens:
    """A camera whose pictures are red in the top left corner."""

    detail, name = "a lens", "lens"

    def __init__(self) -> None:
        self.count = 0

    def read(self) -> Image:
        picture = np.full((90, 160, 3), 200, np.uint8)
        picture[: TOP_LEFT[0], : TOP_LEFT[1]] = (0, 0, 220)
        return picture

    def next(self) -> Frame:
        self.count += 1
        return Frame(self.read(), self.count, float(self.count), "lens")

    def status(self) -> SourceStatus:
        return SourceStatus("ok")

    def close(self) -> None:
        return None

    release = close


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A first evening at a computer with one webcam."""
    monkeypatch.setattr(lookout, "open_source", lambda spec: Lens())
    server = Running(House(tmp_path, FakeClock()), Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
    server._front._bridge.app.extensions["webcam_search"] = WebcamSearch(lambda: [LENS], lambda spec: Lens())
    yield server
    server.stop()


def red_corner(page: Page, corner: int) -> None:
    page.wait_for_function(f"() => ({RED})() === {corner}", timeout=30_000)


def test_a_webcam_is_chosen_by_name_put_right_on_the_page_and_stays_so(evening: Running, screens: Screens) -> None:
    page = screens.open(evening.host_link(), **SMALL)
    page.locator("[data-key=step-camera]").click()
    page.locator("[data-key=camera-webcam]").click()
    page.get_by_role("button", name="HD Webcam").click()
    red_corner(page, 0)
    page.locator("[data-key=turn-picture]").click()
    red_corner(page, 1)
    page.locator("[data-key=mirror-picture]").click()
    expect(page.locator("[data-key=mirror-picture]")).to_have_attribute("aria-pressed", "true")
    red_corner(page, 3)
    kept = evening.lookout.remembered()
    assert kept and (kept.spec, kept.turn, kept.mirrored) == (f"id:{LENS.id}", 90, True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def phone(running: Running, screens: Screens, painted: Profile) -> Page:
    """A phone at a table that is shown by photos."""
    save_profile(painted, running.house.data_dir)
    running.lookout.choose(CameraChoice("photos", profile="painted"))
    return screens.phone(running, 0)


def a_photo(page: Page, file: Path) -> str:
    """What kind of file reaches the server when this one is picked on a phone."""
    sent = list[Any]()
    page.on("request", lambda asked: sent.append(asked) if asked.url.endswith("/api/photo") else None)
    with page.expect_response("**/api/photo"):
        page.locator("input#photo").set_input_files(file)
    return str(sent[0].headers["content-type"])


def test_a_photo_that_only_the_browser_can_read_is_sent_as_jpeg(phone: Page, tmp_path: Path) -> None:
    """As Safari with a photo of an iPhone; this browser reads WebP."""
    photo = tmp_path / "photo.webp"
    cv2.imwrite(str(photo), np.full((60, 80, 3), 90, np.uint8))
    assert a_photo(phone, photo) == "image/jpeg"


@pytest.mark.long
def test_a_photo_that_the_browser_cannot_read_either_is_answered_in_words(
    phone: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heic, "find_spec", lambda name: None)
    photo = tmp_path / "photo.heic"
    photo.write_bytes(b"\0\0\0\x18ftypheic" + bytes(400))
    assert a_photo(phone, photo) != "image/jpeg"
    expect(phone.locator(".note, [role=alert]").first).to_contain_text("HEIC")


LOCKS = """
window.locks = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
  const lock = { kind, released: false, release: async () => { lock.released = true; } };
  window.locks.push(lock);
  return lock;
} } });
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  if (hidden) window.locks.at(-1).released = true;
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.mark.long
def test_the_screen_is_kept_on_and_again_after_the_page_was_left(running: Running, screens: Screens) -> None:
    """A browser lets the lock go when the page is hidden."""
    page = screens.open("about:blank", **SMALL)
    page.add_init_script(LOCKS)
    page.goto(f"{running.here}/#j={running.house.access.seat_code(0).secret}")
    page.wait_for_selector(".mat")
    assert page.evaluate("window.locks.length") == 1
    page.evaluate(HIDE, True)
    assert page.evaluate("window.locks.length") == 1
    page.evaluate(HIDE, False)
    page.wait_for_function("() => window.locks.length === 2 && !window.locks[1].released")

"""Learning a copy on the pages: photos in, put right by hand where needed, a profile that reads at once."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from calibration.by_hand import OUTER
from calibration.store import load_profile, profile_names, save_profile
from companion.session.clock import FakeClock
from tests.vision.golden import PICTURES, learnt, picture, profile
from tests.webui.conftest import BASE, DESKTOP, PHONE, SETTINGS, Device, Screens
from tests.webui.setup.test_wizard import too_small, torn
from vision.frame import Image
from vision.painted.scene import Scene
from vision.painted.virtual_table import VirtualTable
from vision.pose import Pose
from webui.app import create_app
from webui.camera.lookout import CameraChoice, Lookout
from webui.camera.virtual_eyes import CAMERA
from webui.house import House
from webui.http.server import Running
from webui.learning.lesson import Lesson
from webui.settings import Settings

SLOW_MS = 300_000
PATIENCE_S = 120
ENROLL = (PICTURES / "photo_enroll.jpg").read_bytes()


def blind(bgr: Image, layout: tuple[int, ...]) -> Pose | None:
    """A photo in which no tiles are found."""
    return None


def sighted(bgr: Image, layout: tuple[int, ...]) -> Pose | None:
    """The golden photo's tiles, found once for all tests."""
    return learnt().pose


@pytest.fixture
def teacher(empty_house: House) -> Iterator[Device]:
    """The host's device in a house without a camera; tiles are found in the golden photo."""
    app = create_app(empty_house, SETTINGS)
    app.extensions["lesson"].seek = sighted
    one = Device(app.test_client(), app)
    one.join(empty_house.access.host_code().secret)
    yield one
    app.extensions["lookout"].stop()


def lesson(teacher: Device) -> Lesson:
    going_on: Lesson = teacher.app.extensions["lesson"]
    return going_on


def send(device: Device, data: bytes, path: str = "/api/lesson/photo", code: str = "") -> Any:
    headers = {"X-Bazaar": "1", "Origin": BASE, "X-Lesson": code}
    return device.client.post(path, base_url=BASE, data=data, content_type="image/jpeg", headers=headers)


def learn(teacher: Device, data: bytes) -> dict[str, Any]:
    """Send a photo; the lesson once it has been looked at."""
    assert send(teacher, data).status_code == 200
    return settled(teacher)


def settled(teacher: Device) -> dict[str, Any]:
    """The lesson once nothing is being looked for."""
    assert lesson(teacher).wait(PATIENCE_S)
    told: dict[str, Any] = teacher.get("/api/lesson").json
    return told


def teach(teacher: Device, what: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Tell the lesson something; the lesson once it is done."""
    assert teacher.post(f"/api/lesson/{what}", facts).status_code == 200
    return settled(teacher)


def jpeg(bgr: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", bgr)[1])


@pytest.mark.long
def test_a_photo_becomes_sixteen_named_tiles(teacher: Device) -> None:
    told = learn(teacher, ENROLL)
    assert [one["place"] for one in told["tiles"]] == list(range(1, 17))
    assert told["names"]["7"] == "Fountain" and told["photos"][0]["advice"] == []
    assert len(told["photos"][0]["cells"]) == 16
    assert teacher.get("/api/lesson/tile/16.jpg").data[:2] == b"\xff\xd8"


def test_what_is_no_picture_is_refused_in_words(teacher: Device) -> None:
    answer = send(teacher, b"a letter, not a picture")
    assert answer.status_code == 415 and "JPEG" in answer.json["message"]
    assert teacher.get("/api/lesson").json["photos"] == []


@pytest.mark.long
def test_a_phone_may_add_a_photo_and_nothing_else(teacher: Device) -> None:
    phone = Device(teacher.app.test_client(), teacher.app)
    assert send(phone, ENROLL).json["code"] == "lesson_over"
    code = lesson(teacher).code
    assert send(phone, ENROLL, code=code).json == {"photo": 1, "looking": True, "found": False}
    settled(teacher)
    outcome = phone.get("/api/lesson/photo/1", headers={"X-Lesson": code})
    assert outcome.json == {"photo": 1, "looking": False, "found": True}
    assert phone.get("/api/lesson/photo/1").json["code"] == "lesson_over"
    assert phone.get("/api/lesson").status_code == phone.post("/api/lesson/save", {"name": "x"}).status_code == 403


@pytest.mark.long
def test_a_code_for_photos_dies_with_the_lesson(teacher: Device) -> None:
    code = lesson(teacher).code
    learn(teacher, ENROLL)
    teacher.post("/api/lesson/save", {"name": "mine"})
    assert send(Device(teacher.app.test_client(), teacher.app), ENROLL, code=code).status_code == 403


@pytest.mark.long
def test_advice_is_in_the_readers_language(teacher: Device) -> None:
    teacher.client.set_cookie("lang", "fr", domain="127.0.0.1")
    (photo,) = learn(teacher, jpeg((picture("photo_enroll") * 0.2).astype(np.uint8)))["photos"]
    (dark,) = [one for one in photo["advice"] if one["text"].startswith("trop sombre")]
    assert not dark["tiles"] or len(dark["tiles"]) > 8  # all of them, which are not listed, or most


@pytest.mark.long
def test_where_nothing_is_found_the_corners_wait_for_a_person(teacher: Device) -> None:
    lesson(teacher).seek = blind
    (photo,) = learn(teacher, ENROLL)["photos"]
    assert not photo["found"] and len(photo["corners"]) == 4
    corners = [learnt().pose.project_plane(learnt().pose.tiles[cell].corners_mm[at])[0].tolist() for cell, at in OUTER]
    told = teach(teacher, "lay", {"photo": 1, "corners": corners, "snap": False, "gap_mm": 3})
    assert told["photos"][0]["by_hand"] and len(told["tiles"]) == 16


def test_a_photo_without_tiles_says_what_is_wrong_with_it(teacher: Device) -> None:
    lesson(teacher).seek = blind
    (photo,) = learn(teacher, jpeg(np.zeros((800, 1200, 3), np.uint8)))["photos"]
    assert photo["why"] == "The picture is too dark: switch on a light."
    assert learn(teacher, ENROLL)["photos"][1]["why"] is None  # the light is good


def test_corners_set_in_a_photo_too_small_to_learn_from_teach_nothing(teacher: Device) -> None:
    lesson(teacher).seek = blind
    learn(teacher, jpeg(np.zeros((80, 200, 3), np.uint8)))
    corners = [[1, 0], [30, 0], [30, 10], [1, 10]]
    (photo,) = teach(teacher, "lay", {"photo": 1, "corners": corners})["photos"]
    assert not photo["found"] and photo["why"].startswith("The board is too small")


@pytest.mark.long
def test_nothing_is_taken_from_a_second_photo_of_another_order(teacher: Device) -> None:
    learn(teacher, ENROLL)
    from_behind = learn(teacher, ENROLL)["photos"][1]["number"]
    told = teach(teacher, "turn", {"photo": from_behind})
    assert [photo["fits"] for photo in told["photos"]] == [True, False]
    assert {one["photo"] for one in told["tiles"]} == {told["photos"][0]["number"]}
    told = teach(teacher, "turn", {"photo": from_behind})
    assert [photo["fits"] for photo in told["photos"]] == [True, True]


@pytest.mark.long
def test_crossed_corners_change_nothing(teacher: Device) -> None:
    before = learn(teacher, ENROLL)
    crossed = [[0, 0], [100, 100], [100, 0], [0, 100]]
    assert teacher.post("/api/lesson/lay", {"photo": 1, "corners": crossed}).json["code"] == "crossed_corners"
    assert teacher.get("/api/lesson").json["photos"] == before["photos"]


@pytest.mark.long
def test_two_tiles_change_names(teacher: Device) -> None:
    learn(teacher, ENROLL)
    before = teacher.get("/api/lesson/tile/2.jpg").data
    teacher.post("/api/lesson/layout", {"layout": [2, 1, *range(3, 17)]})
    assert teacher.get("/api/lesson/tile/1.jpg").data == before


@pytest.mark.parametrize("layout", [[], list(range(16)), [1] * 16])
def test_an_order_holds_every_number_once(teacher: Device, layout: list[int]) -> None:
    assert teacher.post("/api/lesson/layout", {"layout": layout}).json["code"] == "not_every_place"


@pytest.mark.long
def test_a_push_moves_one_tile(teacher: Device) -> None:
    learn(teacher, ENROLL)
    pictures = [teacher.get(f"/api/lesson/tile/{place}.jpg").data for place in (5, 6)]
    teacher.post("/api/lesson/push", {"photo": 1, "cell": 4, "right_mm": 3})
    after = [teacher.get(f"/api/lesson/tile/{place}.jpg").data for place in (5, 6)]
    assert pictures[0] != after[0] and pictures[1] == after[1]


@pytest.mark.long
def test_from_the_far_side_the_last_tile_is_the_first(teacher: Device) -> None:
    first = learn(teacher, ENROLL)["photos"][0]["cells"]
    turned = teach(teacher, "turn", {"photo": 1})["photos"][0]["cells"]
    assert np.allclose(turned[0][0], first[15][2], atol=1) and np.allclose(turned[15][2], first[0][0], atol=1)


@pytest.mark.long
def test_of_two_photos_the_better_picture_is_kept(teacher: Device) -> None:
    learn(teacher, jpeg(np.asarray(cv2.GaussianBlur(picture("photo_enroll"), (0, 0), 4), np.uint8)))
    told = learn(teacher, ENROLL)
    assert {one["photo"] for one in told["tiles"]} == {2}
    teacher.post("/api/lesson/drop", {"photo": 2})
    assert {one["photo"] for one in teacher.get("/api/lesson").json["tiles"]} == {1}


@pytest.mark.long
def test_what_was_learnt_is_kept_and_used(teacher: Device, empty_house: House) -> None:
    learn(teacher, ENROLL)
    saved = teacher.post("/api/lesson/save", {"name": "  of the   club "}).json
    assert saved["profiles"] == {"names": ["of the club"], "in_use": "of the club"}
    assert load_profile("of the club", empty_house.data_dir).id == profile().id
    assert teacher.get("/api/lesson").json["photos"] == []


@pytest.mark.long
def test_another_copy_of_the_same_name_is_asked_about(teacher: Device) -> None:
    for expected in ("mine", "name_taken", "mine"):
        learn(teacher, ENROLL)
        answer = teacher.post("/api/lesson/save", {"name": "mine", "replace": expected != "name_taken"}).json
        assert expected in (answer.get("profile"), answer.get("code"))


@pytest.mark.parametrize("name", ["", "../elsewhere", ".hidden", "a/b"])
def test_a_name_must_be_one(teacher: Device, name: str) -> None:
    learn(teacher, ENROLL)
    assert teacher.post("/api/lesson/save", {"name": name}).json["code"] == "bad_name"


def test_copies_are_renamed_and_forgotten(teacher: Device, empty_house: House) -> None:
    save_profile(profile(), empty_house.data_dir)
    assert teacher.post("/api/profiles/use", {"name": "golden"}).json["in_use"] == "golden"
    assert teacher.post("/api/profiles/rename", {"name": "golden", "to": "of mine"}).json["in_use"] == "of mine"
    assert teacher.get("/api/profiles/of mine.jpg").data[:2] == b"\xff\xd8"
    assert teacher.post("/api/profiles/delete", {"name": "of mine"}).json == {"names": [], "in_use": ""}
    assert profile_names(empty_house.data_dir) == []


@pytest.mark.long
def test_a_photo_is_read_with_a_copy_at_once(teacher: Device, empty_house: House) -> None:
    save_profile(profile(), empty_house.data_dir)
    told = send(teacher, (PICTURES / "photo_029.jpg").read_bytes(), "/api/profiles/golden/try").json
    assert told["read"] == 16 and sorted(told["layout"]) == list(range(1, 17))
    assert told["picture"].startswith("data:image/jpeg")


@pytest.mark.long
def test_the_wood_is_learnt_under_the_lamp_on_the_table(teacher: Device, empty_house: House) -> None:
    save_profile(profile(), empty_house.data_dir)
    photo = (PICTURES / "photo_029.jpg").read_bytes()
    told = send(teacher, photo, "/api/profiles/golden/wood").json
    fresh = load_profile("golden", empty_house.data_dir)
    assert told["colors"] and len(fresh.colors) == len(told["colors"])
    assert fresh.id != profile().id and np.array_equal(fresh.tile(1), profile().tile(1))


@pytest.mark.long
def test_without_tokens_no_wood_is_learnt(teacher: Device, empty_house: House) -> None:
    save_profile(profile(), empty_house.data_dir)
    answer = send(teacher, ENROLL, "/api/profiles/golden/wood")
    assert answer.json["code"] == "no_wood_seen" and not load_profile("golden", empty_house.data_dir).colors


@pytest.mark.long
def test_a_photo_of_something_else_says_why_not(teacher: Device, empty_house: House) -> None:
    save_profile(profile(), empty_house.data_dir)
    told = send(teacher, jpeg(np.full((300, 400, 3), 120, np.uint8)), "/api/profiles/golden/try").json
    assert told["read"] == 0 and told["why"]


@pytest.mark.long
def test_the_cameras_own_picture_is_learnt_from(teacher: Device) -> None:
    assert teacher.post("/api/lesson/look").json["code"] == "no_picture"
    lookout: Lookout = teacher.app.extensions["lookout"]
    lookout.choose(CameraChoice("files", str(PICTURES / "photo_enroll.jpg")))
    assert teacher.get("/api/camera.jpg").status_code == 200, "seen before anything is learnt"
    assert teacher.view()["camera"]["status"] == "unlearnt"
    assert len(teach(teacher, "look", {})["tiles"]) == 16


# ---------------------------------------------------------------------- in a browser


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Running]:
    """A server on its first evening, whose eye finds nothing by itself."""
    server = Running(House(tmp_path, FakeClock()), Settings(host="127.0.0.1", port=0, photo_limit="1000 per minute"))
    server.lookout.choose(CameraChoice("photos"))
    server.lesson.seek = blind
    yield server
    server.stop()


@pytest.fixture(scope="module")
def bare() -> tuple[Image, list[list[float]]]:
    """A painted photo of the bare tiles in number order, and where their outer corners are."""
    table = VirtualTable(1, camera=CAMERA, scene=Scene(bare=True))
    frame = table.next()
    assert frame is not None
    tiles = table.truth()["tile_corners_px"]
    assert isinstance(tiles, dict)
    return frame.bgr, [list(tiles[str(Scene().layout[cell])][corner]) for cell, corner in OUTER]


def carry(page: Page, corners: list[list[float]], size: tuple[int, int]) -> None:
    """Draw every mark to its corner with the mouse, then with the keys to the pixel."""
    board = page.locator(".photo-board.editable")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    for at, (x, y) in enumerate(corners):
        mark = page.locator(".corner").nth(at)
        grip = mark.bounding_box()
        assert grip is not None
        page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
        page.mouse.down()
        expect(page.locator(".magnifier")).to_be_visible()
        page.mouse.move(box["x"] + box["width"] * x / size[0], box["y"] + box["height"] * y / size[1], steps=3)
        page.mouse.up()


@pytest.mark.long
@pytest.mark.browser
def test_a_copy_is_learnt_with_corners_set_by_hand(
    school: Running, screens: Screens, bare: tuple[Image, list[list[float]]], tmp_path: Path
) -> None:
    photo, table = tmp_path / "bare.png", tmp_path / "table.png"
    cv2.imwrite(str(photo), bare[0])
    cv2.imwrite(str(table), laid_out())
    page = screens.host(school, "/setup?step=tiles", **DESKTOP)
    page.locator(".lesson input[type=file]").set_input_files(photo)
    expect(page.locator(".photo-card")).to_contain_text("I do not find sixteen tiles", timeout=SLOW_MS)
    page.locator("[data-key^=corners-]").click(timeout=SLOW_MS)
    carry(page, bare[1], (bare[0].shape[1], bare[0].shape[0]))
    page.locator("[data-key=snap]").uncheck()
    page.locator("[data-key=lay]").click()
    expect(page.locator(".cut-out")).to_have_count(16, timeout=SLOW_MS)
    page.locator("[data-key=hand-done]").click()
    page.locator("[data-key=next]").click()
    expect(page.get_by_text("These tiles are not saved yet.")).to_be_visible()
    page.locator("[data-key=copy-name]").fill("by hand")
    page.locator("[data-key=save]").click()
    expect(page.locator(".copy.in-use h2")).to_have_text("by hand", timeout=SLOW_MS)
    page.get_by_label("Try it on a photo").set_input_files(table)
    expect(page.locator(".trial")).to_contain_text("I read 16 of 16.", timeout=SLOW_MS)


def laid_out() -> Image:
    """The painted table as it is played on."""
    frame = VirtualTable(3, camera=CAMERA, scene=Scene()).next()
    assert frame is not None
    return frame.bgr


@pytest.mark.long
@pytest.mark.browser
def test_a_mark_is_moved_by_keys(school: Running, screens: Screens) -> None:
    page = screens.host(school, "/setup?step=tiles", **DESKTOP)
    page.locator(".lesson input[type=file]").set_input_files(PICTURES / "photo_enroll.jpg")
    page.locator("[data-key^=corners-]").click(timeout=SLOW_MS)
    mark = page.get_by_label("Top left corner of the first tile")
    before = mark.evaluate("(one) => [parseFloat(one.style.left), parseFloat(one.style.top)]")
    mark.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    after = mark.evaluate("(one) => [parseFloat(one.style.left), parseFloat(one.style.top)]")
    assert after == pytest.approx([before[0] + 100 / 1600, before[1] + 1000 / 900], abs=1e-3)
    expect(page.locator(".magnifier")).to_be_visible()


@pytest.mark.long
@pytest.mark.browser
def test_a_tile_under_a_wrong_name_is_put_right(school: Running, screens: Screens) -> None:
    school.lesson.seek = sighted
    page = screens.host(school, "/learn", **PHONE, locale="ru")
    page.locator(".lesson input[type=file]").set_input_files(PICTURES / "photo_enroll.jpg")
    page.locator("[data-key=tile-2]").click(timeout=SLOW_MS)
    page.locator("[data-key=really]").select_option("3")
    expect(page.locator("[data-key=tile-3]")).to_have_attribute("aria-pressed", "true", timeout=SLOW_MS)
    assert school.lesson.layout[:3] == (1, 3, 2)
    with page.expect_response("**/api/lesson/push"):
        page.locator("[data-key=push-left]").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert too_small(page) == [] and torn(page) == []


@pytest.mark.long
@pytest.mark.browser
def test_a_photo_sent_by_a_phone_appears_on_the_computer(school: Running, screens: Screens) -> None:
    school.lesson.seek = sighted
    page = screens.host(school, "/learn", **DESKTOP)
    expect(page.locator(".lesson")).to_be_visible()
    phone = screens.open(f"{school.here}/send#p={school.lesson.code}", **PHONE)
    assert school.lesson.code not in phone.url
    phone.locator("input[type=file]").set_input_files(PICTURES / "photo_enroll.jpg")
    expect(phone.locator("[role=status]")).to_contain_text("all sixteen tiles are there", timeout=SLOW_MS)
    expect(page.locator(".cut-out")).to_have_count(16, timeout=SLOW_MS)


@pytest.fixture
def corners(school: Running, screens: Screens) -> tuple[Page, Locator, Callable[[], None]]:
    """The corners of a photo are set while its tiles are still looked for.

    The page, the first mark, and what ends the looking, so that the page is drawn anew.
    """
    looked = threading.Event()
    school.lesson.seek = lambda *_: looked.wait(SLOW_MS / 1000) and None
    page = screens.host(school, "/setup?step=tiles", **DESKTOP)
    page.locator(".lesson input[type=file]").set_input_files(PICTURES / "photo_enroll.jpg")
    page.locator("[data-key^=corners-]").click(timeout=SLOW_MS)

    def draw_anew() -> None:
        looked.set()
        expect(page.locator(".photo-card")).to_contain_text("I do not find sixteen tiles", timeout=SLOW_MS)

    return page, page.get_by_label("Top left corner of the first tile"), draw_anew


@pytest.mark.long
@pytest.mark.browser
def test_a_mark_moved_by_keys_stays_in_hand_while_the_page_is_drawn_anew(
    corners: tuple[Page, Locator, Callable[[], None]],
) -> None:
    page, mark, draw_anew = corners
    mark.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".magnifier")).to_be_visible()
    draw_anew()
    expect(page.locator(".magnifier")).to_be_visible()
    expect(mark).to_be_focused()


@pytest.mark.long
@pytest.mark.browser
def test_a_mark_is_drawn_on_with_the_mouse_while_the_page_is_drawn_anew(
    corners: tuple[Page, Locator, Callable[[], None]],
) -> None:
    page, mark, draw_anew = corners
    mark.hover()
    page.mouse.down()
    draw_anew()
    mark.scroll_into_view_if_needed()
    board, before = page.locator(".photo-board.editable").bounding_box(), mark.bounding_box()
    assert board and before
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, steps=3)
    after = mark.bounding_box()
    assert after and after["x"] > before["x"] + board["width"] / 9
    page.mouse.up()

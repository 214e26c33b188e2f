"""The webcams of the computer: looked through beside the page, remembered by id, put right where they stand askew."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.webui.conftest import Device, wait_until
from vision.frame import Frame, Image
from vision.sources.base import SourceStatus
from vision.sources.live import CannotOpen
from vision.sources.machine.camera import LocalCamera
from vision.sources.machine.leave import AskingPeople
from vision.sources.turned import PictureTurn, turned
from vision.sources.webcam import WARM_UP
from webui.camera import lookout, webcams
from webui.camera.camera_help import help_for_webcam
from webui.camera.lookout import CameraChoice, Lookout
from webui.camera.webcams import WebcamSearch, likeliest
from webui.house import House


def camera(number: int, name: str = "lens") -> LocalCamera:
    return LocalCamera(name, ((0, number),), f"046d:{number}", "1-2")


class Lens:
    """A webcam that gives grey pictures, each a little brighter; ``gate`` is a driver that hangs until it opens."""

    detail = "a lens"

    def __init__(self, gate: threading.Event | None = None) -> None:
        self.pictures, self.gate = 0, gate

    def read(self) -> Image:
        if self.gate is not None:
            self.gate.wait(20)
        self.pictures += 1
        return np.full((90, 160, 3), self.pictures, np.uint8)

    def release(self) -> None:
        self.pictures = -1


def search_among(lenses: dict[int, Lens | None], patience_s: float = 20) -> WebcamSearch:
    def open_lens(spec: str) -> Lens:
        lens = lenses[int(spec.partition("@")[0][-1])]
        if lens is None:
            raise CannotOpen("in use")
        return lens

    return WebcamSearch(lambda: [camera(number) for number in lenses], open_lens, patience_s)


def test_every_webcam_that_opens_shows_a_settled_picture() -> None:
    lenses: dict[int, Lens | None] = {0: Lens(), 1: None, 2: Lens(), 3: Lens()}
    search, running = search_among(lenses), np.full((4, 4, 3), 77, np.uint8)
    search.start(in_use="id:046d:3@1-2", picture=running)
    assert search.wait(20)
    assert [one.state for one in search.found] == ["seen", "silent", "seen", "seen"]
    pictures = [one.picture for one in search.found if one.picture is not None]
    assert pictures[0].mean() > 3, "the first pictures are thrown away"
    assert pictures[0].mean() == WARM_UP + 1, "as many as whoever opens a camera throws away"
    assert pictures[-1] is running, "the camera in use is not opened a second time"
    assert [lens.pictures for lens in lenses.values() if lens] == [-1, -1, 0], "all but that one were let go of"


def test_names_are_there_before_the_first_camera_has_opened_and_one_that_hangs_keeps_no_other_waiting() -> None:
    gate = threading.Event()
    search = search_among({0: Lens(gate), 1: Lens()}, patience_s=0.05)
    search.start()
    wait_until(lambda: len(search.found) == 2)
    assert search.wait(20)
    assert [one.state for one in search.found] == ["silent", "seen"]
    gate.set()


def test_who_asks_twice_starts_one_search() -> None:
    gate, lens = threading.Event(), Lens()
    lens.gate = gate
    search = search_among({0: lens})
    search.start()
    search.start()
    gate.set()
    assert search.wait(20) and len(search.found) == 1


class Overtaken(WebcamSearch):
    """Whoever begins to look is overtaken by somebody who asks for the same, unless that has to wait."""

    elsewhere: threading.Thread | None = None

    @property
    def is_looking(self) -> bool:
        looking = super().is_looking
        if self.elsewhere is None:
            self.elsewhere = threading.Thread(target=self.start)
            self.elsewhere.start()
            if not self._lock.locked():
                self.elsewhere.join()
        return looking


def test_two_who_ask_at_once_start_one_search() -> None:
    gate, searches = threading.Event(), list[int]()

    def find() -> list[LocalCamera]:
        searches.append(1)
        return [camera(0)]

    search = Overtaken(find, lambda spec: Lens(gate), 20)
    search.start()
    assert search.elsewhere is not None
    search.elsewhere.join()
    gate.set()
    assert search.wait(20) and len(searches) == 1


class Impatient(WebcamSearch):
    """Begins anew though the search before is still under way."""

    is_looking = False  # type: ignore[assignment]


def test_a_search_that_was_given_up_writes_nothing_into_the_next_one() -> None:
    gate, there = threading.Event(), [[camera(5, "new")], [camera(0, "old"), camera(1, "old")]]
    search = Impatient(there.pop, lambda spec: Lens(gate if spec.startswith("id:046d:0") else None), 20)
    search.start()
    wait_until(lambda: len(search.found) == 2)
    before = search._thread
    search.start()
    wait_until(lambda: [one.state for one in search.found] == ["seen"])
    gate.set()
    assert before is not None
    before.join()
    assert [one.name for one in search.found] == ["new"]


def test_while_people_are_asked_whether_a_camera_may_be_used_it_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webcams, "_AGAIN_S", 0.0)
    tries, lens = list[str](), Lens()

    def open_lens(spec: str) -> Lens:
        tries.append(spec)
        if len(tries) < 3:
            raise AskingPeople("say OK")
        return lens

    search = WebcamSearch(lambda: [camera(0)], open_lens)
    search.start()
    assert search.wait(20) and search.found[0].state == "seen"


def test_the_page_hears_how_far_the_search_has_come(host: Device, device: Callable[[], Device]) -> None:
    host.app.extensions["webcam_search"] = search = search_among({0: Lens()})
    first = host.post("/api/wizard/webcams").json
    assert set(first) == {"looking", "webcams"}
    assert search.wait(20)
    told = host.get("/api/wizard/webcams").json
    assert told["looking"] is False and told["webcams"][0]["name"] == "lens"
    assert told["webcams"][0]["spec"] == "id:046d:0@1-2" and told["webcams"][0]["picture"].startswith("data:image")
    assert device().get("/api/wizard/webcams").status_code == 403


def test_the_first_evening_begins_with_a_webcam_and_not_with_a_phone_nearby(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [camera(0, "Anna's iPhone Camera"), camera(1, "OBS Virtual Camera"), camera(2, "HD Webcam")]
    monkeypatch.setattr(webcams, "cameras", lambda: there)
    assert likeliest() == "id:046d:2@1-2"
    monkeypatch.setattr(webcams, "cameras", list)
    assert likeliest() == ""


@pytest.mark.parametrize(
    ("platform", "box"), [("win32", "desktop apps"), ("darwin", "tick the box"), ("linux", "group")]
)
def test_people_are_told_which_box_to_tick(platform: str, box: str) -> None:
    assert any(box in text for text in help_for_webcam(str, platform))


# ---------------------------------------------------------------------- turned and mirrored


class Still:
    """A source of one picture: red on the left of the top, white elsewhere."""

    name = "still"

    def next(self) -> Frame:
        picture = np.full((20, 40, 3), 255, np.uint8)
        picture[:5, :10] = (0, 0, 255)
        return Frame(picture, 7, 3.0, "still")

    def status(self) -> SourceStatus:
        return SourceStatus("ok")

    def close(self) -> None:
        return None


CORNERS = {(0, False): (0, 0), (90, False): (0, -1), (180, False): (-1, -1), (270, False): (-1, 0), (0, True): (0, -1)}


@pytest.mark.parametrize(("turn", "corner"), CORNERS.items())
def test_a_picture_is_put_right(turn: tuple[int, bool], corner: tuple[int, int]) -> None:
    frame = turned(Still(), PictureTurn(*turn)).next()
    assert frame is not None and frame.seq == 7
    assert frame.bgr[corner].tolist() == [0, 0, 255]


def test_how_a_camera_is_turned_outlasts_a_restart(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookout, "open_source", lambda spec: Still())
    choice = CameraChoice("webcam", "id:046d:0825@1-2", "", 180, True)
    first = Lookout(house)
    first.choose(choice)
    frame: Any = first.frame()
    assert frame.bgr[-1, 0].tolist() == [0, 0, 255]
    assert Lookout(house).remembered() == choice
    first.stop()

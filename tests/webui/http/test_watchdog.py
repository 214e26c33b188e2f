"""What stands still is named in the log, with the place it stands at; the health page says whether all is well."""

import logging
import threading
from collections.abc import Callable

import pytest

from companion import beats, locks
from companion.beats import Beat
from companion.locks import Lock
from companion.sync.observation import NotSeen
from tests.webui.conftest import Device
from vision.frame import Frame
from vision.sources.base import SourceStatus
from vision.worker import CameraWorker
from webui.house import House
from webui.http import watchdog
from webui.http.server import Running
from webui.http.watchdog import Watchdog

Make = Callable[[], Device]


@pytest.fixture
def hours_later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on, whatever was begun before was begun hours ago."""

    def later() -> None:
        now = locks.time.monotonic
        monkeypatch.setattr(locks.time, "monotonic", lambda: now() + 7200)

    return later


def test_a_lock_that_is_not_given_back_is_named_with_the_place(
    hours_later: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    lock, held, go_on = Lock("house"), threading.Event(), threading.Event()

    def hold_it_for_ever() -> None:
        with lock:
            held.set()
            go_on.wait()

    thread = threading.Thread(target=hold_it_for_ever, name="a careless one")
    thread.start()
    held.wait()
    dog = Watchdog()
    dog.look()
    assert not dog.stuck
    hours_later()
    dog.look()
    assert "“house” is held by the thread “a careless one”" in caplog.text and "hold_it_for_ever" in caplog.text
    dog.look()
    assert caplog.text.count("is held by") == 1
    go_on.set()
    thread.join()
    dog.look()
    assert "goes on again" in caplog.text and not dog.stuck
    dog.stop()


def test_a_loop_without_a_beat_is_named_until_it_rests(
    hours_later: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    loop, dog = Beat("the camera", 20), Watchdog()
    hours_later()
    dog.look()
    assert "the camera" not in caplog.text
    loop.beat()
    hours_later()
    dog.look()
    assert "“the camera” does not go on" in caplog.text
    loop.rest()
    dog.look()
    assert not [one for one in beats.late_ones() if one.name == "the camera"]
    dog.stop()


def test_the_web_server_gives_beats(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        running._web.beat()
    assert not list(beats.late_ones())


def test_all_is_well(device: Make) -> None:
    answer = device().get("/healthz")
    assert answer.status_code == 200
    assert answer.json["live"] and answer.json["ready"] and answer.json["camera"] == "ended" and answer.json["game"]


def test_a_full_disk_is_not_well(device: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.http.health.free_bytes", lambda folder: 1000)
    answer = device().get("/healthz")
    assert (answer.status_code, answer.json["ready"]) == (503, False)


def test_the_health_page_tells_nothing_secret(house: House, device: Make) -> None:
    told = device().get("/healthz").text
    assert house.access.pin.number not in told and house.access.seat_code(0).short not in told
    assert str(house.data_dir) not in told and watchdog.free_bytes(house.data_dir / "nowhere") is None


class HangingCamera:
    """A source whose driver does not come back; ``asked`` says that it was asked for a picture."""

    name = "hanging"

    def __init__(self) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()
        self.thread = 0

    def next(self) -> Frame | None:
        self.thread = threading.get_ident()
        self.asked.set()
        self.go_on.wait()
        return None

    def status(self) -> SourceStatus:
        return SourceStatus("ok")

    def close(self) -> None:
        self.go_on.set()


def test_a_camera_that_does_not_come_back_is_named_until_it_is_let_go(
    hours_later: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    camera = HangingCamera()
    worker = CameraWorker(camera, lambda frame: NotSeen(0, 0.0, "", "no_board"), lambda seen: None)
    worker.start()
    assert camera.asked.wait(60)
    dog = Watchdog()
    hours_later()
    dog.look()
    assert "“camera reader” does not go on" in caplog.text and "self.go_on.wait()" in caplog.text
    worker.stop()
    dog.look()
    its_own = [one for one in dog.stuck if one.thread == camera.thread and "camera reader" in one.what]
    assert its_own == [], "beside it there may be another thread of its number that has ended long ago"
    dog.stop()

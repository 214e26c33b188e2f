"""The cameras of Linux, Windows and macOS: found by name, remembered by id, opened by the right door."""

import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.sources.test_sources import until
from vision.sources.live import CannotOpen, LiveSource
from vision.sources.machine import leave as leave_of_people
from vision.sources.machine import listed
from vision.sources.machine.camera import LocalCamera, chosen, spec_of
from vision.sources.machine.door import cameras, opened, this_system, ways_to
from vision.sources.machine.leave import AskingPeople, CameraLeave
from vision.sources.machine.linux import Linux
from vision.sources.machine.macos import MacOS
from vision.sources.machine.probe import PictureSize, Way, probed_by
from vision.sources.machine.windows import Windows
from vision.sources.webcam import LIMITS, WebcamCapture

DSHOW, MSMF, AVF, V4L2 = cv2.CAP_DSHOW, cv2.CAP_MSMF, cv2.CAP_AVFOUNDATION, cv2.CAP_V4L2
LOGI = r"\\?\usb#vid_046d&pid_0825&mi_00#7&2a4e1b5&0&0000#"


def entry(index: int, name: str, path: str | None, vid: int | None = None, pid: int | None = None) -> Any:
    """A line of the list that cv2_enumerate_cameras gives."""
    return SimpleNamespace(index=index, name=name, path=path, vid=vid, pid=pid)


# ---------------------------------------------------------------------- Linux


def plug(root: Path, number: int, name: str, usb: str = "", index: int = 0, **says: str) -> None:
    """The files the kernel shows for a camera."""
    device = root / "sys/devices" / (usb or f"platform-{number}")
    device.mkdir(parents=True, exist_ok=True)
    for what, value in says.items():
        (device / what).write_text(value + "\n")
    shown = root / f"sys/class/video4linux/video{number}"
    shown.mkdir(parents=True)
    (shown / "name").write_text(name + "\n")
    (shown / "index").write_text(f"{index}\n")
    (shown / "device").symlink_to(device)
    (root / "dev").mkdir(exist_ok=True)
    (root / f"dev/video{number}").touch()


def linux(root: Path) -> Linux:
    return Linux(root, lambda device: True)


def test_linux_names_cameras_and_leaves_out_what_gives_no_pictures(tmp_path: Path) -> None:
    plug(tmp_path, 0, "HD Webcam", "1-2", idVendor="046d", idProduct="0825", serial="ABC")
    plug(tmp_path, 1, "HD Webcam", "1-2", index=1)
    plug(tmp_path, 10, "bcm2835-codec-decode")
    found = cameras(linux(tmp_path))
    assert [(one.name, one.id, one.number) for one in found] == [("HD Webcam", "046d:0825:ABC@1-2", 0)]


def test_linux_asks_the_driver_whether_pictures_come_out(tmp_path: Path) -> None:
    plug(tmp_path, 0, "HD Webcam")
    plug(tmp_path, 2, "a loudspeaker")
    system = Linux(tmp_path, lambda device: device.name != "video2")
    assert [one.number for one in cameras(system)] == [0]


def test_a_camera_keeps_its_id_when_numbers_change_and_in_another_socket(tmp_path: Path) -> None:
    says = {"idVendor": "046d", "idProduct": "0825"}
    plug(tmp_path / "before", 0, "HD Webcam", "1-2", **says)
    spec = spec_of(cameras(linux(tmp_path / "before"))[0])
    plug(tmp_path / "after", 0, "Built in", "1-1", idVendor="0bda", idProduct="58f4")
    plug(tmp_path / "after", 4, "HD Webcam", "1-3.1", **says)
    assert ways_to(spec, linux(tmp_path / "after")) == ((V4L2, 4),)


def test_of_two_alike_the_one_in_its_own_socket_is_meant_and_none_where_both_have_moved() -> None:
    here, there = (LocalCamera("lens", ((V4L2, n),), "046d:0825", f"1-{n}") for n in (1, 2))
    assert chosen(spec_of(there), [here, there]) is there
    assert chosen("id:046d:0825@1-9", [here, there]) is None


def test_a_chosen_camera_that_is_away_is_not_exchanged_for_another(tmp_path: Path) -> None:
    plug(tmp_path, 0, "Built in", "1-1", idVendor="0bda", idProduct="58f4")
    with pytest.raises(CannotOpen, match="not plugged in"):
        ways_to("id:046d:0825@1-2", linux(tmp_path))


def test_without_the_kernels_list_numbers_are_tried_up_to_the_first_gap(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    for number in (0, 1, 3):
        (tmp_path / f"dev/video{number}").touch()
    found = cameras(linux(tmp_path), probe=lambda ways: PictureSize(640, 480))
    assert [one.number for one in found] == [0, 1]


# ---------------------------------------------------------------------- Windows


def windows(dshow: list[Any] | None, msmf: list[Any] | None) -> Windows:
    return Windows({DSHOW: dshow, MSMF: msmf}.get)


def test_windows_opens_by_direct_show_first_though_media_foundation_counts_otherwise() -> None:
    guid_a, guid_b = "{65e8773d}\\global", "{e5323777}\\global"
    dshow = [entry(0, "OBS", None), entry(1, "HD Webcam", LOGI + guid_a)]
    msmf = [entry(0, "HD Webcam", LOGI.upper() + guid_b)]
    found = cameras(windows(dshow, msmf))
    assert [(one.name, one.ways) for one in found] == [("OBS", ((DSHOW, 0),)), ("HD Webcam", ((DSHOW, 1), (MSMF, 0)))]
    assert found[1].model == "vid_046d&pid_0825"


def test_windows_takes_media_foundation_where_direct_show_does_not_open() -> None:
    found = windows([entry(0, "lens", LOGI + "{a}")], [entry(0, "lens", LOGI + "{b}")])
    asked, line = [], SimpleNamespace(isOpened=lambda: asked[-1] == MSMF, release=lambda: None)

    def capture(number: int, backend: int) -> Any:
        asked.append(backend)
        return line

    assert opened(0, found, capture) is line and asked == [DSHOW, MSMF]


def test_media_foundation_is_kept_from_opening_for_twenty_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", raising=False)
    Windows(lambda backend: [])
    assert os.environ["OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS"] == "0"


# ---------------------------------------------------------------------- macOS


def test_macos_is_asked_by_its_own_framework_and_never_asks_for_leave_on_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENCV_AVFOUNDATION_SKIP_AUTH", raising=False)
    asked = list[int]()
    system = MacOS(lambda backend: asked.append(backend) or [entry(0, "FaceTime", "0x14", 0x5AC, 0x8514)])  # type: ignore[func-returns-value]
    assert ways_to(spec_of(cameras(system)[0]), system) == ((AVF, 0),)
    assert set(asked) == {AVF} and os.environ["OPENCV_AVFOUNDATION_SKIP_AUTH"] == "1"


def test_a_phone_that_becomes_a_camera_by_itself_does_not_take_the_place_of_the_chosen_one() -> None:
    webcam, phone = entry(0, "HD Webcam", "0x1420", 0x46D, 0x825), entry(0, "A phone", "8F2C", None, None)
    spec = spec_of(cameras(MacOS(lambda backend: [webcam]))[0])
    webcam.index = 1
    assert ways_to(spec, MacOS(lambda backend: [phone, webcam])) == ((AVF, 1),)


SHUT: Any = SimpleNamespace(isOpened=lambda: False, release=lambda: None)


def test_macos_asks_people_once_beside_everything_else_and_then_says_which_box_to_tick() -> None:
    system, answered, asked = MacOS(lambda backend: [entry(0, "FaceTime", "0x14")]), threading.Event(), list[Any]()

    def ask(ways: tuple[Way, ...]) -> None:
        asked.append(ways)
        answered.wait(20)

    leave = CameraLeave(ask)
    for _ in range(2):
        with pytest.raises(AskingPeople, match="say OK"):
            opened(0, system, lambda number, backend: SHUT, leave)
    answered.set()
    until(lambda: not leave.asking(()))
    with pytest.raises(CannotOpen, match=r"Privacy & Security, Camera"):
        opened(0, system, lambda number, backend: SHUT, leave)
    assert asked == [((AVF, 0),)]


def test_nobody_is_asked_where_the_system_does_not_ask(tmp_path: Path) -> None:
    plug(tmp_path, 0, "lens")
    with pytest.raises(CannotOpen, match="another program"):
        opened(
            0, linux(tmp_path), lambda number, backend: SHUT, CameraLeave(lambda ways: pytest.fail("nobody need say"))
        )


def test_the_child_asks_where_opencv_may_ask_and_waits_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As AVFoundation: the first try makes the system ask and fails; later people have said yes."""
    tries = list[str | None]()

    def capture(number: int, backend: int) -> Any:
        tries.append(os.environ.get("OPENCV_AVFOUNDATION_SKIP_AUTH"))
        picture = np.zeros((4, 6, 3), np.uint8)
        return SimpleNamespace(isOpened=lambda: len(tries) > 1, read=lambda: (True, picture), release=lambda: None)

    monkeypatch.setenv("OPENCV_AVFOUNDATION_SKIP_AUTH", "1")
    monkeypatch.setattr(leave_of_people, "_AGAIN_S", 0.0)
    monkeypatch.setattr(cv2, "VideoCapture", capture)
    assert leave_of_people._when_allowed(((AVF, 0),)) == PictureSize(6, 4)
    assert tries == [None, None]


def crash(ways: tuple[Way, ...]) -> PictureSize | None:
    """As OpenCV on macOS, asked for a number that is not there."""
    if ways[0][1] >= 2:
        os.abort()
    return PictureSize(640, 480)


@pytest.mark.long
def test_a_number_that_ends_the_process_that_asks_ends_a_child_only() -> None:
    found = cameras(MacOS(lambda backend: None), lambda ways: probed_by(crash, ways))
    assert [one.number for one in found] == [0, 1]


def hang(ways: tuple[Way, ...]) -> PictureSize | None:
    """As a driver that never answers."""
    threading.Event().wait()
    return None


def test_a_driver_that_hangs_is_left_after_the_time_given() -> None:
    began_s = time.monotonic()
    assert probed_by(hang, ((V4L2, 0),), patience_s=0.2) is None
    assert time.monotonic() - began_s < 10


@pytest.mark.parametrize(("platform", "kind"), [("win32", Windows), ("darwin", MacOS), ("linux", Linux)])
def test_every_system_has_its_own_module(platform: str, kind: type) -> None:
    assert isinstance(this_system(platform), kind)


def test_a_list_that_cannot_be_read_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed.importlib, "import_module", lambda name: 1 / 0)
    assert listed.enumerated(AVF) is None


# ---------------------------------------------------------------------- unplugged, moved, asleep


@dataclass
class Laptop:
    """A system whose one camera is in a socket, away, or in the other socket, as simulated time goes by.

    ``hung`` is a driver that does not answer any more, as after a laptop's sleep.
    """

    name: str = "test"
    exposure: Any = None
    asks_people: bool = False
    number: int | None = 0
    now_s: float = 0.0
    hung: threading.Event | None = None
    back_s: float | None = None
    """When it gave its first picture since it was plugged in."""

    def __post_init__(self) -> None:
        self.exposure = Linux.exposure

    def cameras(self) -> list[LocalCamera]:
        return [] if self.number is None else [LocalCamera("lens", ((V4L2, self.number),), "046d:0825", "1-2")]

    def ways(self, number: int) -> tuple[tuple[int, int], ...]:
        return ((V4L2, number),)

    def why_not(self) -> str:
        return "in use"

    def clock(self) -> float:
        return self.now_s

    def pause(self, stop: threading.Event, seconds: float) -> bool:
        """Waits in simulated time, and lets others run."""
        self.now_s += seconds
        return stop.wait(0.001)

    def capture(self, number: int, backend: int) -> Any:
        return OneOfThem(self, number)


class OneOfThem:
    """An open camera: gone when it is unplugged, silent when its driver hangs."""

    def __init__(self, laptop: Laptop, number: int) -> None:
        self.laptop, self.number = laptop, number

    def isOpened(self) -> bool:
        return self.number == self.laptop.number

    def set(self, what: int, value: float) -> bool:
        return False

    def get(self, what: int) -> float:
        return 0.0

    def grab(self) -> bool:
        return self.read()[0]

    def read(self) -> tuple[bool, Any]:
        hung = self.laptop.hung
        if hung is not None:
            hung.wait(20)
            return False, None
        self.laptop.now_s += 1 / 30
        time.sleep(0.0005)
        if self.isOpened() and self.laptop.back_s is None:
            self.laptop.back_s = self.laptop.now_s
        return self.isOpened(), np.full((72, 128, 3), 90, np.uint8)

    def release(self) -> None:
        return None


def source_of(laptop: Laptop) -> LiveSource:
    def camera() -> WebcamCapture:
        return WebcamCapture("id:046d:0825@1-2", (128, 72), laptop.clock, laptop, laptop.capture)

    return LiveSource("lens", camera, LIMITS, laptop.clock, laptop.pause)


def until_seen(source: LiveSource) -> None:
    end_s = time.monotonic() + 20
    while source.next() is None:
        assert time.monotonic() < end_s, source.status()


def until_gone(source: LiveSource, laptop: Laptop) -> None:
    end_s = time.monotonic() + 20
    while source.status().state == "ok":
        source.next()
        assert time.monotonic() < end_s


@pytest.mark.parametrize("again", [0, 3])
@pytest.mark.parametrize("away_s", [0.5, 60.0])
def test_unplugged_and_plugged_in_again_anywhere_it_is_back_within_three_seconds(again: int, away_s: float) -> None:
    laptop = Laptop()
    source = source_of(laptop)
    until_seen(source)
    laptop.number = None
    until_gone(source, laptop)
    plugged_s = laptop.now_s + away_s
    while laptop.now_s < plugged_s:
        assert source.next() is None
    laptop.back_s, plugged_s, laptop.number = None, laptop.now_s, again
    until_seen(source)
    assert laptop.back_s is not None and laptop.back_s - plugged_s < 3.0
    source.close()


@pytest.mark.long
def test_after_the_laptop_has_slept_a_driver_that_answers_no_more_is_left_and_opened_anew() -> None:
    laptop = Laptop()
    source = source_of(laptop)
    until_seen(source)
    asleep = laptop.hung = threading.Event()
    while source.next() is not None:
        pass
    laptop.hung, laptop.back_s, woke_s = None, None, laptop.now_s
    end_s = time.monotonic() + 20
    while source.next() is None:
        laptop.now_s += 0.1  # nobody else moves the clock while a driver hangs
        assert time.monotonic() < end_s
    assert laptop.back_s is not None and laptop.back_s - woke_s < 3.0
    asleep.set()
    source.close()

"""A camera of this machine: what it is asked for, what it grants, and how its exposure is held."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from vision.sources.exposure import Exposure
from vision.sources.live import CannotOpen
from vision.sources.machine.camera import ExposureScale, LocalCamera
from vision.sources.webcam import MJPG, WARM_UP, WebcamCapture

AUTO, EXPOSURE, WB, KELVIN = (
    cv2.CAP_PROP_AUTO_EXPOSURE,
    cv2.CAP_PROP_EXPOSURE,
    cv2.CAP_PROP_AUTO_WB,
    cv2.CAP_PROP_WB_TEMPERATURE,
)


class Driver:
    """A stand-in for cv2.VideoCapture: remembers what is set, refuses what a driver refuses, follows its lamp."""

    def __init__(self, takes: Callable[[int, float], bool] = lambda what, value: True) -> None:
        self.takes, self.values = takes, {AUTO: 3.0, EXPOSURE: 156.0, WB: 1.0, KELVIN: 4200.0}
        self.asked: list[tuple[int, float]] = []
        self.grabbed, self.light, self.open, self.released = 0, 120, True, False

    def isOpened(self) -> bool:
        return self.open

    def set(self, what: int, value: float) -> bool:
        self.asked.append((what, value))
        if self.takes(what, value):
            self.values[what] = float(value)
            return True
        return False

    def get(self, what: int) -> float:
        return self.values.get(what, 0.0)

    def grab(self) -> bool:
        self.grabbed += 1
        return True

    def read(self) -> tuple[bool, Any]:
        return True, np.full((72, 128, 3), self.light, np.uint8)

    def release(self) -> None:
        self.released = True


class Plugged:
    """A system with one camera, whose driver counts exposures as Linux does."""

    name, exposure, asks_people = "test", ExposureScale(), False

    def cameras(self) -> list[LocalCamera]:
        return [LocalCamera("lens", ((0, 0),), "046d:0825")]

    def ways(self, number: int) -> tuple[tuple[int, int], ...]:
        return ((0, number),)

    def why_not(self) -> str:
        return "another program may be using it"


@pytest.fixture
def opened() -> Callable[[Driver], WebcamCapture]:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.1
        return now[0]

    def with_driver(driver: Driver) -> WebcamCapture:
        return WebcamCapture(0, (1920, 1080), clock, Plugged(), lambda number, backend: driver)  # type: ignore[arg-type,return-value]

    return with_driver


def test_a_camera_is_asked_for_mjpg_before_its_size_and_for_a_short_queue(opened: Any) -> None:
    driver = Driver()
    opened(driver)
    asked = [what for what, _ in driver.asked]
    assert asked.index(cv2.CAP_PROP_FOURCC) < asked.index(cv2.CAP_PROP_FRAME_WIDTH)
    assert driver.values[cv2.CAP_PROP_FOURCC] == MJPG
    assert driver.values[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_a_driver_that_takes_mjpg_only_after_the_size_is_asked_again(opened: Any) -> None:
    driver = Driver()
    driver.takes = lambda what, value: what != cv2.CAP_PROP_FOURCC or cv2.CAP_PROP_FRAME_WIDTH in driver.values
    opened(driver)
    assert driver.values[cv2.CAP_PROP_FOURCC] == MJPG


def test_what_was_granted_is_told(opened: Any) -> None:
    driver = Driver(lambda what, value: what not in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    driver.values |= {cv2.CAP_PROP_FRAME_WIDTH: 640.0, cv2.CAP_PROP_FRAME_HEIGHT: 480.0, cv2.CAP_PROP_FPS: 30.0}
    assert opened(driver).detail == "640x480 MJPG 30 fps"


def test_the_first_pictures_are_passed_over(opened: Any) -> None:
    driver = Driver()
    opened(driver)
    assert driver.grabbed == WARM_UP


def test_a_camera_in_use_says_so_and_is_let_go(opened: Any) -> None:
    driver = Driver()
    driver.open = False
    with pytest.raises(CannotOpen, match="another program"):
        opened(driver)
    assert driver.released


def test_a_picture_passed_over_is_not_decoded(opened: Any) -> None:
    driver = Driver()
    camera = opened(driver)
    assert camera.skip()
    assert driver.grabbed == WARM_UP + 1


def look_for(camera: WebcamCapture, seconds: float) -> None:
    for _ in range(round(seconds * 10)):
        assert camera.read() is not None


def test_exposure_and_white_balance_are_held_once_they_have_settled(opened: Any) -> None:
    driver = Driver()
    look_for(opened(driver), 3)
    assert (driver.values[AUTO], driver.values[EXPOSURE], driver.values[WB], driver.values[KELVIN]) == (1, 156, 0, 4200)


def test_a_driver_with_shares_for_numbers_is_held_too(opened: Any) -> None:
    driver = Driver(lambda what, value: what != AUTO or value in (0.25, 0.75))
    driver.values[AUTO] = 0.75
    look_for(opened(driver), 3)
    assert driver.values[AUTO] == 0.25


def test_a_camera_that_cannot_be_held_is_left_alone(opened: Any) -> None:
    driver = Driver(lambda what, value: what != AUTO)
    camera = opened(driver)
    look_for(camera, 3)
    orders = len(driver.asked)
    look_for(camera, 3)
    assert EXPOSURE not in [what for what, _ in driver.asked]
    assert orders == len(driver.asked)


def test_a_camera_that_goes_dark_when_it_is_held_measures_again_for_good(opened: Any) -> None:
    driver = Driver()
    camera = opened(driver)
    look_for(camera, 2.5)
    assert driver.values[AUTO] == 1
    driver.light = 20
    look_for(camera, 1)
    assert driver.values[AUTO] == 3
    driver.light = 120
    look_for(camera, 5)
    assert driver.values[AUTO] == 3


def test_when_a_lamp_is_switched_on_it_is_measured_anew_and_held_again(opened: Any) -> None:
    driver = Driver()
    camera = opened(driver)
    look_for(camera, 5)
    driver.light = 220
    look_for(camera, 3.5)
    assert driver.values[AUTO] == 3
    look_for(camera, 3)
    assert driver.values[AUTO] == 1


def test_a_hand_that_passes_does_not_unsettle_the_exposure() -> None:
    exposure = Exposure()
    orders = [exposure.see(at / 10, 100.0) for at in range(60)]
    orders += [exposure.see(6 + at / 10, 50.0) for at in range(20)]
    orders += [exposure.see(8 + at / 10, 100.0) for at in range(40)]
    assert [order for order in orders if order] == ["hold"]


def test_a_camera_that_is_closed_measures_by_itself_again(opened: Any) -> None:
    driver = Driver()
    camera = opened(driver)
    look_for(camera, 3)
    camera.release()
    assert (driver.values[AUTO], driver.values[WB], driver.released) == (3, 1, True)

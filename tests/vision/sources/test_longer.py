"""A dim table: the shutter is opened longer where that helps, and the camera is given back as it was."""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.sources.longer import LongerExposure, longer_than
from vision.sources.machine.camera import ExposureScale
from vision.sources.tuning import Tuning

AUTO, EXPOSURE, AUTO_FOCUS = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS
V4L2, DIRECT_SHOW = ExposureScale(), ExposureScale(base=2.0, by_hand=(0.0,), by_itself=(1.0,))
THIRTIETH = 333.0
PAPER = np.random.default_rng(1).uniform(0.05, 1.0, (18, 32, 1)).repeat(40, axis=0).repeat(40, axis=1)


@dataclass
class Lamplight:
    """A driver that measures up to a thirtieth of a second by itself, over a table on which so much light falls."""

    light: float
    values: dict[int, float] = field(default_factory=lambda: {AUTO: 3.0, EXPOSURE: THIRTIETH, AUTO_FOCUS: 1.0})
    takes: Callable[[int, float], bool] = lambda what, value: True
    pause_s: Callable[[float], float] = lambda exposure_s: max(0.1, exposure_s)
    now_s: float = 0.0
    exposures: list[float] = field(default_factory=list)

    def set(self, what: int, value: float) -> bool:
        if not self.takes(what, value):
            return False
        if what == EXPOSURE and value != self.values[EXPOSURE]:
            self.exposures.append(value)
        if (what, value) == (AUTO, 3.0):
            self.values[EXPOSURE] = THIRTIETH
        self.values[what] = float(value)
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, -1.0)

    def picture(self) -> Image:
        shown = np.clip(PAPER * self.light * self.values[EXPOSURE] / THIRTIETH, 0, 1) ** (1 / 2.2)
        return np.asarray((255 * shown).repeat(3, axis=2), np.uint8)


def tuned(driver: Lamplight, longer: LongerExposure | None = None) -> Tuning:
    return Tuning(driver, V4L2, longer)  # type: ignore[arg-type]


def watch(driver: Lamplight, tuning: Tuning, seconds: float) -> None:
    end_s = driver.now_s + seconds
    while driver.now_s < end_s:
        driver.now_s += driver.pause_s(driver.values[EXPOSURE] * V4L2.unit_s)
        tuning.see(driver.now_s, driver.picture())


def test_a_dim_table_is_looked_at_for_up_to_a_tenth_of_a_second() -> None:
    driver = Lamplight(light=0.1)
    watch(driver, tuned(driver), 40)
    assert driver.exposures == [500.0, 1000.0]
    assert driver.values[AUTO] == 1.0


def test_no_longer_than_white_paper_needs() -> None:
    driver = Lamplight(light=0.2)
    watch(driver, tuned(driver), 40)
    assert driver.exposures == [500.0]


def test_a_well_lit_table_is_left_as_the_camera_measured_it() -> None:
    driver = Lamplight(light=0.8)
    watch(driver, tuned(driver), 40)
    assert driver.exposures == []


def test_what_does_not_help_is_taken_back_and_not_tried_again() -> None:
    driver = Lamplight(light=0.1)
    driver.picture = Lamplight(light=0.1).picture  # type: ignore[method-assign]
    watch(driver, tuned(driver), 60)
    assert driver.exposures == [500.0, THIRTIETH]


def test_a_camera_that_gives_too_few_pictures_then_is_set_back() -> None:
    driver = Lamplight(light=0.1, pause_s=lambda exposure_s: 0.1 if exposure_s < 0.04 else 0.7)
    watch(driver, tuned(driver), 60)
    assert driver.exposures == [500.0, THIRTIETH]


def test_a_driver_that_takes_no_exposure_is_asked_once() -> None:
    asked = list[float]()

    def takes(what: int, value: float) -> bool:
        asked.extend([value] if what == EXPOSURE and value != THIRTIETH else [])
        return what != EXPOSURE

    driver = Lamplight(light=0.1, takes=takes)
    watch(driver, tuned(driver), 60)
    assert asked == [500.0]


def test_a_camera_that_stopped_while_it_was_tried_is_not_asked_again() -> None:
    longer, driver = LongerExposure(V4L2), Lamplight(light=0.1)
    tuning = tuned(driver, longer)
    while not driver.exposures:
        watch(driver, tuning, 1)
    opened_again = Lamplight(light=0.1)
    watch(opened_again, tuned(opened_again, longer), 40)
    assert opened_again.exposures == []


def test_when_a_lamp_is_lit_the_camera_measures_by_itself_and_when_it_goes_out_it_is_tried_anew() -> None:
    driver = Lamplight(light=0.1)
    tuning = tuned(driver)
    watch(driver, tuning, 40)
    driver.light = 0.9
    watch(driver, tuning, 20)
    assert driver.values[EXPOSURE] == THIRTIETH
    driver.light = 0.1
    watch(driver, tuning, 40)
    assert driver.values[EXPOSURE] == 1000.0


def test_a_camera_is_given_back_measuring_by_itself() -> None:
    driver = Lamplight(light=0.1)
    tuning = tuned(driver)
    watch(driver, tuning, 40)
    tuning.let_go()
    assert (driver.values[AUTO], driver.values[EXPOSURE], driver.values[AUTO_FOCUS]) == (3.0, THIRTIETH, 1.0)


def test_a_camera_left_held_by_a_program_that_was_killed_measures_by_itself_first() -> None:
    yesterday = {AUTO: 1.0, EXPOSURE: 20.0, AUTO_FOCUS: 0.0}
    driver = Lamplight(light=0.9, values=yesterday)
    tuned(driver)
    assert (driver.values[AUTO], driver.values[EXPOSURE], driver.values[AUTO_FOCUS]) == (3.0, THIRTIETH, 1.0)


@pytest.mark.parametrize(("value", "wanted"), [(-6.0, -5.0), (-5.0, -4.0), (-4.0, -3.0), (-3.0, None), (-2.0, None)])
def test_where_only_halves_and_doubles_can_be_had_an_eighth_of_a_second_is_the_longest(
    value: float, wanted: float | None
) -> None:
    assert longer_than(value, DIRECT_SHOW) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [(100.0, 200.0), (333.0, 500.0), (500.0, 1000.0), (900.0, None), (1000.0, None), (5000.0, None)],
)
def test_from_a_twentieth_of_a_second_on_flickers_of_all_lamps_are_whole(value: float, wanted: float | None) -> None:
    assert longer_than(value, V4L2) == wanted

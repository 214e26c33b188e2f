"""What real lenses and lamps do: a focus that hunts, stripes of light that wander, drivers that jump when told."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.sources.bands import steady_exposure
from vision.sources.machine.camera import ExposureScale
from vision.sources.tuning import Tuning

AUTO_FOCUS, FOCUS, AUTO, EXPOSURE = (
    cv2.CAP_PROP_AUTOFOCUS,
    cv2.CAP_PROP_FOCUS,
    cv2.CAP_PROP_AUTO_EXPOSURE,
    cv2.CAP_PROP_EXPOSURE,
)
READOUT_S = 1 / 30
V4L2, DIRECT_SHOW = ExposureScale(), ExposureScale(base=2.0, by_hand=(0.0,), by_itself=(1.0,))
TABLE = cv2.resize(np.random.default_rng(1).integers(0, 256, (72, 128), np.uint8), (640, 360), interpolation=0)


@dataclass
class Lens:
    """A driver over a rolling shutter, a lamp that flickers and a focus of its own."""

    values: dict[int, float]
    flicker_hz: float = 0.0
    scale: ExposureScale = V4L2
    blur_px: float = 0.0
    takes: Callable[[int], bool] = lambda what: True
    on_lock: Callable[["Lens"], None] = lambda lens: None
    asked: list[tuple[int, float]] = field(default_factory=list)

    def set(self, what: int, value: float) -> bool:
        self.asked.append((what, value))
        if not self.takes(what):
            return False
        self.values[what] = float(value)
        if (what, value) == (AUTO_FOCUS, 0):
            self.on_lock(self)
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, -1.0)

    def picture(self, at_s: float) -> Image:
        grey = cv2.GaussianBlur(TABLE, (0, 0), self.blur_px) if self.blur_px else TABLE
        open_s = self.scale.seconds(self.values[EXPOSURE])
        starts_s = at_s + np.linspace(0, READOUT_S, grey.shape[0])
        light = 1 + 0.5 * _flicker(starts_s, open_s, self.flicker_hz)
        return np.repeat(np.clip(60 + grey * 0.4 * light[:, None], 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


def _flicker(starts_s: np.ndarray, open_s: float, hertz: float) -> np.ndarray:
    """What is left of a flicker after each row's shutter has been open so long."""
    if not hertz:
        return np.zeros_like(starts_s)
    turn = math.pi * hertz
    return np.sin(2 * turn * (starts_s + open_s / 2)) * math.sin(turn * open_s) / (turn * open_s)


def a_lens(exposure: float = 270.0, **more: object) -> Lens:
    return Lens({AUTO: 3.0, EXPOSURE: exposure, AUTO_FOCUS: 1.0, FOCUS: 40.0}, **more)  # type: ignore[arg-type]


def look(lens: Lens, tuning: Tuning, seconds: float, from_s: float = 0.0) -> float:
    """So many seconds at ten pictures a second, each a little off the beat, as clocks are."""
    for number in range(round(seconds * 10)):
        at_s = from_s + number * 0.1 + 0.0013 * (number % 7)
        tuning.see(at_s, lens.picture(at_s))
    return from_s + seconds


def tuned(lens: Lens) -> Tuning:
    return Tuning(lens, lens.scale)  # type: ignore[arg-type]


def test_a_focus_is_held_once_pictures_are_sharp() -> None:
    lens = a_lens()
    look(lens, tuned(lens), 4)
    assert (lens.values[AUTO_FOCUS], lens.values[FOCUS]) == (0, 40)


def test_a_focus_that_hunts_is_not_held() -> None:
    lens, tuning = a_lens(), None
    tuning = tuned(lens)
    for number in range(60):
        lens.blur_px = 1.0 + 0.8 * math.sin(number)
        tuning.see(number * 0.1, lens.picture(number * 0.1))
    assert lens.values[AUTO_FOCUS] == 1


def test_a_held_focus_is_let_go_when_the_table_has_gone_soft_and_held_again() -> None:
    lens = a_lens()
    tuning = tuned(lens)
    now = look(lens, tuning, 4)
    lens.blur_px = 3.0
    now = look(lens, tuning, 6, now)
    assert (AUTO_FOCUS, 1) in lens.asked
    lens.blur_px = 0.0
    look(lens, tuning, 5, now)
    assert lens.values[AUTO_FOCUS] == 0


def test_a_hand_for_three_seconds_does_not_let_the_focus_go() -> None:
    lens = a_lens()
    tuning = tuned(lens)
    now = look(lens, tuning, 4)
    lens.blur_px = 3.0
    now = look(lens, tuning, 3, now)
    lens.blur_px = 0.0
    look(lens, tuning, 4, now)
    assert (AUTO_FOCUS, 1) not in lens.asked


def test_a_driver_whose_focus_jumps_when_held_is_left_to_itself_for_good() -> None:
    lens = a_lens(on_lock=lambda lens: setattr(lens, "blur_px", 4.0))
    tuning = tuned(lens)
    now = look(lens, tuning, 4)
    lens.blur_px = 0.0
    look(lens, tuning, 6, now)
    assert [value for what, value in lens.asked if what == AUTO_FOCUS] == [0, 1]


def test_a_camera_with_a_fixed_focus_is_asked_once_at_most() -> None:
    lens = a_lens(takes=lambda what: what != AUTO_FOCUS)
    look(lens, tuned(lens), 8)
    assert len([what for what, _ in lens.asked if what == AUTO_FOCUS]) <= 1


@pytest.mark.parametrize("hertz", [100.0, 120.0])
def test_stripes_of_a_lamp_are_taken_away_by_an_exposure_of_whole_flickers(hertz: float) -> None:
    lens = a_lens(exposure=1e4 / 37, flicker_hz=hertz)
    look(lens, tuned(lens), 20)
    turns = lens.values[EXPOSURE] * 1e-4 * hertz
    assert lens.values[AUTO] == 1 and abs(turns - round(turns)) < 0.02


def test_a_lamp_that_does_not_flicker_leaves_the_exposure_alone() -> None:
    lens = a_lens(exposure=1e4 / 37)
    look(lens, tuned(lens), 20)
    assert lens.values[EXPOSURE] == pytest.approx(1e4 / 37)


def test_hands_that_move_are_no_stripes() -> None:
    lens = a_lens(exposure=1e4 / 37)
    tuning, rng = tuned(lens), np.random.default_rng(2)
    for number in range(200):
        picture = lens.picture(number * 0.1)
        top, left = int(rng.integers(0, 260)), int(rng.integers(0, 500))
        picture[top : top + 100, left : left + 140] = 90
        tuning.see(number * 0.1, picture)
    assert lens.values[EXPOSURE] == pytest.approx(1e4 / 37)


def test_where_only_halves_and_doubles_can_be_had_the_steadiest_is_taken() -> None:
    assert (
        steady_exposure(-6.0, 100.0, DIRECT_SHOW) == -5.0
    )  # 1/64 s is one and a half flickers, 1/32 s a little over three


def test_an_exposure_far_shorter_than_a_flicker_stays_for_it_would_blind_the_camera() -> None:
    assert steady_exposure(20.0, 100.0, V4L2) is None

"""Do stripes of light wander through the pictures, and which exposure takes them away?

Lamps on 50 Hz flicker 100 times a second, on 60 Hz 120 times.  A shutter open for whole flickers sees none of it.
"""

import math
from collections import deque

import cv2
import numpy as np

from vision.arrays import Array
from vision.frame import Image
from vision.sources.machine.camera import ExposureScale

FLICKERS_HZ = (100.0, 120.0)
ROWS, COLUMNS = 96, 8
LEAST_DEPTH = 0.008
"""Stripes that change the light of a row by less than this share are not seen by the reader either."""
LEAST_SHARE = 0.6
"""So much of the change between two pictures must be one wave down the picture, else something moved."""
WAVES = range(1, 13)
LOOKS, NEEDED = 10, 7
LARGEST_STEP = 1.7
"""An exposure is not made longer or shorter than by this factor: the picture would be too bright or too dark."""


class Bands:
    """Looks for stripes between one picture and the next; and remembers which exposures were tried against them."""

    def __init__(self, scale: ExposureScale) -> None:
        self._scale = scale
        self._before: Array | None = None
        self._seen: deque[bool] = deque(maxlen=LOOKS)
        self._untried = list(FLICKERS_HZ)

    def see(self, bgr: Image) -> bool:
        """Whether stripes have been there in most of the last pictures, this one with them."""
        rows = rows_of(bgr)
        if self._before is not None:
            self._seen.append(is_wave(rows, self._before))
        self._before = rows
        return sum(self._seen) >= NEEDED

    def next_exposure(self, value: float) -> float | None:
        """The value to try instead of this one; None where nothing more can be tried.  What was seen is forgotten."""
        self._seen.clear()
        while self._untried:
            wanted = steady_exposure(value, self._untried.pop(0), self._scale)
            if wanted is not None and abs(wanted - value) > 1e-6:
                return wanted
        return None


def rows_of(bgr: Image) -> Array:
    """Mean light of ``ROWS`` bands of rows from top to bottom, in ``COLUMNS`` strips from left to right."""
    few = bgr[:: max(1, bgr.shape[0] // (4 * ROWS)), :: max(1, bgr.shape[1] // (8 * COLUMNS))].mean(axis=2)
    return np.asarray(cv2.resize(few, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA), np.float64)


def is_wave(rows: Array, before: Array) -> bool:
    """Whether the change from one picture to the next is one wave down the picture, right across it."""
    change = np.median(np.log((rows + 1.0) / (before + 1.0)), axis=1)
    change -= np.median(change)
    powers = np.abs(np.fft.rfft(change * np.hanning(len(change)))) ** 2
    first, last = WAVES.start, WAVES.stop
    peak = first + int(np.argmax(powers[first:last]))
    share = powers[max(1, peak - 1) : peak + 2].sum() / max(powers[1:].sum(), 1e-12)
    return bool(change.std() > LEAST_DEPTH and share > LEAST_SHARE)


def steady_exposure(value: float, flicker_hz: float, scale: ExposureScale) -> float | None:
    """The driver's value nearest to ``value`` at which the shutter is open for whole flickers; None where none is near.

    Where only halves and doubles can be had, the one with the least of the flicker left.
    """
    now_s = scale.seconds(value)
    whole_s = max(1, round(now_s * flicker_hz)) / flicker_hz
    near = [one for one in scale.near(whole_s) if 1 / LARGEST_STEP <= scale.seconds(one) / now_s <= LARGEST_STEP]
    if scale.base:
        near = [one for one in scale.near(now_s) if scale.seconds(one) / now_s <= 2.0]
    return min(near, key=lambda one: _left(scale.seconds(one), flicker_hz)) if near else None


def _left(open_s: float, flicker_hz: float) -> float:
    """How much of a flicker is left at this exposure, 1 for all of it."""
    turns = math.pi * open_s * flicker_hz
    return abs(math.sin(turns) / turns)

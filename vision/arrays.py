"""What is an array whose kind of number its docstring tells?"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, Reals

Array = NDArray[Any]


def image(values: Any) -> Image:
    """What OpenCV gave, as the uint8 picture it is."""
    return np.asarray(values, np.uint8)


def spaced(reach: float, step: float) -> Array:
    """Numbers from -reach to reach, so far apart; the 0 is among them where reach is a multiple of step."""
    numbers: Array = np.arange(-reach, reach + step / 2, step)
    return numbers


def middle(numbers: Array) -> Array:
    """The upper median (...) of the last axis (..., n): a fifth of the time that ``np.median`` takes."""
    half = numbers.shape[-1] // 2
    found: Array = np.partition(numbers, half, axis=-1)[..., half]
    return found


def spots(mask: Array) -> Array:
    """Row and column (n, 2) of each that holds in a mask (h, w): a tenth of the time of ``np.argwhere`` for a few."""
    return np.stack(np.unravel_index(np.flatnonzero(mask), mask.shape), axis=1)


def mean_grey(picture: Array) -> Reals:
    """The mean (h, w) of the three channels of a picture (h, w, 3) of real numbers."""
    return np.asarray(cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32)), np.float32)


def total(picture: Array) -> Reals:
    """The sum (h, w) of the three channels of a picture (h, w, 3) of real numbers."""
    return np.asarray(cv2.transform(picture, np.ones((1, 3), np.float32)), np.float32)


def length(picture: Array) -> Reals:
    """How far (h, w) the three channels of a picture (h, w, 3) of real numbers are from 0 together."""
    return np.asarray(np.sqrt(total(picture * picture)), np.float32)


def percentile(numbers: Array, of: float) -> float:
    """A percentile of some numbers, between the two next to it: a quarter of the time that ``np.percentile`` takes."""
    at = (numbers.size - 1) * of / 100
    below = int(at)
    above = min(below + 1, numbers.size - 1)
    low, high = np.partition(numbers, (below, above), axis=None)[[below, above]].tolist()
    return float(low + (high - low) * (at - below))


def least(picture: Array) -> Array:
    """The least (h, w) of the three channels of a picture (h, w, 3)."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red))


def most(picture: Array) -> Array:
    """The greatest (h, w) of the three channels of a picture (h, w, 3)."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def looked_up(picture: Array, maps_px: Array, border: int = cv2.BORDER_REPLICATE) -> Array:
    """Colours of a picture at (rows, columns, 2) float32 points in px, between pixels."""
    x, y = cv2.split(maps_px)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border))


def sized(picture: Image, most_px: int) -> tuple[Image, float]:
    """The picture made no larger than so many pixels, and its scale."""
    scale = min(1.0, most_px / max(picture.shape[:2]))
    if scale == 1:
        return picture, scale
    return image(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), scale

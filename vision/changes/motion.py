"""Has anything moved since the last picture?"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.params_layout import MOTION, MotionParams


@dataclass(frozen=True, slots=True, eq=False)
class Thumb:
    """A small grey copy of a picture."""

    grey: Image


def thumb_of(bgr: Image, params: MotionParams = MOTION) -> Thumb:
    """The small copy by which pictures are compared.  Of a tall picture, some rows tell enough."""
    rows = bgr[:: max(1, bgr.shape[0] // (2 * params.size_px[1]))]
    half = cv2.resize(rows, (-(-rows.shape[1] // 2), -(-rows.shape[0] // 2)), interpolation=cv2.INTER_AREA)
    small = _narrowed(np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), np.uint8), params.size_px)
    return Thumb(np.asarray(cv2.blur(small, params.blur_px), np.uint8))


def _narrowed(grey: Image, size_px: tuple[int, int]) -> Image:
    """The picture at another size, each pixel the mean of those it is made of."""
    times, rest = divmod(grey.shape[1], size_px[0])
    if rest or times % 2 == 0 or grey.shape[0] != size_px[1]:
        return np.asarray(cv2.resize(grey, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    means = cv2.blur(grey, (times, 1), anchor=(0, 0))  # a third of the time for the same
    return np.asarray(cv2.resize(means, size_px, interpolation=cv2.INTER_NEAREST), np.uint8)


def is_still(before: Thumb, now: Thumb, params: MotionParams = MOTION) -> bool:
    """Whether no part of the picture differs by more than noise and flicker."""
    if before.grey.shape != now.grey.shape:
        return False
    noise = cv2.norm(before.grey, now.grey, cv2.NORM_L1) / now.grey.size
    most = cv2.norm(before.grey, now.grey, cv2.NORM_INF)
    return _is_noise(noise, most, params)


def is_still_within(before: Thumb, now: Thumb, outline: Floats, params: MotionParams = MOTION) -> bool:
    """Whether nothing has moved within an outline (N, 2), in shares of the picture's width and height.

    Light may have changed there: a camera that opens its shutter further moves nothing.
    """
    if before.grey.shape != now.grey.shape:
        return False
    corners = cv2.convexHull((outline * params.size_px).round().astype(np.int32))
    mask = cv2.fillConvexPoly(np.zeros_like(now.grey), corners, 1) > 0
    was, seen = before.grey[mask].astype(np.float32), now.grey[mask].astype(np.float32)
    if was.size == 0:
        return True
    gain = float(was @ seen) / max(1.0, float(was @ was))
    off = np.abs(seen - gain * was)
    return _is_noise(float(off.mean()), float(off.max()), params)


def _is_noise(mean: float, most: float, params: MotionParams) -> bool:
    return mean < params.still_mean and most < params.still_grey + params.still_noise * mean

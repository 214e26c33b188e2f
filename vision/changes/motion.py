"""Has anything moved since the last picture?"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Image
from vision.params_layout import MOTION, MotionParams


@dataclass(frozen=True, slots=True, eq=False)
class Thumb:
    """A small grey copy of a picture."""

    grey: Image


def thumb_of(bgr: Image, params: MotionParams = MOTION) -> Thumb:
    """The small copy by which pictures are compared.  Of a tall picture, some rows tell enough."""
    rows = bgr[:: max(1, bgr.shape[0] // (2 * params.size_px[1]))]
    half = cv2.resize(rows, (-(-rows.shape[1] // 2), -(-rows.shape[0] // 2)), interpolation=cv2.INTER_AREA)
    small = cv2.resize(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), params.size_px, interpolation=cv2.INTER_AREA)
    return Thumb(np.asarray(cv2.blur(small, params.blur_px), np.uint8))


def is_still(before: Thumb, now: Thumb, params: MotionParams = MOTION) -> bool:
    """Whether no part of the picture differs by more than noise and flicker."""
    if before.grey.shape != now.grey.shape:
        return False
    noise = cv2.norm(before.grey, now.grey, cv2.NORM_L1) / now.grey.size
    most = cv2.norm(before.grey, now.grey, cv2.NORM_INF)
    return noise < params.still_mean and most < params.still_grey + params.still_noise * noise

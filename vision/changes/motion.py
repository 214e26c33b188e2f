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
    """The small copy by which pictures are compared."""
    small = cv2.resize(bgr, params.size_px, interpolation=cv2.INTER_AREA)
    return Thumb(np.asarray(cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), params.blur_px), np.uint8))


def is_still(before: Thumb, now: Thumb, params: MotionParams = MOTION) -> bool:
    """Whether no part of the picture differs by more than noise and flicker."""
    if before.grey.shape != now.grey.shape:
        return False
    difference = cv2.absdiff(before.grey, now.grey)
    noise = float(difference.mean())
    return noise < params.still_mean and bool(difference.max() < params.still_grey + params.still_noise * noise)

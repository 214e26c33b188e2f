"""How soft is the picture?  As soft as the learnt tiles must be made for their detail to be what is seen.

What is soft is sharpened: the net and the stacks know wood by its edges.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import mean_grey
from vision.frame import Reals
from vision.params import FOCUS, FocusParams


def softness_mm(
    seen: Reals, bare: Reals, tile: NDArray[np.int16], px_per_mm: float, params: FocusParams = FOCUS
) -> float:
    """How soft (standard deviation in mm) the straight view (h, w, 3) is beside the bare tiles laid in it.

    0 where it is no softer than ``least_mm``; ``tile`` (h, w) is negative beside the tiles.
    """
    on = np.flatnonzero(tile >= 0)[:: params.step]
    sharp = mean_grey(bare)
    detail = _detail(mean_grey(seen), params).take(on)
    best_mm, least = 0.0, np.inf
    for soft_mm in params.steps_mm:
        soft = _detail(_blurred(sharp, soft_mm * px_per_mm), params).take(on)
        off = float(np.median(np.abs(detail - soft)))
        if off >= least:
            break
        best_mm, least = soft_mm, off
    return best_mm if best_mm >= params.least_mm else 0.0


def sharpened(picture: Reals, soft_px: float, params: FocusParams = FOCUS) -> Reals:
    """The picture (h, w, 3), 0 or more, with the edges that a blur of ``soft_px`` took given back."""
    edges = picture - cv2.GaussianBlur(picture, (0, 0), params.edge_share * soft_px)
    return np.asarray(np.maximum(picture + params.sharpen * edges, 0), np.float32)


def sharpened_from_px(soft_px: float, params: FocusParams = FOCUS) -> int:
    """From how far around a pixel its sharpening is made, in pixels; 0 where nothing is soft."""
    return math.ceil(4 * params.edge_share * soft_px)  # there OpenCV ends a blur of real numbers


def _blurred(grey: Reals, sigma_px: float) -> Reals:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma_px), np.float32)


def _detail(grey: Reals, params: FocusParams) -> Reals:
    """What is left of a picture without its light and its large forms."""
    return np.asarray(grey - cv2.blur(grey, (params.large_px, params.large_px)), np.float32)

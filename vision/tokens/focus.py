"""How soft and how noisy is the picture?

It is as soft as the learnt tiles must be made for their detail to be what is seen.  What is soft is sharpened, for the
net and the stacks know wood by its edges; but noise would be sharpened with it, so a noisy picture is sharpened less.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import mean_grey
from vision.frame import Reals
from vision.params import FOCUS, FocusParams

FORMLESS = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""Takes forms away and keeps the standard deviation of noise."""
TYPICAL = 0.6745
"""The median of a normal error beside its standard deviation."""


def softness_mm(
    seen: Reals, bare: Reals, tile: NDArray[np.int16], px_per_mm: float, params: FocusParams = FOCUS
) -> float:
    """How soft (standard deviation in mm) the straight view (h, w, 3) is beside the bare tiles laid in it.

    0 where it is no softer than ``least_mm``; ``tile`` (h, w) is negative beside the tiles.
    """
    on = tile >= 0
    sharp = mean_grey(bare)
    detail = _detail(mean_grey(seen), params)[on][:: params.step]
    best_mm, least = 0.0, np.inf
    for soft_mm in params.steps_mm:
        soft = _detail(_blurred(sharp, soft_mm * px_per_mm), params)[on][:: params.step]
        off = float(np.median(np.abs(detail - soft)))
        if off >= least:
            break
        best_mm, least = soft_mm, off
    return best_mm if best_mm >= params.least_mm else 0.0


def noise_share(seen: Reals, bare: Reals, whites: Reals, tile: NDArray[np.int16]) -> float:
    """The noise (standard deviation) of the straight view (h, w, 3) as a share of white paper in the same light.

    What is left when forms are taken away (Immerkaer 1996), without what is left of the bare tiles' finest print.
    """
    on = tile >= 0
    noise, print_ = (_formless(mean_grey(picture))[on] for picture in (seen, bare))
    return float(np.sqrt(max(np.median(noise) ** 2 - np.median(print_) ** 2, 0)) / np.median(mean_grey(whites)[on]))


def _formless(grey: Reals) -> Reals:
    """How far each pixel is off beside its neighbours; the median of this is a standard deviation."""
    return np.asarray(np.abs(cv2.filter2D(grey, -1, FORMLESS, borderType=cv2.BORDER_REFLECT)) / TYPICAL, np.float32)


def sharpened(picture: Reals, soft_px: float, noise: float = 0.0, params: FocusParams = FOCUS) -> Reals:
    """The picture (h, w, 3), 0 or more, with edges that a blur of ``soft_px`` took given back as far as noise allows."""
    edges = picture - cv2.GaussianBlur(picture, (0, 0), params.edge_share * soft_px)
    times = params.sharpen / (1 + (noise / params.noise) ** 2)
    return np.asarray(np.maximum(picture + times * edges, 0), np.float32)


def _blurred(grey: Reals, sigma_px: float) -> Reals:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma_px), np.float32)


def _detail(grey: Reals, params: FocusParams) -> Reals:
    """What is left of a picture without its light and its large forms."""
    return np.asarray(grey - _blurred(grey, params.large_px), np.float32)

"""Is a white top a bare lamp, mirrored in glossy print?  It is brighter than white paper, and not round or not even.

White wood may be as bright, on a copy that has no white in its print; but its top is round and the same all over.
"""

import cv2
import numpy as np

from vision.changes.steady import Mask
from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.view import StraightView


def like_a_lamp(view: StraightView, at_px: Floats, radius_px: float, params: TokenParams = TOKENS) -> bool:
    """Whether what looks like a white disc of this radius about a point (2,) of the view is more like a lamp."""
    reach = round(3 * radius_px)
    size, middle = 2 * reach + 1, (float(at_px[0]), float(at_px[1]))
    bright = np.asarray(cv2.getRectSubPix(view.seen, (size, size), middle), np.float32).min(axis=2)
    top = float(bright[reach - 2 : reach + 3, reach - 2 : reach + 3].mean())
    if top <= params.lamp_bright:
        return False
    _, parts = cv2.connectedComponents((bright > params.lamp_part * top).astype(np.uint8))
    spot = parts == parts[reach, reach]
    if spot.sum() > np.pi * (params.lamp_lone * radius_px) ** 2:
        return False
    away = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1])
    uneven = float(bright[away < params.lamp_inside * radius_px].std()) / top
    return uneven > params.lamp_uneven or _roundness(spot) < params.lamp_round


def _roundness(spot: Mask) -> float:
    """The short axis of a spot (h, w) over its long one."""
    short, long = np.sqrt(np.linalg.eigvalsh(np.cov(np.argwhere(spot).T)))
    return float(short / max(long, 1e-6))

"""Why can this picture not be read?  Asked only where nothing was found."""

import cv2
import numpy as np

from vision.frame import Image
from vision.locate.feature_index import TileIndex, mirrored
from vision.locate.feature_search import Attempt, attempted
from vision.params_layout import REFUSE, RefuseParams

TOO_DARK = "too_dark"


def why_not(bgr: Image, grey: Image, index: TileIndex, closest: Attempt, params: RefuseParams = REFUSE) -> str:
    """The likeliest reason (of ``REASONS``) for finding no board of this profile.

    ``bgr`` is the picture as it came, ``grey`` the same as it was searched, ``closest`` the closest look at it.
    """
    if is_too_dark(bgr, params):
        return TOO_DARK
    if _is_burnt_out(bgr, params):
        return "glare"
    if _in_a_mirror(closest, (grey.shape[1], grey.shape[0]), index, params):
        return "mirrored"
    if fineness(grey) < params.blurred:
        return "blurred"
    return "too_small" if min(bgr.shape[:2]) < params.least_px else "no_board"


def is_too_dark(bgr: Image, params: RefuseParams = REFUSE) -> bool:
    """Whether even the bright parts of the picture are dark."""
    some = bgr[:: params.every_rows]
    dark = cv2.inRange(some, np.zeros(3), np.full(3, params.dark - 1))
    return cv2.countNonZero(dark) > params.bright_share * dark.size


def _is_burnt_out(bgr: Image, params: RefuseParams) -> bool:
    """Whether much of the picture is white."""
    some = np.ascontiguousarray(bgr[::2, ::2])
    burnt = cv2.inRange(some, np.full(3, params.white), np.full(3, 255))
    return cv2.countNonZero(burnt) > params.burnt_share * burnt.size


def _in_a_mirror(closest: Attempt, size_px: tuple[int, int], index: TileIndex, params: RefuseParams) -> bool:
    """Whether the features seen are those of the tiles in a mirror."""
    return attempted(mirrored(closest.features, size_px[0]), index, size_px).tiles >= params.sure_tiles


def fineness(grey: Image) -> float:
    """Contrast of the finest details as a share of all contrast, at a fixed picture size."""
    values = cv2.resize(grey, (640, 640 * grey.shape[0] // grey.shape[1]), interpolation=cv2.INTER_AREA)
    values = values.astype(np.float32)
    fine = values - cv2.GaussianBlur(values, (0, 0), 2.0)
    return float(fine.std() / max(float(values.std()), 1.0))

"""Why can this picture not be read?  Asked only where nothing was found, so it may take its time."""

import cv2
import numpy as np

from vision.arrays import image
from vision.frame import Image
from vision.grid import find_grid
from vision.index import TileIndex
from vision.params_layout import REFUSE, RefuseParams
from vision.search import searches


def why_not(bgr: Image, grey: Image, index: TileIndex, params: RefuseParams = REFUSE) -> str:
    """The likeliest reason (of ``REASONS``) for finding no board of this profile.

    ``bgr`` is the picture as it came, ``grey`` the same as it was searched.
    """
    if float(np.quantile(bgr[::4, ::4].max(2), params.bright_share)) < params.dark:
        return "too_dark"
    if float((bgr[::2, ::2].min(2) >= params.white).mean()) > params.burnt_share:
        return "glare"
    if _is_found(image(cv2.flip(grey, 1)), index, params):
        return "mirrored"
    if _sharpness(grey) < params.blurred:
        return "blurred"
    if min(bgr.shape[:2]) < params.least_px:
        return "too_small"
    return "not_this_game" if _has_grid(bgr, params) else "no_board"


def _is_found(grey: Image, index: TileIndex, params: RefuseParams) -> bool:
    return any(plane.tiles >= params.sure_tiles for _, plane in searches(grey, index))


def _sharpness(grey: Image) -> float:
    """Contrast of the finest details as a share of all contrast, at a fixed picture size."""
    values = cv2.resize(grey, (640, 640 * grey.shape[0] // grey.shape[1]), interpolation=cv2.INTER_AREA)
    values = values.astype(np.float32)
    fine = values - cv2.GaussianBlur(values, (0, 0), 2.0)
    return float(fine.std() / max(float(values.std()), 1.0))


def _has_grid(bgr: Image, params: RefuseParams) -> bool:
    """Whether sixteen tiles of some other art seem to lie there."""
    scale = min(1.0, params.grid_px / max(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grid = find_grid(np.asarray(small, np.uint8))
    return grid is not None and int(grid.seen.sum()) >= params.grid_tiles

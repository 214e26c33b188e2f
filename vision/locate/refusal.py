"""Why can this picture not be read?  Asked only where nothing was found."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.frame import Image
from vision.locate.feature_index import TileIndex, mirrored
from vision.locate.feature_search import Attempt, attempted
from vision.locate.grid import find_grid
from vision.params_layout import REFUSE, RefuseParams
from vision.params_learn import GRID

TOO_DARK = "too_dark"


def why_not(
    bgr: Image, grey: Image, index: TileIndex, attempts: Sequence[Attempt], params: RefuseParams = REFUSE
) -> str:
    """The likeliest reason (of ``REASONS``) for finding no board of this profile.

    ``bgr`` is the picture as it came, ``grey`` the same as it was searched, ``attempts`` what was looked at there.
    """
    if is_too_dark(bgr, params):
        return TOO_DARK
    if float((bgr[::2, ::2].min(2) >= params.white).mean()) > params.burnt_share:
        return "glare"
    if _in_a_mirror(attempts, (grey.shape[1], grey.shape[0]), index, params):
        return "mirrored"
    if fineness(grey) < params.blurred:
        return "blurred"
    if min(bgr.shape[:2]) < params.least_px:
        return "too_small"
    return "not_this_game" if _has_grid(bgr, params) else "no_board"


def is_too_dark(bgr: Image, params: RefuseParams = REFUSE) -> bool:
    """Whether even the bright parts of the picture are dark."""
    some = bgr[:: params.every_rows]
    dark = cv2.inRange(some, np.zeros(3), np.full(3, params.dark - 1))
    return cv2.countNonZero(dark) > params.bright_share * dark.size


def _in_a_mirror(attempts: Sequence[Attempt], size_px: tuple[int, int], index: TileIndex, params: RefuseParams) -> bool:
    """Whether the features seen are those of the tiles in a mirror."""
    turned = (attempted(mirrored(attempt.features, size_px[0]), index, size_px) for attempt in reversed(attempts))
    return any(attempt.tiles >= params.sure_tiles for attempt in turned)


def fineness(grey: Image) -> float:
    """Contrast of the finest details as a share of all contrast, at a fixed picture size."""
    values = cv2.resize(grey, (640, 640 * grey.shape[0] // grey.shape[1]), interpolation=cv2.INTER_AREA)
    values = values.astype(np.float32)
    fine = values - cv2.GaussianBlur(values, (0, 0), 2.0)
    return float(fine.std() / max(float(values.std()), 1.0))


def _has_grid(bgr: Image, params: RefuseParams) -> bool:
    """Whether sixteen tiles of some other art seem to lie there."""
    scale = min(1.0, params.grid_px / max(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quick = replace(GRID, edge_shares=params.grid_edges, seeds=params.grid_seeds, finalists=params.grid_finalists)
    grid = find_grid(np.asarray(small, np.uint8), quick)
    return grid is not None and int(grid.seen.sum()) >= params.grid_tiles

"""Does a hand reach in over the tiles?  Something large, neither tile nor wood, that goes on over the tiles' rim.

Everything is done in cells of the straight view.  Where a tile's own picture shows through (a shadow, a light), what
differs is no hand; what lies on tiles seldom reaches their rim, and what lies beside them ends there.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import least, mean_grey, most
from vision.changes.steady import CELL, Mask, PictureChange, tinted, widened
from vision.frame import Floats, Reals
from vision.params import HAND, HAND_COMING, TOKENS, HandParams
from vision.tokens.feet import Top
from vision.tokens.view import StraightView, inner_cells

Number = TypeVar("Number", bound=np.generic)
HALF = 2
"""Pixels of the view per pixel of what is compared."""
OUTWARD = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Rows and columns from a cell to the next one, up, down, left and right."""


def reaches_in(view: StraightView, tops: Sequence[Top], params: HandParams = HAND) -> bool:
    """Whether a hand is over the tiles; ``tops`` is all wood there might be.  Out of focus it is like untold wood."""
    if view.soft_mm > params.most_soft_mm:
        return False
    board = _board(view)
    return _how_large(view, tops, board, params) > params.least_cells * max(1.0, _lean(view)) ** 2


def has_come(
    before: StraightView, now: StraightView, tops: Sequence[Top], changed: Mask, params: HandParams = HAND_COMING
) -> bool:
    """Whether a hand has come since an earlier picture; ``tops`` is all wood then and now.

    Cells (h/4, w/4) that have not ``changed`` are let be.
    """
    board = _board(now)
    where = board & changed
    if np.count_nonzero(where) <= params.least_cells or not (where & _rim(board, params)).any():
        return False
    at_rim = np.count_nonzero(where & _goes_on(now, board, params))
    if np.sqrt(at_rim * np.count_nonzero(where)) <= params.least_cells:
        return False
    where &= _strange(replace(now, bare=before.seen), tops, params)
    return _how_large(now, tops, where, params) > params.least_cells


def comes_from_beside(
    before: StraightView, now: StraightView, tops: Sequence[Top], seen: PictureChange, params: HandParams = HAND_COMING
) -> bool:
    """Whether an arm has come: one part of what changed (``seen``) that lies over the tiles and far beside them.

    Its fingers may be over wood.  Shadows are no arm, nor is wood (``tops``, of both views) that leans out beside the
    tiles, nor what has gone from over them.  What is beyond the picture counts only if some of the arm beside the tiles
    is in it.
    """
    board = _board(now)
    beside = inner_cells(seen.cells) & ~board
    if np.count_nonzero(beside) <= params.arm_cells:
        return False
    cells = inner_cells(tinted(before.sheet, now.sheet, seen))
    size = (now.tile.shape[1] // HALF, now.tile.shape[0] // HALF)
    wood = _wood(now, tops, size, params)[:: CELL // HALF, :: CELL // HALF]
    beside &= cells & ~widened(wood, 1)
    count, labels = cv2.connectedComponents(cells.astype(np.uint8), connectivity=8)
    over, came = cells & board, _off(now) - _off(before)
    told = over & ~wood  # where wood stands or stood, what came may hide it and what went may show it
    parts = over, beside, beside & inner_cells(now.sheet.pictured())
    all_over, out, pictured = (np.bincount(labels[part], minlength=count) for part in parts)
    has_come = np.bincount(labels[told], came[told], minlength=count) >= 0  # the last picture showed no hand
    large = np.minimum(all_over, pictured) > params.least_cells
    return bool((large & has_come & (out > params.arm_cells)).any())


def _off(view: StraightView) -> Reals:
    """How much each cell differs from what is bare there."""
    return _shrunk(_unlike(view.seen, view.bare), (view.tile.shape[1] // CELL, view.tile.shape[0] // CELL))


def _how_large(view: StraightView, tops: Sequence[Top], where: Mask, params: HandParams) -> float:
    """Of the largest strange thing over the rim: the geometric mean of its cells and of those at the rim."""
    strange = _large(_strange(view, tops, params) & where, params) & where
    over_rim = strange & _goes_on(view, _board(view), params)
    count, labels = cv2.connectedComponents(strange.astype(np.uint8), connectivity=8)
    cells, crossing = (np.bincount(labels[mask], minlength=count)[1:] for mask in (strange, over_rim))
    return float(np.sqrt(cells * crossing).max(initial=0.0))


def _lean(view: StraightView) -> float:
    """How far a thing in the middle of the view leans for its height; 1 at 45 degrees."""
    middle: Floats = view.scale.mm(np.array([view.scale.size_px]) / 2)[0]
    return float(np.linalg.norm(middle - view.scale.foot_mm)) / view.scale.camera_mm


def _board(view: StraightView) -> Mask:
    """Cells of the tiles and of the gaps between them."""
    tiles = (view.tile[CELL // 2 :: CELL, CELL // 2 :: CELL] >= 0).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(tiles, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) > 0)


def _strange(view: StraightView, tops: Sequence[Top], params: HandParams) -> Mask:
    """Cells that are unlike the bare tile, show nothing of its picture and are no wood and no burnt-out light."""
    size = (view.tile.shape[1] // HALF, view.tile.shape[0] // HALF)
    seen, bare = _shrunk(view.seen, size), _shrunk(view.bare, size)
    whites = view.whites[HALF // 2 :: HALF, HALF // 2 :: HALF]
    tiles = view.tile[HALF // 2 :: HALF, HALF // 2 :: HALF] >= 0
    off = cv2.blur(_unlike(seen, bare), (3, 3)) > params.off
    light = least(cv2.multiply(seen, whites))
    burnt = cv2.dilate((light > TOKENS.burnt).astype(np.uint8), np.ones((3, 3), np.uint8))
    plain = _likeness(seen, bare, tiles, params) < params.likeness
    strange = off & plain & tiles & (burnt == 0) & ~_wood(view, tops, size, params)
    cells = (size[0] * HALF // CELL, size[1] * HALF // CELL)
    return np.asarray(_shrunk(strange.astype(np.float32), cells) > params.share)


def _likeness(seen: Reals, bare: Reals, tiles: Mask, params: HandParams) -> Reals:
    """How much of the bare tile's brightness is seen around each pixel of a tile: their correlation, -1 to 1."""
    on = tiles.astype(np.float32)
    grey_seen, grey_bare = (mean_grey(picture) * on for picture in (seen, bare))
    window = (params.window_px, params.window_px)
    share = np.maximum(cv2.blur(on, window), 1 / window[0] ** 2)
    products = (grey_seen * grey_seen, grey_bare * grey_bare, grey_seen * grey_bare)
    one, other, squares, others, both = (cv2.blur(p, window) / share for p in (grey_seen, grey_bare, *products))
    spread = np.maximum(squares - one * one, 0) * np.maximum(others - other * other, 0)
    return np.asarray((both - one * other) / np.sqrt(spread + params.plain), np.float32)


def _wood(view: StraightView, tops: Sequence[Top], size: tuple[int, int], params: HandParams) -> Mask:
    """Where wood may hide the tiles, from its top down to its foot, in a picture of this width and height."""
    mask = np.zeros(size[::-1], np.uint8)
    for top in (top for top in tops if top.log_odds > params.wood_odds):
        wide = 2 * view.scale.px_per_mm * (TOKENS.radius_mm[top.thing.kind] + params.around_mm) / HALF
        feet = [foot.at_mm for foot in top.feet if foot.share > params.foot_share]
        for foot in view.scale.px(np.array(feet)) if feet else top.at_px[None]:
            one, other = ((round(float(x) / HALF), round(float(y) / HALF)) for x, y in (top.at_px, foot))
            cv2.line(mask, one, other, 1, round(wide))
    return mask > 0


def _large(cells: Mask, params: HandParams) -> Mask:
    """The parts as wide as a wrist; small holes are closed before."""
    closed = cv2.morphologyEx(cells.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    part = np.ones((params.part_cells, params.part_cells), np.uint8)
    return cv2.morphologyEx(closed, cv2.MORPH_OPEN, part) > 0


def _goes_on(view: StraightView, board: Mask, params: HandParams) -> Mask:
    """Cells at the rim whose colour goes on beside the tiles."""
    size = (board.shape[1], board.shape[0])
    color = _shrunk(view.seen, size)
    spread = params.alike * np.maximum(params.dark, most(color))
    goes_on = np.zeros(board.shape, bool)
    for way in OUTWARD:
        for step in range(1, params.rim_cells + 1):
            at_rim = board & ~_further(board, way, step) & _further(board, way, step - 1)
            beyond = _further(color, way, step - 1 + params.beyond_cells)
            goes_on |= at_rim & (_unlike(beyond, color) < spread)
    return goes_on


def _rim(board: Mask, params: HandParams) -> Mask:
    """Cells of the board in which something may reach in over its rim."""
    side = 2 * params.rim_cells + 1
    around = cv2.getStructuringElement(cv2.MORPH_CROSS, (side, side))
    return np.asarray(board & (cv2.erode(board.astype(np.uint8), around) == 0))


def _shrunk(picture: Reals, size: tuple[int, int]) -> Reals:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _unlike(one: Reals, other: Reals) -> Reals:
    """The difference of each pixel in the channel that differs most."""
    return np.asarray(most(cv2.absdiff(one, other)), np.float32)


def _further(cells: NDArray[Number], way: tuple[int, int], steps: int) -> NDArray[Number]:
    """What lies so many steps further out than each cell."""
    return np.roll(cells, (-steps * way[0], -steps * way[1]), (0, 1))

"""Where may a whole board lie, whatever its art?  Four-sided patches that differ from the table around them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.geometry import CORNERS_MM, HALF_MM, Points, TableGeometry, grid_places
from vision.locate.grid import ROUGH_FIT, ROUGH_LENS
from vision.locate.quads import clockwise, straight_sides
from vision.params_layout import ROUGH, TILE_MM, Cut, RoughParams
from vision.params_learn import ALIKE, LEARN, OUTLINE, OutlineParams
from vision.refine.table_fit import Fitting, fit_map

Box = tuple[int, ...]
"""Left, top, right and bottom of a part of a picture, in px."""
_Likely = Callable[[Box, int], tuple[float, list[Array]]]
"""``_likely`` of one picture."""


def find_boards(bgr: Image, params: OutlineParams = OUTLINE) -> list[Array]:
    """Outlines (4, 2) in px, clockwise, of large four-sided patches, largest first."""
    found: list[tuple[float, Array]] = []
    for likely in (_unlike_the_rim(bgr, params), _busy(bgr, params)):
        for level in params.levels:
            found += _patches(likely > level, params)
    found.sort(key=lambda pair: -pair[0])
    quads = np.array([quad for _, quad in found]).reshape(-1, 4, 2)
    return list(_without_likes(quads, np.full(len(quads), params.same_share * max(bgr.shape[:2])))[: params.most])


def board_outlines(bgr: Image, params: RoughParams = ROUGH) -> Iterator[Iterator[list[Array]]]:
    """Outlines (4, 2) in px of what may be a board, by one way to cut it out after the other, part by part."""
    likely = cache(partial(_likely, bgr))
    for cut in params.cuts:
        yield _parts((bgr.shape[1], bgr.shape[0]), likely, cut, params)


def _parts(size_px: tuple[int, int], likely: _Likely, cut: Cut, params: RoughParams) -> Iterator[list[Array]]:
    """The outlines of the whole picture, then those around each small patch.

    Then those left there when boxes and cards that touch the board are cut off.
    """
    whole = replace(cut, open_share=0.0)
    found = _outlines(likely((0, 0, *size_px), params.outline_px), params.area_share, whole, params)
    yield found
    seen: list[Array] = []
    for quad in found:
        low, high = quad.min(0), quad.max(0)
        around = (high - low) * params.crop_around
        box = np.concatenate([np.maximum(low - around, 0), np.minimum(high + around, size_px)]).astype(int)
        small = np.prod(high - low) < params.crop_below * size_px[0] * size_px[1]
        if small and all(np.abs(box - other).max() > 0.15 * (high - low).max() for other in seen):
            seen.append(box)
            around_it = likely(tuple(box.tolist()), params.crop_px)
            for how in dict.fromkeys((whole, cut)):
                yield [q + box[:2] for q in _outlines(around_it, params.crop_area_share, how, params)]
        if len(seen) == params.crops:
            break


def _likely(bgr: Image, box: Box, size_px: int) -> tuple[float, list[Array]]:
    """How a part of a picture was scaled, and maps (h, w) of how likely (0..1) each pixel is the board's: unlike the
    rim in colour, busy, unlike it in tint alone, or all of it."""
    left, top, right, bottom = box
    part = np.ascontiguousarray(bgr[top:bottom, left:right])
    scale = size_px / max(part.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = image(cv2.resize(part, None, fx=scale, fy=scale, interpolation=method))
    likely = [_unlike_the_rim(small, OUTLINE), _busy(small, OUTLINE), _other_tint(small, OUTLINE)]
    return scale, [*likely, _scaled(likely[0] + likely[1] + likely[2])]


def _outlines(
    likely: tuple[float, list[Array]], area_share: tuple[float, float], cut: Cut, params: RoughParams
) -> list[Array]:
    """Outlines of patches where a board is likely, in the picture as it came; largest first."""
    scale, maps = likely
    how = replace(OUTLINE, area_share=area_share, close_share=cut.close_share, open_share=cut.open_share)
    found = [pair for values in maps for level in cut.levels for pair in _patches(values > level, how, True)]
    found.sort(key=lambda pair: -pair[0])
    quads = np.array([quad for _, quad in found]).reshape(-1, 4, 2)
    sizes_px = np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)
    return list((_without_likes(quads, params.same_share * sizes_px) + 0.5) / scale - 0.5)


def _without_likes(quads: Array, apart_px: Array) -> Array:
    """The outlines (N, 4, 2) without those whose corners all lie within ``apart_px`` (N,) of one before."""
    apart = np.abs(quads[:, None] - quads).max((2, 3)) > apart_px[:, None]
    kept: list[int] = []
    for number in range(len(quads)):
        if apart[number, kept].all():
            kept.append(number)
    return np.asarray(quads[kept])


def _other_tint(bgr: Image, params: OutlineParams) -> Array:
    """How much (0..1) the tint around each pixel, however light or dark, is not one of the picture's rim."""
    blue, green, red = (channel.astype(np.float32) + 4 for channel in cv2.split(cv2.GaussianBlur(bgr, (0, 0), 1.5)))
    whole = blue + green + red
    last = params.tints - 1
    red = np.clip((red / whole - 0.1) * (last / 0.55), 0, last).astype(int)
    blue = np.clip((blue / whole - 0.05) * (last / 0.6), 0, last).astype(int)
    deep = max(2, round(params.rim_share * min(whole.shape)))
    rim = np.ones(whole.shape, bool)
    rim[deep:-deep, deep:-deep] = False
    table, all_of_it = (_tints(red[where], blue[where], params) for where in (rim, rim | True))
    share = table / (table + all_of_it + 1e-6)
    unlike = 1 - share[red, blue].astype(np.float32)
    return _scaled(cv2.GaussianBlur(unlike, (0, 0), params.blur_share * bgr.shape[1]))


def _tints(red: Array, blue: Array, params: OutlineParams) -> Array:
    """Share of each tint (tints, tints), smoothed."""
    count = np.bincount(red * params.tints + blue, minlength=params.tints**2).reshape(params.tints, params.tints)
    return np.asarray(cv2.GaussianBlur(count / max(1, count.sum()), (0, 0), 0.8))


def _unlike_the_rim(bgr: Image, params: OutlineParams) -> Array:
    """How much (0..1) the colours around each pixel are not those of the picture's rim, where the table is."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)
    height, width = lab.shape[:2]
    rim = np.full((height, width), 255, np.uint8)
    deep = round(params.rim_share * min(height, width))
    rim[deep:-deep, deep:-deep] = 0
    bins, span = [params.bins] * 3, [0.0, 256.0] * 3
    table = cv2.calcHist([lab], [0, 1, 2], rim, bins, span)
    all_of_it = cv2.calcHist([lab], [0, 1, 2], None, bins, span)
    for axis in range(3):
        table = (np.roll(table, 1, axis) + 2 * table + np.roll(table, -1, axis)) / 4
        all_of_it = (np.roll(all_of_it, 1, axis) + 2 * all_of_it + np.roll(all_of_it, -1, axis)) / 4
    share = (table / table.sum()) / (table / table.sum() + all_of_it / all_of_it.sum() + 1e-6)
    at = (lab.astype(np.int32) * params.bins) >> 8
    unlike = 1 - share[at[..., 0], at[..., 1], at[..., 2]].astype(np.float32)
    return _scaled(cv2.GaussianBlur(unlike, (0, 0), params.blur_share * width))


def _busy(bgr: Image, params: OutlineParams) -> Array:
    """How much (0..1) goes on around each pixel."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 3.0))
    return _scaled(cv2.GaussianBlur(np.minimum(fine, 25.0), (0, 0), params.blur_share * bgr.shape[1]))


def _scaled(values: Array) -> Array:
    low, high = np.quantile(values[::4, ::4], (0.1, 0.97))
    result: Array = np.clip((values - low) / max(float(high - low), 1e-6), 0, 1)
    return result


def _patches(mask: Array, params: OutlineParams, boxes: bool = False) -> list[tuple[float, Array]]:
    """Area and outline of each patch that is four-sided; with ``boxes`` also the box around each patch."""
    width = mask.shape[1]
    area_px = mask.size
    side = max(3, round(params.close_share * width))
    kernel = np.ones((side, side), np.uint8)
    closed = cv2.morphologyEx(mask.astype(np.uint8) * 255, cv2.MORPH_CLOSE, kernel)
    narrow = max(2 * side, round(params.open_share * width))
    shape = cv2.MORPH_ELLIPSE if narrow > 2 * side else cv2.MORPH_RECT
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, cv2.getStructuringElement(shape, (narrow, narrow)))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if area < params.area_share[0] * area_px or area > params.area_share[1] * area_px:
            continue
        quad = _four(hull, straight=not boxes)
        if quad is not None:
            found.append((area, quad))
        if boxes:
            found.append((area, clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64))))
    return found


def _four(hull: Array, straight: bool) -> Array | None:
    """The four corners (4, 2) of a patch, where its ``straight`` sides meet: small patches have none long enough."""
    round_px = cv2.arcLength(hull, True)
    for share in (0.02, 0.03, 0.045, 0.06, 0.08):
        corners = cv2.approxPolyDP(hull, share * round_px, True)
        if len(corners) == 4:
            quad = clockwise(corners.reshape(4, 2).astype(np.float64))
            return straight_sides(quad, hull.reshape(-1, 2).astype(np.float64)) if straight else quad
    return None


def board_tables(bgr: Image, params: OutlineParams = OUTLINE) -> list[TableGeometry]:
    """Where sixteen tiles may lie by patches of the shape of a whole board, likeliest first."""
    size_px = (bgr.shape[1], bgr.shape[0])
    boards = [
        table_from_corners(np.roll(quad, -turn, 0), size_px) for quad in find_boards(bgr, params) for turn in (0, 1)
    ]
    likely = [board for board in boards if board[0] < params.most_corner_cost and is_large_enough(board[1])]
    return [table for _, table in sorted(likely, key=lambda board: board[0])[: params.boards]]


def is_large_enough(table: TableGeometry) -> bool:
    """Smaller things are a deck of cards or a pattern of the cloth, and no use for learning."""
    sides = np.diff(table.project(table.places[[0, 3, 15, 12], :2]), axis=0)
    return float(np.linalg.norm(sides, axis=1).mean()) / 3 > ALIKE.least_px


USUAL_PITCH_MM = (TILE_MM[0] * LEARN.usual_pitch, TILE_MM[1] * LEARN.usual_pitch)


def table_from_corners(
    corners_px: Array, size_px: tuple[int, int], pitch_mm: tuple[float, float] = USUAL_PITCH_MM
) -> tuple[float, TableGeometry]:
    """The table whose outer corners lie at (4, 2) px, and how unlikely such a picture is: corners off, odd lens."""
    places = grid_places(pitch_mm)
    reach = np.abs(places[:, :2]).max(0) + HALF_MM
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), corners_px.astype(np.float32))
    points = Points(np.array([0.0, 3.0, 15.0, 12.0]), CORNERS_MM, corners_px, np.ones(4))
    return fit_map(np.asarray(matrix, np.float64), size_px, points, places, Fitting(ROUGH_LENS, ROUGH_FIT))

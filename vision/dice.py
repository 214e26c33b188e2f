"""What do the two dice beside the board show?

The table is seen straight in the plane of the dice's tops: there a top face is a true square with its pips on a grid,
whatever the camera's tilt; side faces are squeezed.  Where there are dark dots, a small learnt net is asked for the
middles of tops and their numbers.  ``tools/token_net/dice.py`` makes it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import least, spots
from vision.changes.steady import CELL, Box, boxes_of, grown, straight_maps
from vision.frame import Floats, Image, Reals
from vision.nets import Net, folded, unfolded
from vision.params import DICE, DiceParams
from vision.pose import Pose

STRIDE = 2
"""Pixels of the plane per cell of the net's answer."""
BAND_PX = 128
"""Rows of the plane made at a time: maps of so few fit into the memory of the last ones."""
_NET = Net("vision", "dice.onnx")
BoxMm = tuple[Floats, Floats]
"""The low and high corner (2,) of a part of the table, in mm on the board."""


@dataclass(frozen=True, slots=True, eq=False)
class DieTop:
    """A top that might be there: value and the share of that, middle (2,) in mm on the board, log-odds."""

    value: int
    share: float
    at_mm: Floats
    log_odds: float


@dataclass(frozen=True, slots=True, eq=False)
class TopPlane:
    """The table seen straight at the height of the dice's tops: grey (h, w), what may be looked at, the scale,
    and how bright white paper is."""

    grey: Image
    open: NDArray[np.bool_]
    origin_mm: Floats
    px_per_mm: float
    paper: float


@dataclass(frozen=True, slots=True, eq=False)
class DieTops:
    """What looked like tops of dice, and how bright white paper was."""

    tops: tuple[DieTop, ...]
    paper: float


def look_for_dice(picture_bgr: Image, pose: Pose, params: DiceParams = DICE) -> DieTops:
    """Everything beside the board that looks like the top of a die."""
    low, high = _tiles_mm(pose)
    around_mm = _pictured(picture_bgr, pose, (low - params.margin_mm, high + params.margin_mm), params)
    paper = paper_of(picture_bgr, pose, params)
    plane = top_plane(picture_bgr, pose, around_mm, paper, params)
    return DieTops(tuple(_tops_in(plane, pose, params)), paper)


def look_again(
    picture_bgr: Image, pose: Pose, before: DieTops, changed_mm: list[BoxMm], params: DiceParams = DICE
) -> DieTops:
    """The same where only some boxes of the board's plane changed, given by their low and high corners (2,)."""
    tops, foot, camera_mm = list(before.tops), *_camera(pose)
    for low, high in changed_mm:
        lean = (np.stack([low, high]) - foot) * params.top_mm / (camera_mm - params.top_mm)
        low = low - params.beside_mm - np.maximum(lean[0], 0)
        high = high + params.beside_mm + np.maximum(-lean[1], 0)
        plane = top_plane(picture_bgr, pose, (low - params.around_mm, high + params.around_mm), before.paper, params)
        tops = [top for top in tops if not _within(top, low, high)]
        tops += [top for top in _tops_in(plane, pose, params) if _within(top, low, high)]
    return DieTops(tuple(_apart(tops, params)), before.paper)


def _within(top: DieTop, low: Floats, high: Floats) -> bool:
    return bool((top.at_mm >= low).all() and (top.at_mm < high).all())


def _camera(pose: Pose) -> tuple[Floats, float]:
    """The board point (2,) below the camera, and its height in mm."""
    camera = -cv2.Rodrigues(np.asarray(pose.rvec, np.float64))[0].T @ np.asarray(pose.tvec, np.float64).reshape(3)
    return np.asarray(camera[:2], np.float64), float(-camera[2])


def _tiles_mm(pose: Pose) -> BoxMm:
    """The low and high corner (2,) of what the tiles take up on the table."""
    corners = np.concatenate([tile.corners_mm for tile in pose.tiles])
    return corners.min(axis=0), corners.max(axis=0)


def _pictured(picture_bgr: Image, pose: Pose, around_mm: BoxMm, params: DiceParams) -> BoxMm:
    """Of a part of the plane of the dice's tops, low and high corner (2,), a box that holds all that is pictured."""
    low, high = around_mm
    x, y = (np.append(np.arange(*side, params.look_mm), side[1]) for side in zip(low, high, strict=True))
    nodes = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    px = pose.project_plane(nodes, params.top_mm)
    seen = nodes[((px > 0) & (px < picture_bgr.shape[1::-1])).all(axis=1)]
    if not len(seen):
        return around_mm
    return np.maximum(low, seen.min(axis=0) - params.look_mm), np.minimum(high, seen.max(axis=0) + params.look_mm)


def paper_of(picture_bgr: Image, pose: Pose, params: DiceParams = DICE) -> float:
    """How bright white paper is, by the tiles."""
    low, high = _tiles_mm(pose)
    width, height = (int(n) for n in np.ceil((high - low) * params.paper_px_per_mm))
    maps = straight_maps(pose, low, params.paper_px_per_mm, (height, width), params.top_mm)
    grey = least(cv2.remap(picture_bgr, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT))
    tiled = _tiled(pose, low, params.paper_px_per_mm, (height, width))
    return float(np.percentile(grey[tiled], params.paper_percentile))


def _tiled(pose: Pose, low_mm: Floats, px_per_mm: float, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """The pixels (h, w) of a straight plane on which tiles lie."""
    tiles = np.zeros(shape, np.uint8)
    for tile in pose.tiles:
        cv2.fillConvexPoly(tiles, np.round((tile.corners_mm - low_mm) * px_per_mm).astype(np.int32), 1)
    return tiles > 0


def top_plane(picture_bgr: Image, pose: Pose, around_mm: BoxMm, paper: float, params: DiceParams = DICE) -> TopPlane:
    """A part of the table, low and high corner (2,), straight in the plane of the dice's tops; tiles are closed.

    In the midst of the board it stays black.
    """
    low, scale = around_mm[0], params.px_per_mm
    width, height = (int(n) for n in np.ceil((around_mm[1] - low) * scale))
    grey, inside = np.zeros((height, width), np.uint8), np.zeros((height, width), bool)
    right, bottom = picture_bgr.shape[1] - 3, picture_bgr.shape[0] - 3
    for band, columns in _around_midst(pose, around_mm, (height, width), params):
        from_mm = low + np.array([columns.start, band.start]) / scale
        shape = band.stop - band.start, columns.stop - columns.start
        maps = straight_maps(pose, from_mm, scale, shape, params.top_mm)
        grey[band, columns] = least(cv2.remap(picture_bgr, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT))
        inside[band, columns] = cv2.inRange(maps[0], (2, 2, 0, 0), (right, bottom, 0, 0))
    return TopPlane(grey, inside & ~_tiled(pose, low, scale, (height, width)), low, scale, paper)


def _around_midst(
    pose: Pose, around_mm: BoxMm, shape: tuple[int, int], params: DiceParams
) -> Iterator[tuple[slice, slice]]:
    """Rows and columns of a plane, a few rows at a time, without the midst of the board: no die is looked for there,
    and those beside the board are told without it."""
    low, high = (np.array(side) - around_mm[0] for side in _tiles_mm(pose))
    inner_px = (np.stack([low + params.around_mm, high - params.around_mm]) * params.px_per_mm).astype(int)
    (left, top), (right, bottom) = np.clip(inner_px, 0, shape[::-1]).tolist()
    height, width = shape
    beside = (0, top, 0, width), (top, bottom, 0, left), (top, bottom, right, width), (bottom, height, 0, width)
    for first, last, start, stop in beside:
        for row in range(first, last, BAND_PX) if start < stop else ():
            yield slice(row, min(row + BAND_PX, last)), slice(start, stop)


def find_pips(plane: TopPlane, params: DiceParams = DICE) -> Floats:
    """Dark dots with brightness all around, (N, 2) x, y in the plane's pixels."""
    scale = plane.px_per_mm
    soft = np.asarray(cv2.GaussianBlur(plane.grey, (0, 0), params.pip_blur_mm * scale), np.uint8)
    around = np.asarray(cv2.erode(soft, _circle(params.pip_ring_mm * scale)), np.uint8)
    reach = int(params.pip_ring_mm * scale) | 1
    peak = (soft <= cv2.erode(soft, np.ones((reach, reach), np.uint8))) & plane.open
    peak &= (around > params.least_white * plane.paper) & (soft < around * np.float32(1 - params.pip_depth))
    return _middles(peak.astype(np.uint8))


def _middles(dots: Image) -> Floats:
    """The middle of each dot of a mask with few and small ones, (N, 2) x, y: outlines cost less than labels."""
    outlines = cv2.findContours(dots, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    boxes = (cv2.boundingRect(outline) for outline in outlines)
    middles = [np.argwhere(dots[y : y + h, x : x + w].T).mean(axis=0) + np.array([x, y]) for x, y, w, h in boxes]
    return np.array(middles, np.float64).reshape(-1, 2)


def _circle(radius_px: float) -> Image:
    """Eight points of a circle as a neighbourhood."""
    reach = int(np.ceil(radius_px))
    angles = np.arange(8) * np.pi / 4
    circle = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    circle[
        reach + np.round(radius_px * np.sin(angles)).astype(int),
        reach + np.round(radius_px * np.cos(angles)).astype(int),
    ] = 1
    return circle


def _tops_in(plane: TopPlane, pose: Pose, params: DiceParams) -> list[DieTop]:
    """The tops near dark dots, likeliest first."""
    pips_px = find_pips(plane, params)
    shape = (plane.grey.shape[0] // CELL, plane.grey.shape[1] // CELL)
    cells = np.zeros(shape, bool)
    columns, rows = np.minimum(pips_px // CELL, np.array(shape[::-1]) - 1).astype(int).T
    cells[rows, columns] = True
    if not cells.any() or len(pips_px) > params.most_pips:
        return []
    boxes = (grown(box, params.around_cells, shape) for box in boxes_of(cells, params.near_cells))
    return _apart([top for box in boxes for top in _tops_of(plane, box, pose, params)], params)


def _tops_of(plane: TopPlane, box: Box, pose: Pose, params: DiceParams) -> list[DieTop]:
    """The tops in one box of cells."""
    corner = np.array([box[2], box[0]]) * CELL
    shown = folded(_net_input(plane, box, pose, params), STRIDE)
    told = unfolded(_NET.answer(shown), STRIDE).astype(np.float64)
    odds = told[0].astype(np.float32)
    peaks = (odds >= cv2.dilate(odds, np.ones((7, 7), np.uint8))) & (odds > params.propose)
    found = []
    for row, column in spots(peaks):
        x, y = corner + STRIDE * np.array([column, row]) + (STRIDE - 1) / 2
        if plane.open[round(y), round(x)]:
            shares = np.exp(told[1:, row, column] - np.logaddexp.reduce(told[1:, row, column]))
            at_mm = np.array([x, y]) / plane.px_per_mm + plane.origin_mm
            found.append(DieTop(int(shares.argmax()) + 1, float(shares.max()), at_mm, float(odds[row, column])))
    return found


def _net_input(plane: TopPlane, box: Box, pose: Pose, params: DiceParams) -> Reals:
    """(3, h, w) of a box of cells: grey, white paper being 1, and how far 1 mm of a side leans in, x and y."""
    top, bottom, left, right = (CELL * side for side in box)
    grey = plane.grey[top:bottom, left:right].astype(np.float32)
    white = max(plane.paper, float(np.percentile(grey, params.white_percentile)))
    foot, camera_mm = _camera(pose)
    away = (foot - plane.origin_mm) / (camera_mm - params.top_mm + params.half_mm)
    step = 1 / plane.px_per_mm / (camera_mm - params.top_mm + params.half_mm)
    stack = np.empty((3, *grey.shape), np.float32)
    stack[0] = np.minimum(grey / white, params.most_bright) - params.grey_zero
    stack[1] = away[0] - np.arange(left, right)[None] * step
    stack[2] = away[1] - np.arange(top, bottom)[:, None] * step
    return stack


def _apart(tops: Sequence[DieTop], params: DiceParams) -> list[DieTop]:
    """One top a die, the likeliest."""
    kept: list[DieTop] = []
    for top in sorted(tops, key=lambda one: -one.log_odds):
        if all(math.dist(top.at_mm, other.at_mm) >= params.apart_mm for other in kept):
            kept.append(top)
    return kept


def two_dice(tops: Sequence[DieTop], params: DiceParams = DICE) -> tuple[int, int] | None:
    """What two dice show, left one first; None where not exactly two tops are sure."""
    best = sorted(tops, key=lambda one: -one.log_odds)[:3]
    if len(best) < 2 or best[1].log_odds < params.told or min(one.share for one in best[:2]) < params.least_share:
        return None
    if len(best) == 3 and best[2].log_odds > params.third_odds:
        return None
    left, right = sorted(best[:2], key=lambda one: float(one.at_mm[0]))
    return left.value, right.value

"""Where does the outline of tiles that lie alike run?  Where all have an edge, and the outer ones none further out.

Tiles laid alike (``vision/refine/shared_print.py``) show the same print at the same place.  Lines of their frames are
as sharp as their rim; but outside of the rim an outer tile has table, where nothing sharp runs along it, and an inner
tile has its neighbour.  That, the table's colours and the usual gap tell the rim.  How wide tiles are for their height,
which likeness leaves open too, is told by their four sides.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array, image, spaced
from vision.frame import Image
from vision.geometry import CORNERS_MM, HALF_MM, TableGeometry, pitch_of
from vision.params_layout import TILE_MM
from vision.params_learn import EDGES, RIM, RimParams
from vision.refine.edges import fit_outline, profiles, refitted, with_tablecloth

OUTER = (range(4), range(3, 16, 4), range(12, 16), range(0, 16, 4))
"""Cells at the top, right, bottom and left rim of the board."""
AXES = ((3, 1), (0, 2))
"""The sides across and down: left and right, top and bottom."""


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """What profiles across one side say, offset by offset (O,): ``parted`` and ``cloth`` 0..1, steps of both kinds."""

    parted: Array
    cloth: Array
    outer_step: Array
    inner_step: Array


def with_rim(bgr: Image, table: TableGeometry, params: RimParams = RIM) -> TableGeometry:
    """The table with all tiles moved and sized by the same little, so that their sides lie on the tiles' rim."""
    lab = image(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB))
    for reach_mm in params.reach_mm:
        table = _sought(with_tablecloth(lab, table, EDGES), table, reach_mm, params)
    for reach_mm in params.close_mm:
        table = fit_outline(bgr, table, reach_mm)
    return table


def _sought(lab: Array, table: TableGeometry, reach_mm: float, params: RimParams) -> TableGeometry:
    """The likeliest of all small shifts and sizes."""
    offsets = spaced(params.seen_mm, params.step_mm)
    pairs = _pairs(lab, table, offsets, params)
    growths = spaced(params.growth, params.growth_step)
    odds, shifts = zip(
        *(_best_shifts(pairs[axis], offsets, axis, growths, params, reach_mm) for axis in (0, 1)), strict=True
    )
    total = odds[0][:, None] + odds[1][None] + _usual(table, growths, params)
    chosen = np.unravel_index(int(total.argmax()), total.shape)
    middle = np.array([shifts[axis][chosen[axis]] for axis in (0, 1)]) + HALF_MM
    return refitted(table, middle + (CORNERS_MM - HALF_MM) * (1 + growths[list(chosen)]), CORNERS_MM)


def rim_margin(bgr: Image, table: TableGeometry, params: RimParams = RIM) -> float:
    """By how many log-odds the outline lies rather here than more than ``other_mm`` off; below 0 it lies elsewhere."""
    offsets = spaced(params.seen_mm, params.step_mm)
    lab = with_tablecloth(image(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)), table, EDGES)
    pairs = _pairs(lab, table, offsets, params)
    growths = spaced(params.growth, params.growth_step)
    usual = _usual(table, growths, replace(params, wider=params.doubted_wider))
    odds = [_best_shifts(pairs[axis], offsets, axis, growths, params)[0] for axis in (0, 1)]
    rests = ((usual + odds[1][None]).max(1), (usual + odds[0][:, None]).max(0))
    return min(_margin(pairs[axis], offsets, axis, growths, rest, params) for axis, rest in enumerate(rests))


def _margin(pair: Array, offsets: Array, axis: int, growths: Array, rest: Array, params: RimParams) -> float:
    shifts = spaced(params.shift_mm, params.step_mm)[:, None]
    sides = growths * HALF_MM[axis] - shifts, growths * HALF_MM[axis] + shifts
    total = _both(pair, offsets, sides, params) + rest
    off = np.maximum(np.abs(sides[0]), np.abs(sides[1]))
    return float(total[off <= params.other_mm].max() - total[off > params.other_mm].max())


def _both(pair: Array, offsets: Array, sides: tuple[Array, Array], params: RimParams) -> Array:
    """Log-odds of two opposite sides lying at these offsets, from ``pair`` (O, O)."""
    first, second = (
        np.clip(np.rint((one - offsets[0]) / params.step_mm).astype(int), 0, len(offsets) - 1) for one in sides
    )
    result: Array = pair[first, second]
    return result


def _best_shifts(
    pair: Array, offsets: Array, axis: int, growths: Array, params: RimParams, reach_mm: float = np.inf
) -> tuple[Array, Array]:
    """For each growth along one axis the log-odds of the best shift, and that shift in mm."""
    shifts = spaced(params.shift_mm, params.step_mm)[:, None]
    grown = growths * HALF_MM[axis]
    odds = _both(pair, offsets, (grown - shifts, grown + shifts), params)
    odds = np.where(np.abs(grown) + np.abs(shifts) <= reach_mm + 1e-6, odds, -1e6)
    best = odds.argmax(0)
    return odds.max(0), shifts[best, 0]


def _usual(table: TableGeometry, growth: Array, params: RimParams) -> Array:
    """Log-odds of growths across (rows) and down (columns): the gaps there are then, and how much wider tiles are."""
    across, down = (pitch_of(table.places)[axis] / (1 + growth) - TILE_MM[axis] for axis in (0, 1))
    usual, spread = params.gap_mm
    uneven = (across[:, None] - down[None]) / params.uneven_mm
    wider = (growth[:, None] - growth[None]) / params.wider
    away = ((across[:, None] - usual) / spread) ** 2 + ((down[None] - usual) / spread) ** 2 + uneven**2 + wider**2
    least = np.minimum(across[:, None], down[None])
    result: Array = -0.5 * away - np.where(least < params.least_gap_mm, 1e6, 0.0)
    return result


def _sides(lab: Array, table: TableGeometry, offsets: Array, params: RimParams) -> list[_Side]:
    """The four sides: top, right, bottom, left."""
    colours = profiles(lab, table, offsets, EDGES)
    fine, soft = (_slopes(colours, width_mm / params.step_mm) for width_mm in (params.blur_mm, params.soft_mm))
    sharp = np.maximum(fine - soft, 0)
    deep = offsets < -params.inside_mm
    return [
        _side(colours[:, 3 * side : 3 * side + 3], sharp[:, 3 * side : 3 * side + 3], list(outer), deep, params)
        for side, outer in enumerate(OUTER)
    ]


def _slopes(colours: Array, width: float) -> Array:
    """Steepness (tiles, thirds, O) of profiles (tiles, thirds, O, 4), smoothed."""
    kernel = cv2.getGaussianKernel(int(6 * width) | 1, width).ravel()
    padded = np.pad(colours[..., :3], ((0, 0), (0, 0), (len(kernel) // 2,) * 2, (0, 0)), mode="edge")
    smooth = np.lib.stride_tricks.sliding_window_view(padded, len(kernel), axis=2) @ kernel
    steep: Array = np.linalg.norm(np.gradient(smooth, axis=2), axis=3)
    return steep


def _side(colours: Array, sharp: Array, outer: list[int], deep: Array, params: RimParams) -> _Side:
    """One side, from profiles (tiles, thirds, O, 4) and their sharpness (tiles, thirds, O)."""
    inner = [cell for cell in range(len(colours)) if cell not in outer]
    even = _evenly_lit(colours[..., :3], deep, params)
    noise = even[outer].var(0) / len(outer) + even[inner].var(0) / len(inner) + params.same_grey**2
    apart = ((np.median(even[outer], 0) - np.median(even[inner], 0)) ** 2 / noise).sum(-1).mean(0)
    cloth = colours[outer][..., 3].mean((0, 1))
    cloth = cloth / max(float(np.quantile(cloth, 0.95)), 1e-3)
    usual = float(np.median(cloth[deep]))
    return _Side(
        1 / (1 + np.exp(np.clip((params.other - apart) / params.other_soft, -30, 30))),
        np.clip((cloth - usual) / max(1 - usual, 0.2), 0, 1),
        np.median(sharp[outer], 0).mean(0),
        np.median(sharp[inner], 0).mean(0),
    )


def _evenly_lit(colours: Array, deep: Array, params: RimParams) -> Array:
    """The profiles (tiles, thirds, O, 3) less what the light adds to each tile.

    That is told by the print that tiles share: where their scenes differ, a point counts for little.
    """
    tile = colours[:, :, deep]
    light = tile.mean((1, 2), keepdims=True)
    for _ in range(params.light_rounds):
        shared = np.median(tile - light, 0, keepdims=True)
        spread = ((tile - light - shared) ** 2).mean((0, 3), keepdims=True) + params.same_grey**2
        light = ((tile - shared) / spread**2).sum((1, 2), keepdims=True) / (1 / spread**2).sum((1, 2), keepdims=True)
    even: Array = colours - light
    return even


def _pairs(lab: Array, table: TableGeometry, offsets: Array, params: RimParams) -> list[Array]:
    """Log-odds (O, O) of the offsets of two opposite sides as their rims: across, then down."""
    sides = _sides(lab, table, offsets, params)
    clear = params.clear_step * float(np.median([max(one.outer_step.max(), one.inner_step.max()) for one in sides]))
    walls = _walls_mm(table, params)
    worth = [_worth(one, clear, max(params.thick_mm, wall), params) for one, wall in zip(sides, walls, strict=True)]
    lines = [_lines(one, clear, params) for one in sides]
    return [
        worth[one][:, None] + worth[other][None] + params.mirrored_odds * lines[one] @ lines[other].T
        for one, other in AXES
    ]


def _walls_mm(table: TableGeometry, params: RimParams) -> list[float]:
    """How far outside of its rim the lower edge of each side is seen: a tile's near side shows how thick it is."""
    rotation = cv2.Rodrigues(table.rvec)[0]
    camera = -rotation.T @ table.tvec
    slopes = (camera[:2] - table.places[:, :2]) / abs(camera[2])
    normals = ((0, -1), (1, 0), (0, 1), (-1, 0))
    outward = (float((slopes[list(cells)] @ normal).mean()) for cells, normal in zip(OUTER, normals, strict=True))
    return [params.tile_mm * slope + params.foot_mm for slope in outward]


def _lines(side: _Side, clear: float, params: RimParams) -> Array:
    """The lines further in than each offset (O, depths), to be multiplied with those of the side across.

    Frames are alike on both sides: where one side is laid on its rim and the other on a line of its frame, they differ.
    """
    shared = np.minimum(side.outer_step, side.inner_step)
    sharp = cv2.GaussianBlur(shared**2 / (shared**2 + clear**2 + 1e-9), (0, 0), params.like_mm / params.step_mm).ravel()
    depth = round(params.frame_mm / params.step_mm)
    padded = np.concatenate([np.zeros(depth), sharp])
    inward = np.lib.stride_tricks.sliding_window_view(padded, depth + 1)
    away = inward - inward.mean(1, keepdims=True)
    result: Array = away / (np.linalg.norm(away, axis=1, keepdims=True) + params.plain)
    return result


def _worth(side: _Side, clear: float, wall_mm: float, params: RimParams) -> Array:
    """An edge for both kinds of tiles, none for outer ones further out, and what lies further in is tile."""
    step_mm = params.step_mm
    outer, inner = (step**2 / (step**2 + clear**2 + 1e-9) for step in (side.outer_step, side.inner_step))
    skipped = min(round(wall_mm / step_mm), len(outer))
    further = np.cumsum(outer[::-1])[::-1] * step_mm
    further = np.concatenate([further[skipped:], np.zeros(skipped)])
    within = params.parted_per_mm * side.parted + params.cloth_per_mm * (side.cloth - params.half_way)
    result: Array = (
        params.edge_odds * np.minimum(outer, inner)
        - np.minimum(params.further_per_mm * further, params.most_further)
        - np.cumsum(within) * step_mm
    )
    return result

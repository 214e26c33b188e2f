"""Where does the outline of tiles that lie alike run?  Where outer tiles and inner tiles begin to look different.

Tiles laid alike (``vision/alike.py``) show the same print at the same place; just outside of it an outer tile has table
beside it and an inner tile its neighbour.  That parting, the table's colours and the steps of brightness tell the rim.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.edges import all_moved, fit_outline, profiles, resized, with_tablecloth
from vision.frame import Image
from vision.geometry import HALF_MM, Table, pitch_of
from vision.params_layout import TILE_MM
from vision.params_learn import EDGES, RIM, RimParams

OUTER = (range(4), range(3, 16, 4), range(12, 16), range(0, 16, 4))
"""Cells at the top, right, bottom and left rim of the board."""


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """What profiles across one side say, offset by offset: ``parted``, ``cloth`` 0..1 and ``steep`` 0..1, all (O,)."""

    parted: Array
    cloth: Array
    steep: Array


def with_rim(bgr: Image, table: Table, params: RimParams = RIM) -> Table:
    """The table with all tiles moved and sized by the same little, so that their sides lie on the tiles' rim."""
    lab = image(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB))
    for reach_mm in params.reach_mm:
        table = _sought(with_tablecloth(lab, table, EDGES), table, reach_mm, params)
    for reach_mm in params.close_mm:
        table = fit_outline(bgr, table, reach_mm)
    return table


def _sought(lab: Array, table: Table, reach_mm: float, params: RimParams) -> Table:
    """The likeliest of all small shifts and sizes."""
    furthest = reach_mm + params.beyond_mm
    offsets = np.arange(-furthest, furthest + params.step_mm / 2, params.step_mm)
    worth = np.stack([_worth(side, offsets, params) for side in _sides(lab, table, offsets, params)])
    shifts = np.arange(-params.shift_mm, params.shift_mm + 1e-6, params.shift_step_mm)
    growths = np.arange(-params.growth, params.growth + 1e-6, params.growth_step)
    x, y, growth = np.meshgrid(shifts, shifts, growths, indexing="ij")
    wide, high = growth * HALF_MM[0], growth * HALF_MM[1]
    total = _usual_gap(table, growth, params)
    for odds, offset in zip(worth, (high - y, wide + x, high + y, wide - x), strict=True):
        at = np.rint((offset + furthest) / params.step_mm).astype(int)
        total += np.where((at >= 0) & (at < len(odds)), odds[np.clip(at, 0, len(odds) - 1)], -1e9)
    best = np.unravel_index(int(total.argmax()), total.shape)
    return resized(all_moved(table, float(x[best]), float(y[best]), 0.0), 1 + float(growth[best]))


def _usual_gap(table: Table, growth: Array, params: RimParams) -> Array:
    """Log-odds of the gaps there are when tiles are so much larger."""
    across, down = (pitch_of(table.places)[axis] / (1 + growth) - TILE_MM[axis] for axis in (0, 1))
    usual, spread = params.gap_mm
    away = ((across - usual) / spread) ** 2 + ((down - usual) / spread) ** 2 + ((across - down) / params.uneven_mm) ** 2
    result: Array = -0.5 * away - np.where(np.minimum(across, down) < params.least_gap_mm, 1e6, 0.0)
    return result


def _sides(lab: Array, table: Table, offsets: Array, params: RimParams) -> list[_Side]:
    """The four sides: top, right, bottom, left."""
    colours = profiles(lab, table, offsets, EDGES)
    width = params.blur_mm / params.step_mm
    kernel = cv2.getGaussianKernel(int(6 * width) | 1, width).ravel()
    padded = np.pad(colours[..., :3], ((0, 0), (0, 0), (len(kernel) // 2,) * 2, (0, 0)), mode="edge")
    smooth = np.lib.stride_tricks.sliding_window_view(padded, len(kernel), axis=2) @ kernel
    slope = np.linalg.norm(np.gradient(smooth, axis=2), axis=3)
    deep = offsets < -params.inside_mm
    return [
        _side(colours[:, 3 * side : 3 * side + 3], slope[:, 3 * side : 3 * side + 3], list(outer), deep, params)
        for side, outer in enumerate(OUTER)
    ]


def _side(colours: Array, slope: Array, outer: list[int], deep: Array, params: RimParams) -> _Side:
    """One side, from profiles (tiles, thirds, O, 4) and their steepness (tiles, thirds, O)."""
    inner = [cell for cell in range(len(colours)) if cell not in outer]
    even = colours[..., :3] - colours[:, :, deep, :3].mean((1, 2))[:, None, None]
    noise = even[outer].var(0) / len(outer) + even[inner].var(0) / len(inner) + params.same_grey**2
    apart = ((np.median(even[outer], 0) - np.median(even[inner], 0)) ** 2 / noise).sum(-1).mean(0)
    cloth = colours[outer][..., 3].mean((0, 1))
    cloth = cloth / max(float(np.quantile(cloth, 0.95)), 1e-3)
    usual = float(np.median(cloth[deep]))
    step = slope / (slope + 0.5 * np.median(slope.max(2)))
    steep = np.minimum(np.median(step[outer], 0).mean(0), np.median(step[inner], 0).mean(0))
    return _Side(
        1 / (1 + np.exp(np.clip((params.other - apart) / params.other_soft, -30, 30))),
        np.clip((cloth - usual) / max(1 - usual, 0.2), 0, 1),
        steep,
    )


def _worth(side: _Side, offsets: Array, params: RimParams) -> Array:
    """Log-odds of each offset as the rim: what lies further in is tile, and it is an edge for both kinds of tiles."""
    outside = 1 - (1 - side.parted) * (1 - side.cloth)
    step_mm = offsets[1] - offsets[0]
    result: Array = params.per_mm * np.cumsum((params.half_way - outside) * step_mm) + params.edge_odds * side.steep
    return result

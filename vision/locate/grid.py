"""Where lie sixteen tiles of unknown art?  A lattice of like outlines, for learning a copy and for nothing else.

One outline and a usual lens give a plane; other outlines that are tiles of the same size on that plane, a step of
little more than a tile apart, vote for it.  The 4x4 window with the most votes wins.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array
from vision.frame import Image
from vision.geometry import CORNERS_MM, HALF_MM, Points, TableGeometry, apply_homography, grid_places, plane_of_tile
from vision.locate.quads import find_quads
from vision.params_layout import GEOMETRY, TILE_MM
from vision.params_learn import GRID, GridParams
from vision.refine.table_fit import Fitting, Lens, fit_map

ROUGH_LENS = Lens(focal_spread=0.1, k1_spread=0.03)
ROUGH_FIT = replace(GEOMETRY, point_px=2.0, outlier_px=4.0, place_spread=(1.5, 1.5, 0.02))


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Sixteen tiles found: the fitted table and which cells (16,) an outline spoke for."""

    table: TableGeometry
    seen: Array


@dataclass(frozen=True, slots=True, eq=False)
class _Lattice:
    """Homography px -> plane mm, the step between tiles, and for each outline its cell (N, 2) or -99, and its shift."""

    to_plane: Array
    pitch_mm: Array
    cells: Array
    turns: Array
    votes: int


def find_grid(bgr: Image, params: GridParams = GRID) -> Grid | None:
    """The sixteen tiles in a picture; None where too few outlines agree."""
    size_px = (bgr.shape[1], bgr.shape[0])
    quads = _pictured(bgr, find_quads(bgr, params), params)
    lattices = []
    for seed in quads[: params.seeds]:
        for turn in (0, 1):
            lattice = _grow(np.roll(seed, -turn, 0), quads, size_px, params)
            if lattice is not None and lattice.votes >= params.least_tiles:
                lattices.append(lattice)
    lattices.sort(key=lambda lattice: -lattice.votes)
    ways = ([one for one in lattices if _lies_across(one) is across] for across in (True, False))
    fits = [_fit(lattice, quads, size_px) for way in ways for lattice in way[: params.finalists]]
    return max(fits, key=lambda pair: pair[0])[1] if fits else None


def _pictured(bgr: Image, quads: Array, params: GridParams) -> Array:
    """The outlines with a picture inside: a plain field of a cloth or a shadow is no tile."""
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (0, 0), params.blur_px)
    bright = float(np.quantile(grey, 0.95))
    inner = np.array([[-2, -2], [14, -2], [14, 14], [-2, 14]], np.float32)
    busy = []
    for quad in quads:
        matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), inner)
        busy.append(float(cv2.warpPerspective(grey, matrix, (12, 12), flags=cv2.INTER_AREA).std()))
    kept: Array = quads[np.array(busy) > params.picture_contrast * bright] if len(quads) else quads
    return kept


def _grow(seed: Array, quads: Array, size_px: tuple[int, int], params: GridParams) -> _Lattice | None:
    """Let the outlines near the seed improve its plane, step by step outwards."""
    to_plane = plane_of_tile(seed, size_px)
    if to_plane is None:
        return None
    pitch = np.array(TILE_MM) * 1.05
    lattice: _Lattice | None = None
    for reach in (1.6, 2.4, 3.6, 3.6):
        lattice = _vote(to_plane, pitch, quads, reach, params)
        if lattice.votes < 2:
            return None
        to_plane, pitch = _refit(lattice, quads, params)
        low, high = np.array(params.pitch_ratio)[:, None] * TILE_MM
        if (pitch < low).any() or (pitch > high).any():
            return None
    return lattice


def _lies_across(lattice: _Lattice) -> bool:
    """Whether the long side of the tile that the lattice grew from lies across the picture, rather than along."""
    start, end = apply_homography(np.linalg.inv(lattice.to_plane), np.array([[0.0, 0.0], [TILE_MM[0], 0.0]]))
    return bool(abs(end[0] - start[0]) > abs(end[1] - start[1]))


def _vote(to_plane: Array, pitch: Array, quads: Array, reach: float, params: GridParams) -> _Lattice:
    plane = apply_homography(to_plane, quads).reshape(-1, 4, 2)
    centres = plane.mean(1)
    cells = np.round(centres / pitch)
    off = np.abs(centres / pitch - cells)
    cells_away = np.abs(cells).max(1)
    slack = 1 + 0.5 * cells_away
    turns = np.zeros(len(quads), int)
    good = np.zeros(len(quads), bool)
    for turn in range(4):
        turned = np.roll(plane, -turn, 1)
        right = (turned[:, 1] - turned[:, 0] + turned[:, 2] - turned[:, 3]) / 2
        down = (turned[:, 3] - turned[:, 0] + turned[:, 2] - turned[:, 1]) / 2
        width, height = np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1)
        fits = (np.abs(width / TILE_MM[0] - 1) < params.side_error * slack) & (
            np.abs(height / TILE_MM[1] - 1) < params.side_error * slack
        )
        fits &= (np.abs(np.arctan2(right[:, 1], right[:, 0])) < params.turn_error * slack) & (right[:, 0] > 0)
        fits &= np.abs(np.arctan2(-down[:, 0], down[:, 1])) < params.turn_error * slack
        turns[fits & ~good] = turn
        good |= fits
    good &= (off < params.off_cell * (1 + 0.5 * cells_away)[:, None]).all(1) & (cells_away <= reach)
    cells[~good] = -99
    cells, votes = _best_window(cells, off)
    return _Lattice(to_plane, pitch, cells, turns, votes)


def _best_window(cells: Array, off: Array) -> tuple[Array, int]:
    """Keep one outline a cell, and of those the cells of the fullest 4x4 window that holds the origin."""
    kept = np.full_like(cells, -99)
    taken: dict[tuple[float, float], int] = {}
    for i in np.argsort(off.sum(1)):
        key = (float(cells[i, 0]), float(cells[i, 1]))
        if key[0] > -99 and key not in taken:
            taken[key] = int(i)
    best: list[int] = []
    for x in range(-3, 1):
        for y in range(-3, 1):
            inside = [i for (cx, cy), i in taken.items() if x <= cx < x + 4 and y <= cy < y + 4]
            best = inside if len(inside) > len(best) else best
    kept[best] = cells[best]
    return kept, len(best) - (len(taken) - len(best))


def _refit(lattice: _Lattice, quads: Array, params: GridParams) -> tuple[Array, Array]:
    """A better plane and step from the outlines that voted: the homography that makes them equal tiles on a lattice."""
    chosen = np.flatnonzero(lattice.cells[:, 0] > -99)
    plane = apply_homography(lattice.to_plane, quads[chosen]).reshape(-1, 4, 2)
    cells = lattice.cells[chosen]
    pitch = lattice.pitch_mm.copy()
    for axis in (0, 1):
        spread = cells[:, axis] - cells[:, axis].mean()
        if (spread**2).sum() > 0:
            centres = plane[:, :, axis].mean(1)
            pitch[axis] = (spread * (centres - centres.mean())).sum() / (spread**2).sum()
    turned = _turned(lattice, quads, chosen)
    target = (CORNERS_MM - HALF_MM)[None] + (cells * pitch)[:, None]
    matrix, _ = cv2.findHomography(turned.reshape(-1, 2), target.reshape(-1, 2), cv2.USAC_MAGSAC, params.tile_error_mm)
    return (lattice.to_plane if matrix is None else matrix), pitch


def _fit(lattice: _Lattice, quads: Array, size_px: tuple[int, int]) -> tuple[float, Grid]:
    """A camera and sixteen tiles for a lattice, and how good they are: votes less the mean cost of a corner.

    A lattice taken the wrong way round (wide for tall) needs an impossible lens, and so a high cost.
    """
    chosen = np.flatnonzero(lattice.cells[:, 0] > -99)
    cells = lattice.cells[chosen].astype(int)
    first = cells.min(0)
    places = grid_places((float(lattice.pitch_mm[0]), float(lattice.pitch_mm[1])))
    shift = (first + 1.5) * lattice.pitch_mm
    to_px = np.linalg.inv(lattice.to_plane) @ np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    index = (cells - first) @ np.array([1, 4])
    points = Points(
        np.repeat(index, 4).astype(np.float64),
        np.tile(CORNERS_MM, (len(chosen), 1)),
        _turned(lattice, quads, chosen).reshape(-1, 2),
        np.ones(4 * len(chosen)),
    )
    cost, table = fit_map(to_px, size_px, points, places, Fitting(ROUGH_LENS, ROUGH_FIT))
    seen = np.zeros(16, bool)
    seen[index] = True
    return lattice.votes - cost / len(chosen), Grid(table, seen)


def _turned(lattice: _Lattice, quads: Array, chosen: Array) -> Array:
    """The outlines that voted (M, 4, 2), each beginning at the corner that is the tile's top-left."""
    return np.stack([np.roll(quads[i], -lattice.turns[i], 0) for i in chosen])

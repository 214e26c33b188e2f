"""Where do sixteen tiles lie whose print has little in common?  Their sides lie on common lines, so all move together.

Edges across the sides of all tiles are looked up once; then the whole lattice is moved, turned, sized, tilted and bent,
from far to near, to where most sides lie on an edge.  Only then is each tile moved by itself
(``vision/refine/edges.py``).
"""

import cv2
import numpy as np

from vision.arrays import Array, image, spaced
from vision.frame import Image
from vision.geometry import CORNERS_MM, Points, TableGeometry, lattice_of, on_board, tile_corners
from vision.params_learn import ANY_EDGES, LINES, LinesParams
from vision.refine.edges import SAME_FIT, beside, edge_scores, profiles, settled, third_points, with_tablecloth
from vision.refine.table_fit import Lens, fit_table


def on_lines(bgr: Image, table: TableGeometry, params: LinesParams = LINES) -> TableGeometry:
    """The table whose tiles' sides lie on edges, for one that is off by less than ``reach_mm``."""
    lab = image(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB))
    offsets = spaced(params.reach_mm, params.edges.step_mm)
    colours = profiles(with_tablecloth(lab, table, params.edges), table, offsets, params.edges)
    score = edge_scores(colours, offsets, np.inf, params.edges)[1].reshape(-1, len(offsets))
    steps, half_mm = _side_steps(table)
    moved = _best_modes(score / max(float(np.median(score.max(1))), 1e-6), steps, params)
    return settled(bgr, _moved(table, moved, half_mm), Lens(), ANY_EDGES)


def lined(bgr: Image, table: TableGeometry, params: LinesParams = LINES) -> float:
    """How many times as steep the picture is along the tiles' sides as around them: 1 by chance, 2 to 3 for tiles."""
    lab = beside(image(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)), 0.0)
    offsets = spaced(params.around_mm, params.edges.step_mm)
    colours = profiles(lab, table, offsets, params.edges)
    steep = edge_scores(colours, offsets, np.inf, params.edges)[0]
    mean = (steep / np.maximum(steep.max(2, keepdims=True), 1e-6)).mean((0, 1))
    return float(mean[np.abs(offsets) < params.near_mm].max() / max(float(mean.mean()), 1e-6))


def _flow(points_mm: Array, half_mm: Array) -> Array:
    """How far (N, 2, 9) in mm points of the board move with each mode of a plane, and with a bent lens."""
    u, v = (points_mm / half_mm).T
    one, none, round_ = np.ones_like(u), np.zeros_like(u), u * u + v * v
    across = [one, u, v, none, none, none, u * u, u * v, u * round_]
    down = [none, none, none, one, u, v, u * v, v * v, v * round_]
    return np.stack([np.stack(across, 1), np.stack(down, 1)], 1)


def _side_steps(table: TableGeometry) -> tuple[Array, Array]:
    """How far (tiles * 12, 11) in mm each third of each side goes outward with each mode, and the board's half size.

    The last two modes make every tile wider and higher where it lies.
    """
    on_tile, outward = (points.reshape(12, -1, 2).mean(1) for points in third_points(LINES.edges))
    tiles = len(table.places)
    places = np.repeat(table.places, 12, 0)
    points = on_board(places, np.tile(on_tile, (tiles, 1)))
    normals = on_board(places, np.tile(on_tile + outward, (tiles, 1))) - points
    half_mm = np.abs(points).max(0)
    flow = np.einsum("nd,ndk->nk", normals, _flow(points, half_mm))
    return np.hstack([flow, np.tile(np.abs(outward), (tiles, 1))]), half_mm


def _best_modes(score: Array, steps: Array, params: LinesParams) -> Array:
    """The modes (11,) that bring most sides onto edges: one after another, over and over, from far to near."""
    limits = np.array([1.0] * 9 + [params.growth_share] * 2)
    prior = params.reach_mm * limits
    row = np.arange(len(score))[:, None]
    modes = np.zeros(len(limits))
    for blur_mm, span_mm in params.rounds:
        soft = cv2.GaussianBlur(score, (0, 0), sigmaX=blur_mm / params.edges.step_mm, sigmaY=1e-3)
        for shrunk in params.shrinks:
            for mode, limit in enumerate(limits):
                trials = np.repeat(modes[None], params.trials, 0)
                trials[:, mode] += np.linspace(-1, 1, params.trials) * span_mm * shrunk * limit
                at = np.rint((steps @ trials.T + params.reach_mm) / params.edges.step_mm).astype(int)
                found = soft[row, np.clip(at, 0, score.shape[1] - 1)].sum(0)
                modes = trials[int((found - 0.5 * ((trials / prior) ** 2).sum(1)).argmax())]
    return modes


def _moved(table: TableGeometry, modes: Array, half_mm: Array) -> TableGeometry:
    """The camera and lattice that put the tiles where the modes say; tiles keep their size."""
    corners = np.concatenate([tile_corners(place) for place in table.places])
    there = corners + np.einsum("ndk,k->nd", _flow(corners, half_mm), modes[:9])
    cells = len(table.places)
    points = Points(
        np.repeat(np.arange(cells, dtype=np.float64), 4),
        np.tile(CORNERS_MM, (cells, 1)),
        table.project(there),
        np.ones(4 * cells),
    )
    return fit_table(table, points, lattice_of(table.places), Lens(), SAME_FIT, rounds=20)

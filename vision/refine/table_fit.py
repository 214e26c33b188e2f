"""Which camera over which tiles explains points found in a picture best?  Levenberg-Marquardt with a prior."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Array
from vision.geometry import Points, TableGeometry, on_board, projected_with_slopes, tables_from_homography
from vision.params_layout import GEOMETRY, GeometryParams

CAMERA_UNKNOWNS = 8
"""Log f, k1, rvec and tvec."""


@dataclass(frozen=True, slots=True)
class Lens:
    """What is known beforehand of the lens: the focal length in picture widths and k1, each with its spread."""

    focal_widths: float = GEOMETRY.focal_widths
    focal_spread: float = GEOMETRY.focal_spread
    k1: float = GEOMETRY.k1
    k1_spread: float = GEOMETRY.k1_spread


def fit_table(
    table: TableGeometry,
    points: Points,
    nominal: Array,
    lens: Lens,
    params: GeometryParams = GEOMETRY,
    rounds: int = 12,
) -> TableGeometry:
    """Camera and tiles that explain the points best: Levenberg-Marquardt with heavy tails (``outlier_px``).

    ``nominal`` (N, 3) are the places the tiles are drawn to, softly; ``lens`` draws focal length and k1.
    """
    damping, cost = 1e-3, fit_cost(table, points, nominal, lens, params)
    for _ in range(rounds):
        normal, right = _linearised(table, points, nominal, lens, params)
        for _ in range(6):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), right)
            trial = stepped(table, step)
            trial_cost = fit_cost(trial, points, nominal, lens, params)
            if trial_cost < cost:
                break
            damping *= 8
        else:
            return table
        gain = (cost - trial_cost) / max(cost, 1e-9)
        table, cost, damping = trial, trial_cost, damping / 4
        if gain < params.stop_gain:
            break
    return table


def residual_px(table: TableGeometry, points: Points) -> Array:
    """Distance (M,) in px between where the points are and where the table says they are."""
    px = table.project(on_board(table.places[points.tile.astype(int)], points.on_tile_mm))
    distance: Array = np.hypot(*(points.px - px).T)
    return distance


class Fitting(NamedTuple):
    """What a fit assumes of the lens, what it costs to be off, and how many rounds it goes."""

    lens: Lens
    params: GeometryParams
    rounds: int = 12


def fit_map(
    to_px: Array, size_px: tuple[int, int], points: Points, nominal: Array, fitting: Fitting
) -> tuple[float, TableGeometry]:
    """The likeliest table that a map (3, 3) from board mm to pixels may show, fitted to points, and its cost."""
    starts = tables_from_homography(to_px / to_px[2, 2], size_px, nominal)
    tables = [fit_table(start, points, nominal, *fitting) for start in starts]
    costs = [fit_cost(table, points, nominal, fitting.lens, fitting.params) for table in tables]
    best = int(np.argmin(costs))
    return costs[best], tables[best]


def fit_cost(table: TableGeometry, points: Points, nominal: Array, lens: Lens, params: GeometryParams) -> float:
    scaled = residual_px(table, points) / params.outlier_px
    data = points.weight * np.log1p(scaled**2) * params.outlier_px**2 / params.point_px**2
    return float(data.sum() + (prior_of(table, nominal, lens, params)[1] ** 2).sum())


def prior_of(table: TableGeometry, nominal: Array, lens: Lens, params: GeometryParams) -> tuple[Array, Array]:
    """Derivatives (diagonal) and rests of what is known beforehand: focal, k1, then each tile's x, y, turn."""
    usual = lens.focal_widths * 2 * max(table.centre_px)
    slope = np.concatenate(
        [[1 / lens.focal_spread, 1 / lens.k1_spread], np.tile(1 / np.array(params.place_spread), len(nominal))]
    )
    away = np.concatenate([[np.log(usual / table.focal_px), lens.k1 - table.k1], (nominal - table.places).ravel()])
    return slope, slope * away


def slopes_of(table: TableGeometry, points: Points) -> tuple[Array, Array]:
    """Pixels (M, 2) of the points and their derivatives (M, 2, 11) by what moves them.

    By log f, k1, rvec, tvec, then x, y, turn of the point's own tile: no other tile moves it.
    """
    places = table.places[points.tile.astype(int)]
    board = on_board(places, points.on_tile_mm)
    px, slopes = projected_with_slopes(table, np.column_stack([board, np.zeros(len(board))]))
    rows = np.zeros((len(board), 2, CAMERA_UNKNOWNS + 3))
    slopes = slopes.reshape(len(board), 2, -1)
    rows[:, :, 0] = (slopes[:, :, 6] + slopes[:, :, 7]) * table.focal_px
    rows[:, :, 1] = slopes[:, :, 10]
    rows[:, :, 2:8] = slopes[:, :, :6]
    rotation = cv2.Rodrigues(table.rvec)[0]
    rows[:, :, 8:10] = by_board = slopes[:, :, 3:6] @ rotation[:, :2]
    arm = board - places[:, :2]
    rows[:, :, 10] = by_board[:, :, 1] * arm[:, :1] - by_board[:, :, 0] * arm[:, 1:]
    return px, rows


def normal_of(rows: Array, pulled: Array, rest: Array, tile: Array, tiles: int) -> tuple[Array, Array]:
    """The normal matrix (8 + 3N, 8 + 3N) and right side of all unknowns: the camera's, then x, y, turn of N tiles.

    ``rows`` (M, 2, 11) are derivatives as in ``slopes_of``, ``pulled`` the same times their weights, ``rest`` (M, 2)
    what is to be explained, ``tile`` (M,) whose points they are.  What is 0 in all rows of a tile is not multiplied.
    """
    order = np.argsort(tile, kind="stable")
    moved = rows[order].reshape(-1, rows.shape[2])
    weighed = np.concatenate([pulled, rest[..., None]], axis=2)[order].reshape(len(moved), -1)
    edges = rows.shape[1] * np.searchsorted(tile[order], np.arange(tiles + 1))
    sums = np.stack([moved[first:last].T @ weighed[first:last] for first, last in pairwise(edges)])
    camera, place, square, pull = slice(CAMERA_UNKNOWNS), slice(CAMERA_UNKNOWNS, None), sums[..., :-1], sums[..., -1]
    unknowns = CAMERA_UNKNOWNS + 3 * tiles
    normal = np.zeros((unknowns, unknowns))
    normal[camera, camera] = square[:, camera, camera].sum(axis=0)
    normal[place, camera] = square[:, place, camera].reshape(-1, CAMERA_UNKNOWNS)
    normal[camera, place] = square[:, camera, place].transpose(1, 0, 2).reshape(CAMERA_UNKNOWNS, -1)
    every = np.arange(tiles)
    normal[place, place].reshape(tiles, 3, tiles, 3)[every, :, every] = square[:, place, place]
    return normal, np.concatenate([pull[:, camera].sum(axis=0), pull[:, place].ravel()])


def _linearised(
    table: TableGeometry, points: Points, nominal: Array, lens: Lens, params: GeometryParams
) -> tuple[Array, Array]:
    """Normal matrix and right side of the weighted linear problem, with what is known beforehand."""
    px, rows = slopes_of(table, points)
    rest = points.px - px
    off = (rest / params.outlier_px) ** 2
    trust = points.weight / (1 + off[:, 0] + off[:, 1]) / params.point_px**2
    pulled = rows * trust[:, None, None]
    normal, right = normal_of(rows, pulled, rest * trust[:, None], points.tile.astype(int), len(nominal))
    add_prior(normal, right, prior_of(table, nominal, lens, params))
    return normal, right


def add_prior(normal: Array, right: Array, prior: tuple[Array, Array]) -> None:
    """Add what ``prior_of`` says to a normal matrix and its right side."""
    slope, rest = prior
    known = prior_columns((len(slope) - 2) // 3)
    normal[known, known] += slope**2
    right[known] += slope * rest


def prior_columns(tiles: int) -> list[int]:
    """Which unknowns of ``normal_of`` something is known of beforehand."""
    return [0, 1, *range(CAMERA_UNKNOWNS, CAMERA_UNKNOWNS + 3 * tiles)]


def stepped(table: TableGeometry, step: Array) -> TableGeometry:
    """The table after a step of all unknowns of ``normal_of``."""
    return replace(
        table,
        focal_px=float(table.focal_px * np.exp(np.clip(step[0], -0.3, 0.3))),
        k1=float(table.k1 + step[1]),
        rvec=table.rvec + step[2:5],
        tvec=table.tvec + step[5:8],
        places=table.places + step[CAMERA_UNKNOWNS:].reshape(-1, 3),
    )

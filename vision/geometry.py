"""How do millimetres on the table become pixels?  Corner order, tiles on the plane, and the fit of camera and tiles.

Board frame and tile frame are those of ``vision/pose.py``.  A tile's place is (x, y, turn): the board position of
its centre in mm and its turn in radians, clockwise as seen in the picture of an upright board.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Array
from vision.params_layout import GEOMETRY, TILE_MM, GeometryParams

HALF_MM: Array = np.array(TILE_MM) / 2
CORNERS_MM: Array = np.array([[0, 0], [TILE_MM[0], 0], [TILE_MM[0], TILE_MM[1]], [0, TILE_MM[1]]], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A camera and the places of N tiles: ``places`` (N, 3) of (x mm, y mm, turn rad), the rest as in ``Pose``."""

    focal_px: float
    centre_px: tuple[float, float]
    k1: float
    rvec: Array
    tvec: Array
    places: Array

    @property
    def camera_matrix(self) -> Array:
        """(3, 3)."""
        cx, cy = self.centre_px
        return np.array([[self.focal_px, 0, cx], [0, self.focal_px, cy], [0, 0, 1]], np.float64)

    def project(self, points_mm: Array) -> Array:
        """Pixels (M, 2) of points (M, 2) of the board plane."""
        rotation = cv2.Rodrigues(self.rvec)[0]
        seen = points_mm @ rotation[:, :2].T + self.tvec
        flat = seen[:, :2] / seen[:, 2:]
        bend = 1 + self.k1 * (flat**2).sum(1, keepdims=True)
        px: Array = flat * bend * self.focal_px + np.array(self.centre_px)
        return px

    def tilt_deg(self) -> float:
        """Angle between the line of sight and the normal of the table."""
        rotation = cv2.Rodrigues(self.rvec)[0]
        return float(np.degrees(np.arccos(np.clip(abs(rotation[2, 2]), 0, 1))))


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """M observed points: ``tile`` (M,) index of the tile, ``on_tile_mm`` (M, 2), ``px`` (M, 2), ``weight`` (M,)."""

    tile: Array
    on_tile_mm: Array
    px: Array
    weight: Array

    def some(self, count: int) -> "Points":
        """About so many of them, evenly taken."""
        step = max(1, len(self.px) // count)
        return Points(self.tile[::step], self.on_tile_mm[::step], self.px[::step], self.weight[::step])


@dataclass(frozen=True, slots=True)
class Lens:
    """What is known beforehand of the lens: the focal length in picture widths and k1, each with its spread."""

    focal_widths: float = GEOMETRY.focal_widths
    focal_spread: float = GEOMETRY.focal_spread
    k1: float = GEOMETRY.k1
    k1_spread: float = GEOMETRY.k1_spread


def scaled_table(table: Table, scale: float) -> Table:
    """The same table in a picture ``scale`` times the size."""
    centre = ((table.centre_px[0] + 0.5) * scale - 0.5, (table.centre_px[1] + 0.5) * scale - 0.5)
    return replace(table, focal_px=table.focal_px * scale, centre_px=centre)


def grid_places(pitch_mm: tuple[float, float]) -> Array:
    """Places (16, 3) of sixteen unturned tiles in reading order."""
    steps = np.arange(4) - 1.5
    x, y = np.meshgrid(steps * pitch_mm[0], steps * pitch_mm[1])
    return np.column_stack([x.ravel(), y.ravel(), np.zeros(16)])


def pitch_of(places: Array) -> Array:
    """Mean step (2,) in mm from tile to tile of sixteen places."""
    steps = grid_places((1.0, 1.0))[:, :2]
    result: Array = (steps * places[:, :2]).sum(0) / (steps**2).sum(0)
    return result


def lattice_of(places: Array) -> Array:
    """The unturned lattice (16, 3) nearest to places (16, 3)."""
    pitch = pitch_of(places)
    result = grid_places((float(pitch[0]), float(pitch[1])))
    result[:, :2] += places[:, :2].mean(0)
    return result


def on_board(places: Array, on_tile_mm: Array) -> Array:
    """Board points (M, 2) of tile points (M, 2), each on the tile with the place (M, 3) of the same row."""
    x, y = (on_tile_mm - HALF_MM).T
    c, s = np.cos(places[:, 2]), np.sin(places[:, 2])
    return np.column_stack([places[:, 0] + c * x - s * y, places[:, 1] + s * x + c * y])


def slid(places: Array, shift_mm: Array, turn: Array) -> Array:
    """Places (N, 3) of tiles turned by ``turn`` (N,) rad, then moved along their own sides by ``shift_mm`` (N, 2)."""
    turned = places[:, 2] + turn
    centres = on_board(np.column_stack([places[:, :2], turned]), HALF_MM + shift_mm)
    return np.column_stack([centres, turned])


def tile_corners(place: Array) -> Array:
    """Board corners (4, 2) in mm of one tile, its own top-left first, clockwise."""
    return on_board(np.repeat(place[None], 4, 0), CORNERS_MM)


def apply_homography(matrix: Array, points: Array) -> Array:
    """Points (M, 2) carried through a (3, 3) matrix."""
    return cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix).reshape(-1, 2)


def tables_from_homography(
    matrix: Array, size_px: tuple[int, int], places: Array, params: GeometryParams = GEOMETRY
) -> list[Table]:
    """Cameras that may have made a homography from board mm to pixels: a few focal lengths, both ways of tilting."""
    centre = ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (np.abs(places[:, :2]).max(0) + HALF_MM)
    corners_px = apply_homography(matrix, corners)
    solid = np.column_stack([corners, np.zeros(4)])
    tables = []
    for widths in params.focal_starts:
        focal = widths * max(size_px)
        camera = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
        _, turns, shifts, _ = cv2.solvePnPGeneric(solid, corners_px, camera, None, flags=cv2.SOLVEPNP_IPPE)
        for rvec, tvec in zip(turns, shifts, strict=True):
            tables.append(Table(focal, centre, params.k1, rvec.ravel(), tvec.ravel(), places))
    return tables


def plane_of_tile(seed: Array, size_px: tuple[int, int], params: GeometryParams = GEOMETRY) -> Array | None:
    """(3, 3) from pixels to the plane in mm in which a tile (4, 2) px lies around the origin, with a usual lens."""
    focal = params.focal_widths * max(size_px)
    camera = np.array([[focal, 0, size_px[0] / 2], [0, focal, size_px[1] / 2], [0, 0, 1]])
    corners = np.column_stack([CORNERS_MM - HALF_MM, np.zeros(4)])
    solved, rvec, tvec = cv2.solvePnP(corners, seed, camera, None, flags=cv2.SOLVEPNP_IPPE)
    if not solved:
        return None
    rotation = cv2.Rodrigues(rvec)[0]
    forward = camera @ np.column_stack([rotation[:, 0], rotation[:, 1], tvec.ravel()])
    inverse: Array = np.linalg.inv(forward)
    return inverse


def _project(table: Table, points_mm: Array) -> tuple[Array, Array]:
    """Pixels (M, 2) and the derivatives (2M, 10+) of OpenCV, of board points (M, 3)."""
    bend = np.array([table.k1, 0.0, 0.0, 0.0])
    px, slopes = cv2.projectPoints(
        points_mm.reshape(-1, 1, 3).astype(np.float64), table.rvec, table.tvec, table.camera_matrix, bend
    )
    return px.reshape(-1, 2), slopes


def fit_table(
    table: Table, points: Points, nominal: Array, lens: Lens, params: GeometryParams = GEOMETRY, rounds: int = 12
) -> Table:
    """Camera and tiles that explain the points best: Levenberg-Marquardt with heavy tails (``outlier_px``).

    ``nominal`` (N, 3) are the places the tiles are drawn to, softly; ``lens`` draws focal length and k1.
    """
    damping, cost = 1e-3, fit_cost(table, points, nominal, lens, params)
    for _ in range(rounds):
        rows, rest = _linearise(table, points, nominal, lens, params)
        normal, right = rows.T @ rows, rows.T @ rest
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


def residual_px(table: Table, points: Points) -> Array:
    """Distance (M,) in px between where the points are and where the table says they are."""
    px = table.project(on_board(table.places[points.tile.astype(int)], points.on_tile_mm))
    distance: Array = np.linalg.norm(points.px - px, axis=1)
    return distance


class Fitting(NamedTuple):
    """What a fit assumes of the lens, what it costs to be off, and how many rounds it goes."""

    lens: Lens
    params: GeometryParams
    rounds: int = 12


def fit_map(
    to_px: Array, size_px: tuple[int, int], points: Points, nominal: Array, fitting: Fitting
) -> tuple[float, Table]:
    """The likeliest table that a map (3, 3) from board mm to pixels may show, fitted to points, and its cost."""
    starts = tables_from_homography(to_px / to_px[2, 2], size_px, nominal)
    tables = [fit_table(start, points, nominal, *fitting) for start in starts]
    costs = [fit_cost(table, points, nominal, fitting.lens, fitting.params) for table in tables]
    best = int(np.argmin(costs))
    return costs[best], tables[best]


def fit_cost(table: Table, points: Points, nominal: Array, lens: Lens, params: GeometryParams) -> float:
    scaled = residual_px(table, points) / params.outlier_px
    data = points.weight * np.log1p(scaled**2) * params.outlier_px**2 / params.point_px**2
    return float(data.sum() + (prior_of(table, nominal, lens, params)[1] ** 2).sum())


def prior_of(table: Table, nominal: Array, lens: Lens, params: GeometryParams) -> tuple[Array, Array]:
    """Derivatives (diagonal) and rests of what is known beforehand: focal, k1, then each tile's x, y, turn."""
    usual = lens.focal_widths * 2 * max(table.centre_px)
    slope = np.concatenate(
        [[1 / lens.focal_spread, 1 / lens.k1_spread], np.tile(1 / np.array(params.place_spread), len(nominal))]
    )
    away = np.concatenate([[np.log(usual / table.focal_px), lens.k1 - table.k1], (nominal - table.places).ravel()])
    return slope, slope * away


def slopes_of(table: Table, points: Points) -> tuple[Array, Array]:
    """Pixels (M, 2) of the points and their derivatives (M, 2, 8 + 3N).

    By log f, k1, rvec, tvec, then x, y, turn of each tile.
    """
    tile = points.tile.astype(int)
    places = table.places[tile]
    board = on_board(places, points.on_tile_mm)
    px, slopes = _project(table, np.column_stack([board, np.zeros(len(board))]))
    count, tiles = len(board), len(table.places)
    rows = np.zeros((count, 2, 8 + 3 * tiles))
    slopes = slopes.reshape(count, 2, -1)
    rows[:, :, 0] = (slopes[:, :, 6] + slopes[:, :, 7]) * table.focal_px
    rows[:, :, 1] = slopes[:, :, 10]
    rows[:, :, 2:8] = slopes[:, :, :6]
    rotation = cv2.Rodrigues(table.rvec)[0]
    by_board = slopes[:, :, 3:6] @ rotation[:, :2]
    arm = board - places[:, :2]
    turned = np.stack([-arm[:, 1], arm[:, 0]], 1)
    index = np.arange(count)
    for axis in (0, 1):
        rows[index, axis, 8 + 3 * tile] = by_board[:, axis, 0]
        rows[index, axis, 9 + 3 * tile] = by_board[:, axis, 1]
        rows[index, axis, 10 + 3 * tile] = (by_board[:, axis] * turned).sum(1)
    return px, rows


def _linearise(table: Table, points: Points, nominal: Array, lens: Lens, params: GeometryParams) -> tuple[Array, Array]:
    """Rows and rests of the weighted linear problem; unknowns as in ``slopes_of``."""
    px, rows = slopes_of(table, points)
    count = len(px)
    rest = points.px - px
    distance = np.linalg.norm(rest, axis=1)
    trust = np.sqrt(points.weight / (1 + (distance / params.outlier_px) ** 2)) / params.point_px
    slope, prior_rest = prior_of(table, nominal, lens, params)
    prior_rows = np.zeros((len(slope), rows.shape[2]))
    prior_rows[np.arange(len(slope)), prior_columns(len(nominal))] = slope
    scaled = rows * trust[:, None, None]
    return (
        np.vstack([scaled.reshape(2 * count, -1), prior_rows]),
        np.concatenate([(rest * trust[:, None]).ravel(), prior_rest]),
    )


def prior_columns(tiles: int) -> list[int]:
    """Which unknowns of ``slopes_of`` something is known of beforehand."""
    return [0, 1, *range(8, 8 + 3 * tiles)]


def stepped(table: Table, step: Array) -> Table:
    """The table after a step of all unknowns of ``slopes_of``."""
    return replace(
        table,
        focal_px=float(table.focal_px * np.exp(np.clip(step[0], -0.3, 0.3))),
        k1=float(table.k1 + step[1]),
        rvec=table.rvec + step[2:5],
        tvec=table.tvec + step[5:8],
        places=table.places + step[8:].reshape(-1, 3),
    )

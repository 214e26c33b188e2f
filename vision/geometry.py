"""How do millimetres on the table become pixels?  Corner order, the camera, and tiles on the plane.

Board frame and tile frame are those of ``vision/pose.py``.  A tile's place is (x, y, turn): the board position of
its centre in mm and its turn in radians, clockwise as seen in the picture of an upright board.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array
from vision.params_layout import GEOMETRY, TILE_MM, GeometryParams
from vision.pose import flattened

HALF_MM: Array = np.array(TILE_MM) / 2
CORNERS_MM: Array = np.array([[0, 0], [TILE_MM[0], 0], [TILE_MM[0], TILE_MM[1]], [0, TILE_MM[1]]], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class TableGeometry:
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
        x, y = points_mm.T
        px: Array = np.empty((len(points_mm), 2))
        for axis, flat in enumerate(flattened((x, y, 0.0), self.rvec, self.tvec, self.k1)):
            px[:, axis] = flat * self.focal_px + self.centre_px[axis]
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


def scaled_table(table: TableGeometry, scale: float) -> TableGeometry:
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
    board: Array = np.empty((len(places), 2))
    board[:, 0] = places[:, 0] + c * x - s * y
    board[:, 1] = places[:, 1] + s * x + c * y
    return board


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
) -> list[TableGeometry]:
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
            tables.append(TableGeometry(focal, centre, params.k1, rvec.ravel(), tvec.ravel(), places))
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


def projected_with_slopes(table: TableGeometry, points_mm: Array) -> tuple[Array, Array]:
    """Pixels (M, 2) and the derivatives (2M, 10+) of OpenCV, of board points (M, 3)."""
    bend = np.array([table.k1, 0.0, 0.0, 0.0])
    px, slopes = cv2.projectPoints(
        points_mm.reshape(-1, 1, 3).astype(np.float64), table.rvec, table.tvec, table.camera_matrix, bend
    )
    return px.reshape(-1, 2), slopes

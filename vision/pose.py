"""Where is the board, seen from this camera?  The map between millimetres on the table and pixels.

Board frame: origin in the middle of the 4x4 tiles, x to the right and y down in reading order (the order in which
most tiles are upright), z into the table.  A point ``h`` mm above the table has z = -h.
Tile frame: the same axes with the origin in the tile's own top-left corner, as printed.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.frame import Floats

BOARD_MM: Floats = np.array([[-185.0, -131.0], [185.0, -131.0], [185.0, 131.0], [-185.0, 131.0]])
"""Corners of the 4x4 tiles, laid about 3 mm apart."""


@dataclass(frozen=True, slots=True, eq=False)
class TilePose:
    """One tile on the board: ``corners_mm`` is (4, 2) in the board frame, the tile's own top-left first, clockwise."""

    place: int | None
    upside_down: bool
    corners_mm: Floats
    confidence: float = 0.0
    covered: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Camera and tiles: ``camera_matrix`` (3, 3), one radial term ``k1``, ``rvec``/``tvec`` (3,) board to camera."""

    camera_matrix: Floats
    k1: float
    rvec: Floats
    tvec: Floats
    tiles: tuple[TilePose, ...]

    @property
    def tiles_read(self) -> int:
        """How many tiles are told."""
        return sum(tile.place is not None for tile in self.tiles)

    def shift_px(self, other: "Pose") -> float:
        """How far the board's corners lie from where another pose has them, in the mean."""
        return float(np.linalg.norm(self.project_plane(BOARD_MM) - other.project_plane(BOARD_MM), axis=1).mean())

    def project(self, points_mm: Floats) -> Floats:
        """Pixels (N, 2) of board points (N, 3) in mm."""
        x, y, z = np.asarray(points_mm, np.float64).reshape(-1, 3).T
        return self._pixels(x, y, z)

    def project_plane(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Pixels (N, 2) of board points (N, 2) lying ``height_mm`` above the table."""
        x, y = np.asarray(points_mm, np.float64).reshape(-1, 2).T
        return self._pixels(x, y, -height_mm)

    def px_per_mm(self) -> float:
        """How many pixels there are to a mm, at the corner of the board where there are fewest."""
        ends = BOARD_MM[:, None] + np.array([[0, 0], [1, 0], [0, 1]])
        px = self.project_plane(ends).reshape(4, 3, 2)
        return float(np.linalg.norm(px[:, 1:] - px[:, :1], axis=2).min())

    def halved(self) -> "Pose":
        """The same in a picture of half the width and height."""
        camera = self.camera_matrix / 2
        camera[:2, 2] -= 0.25
        camera[2, 2] = 1.0
        return replace(self, camera_matrix=camera)

    def _pixels(self, x: Floats, y: Floats, z: Floats | float) -> Floats:
        camera = self.camera_matrix
        px = np.empty((len(x), 2))
        for n, flat in enumerate(flattened((x, y, z), np.asarray(self.rvec, np.float64), np.ravel(self.tvec), self.k1)):
            px[:, n] = flat * camera[n, n] + camera[n, 2]
        return px


def flattened(
    points_mm: tuple[Floats, Floats, Floats | float], rvec: Floats, tvec: Floats, k1: float
) -> tuple[Floats, Floats]:
    """Where points lie in the picture of a camera with focal length 1: x and y, each (N,), bent by the lens.

    ``cv2.projectPoints`` says the same to the last digits, but works out all derivatives on the way, which takes
    several times as long.
    """
    x, y, z = points_mm
    turned = zip(cv2.Rodrigues(rvec)[0], tvec, strict=True)
    right, down, away = (row[0] * x + row[1] * y + (row[2] * z + shift) for row, shift in turned)
    right, down = right / away, down / away
    bend = 1 + k1 * (right * right + down * down)
    return right * bend, down * bend

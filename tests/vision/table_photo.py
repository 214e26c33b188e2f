"""A photo of a table with its truth: the pose by what the truth file gives, and the tiles of a photo of bare tiles."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.tokens import board_point
from vision.frame import Floats, Frame, Image
from vision.pose import Pose, TilePose
from vision.profile import Profile, make_profile

PICTURES = Path(__file__).parent / "pictures"
CORNERS_MM: Floats = np.array([[0, 0], [90, 0], [90, 63], [0, 63]], np.float64)


@cache
def photo(name: str) -> tuple[Frame, dict[str, Any]]:
    """A picture and its truth."""
    bgr = np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), np.uint8)
    return Frame(bgr), json.loads((PICTURES / f"{name}.json").read_text())


@cache
def profile_of(name: str) -> Profile:
    """The copy on a photo of bare tiles."""
    frame, truth = photo(name)
    return make_profile(name, tuple(_tile(frame.bgr, truth["tile_corners_px"][str(place)]) for place in range(1, 17)))


def _tile(bgr: Image, corners_px: Any) -> Image:
    matrix = cv2.getPerspectiveTransform(np.array(corners_px, np.float32), (CORNERS_MM * 4).astype(np.float32))
    return np.asarray(cv2.warpPerspective(bgr, matrix, (360, 252), flags=cv2.INTER_CUBIC), np.uint8)


@cache
def pose_of(name: str) -> Pose:
    """The pose of a photo by its truth."""
    return pose_by(photo(name)[1])


def pose_by(truth: dict[str, Any]) -> Pose:
    """The pose by a truth: the plane solved on a regular grid, then each tile laid where its corners are seen."""
    matrix, k1 = np.array(truth["camera"]["K"]), float(truth["camera"]["k1"])
    cells = [(place, row, column) for row, line in enumerate(truth["layout"]) for column, place in enumerate(line)]
    px = np.array([truth["tile_corners_px"][str(place)] for place, _, _ in cells])
    half = CORNERS_MM - CORNERS_MM[2] / 2
    mm = np.array(
        [np.array([(c - 1.5) * 93, (r - 1.5) * 66]) + (-half if p in truth["flipped"] else half) for p, r, c in cells]
    )
    for _ in range(5):
        flat = np.column_stack([mm.reshape(-1, 2), np.zeros(64)])
        _, rvec, tvec = cv2.solvePnP(flat, px.reshape(-1, 2), matrix, np.array([k1, 0, 0, 0.0]))
        pose = Pose(matrix, k1, np.asarray(rvec, np.float64).ravel(), np.asarray(tvec, np.float64).ravel(), ())
        seen = np.array([board_point(pose, (x, y)) for x, y in px.reshape(-1, 2)]).reshape(16, 4, 2)
        mm = 0.5 * mm + 0.5 * seen
    tiles = tuple(
        TilePose(p, p in truth["flipped"], corners, 1.0) for (p, _, _), corners in zip(cells, seen, strict=True)
    )
    return Pose(pose.camera_matrix, pose.k1, pose.rvec, pose.tvec, tiles)

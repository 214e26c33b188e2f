"""Where does the painted table's camera stand, and which point of the table does each pixel show?"""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.frame import Floats
from vision.painted.scene import PITCH_MM
from vision.pose import Pose

STEP_PX = 8


@dataclass(frozen=True)
class Camera:
    """A pinhole with one radial term.

    ``tilt_deg`` is 0 from straight above; ``azimuth_deg`` 0 stands at the lower edge of the board, 90 at its right.
    ``look_at_mm`` is the board point in the middle of the picture, ``roll_deg`` turns the picture.
    """

    width_px: int = 1280
    height_px: int = 720
    hfov_deg: float = 62.0
    k1: float = -0.03
    tilt_deg: float = 28.0
    azimuth_deg: float = 8.0
    distance_mm: float = 560.0
    look_at_mm: tuple[float, float] = (0.0, 8.0)
    roll_deg: float = 0.0

    @cached_property
    def matrix(self) -> Floats:
        """Camera matrix (3, 3)."""
        focal = self.width_px / 2 / np.tan(np.radians(self.hfov_deg) / 2)
        return np.array([[focal, 0, self.width_px / 2], [0, focal, self.height_px / 2], [0, 0, 1.0]])

    @cached_property
    def position_mm(self) -> Floats:
        """Where the camera is in the board frame (3,); z is negative above the table."""
        a, t = np.radians(self.azimuth_deg), np.radians(self.tilt_deg)
        away = np.array([np.sin(a) * np.sin(t), np.cos(a) * np.sin(t), -np.cos(t)])
        return np.array([*self.look_at_mm, 0.0]) + self.distance_mm * away

    @cached_property
    def rotation(self) -> Floats:
        """Board to camera (3, 3): rows are right, down and forward."""
        a, r = np.radians(self.azimuth_deg), np.radians(self.roll_deg)
        forward = (np.array([*self.look_at_mm, 0.0]) - self.position_mm) / self.distance_mm
        right = np.array([np.cos(a), -np.sin(a), 0.0])
        down = np.cross(forward, right)
        turned: Floats = np.stack([right * np.cos(r) + down * np.sin(r), down * np.cos(r) - right * np.sin(r), forward])
        return turned

    @cached_property
    def pose(self) -> Pose:
        """The same camera as the readers describe it, without tiles."""
        rvec = np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64).ravel()
        return Pose(self.matrix, self.k1, rvec, -self.rotation @ self.position_mm, ())

    def project(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Pixels (N, 2) of board points (N, 2) at ``height_mm`` above the tiles' tops."""
        return self.pose.project_plane(points_mm, height_mm)

    def px_per_mm(self) -> float:
        """Pixels of a millimetre in the middle of the board."""
        return float(self.matrix[0, 0] / np.linalg.norm(self.position_mm))

    def plane_map(self, height_mm: float = 0.0) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float32]], bool]:
        """Board (x, y) in mm that each pixel shows ``height_mm`` above the tiles: (height, width, 2) float32.

        The second value is whether some pixels look over the horizon (their points are far away then).
        """
        columns, rows = -(-self.width_px // STEP_PX) + 1, -(-self.height_px // STEP_PX) + 1
        grid = (
            np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 1, 2).astype(np.float64)
            * STEP_PX
        )
        rays = cv2.undistortPoints(grid, self.matrix, np.array([self.k1, 0, 0, 0.0]))
        rays = np.column_stack([rays.reshape(-1, 2), np.ones(len(grid))]) @ self.rotation
        sinking = np.maximum(rays[:, 2], 0.02)
        reach = (-height_mm - self.position_mm[2]) / sinking
        coarse = (self.position_mm[:2] + rays[:, :2] * reach[:, None]).reshape(rows, columns, 2).astype(np.float32)
        across, along = np.meshgrid(
            np.arange(self.width_px, dtype=np.float32), np.arange(self.height_px, dtype=np.float32)
        )
        fine = cv2.remap(coarse, across / STEP_PX, along / STEP_PX, cv2.INTER_LINEAR)
        return np.asarray(fine, np.float32), bool((rays[:, 2] < 0.02).any())


def framed(camera: Camera, share: float = 0.8) -> Camera:
    """The same camera over the middle of the board, as far away as makes it fill ``share`` of the width or height."""
    half = np.array(PITCH_MM) * 2
    corners = np.array([[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]])
    for _ in range(4):
        camera = _far_enough(camera, corners, share)
        pixels = camera.project(corners)
        off_px = (pixels.min(0) + pixels.max(0)) / 2 - np.array([camera.width_px, camera.height_px]) / 2
        a = np.radians(camera.azimuth_deg)
        x, y = off_px / camera.px_per_mm() * (1, 1 / max(np.cos(np.radians(camera.tilt_deg)), 0.3))
        at = np.array(camera.look_at_mm) + np.array([x * np.cos(a) + y * np.sin(a), y * np.cos(a) - x * np.sin(a)])
        camera = replace(camera, look_at_mm=(round(float(at[0]), 1), round(float(at[1]), 1)))
    return _far_enough(camera, corners, share)


def _far_enough(camera: Camera, corners_mm: Floats, share: float) -> Camera:
    """The camera at the distance from which ``corners_mm`` span ``share`` of the picture."""
    low, high = 200.0, 6000.0
    for _ in range(30):
        middle = (low + high) / 2
        moved = replace(camera, distance_mm=middle)
        depth = (np.column_stack([corners_mm, np.zeros(4)]) - moved.position_mm) @ moved.rotation[2]
        if depth.min() < 50:
            low = middle
            continue
        size = np.ptp(moved.project(corners_mm), axis=0) / (camera.width_px, camera.height_px)
        low, high = (middle, high) if size.max() > share else (low, middle)
    return replace(camera, distance_mm=round(high, 1))


def bumped(camera: Camera, dx_mm: float, dy_mm: float, turn_deg: float) -> Camera:
    """The camera after somebody knocked against it."""
    x, y = camera.look_at_mm
    return replace(
        camera,
        look_at_mm=(x + dx_mm, y + dy_mm),
        azimuth_deg=camera.azimuth_deg + turn_deg,
        roll_deg=camera.roll_deg + turn_deg / 6,
    )


def knocked(camera: Camera, rng: np.random.Generator, most_mm: float = 200.0, most_deg: float = 30.0) -> Camera:
    """The camera knocked up to so far away and turned by up to so much, the board still whole in its picture."""
    for size in np.linspace(rng.uniform(0.2, 1.0), 0.05, 60):
        there = _elsewhere(camera, rng, float(size) * most_mm, float(size) * most_deg)
        far_mm = float(np.linalg.norm(there.position_mm - camera.position_mm))
        if far_mm <= most_mm and turned_deg(camera, there) <= most_deg and _is_whole(there):
            return there
    return camera


def turned_deg(one: Camera, other: Camera) -> float:
    """The angle between two cameras' directions, roll included."""
    cosine = (np.trace(one.rotation @ other.rotation.T) - 1) / 2
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def _elsewhere(camera: Camera, rng: np.random.Generator, mm: float, deg: float) -> Camera:
    dx, dy, along = rng.uniform(-mm, mm, 3)
    turn, lean, roll = rng.uniform(-deg, deg, 3)
    return replace(
        camera,
        look_at_mm=(camera.look_at_mm[0] + float(dx), camera.look_at_mm[1] + float(dy)),
        distance_mm=camera.distance_mm + float(along) / 2,
        azimuth_deg=camera.azimuth_deg + float(turn),
        tilt_deg=float(np.clip(camera.tilt_deg + lean / 3, 0, 60)),
        roll_deg=camera.roll_deg + float(roll),
    )


def _is_whole(camera: Camera) -> bool:
    """Whether the whole board is in the picture."""
    half = np.array(PITCH_MM) * 2
    pixels = camera.project(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half)
    return bool((pixels > 0).all() and (pixels < (camera.width_px, camera.height_px)).all())

"""How does a solid thing on the table look to the camera?  Turned wood, boxes and cut stones, shaded face by face."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.painted.camera import Camera
from vision.painted.light import Conditions

SHIFT = 4
AROUND = 36
CIRCLE: Floats = np.stack(
    [np.cos(np.linspace(0, 2 * np.pi, AROUND, False)), np.sin(np.linspace(0, 2 * np.pi, AROUND, False))], 1
)
AMBIENT = 0.58


@dataclass(frozen=True, eq=False)
class LitCamera:
    """Camera and lamp: ``lamp`` (3,) points to the lamp in the board frame."""

    camera: Camera
    lamp: Floats

    @classmethod
    def of(cls, camera: Camera, look: Conditions) -> "LitCamera":
        a, up = np.radians(look.lamp_deg), np.radians(look.lamp_up_deg)
        return cls(camera, np.array([np.sin(a) * np.cos(up), -np.cos(a) * np.cos(up), -np.sin(up)]))

    def project(self, points_mm: Floats) -> Floats:
        """Pixels (N, 2) of points (N, 3): board x, board y and height above the tiles."""
        return self.camera.pose.project(points_mm * (1.0, 1.0, -1.0))

    def in_sight(self, points_mm: Floats) -> bool:
        """Whether points (N, 3) are all before the camera and not so far aside that the lens model folds over."""
        rays = (points_mm * (1.0, 1.0, -1.0) - self.camera.position_mm) @ self.camera.rotation.T
        return bool((rays[:, 2] > 60).all() and (np.hypot(rays[:, 0], rays[:, 1]) < 1.25 * rays[:, 2]).all())

    def shade(self, normals: Floats) -> Floats:
        """Brightness (N,) of faces with outward ``normals`` (N, 3) in the board frame; 1 for a level top."""
        lit: Floats = AMBIENT + (1 - AMBIENT) * np.clip(normals @ self.lamp, 0, None) / -self.lamp[2]
        return np.minimum(lit, 1.25)

    def faces_camera(self, centres_mm: Floats, normals: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Which faces (N,) can be seen; centres as (x, y, height), normals in the board frame."""
        seen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (
            (self.camera.position_mm - centres_mm * (1.0, 1.0, -1.0)) * normals
        ).sum(1) > 0
        return seen

    def shadow(self, points_mm: Floats, ground_mm: float) -> Floats:
        """Board points (N, 2) where the lamp throws points (N, 3) of given height on the plane at ``ground_mm``."""
        reach = (points_mm[:, 2:] - ground_mm) / -self.lamp[2]
        thrown: Floats = points_mm[:, :2] - reach * self.lamp[:2]
        return thrown


@dataclass(frozen=True, eq=False)
class Solid:
    """Something standing at ``at_mm`` on the board: ``outline`` (N, 3) throws its shadow, ``paint`` draws it."""

    at_mm: tuple[float, float]
    outline: Floats
    paint: Callable[[Image, Floats], None]
    order: float = 0.0


def fill(image: Image, polygon_px: Floats, color: Floats) -> None:
    """One flat face; ``color`` (3,) blue, green, red."""
    b, g, r = np.clip(color, 0, 255)
    points = np.round(polygon_px * (1 << SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(image, points, (float(b), float(g), float(r)), cv2.LINE_AA, SHIFT)


class Ring(NamedTuple):
    """One ring of a turned piece (N, 3) in mm, and where it is in the picture (N, 2)."""

    at_mm: Floats
    at_px: Floats


def turned(
    view: LitCamera, at_mm: tuple[float, float], foot_mm: float, profile: Sequence[tuple[float, float]], color: Floats
) -> Solid:
    """A turned piece: ``profile`` of (radius, height over the foot) from bottom to top; the last ring is the lid."""
    rings = [np.column_stack([np.array(at_mm) + CIRCLE * r, np.full(AROUND, foot_mm + h)]) for r, h in profile]

    def paint(image: Image, gain: Floats) -> None:
        pixels = view.project(np.vstack(rings)).reshape(len(rings), AROUND, 2)
        for low in range(len(rings) - 1):
            _paint_band(image, view, Ring(rings[low], pixels[low]), Ring(rings[low + 1], pixels[low + 1]), color * gain)
        fill(image, pixels[-1], color * gain * 1.02)

    return Solid(at_mm, np.vstack([rings[0], rings[-1]]), paint)


def _paint_band(image: Image, view: LitCamera, lower: Ring, upper: Ring, color: Floats) -> None:
    """The side between two rings, strip by strip, first as a whole so that no seams show."""
    low, high, low_px, high_px = lower.at_mm, upper.at_mm, lower.at_px, upper.at_px
    after = np.roll(np.arange(AROUND), -1)
    edge = low[after] - low
    rise = high - low
    normals = np.cross(edge * (1, 1, -1), rise * (1, 1, -1))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    outward = np.sign((normals[:, :2] * (low[:, :2] - low[:, :2].mean(0))).sum(1, keepdims=True) + 1e-9)
    normals = normals * outward
    visible = np.flatnonzero(view.faces_camera((low + high) / 2, normals))
    shades = view.shade(normals)
    if len(visible):
        hull = cv2.convexHull(np.vstack([low_px, high_px]).astype(np.float32)).reshape(-1, 2)
        fill(image, hull.astype(np.float64), color * float(shades[visible].mean()))
    for i in visible:
        fill(image, np.array([low_px[i], low_px[after[i]], high_px[after[i]], high_px[i]]), color * shades[i])


def box(
    view: LitCamera, corners_mm: Floats, foot_mm: float, height_mm: float, color: Floats, lid: Image | None = None
) -> Solid:
    """A box on four board points (4, 2), clockwise; ``lid`` is a picture for its top, its top left at the first."""
    low = np.column_stack([corners_mm, np.full(4, foot_mm)])
    high = np.column_stack([corners_mm, np.full(4, foot_mm + height_mm)])

    def paint(image: Image, gain: Floats) -> None:
        pixels = view.project(np.vstack([low, high]))
        for i in range(4):
            j = (i + 1) % 4
            edge = corners_mm[j] - corners_mm[i]
            normal = np.array([[edge[1], -edge[0], 0.0]]) / (np.linalg.norm(edge) + 1e-9)
            if view.faces_camera(((low[i] + high[j]) / 2)[None], normal)[0]:
                fill(image, pixels[[i, j, 4 + j, 4 + i]], color * gain * float(view.shade(normal)[0]))
        fill(image, pixels[4:], color * gain)
        if lid is not None:
            lay_picture(image, pixels[4:], lid, gain)

    centre = corners_mm.mean(0)
    return Solid((float(centre[0]), float(centre[1])), np.vstack([low, high]), paint)


def gem(
    view: LitCamera, at_mm: tuple[float, float], foot_mm: float, size_mm: float, turn: float, color: Floats
) -> Solid:
    """A cut stone with six sides and a flat top."""
    angles = turn + np.arange(6) * np.pi / 3

    def ring(radius: float, height: float) -> Floats:
        return np.column_stack(
            [at_mm[0] + radius * np.cos(angles), at_mm[1] + radius * np.sin(angles), np.full(6, foot_mm + height)]
        )

    rings = [ring(size_mm * 0.35, 0), ring(size_mm * 0.5, size_mm * 0.32), ring(size_mm * 0.28, size_mm * 0.66)]

    def paint(image: Image, gain: Floats) -> None:
        pixels = view.project(np.vstack(rings)).reshape(3, 6, 2)
        hull = cv2.convexHull(pixels.reshape(-1, 2).astype(np.float32)).reshape(-1, 2)
        fill(image, hull.astype(np.float64), color * gain * 0.6)
        for i in range(6):
            j = (i + 1) % 6
            for low in (0, 1):
                spark = 0.55 + 0.75 * ((i * 5 + low * 3) % 6) / 6
                middle = angles[i] + np.pi / 6
                normal = np.array([[np.cos(middle), np.sin(middle), 0.6 if low == 0 else -0.8]])
                if view.faces_camera((rings[low][i] + rings[low + 1][j])[None] / 2, normal)[0]:
                    face = np.array([pixels[low, i], pixels[low, j], pixels[low + 1, j], pixels[low + 1, i]])
                    fill(image, face, color * gain * spark)
        fill(image, pixels[2], color * gain * 1.25 + 18)

    return Solid(at_mm, np.vstack([rings[1], rings[2]]), paint)


def lay_picture(image: Image, quad_px: Floats, picture: Image, gain: Floats) -> None:
    """A flat BGR or BGRA ``picture`` over four pixels (4, 2): its top left, top right, bottom right, bottom left."""
    low = np.floor(quad_px.min(0)).astype(int) - 1
    high = np.ceil(quad_px.max(0)).astype(int) + 2
    low, high = np.maximum(low, 0), np.minimum(high, (image.shape[1], image.shape[0]))
    if (high <= low).any():
        return
    while (
        picture.shape[1] > 2.2 * max(2.0, float(np.linalg.norm(quad_px[1] - quad_px[0]))) and min(picture.shape[:2]) > 8
    ):
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = picture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warp = cv2.getPerspectiveTransform(source, (quad_px - low).astype(np.float32))
    if picture.shape[2] == 3:
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    flat = cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR)
    under = image[low[1] : high[1], low[0] : high[0]]
    cover = flat[:, :, 3:].astype(np.float32) / 255
    mixed = under * (1 - cover) + flat[:, :, :3] * gain.astype(np.float32) * cover
    under[:] = np.clip(mixed, 0, 255).astype(np.uint8)


def throw_shadows(
    image: Image, view: LitCamera, solids: Sequence[Solid], ground_mm: float, soft_mm: float, depth: float = 0.5
) -> None:
    """Darken ``image`` where the lamp is hidden: a soft cast shadow and a dark line of contact."""
    if not solids:
        return
    half = (image.shape[1] // 2 + 1, image.shape[0] // 2 + 1)
    cast, contact = np.zeros(half[::-1], np.uint8), np.zeros(half[::-1], np.uint8)
    for solid in solids:
        ground = view.shadow(solid.outline, ground_mm)
        _blot(cast, view, ground, ground_mm)
        _blot(contact, view, solid.outline[: len(solid.outline) // 2, :2], ground_mm)
    px = view.camera.px_per_mm() / 2
    box_px = _region(np.maximum(cast, contact), int(6 * soft_mm * px) + 4)
    if box_px is None:
        return
    x, y, w, h = box_px
    soft = cv2.GaussianBlur(cast[y : y + h, x : x + w], (0, 0), max(0.6, soft_mm * px * 0.5))
    near = cv2.GaussianBlur(contact[y : y + h, x : x + w], (0, 0), max(0.6, 1.6 * px))
    light = 255 - cv2.max(cv2.convertScaleAbs(soft, alpha=depth), cv2.convertScaleAbs(near, alpha=depth * 0.75))
    part = image[2 * y : 2 * (y + h), 2 * x : 2 * (x + w)]
    light = cv2.resize(light, (2 * w, 2 * h), interpolation=cv2.INTER_LINEAR)[: part.shape[0], : part.shape[1]]
    cv2.multiply(part, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), dst=part, scale=1 / 255)


def _blot(mask: Image, view: LitCamera, ground_mm: Floats, height_mm: float) -> None:
    hull = cv2.convexHull(ground_mm.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    pixels = view.camera.project(hull, height_mm) / 2
    cv2.fillConvexPoly(mask, np.round(pixels * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _region(mask: Image, margin: int) -> tuple[int, int, int, int] | None:
    """Box (x, y, width, height) around what is set in ``mask``, widened by ``margin``."""
    x, y, w, h = cv2.boundingRect(mask)
    if not w:
        return None
    left, top = max(0, x - margin), max(0, y - margin)
    return left, top, min(mask.shape[1], x + w + margin) - left, min(mask.shape[0], y + h + margin) - top

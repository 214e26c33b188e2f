"""What do dice look like, seen straight in the plane of their tops?  Drawn anew for every example, on any table.

A die is a square there; its sides lean in towards the point below the camera by ``lean`` for each mm of height.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats
from vision.params import DICE
from vision.tokens.view import Reals

SIZE_PX = 80
SIDE_MM = SIZE_PX / DICE.px_per_mm
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
OUT = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float64)
"""The ways the four sides of a die face."""


@dataclass(frozen=True, slots=True, eq=False)
class DieLook:
    """What dice are like: their size, from pip to pip and radius of pips in mm; brightness of faces, of pips, of each
    side compared with the top, and how much darker the rim of the top is."""

    size_mm: float
    step_mm: float
    pip_mm: float
    white: float
    dark: float
    sides: Floats
    rim: float


@dataclass(frozen=True, slots=True, eq=False)
class DiceExample:
    """A part of a table: ``grey`` (n, n), white paper being about 1, ``lean`` (2,), tops in px and their values."""

    grey: Reals
    lean: Floats
    tops_px: Floats
    values: tuple[int, ...]


def example(rng: np.random.Generator) -> DiceExample:
    """Two dice, one or none, with other things about."""
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1.5) if rng.random() < 0.8 else rng.uniform(0, 0.3)
    lean = np.array([np.cos(angle), np.sin(angle)]) * slope
    image, look = _table(rng), _look(rng)
    spots = sorted(_spots(rng), key=lambda spot: float(spot @ lean))
    values = tuple(int(value) for value in rng.integers(1, 7, len(spots)))
    for spot, value in zip(spots, values, strict=True):
        _draw_die(image, spot, value, lean, look, rng)
    return DiceExample(_photographed(image, rng), lean, np.array(spots).reshape(-1, 2) * DICE.px_per_mm, values)


def _spots(rng: np.random.Generator) -> list[Floats]:
    if rng.random() < 0.12:
        return []
    first = rng.uniform(6, SIDE_MM - 6, 2)
    if rng.random() < 0.4:
        return [first]
    angle = rng.uniform(0, 2 * np.pi)
    return [first, first + rng.uniform(15, 34) * np.array([np.cos(angle), np.sin(angle)])]


def _look(rng: np.random.Generator) -> DieLook:
    size = 12 * (1.0 if rng.random() < 0.6 else float(rng.uniform(0.88, 1.2)))
    sides = rng.uniform(0.3, 1.08, 4) if rng.random() < 0.8 else np.full(4, rng.uniform(0.7, 1))
    return DieLook(
        size_mm=size,
        step_mm=size / 12 * float(rng.uniform(2.75, 3.45)),
        pip_mm=size / 12 * float(rng.uniform(0.8, 1.45)),
        white=float(rng.uniform(0.72, 1.15)),
        dark=float(rng.uniform(0, 0.3)),
        sides=sides,
        rim=float(rng.uniform(0, 0.2)) if rng.random() < 0.5 else 0.0,
    )


def _table(rng: np.random.Generator) -> Reals:
    """A plain, cloudy, chequered, shaded or grained table with cards, discs and dots."""
    n = SIZE_PX
    image = np.full((n, n), rng.uniform(0.05, 1.05) if rng.random() < 0.7 else rng.uniform(0.8, 1.05), np.float32)
    kind = int(rng.integers(0, 5))
    if kind in (1, 4):
        size = rng.integers(3, 30, 2) if kind == 1 else (rng.integers(2, 6), rng.integers(40, 160))
        cloud = rng.normal(0, rng.uniform(0.02, 0.2 if kind == 1 else 0.12), size).astype(np.float32)
        image += cv2.resize(cloud, (n, n), interpolation=cv2.INTER_CUBIC)
    elif kind == 2:
        square, turn = rng.uniform(12, 40) * DICE.px_per_mm, rng.uniform(0, 1.57)
        y, x = np.mgrid[:n, :n]
        fields = (x * np.cos(turn) + y * np.sin(turn)) // square + (y * np.cos(turn) - x * np.sin(turn)) // square
        image += (fields % 2) * rng.uniform(-0.5, 0.5)
    elif kind == 3:
        slope = np.linspace(-1, 1, n)
        image += (slope * rng.uniform(-0.2, 0.2) + slope[:, None] * rng.uniform(-0.2, 0.2)).astype(np.float32)
    for _ in range(int(rng.integers(0, 4))):
        _draw_thing(image, rng)
    for _ in range(int(rng.integers(1, 12)) if rng.random() < 0.2 else 0):
        _disc(image, rng.uniform(0, SIDE_MM, 2), rng.uniform(0.6, 2), rng.uniform(0, 1))
    return image


def _draw_thing(image: Reals, rng: np.random.Generator) -> None:
    at, grey = rng.uniform(-5, SIDE_MM + 5, 2), rng.uniform(0, 1.1)
    if rng.random() < 0.5:
        _disc(image, at, rng.uniform(2, 14), grey)
    else:
        turn = rng.uniform(0, np.pi)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * rng.uniform(4, 40, 2) / 2
        _fill(image, at + corners @ axes, grey)


def _draw_die(image: Reals, at: Floats, value: int, lean: Floats, look: DieLook, rng: np.random.Generator) -> None:
    """A die with its shadow; opposite faces add up to seven."""
    turn, half = rng.uniform(0, np.pi / 2), look.size_mm / 2
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    top = at + np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) @ axes
    if rng.random() < 0.8:
        _draw_shadow(image, top + lean * look.size_mm, look, rng)
    one, other = [n for n in range(1, 7) if n not in (value, 7 - value)][:2]
    around = np.roll([one, other, 7 - one, 7 - other], int(rng.integers(4)))
    for out, shade, number in zip(OUT @ axes, look.sides, around, strict=True):
        if out @ lean > 0:
            along = np.array([-out[1], out[0]])
            ends = at + half * out + half * np.array([-along, along])
            _fill(image, np.array([*ends, *(ends[::-1] + lean * look.size_mm)]), look.white * shade)
            _draw_pips(image, at + half * (out + lean), np.array([along, lean]), int(number), look, shade)
    _fill(image, top, look.white)
    if look.rim > 0:
        cv2.polylines(image, [_fine(top)], True, float(look.white * (1 - look.rim)), 1, cv2.LINE_AA, 4)
    _draw_pips(image, at, axes, value, look, 1.0)


def _draw_shadow(image: Reals, base: Floats, look: DieLook, rng: np.random.Generator) -> None:
    cast = rng.uniform(-1, 1, 2) * rng.uniform(0, 1.2) * look.size_mm
    mask = np.zeros_like(image)
    hull = cv2.convexHull(np.concatenate([base, base + cast]).astype(np.float32))
    _fill(mask, np.asarray(hull.reshape(-1, 2), np.float64), 1.0)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.3, 2.5)) * DICE.px_per_mm), np.float32)
    image *= 1 - soft * np.float32(rng.uniform(0.2, 0.65))


def _draw_pips(image: Reals, middle: Floats, axes: Floats, value: int, look: DieLook, shade: float) -> None:
    ring = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    circle = look.pip_mm * np.column_stack([np.cos(ring), np.sin(ring)]) @ axes
    for place in PIPS[value]:
        _fill(image, middle + look.step_mm * np.array(place) @ axes + circle, look.dark * shade)


def _photographed(image: Reals, rng: np.random.Generator) -> Reals:
    """Out of focus, sometimes moved, too bright, noisy or packed as JPEG."""
    sigma = rng.uniform(0.15, 0.9) if rng.random() < 0.8 else rng.uniform(0.9, 1.6)
    image = np.asarray(
        cv2.GaussianBlur(np.clip(image, 0, 1.2), (0, 0), float(sigma) * 0.6 * DICE.px_per_mm), np.float32
    )
    if rng.random() < 0.35:
        image = _shaken(image, rng.uniform(0.5, 3.2) * DICE.px_per_mm, rng.uniform(0, np.pi))
    image = np.asarray(np.minimum(image, rng.uniform(1, 1.2)) * rng.uniform(0.75, 1.25), np.float32)
    grain = rng.normal(0, rng.uniform(0.003, 0.04), image.shape)
    image = np.asarray(image + grain, np.float32)
    if rng.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(30, 95))]
        packed = cv2.imencode(".jpg", np.clip(image * 180, 0, 255).astype(np.uint8), quality)[1]
        image = np.asarray(np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)) / 180, np.float32)
    return np.asarray(image, np.float32)


def _shaken(image: Reals, length_px: float, angle: float) -> Reals:
    size = int(np.ceil(length_px)) | 1
    kernel = np.zeros((size + 2, size + 2), np.float32)
    middle, way = (size + 1) / 2, np.array([np.cos(angle), np.sin(angle)]) * length_px / 2
    ends = [tuple(int(n) for n in np.round((middle + sign * way) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)


def _fine(points_mm: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(np.asarray(points_mm) * DICE.px_per_mm * 16).astype(np.int32)


def _fill(image: Reals, points_mm: Floats, grey: float) -> None:
    cv2.fillPoly(image, [_fine(points_mm)], float(grey), cv2.LINE_AA, 4)


def _disc(image: Reals, at_mm: Floats, radius_mm: float, grey: float) -> None:
    x, y = np.round(at_mm * DICE.px_per_mm).astype(int)
    cv2.circle(image, (int(x), int(y)), round(radius_mm * DICE.px_per_mm), float(grey), -1, cv2.LINE_AA)

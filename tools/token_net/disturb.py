"""What spoils the look of wood?  Reflections, lost focus, shaking, print in its own hue, put over training crops."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from tools.token_net.kinds import radius_of
from vision.frame import Floats, Reals
from vision.params import TOKENS
from vision.tokens.focus import sharpened

PAPER = TOKENS.input_gain
"""Grey level of white paper in samples."""
GLARED, MATCHED, SOFT = 0.4, 0.25, 0.12
"""Shares of crops with reflections, with print in the hue of a piece of wood, out of focus."""
SPOT_PX = (8.0, 26.0)
STRENGTH = (0.35, 2.0)
"""Light that a reflection adds, white paper being 1."""
MOST_LIGHT = (1.0, 1.8)
"""The brightest a camera can tell, white paper being 1."""
LOST = 0.85
"""A top of which more is burnt out is not asked for."""
SAME = (0.3, 0.9)
"""How far print in the hue of the wood is as bright as the wood, too."""
EDGE = (0.1, 0.5)
"""How soft the edge of a reflection is, as a share of its size: a bulb in glossy print has a sharp one."""
SHARP_PX = 1.2
"""What is softer is sharpened, as in ``vision/tokens/view.py``."""
TIGHT = np.ones((5, 5), np.uint8)


def glared(seen: Reals, tops: Floats, rng: np.random.Generator) -> tuple[Reals, Any, Floats]:
    """A crop (h, w, 3) with reflections, mostly near ``tops`` (N, 2), what is burnt out (h, w), and their middles
    (1 or 2, 2)."""
    height, width = seen.shape[:2]
    most = np.minimum(PAPER * rng.uniform(*MOST_LIGHT) * rng.uniform(0.88, 1.12, 3), 255).astype(np.float32)
    light = np.zeros((height, width), np.float32)
    spots = list[Floats]()
    for _ in range(1 + (rng.random() < 0.3)):
        near = len(tops) > 0 and rng.random() < 0.8
        at = tops[rng.integers(len(tops))] + rng.normal(0, 14, 2) if near else rng.uniform(0, (width, height))
        light += _spot((height, width), at, rng)
        spots.append(np.asarray(at, np.float64))
    lit = seen + light[..., None] * rng.uniform(0.93, 1.07, 3)
    limited = np.asarray(np.minimum(lit, np.maximum(most, seen)), np.float32)
    return limited, (lit >= most).all(axis=2), np.array(spots)


def _spot(shape: tuple[int, int], at: Floats, rng: np.random.Generator) -> Reals:
    size = float(rng.uniform(*SPOT_PX))
    axes, angle = (int(size * rng.uniform(1, 2.2)), int(size)), float(rng.uniform(0, 180))
    spot = np.zeros(shape, np.float32)
    middle = (int(at[0]), int(at[1]))
    cv2.ellipse(spot, middle, axes, angle, 0, 360, float(PAPER * rng.uniform(*STRENGTH)), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(spot, (0, 0), size * float(rng.uniform(*EDGE))), np.float32)


def unlost(burnt: Any, tops: Floats, kinds: Sequence[str]) -> Any:
    """Which tops (N, 2) of a crop are not burnt out; those outside it are not."""
    height, width = burnt.shape
    y, x = np.mgrid[0:height, 0:width]
    radii = (0.9 * radius_of(kind) for kind in kinds)
    discs = (np.hypot(x - at[0], y - at[1]) < radius for at, radius in zip(tops, radii, strict=True))
    return np.array([not on.any() or float(burnt[on].mean()) < LOST for on in discs], bool)


def in_hue_of_wood(
    seen: Reals, bare: Reals, at: Floats, layers: tuple[Any, Any, Any], rng: np.random.Generator
) -> tuple[Reals, Reals]:
    """The crop with things laid on tiles, or the art itself, in the hue of the wood at a point (2,).

    ``layers`` (h, w) say where there is a tile, where wood, and where the bare tile is seen.
    """
    tile, wood, fit = layers
    wood = cv2.erode(wood.astype(np.uint8), TIGHT) > 0
    height, width = tile.shape
    x, y = np.clip(np.round(at).astype(int), 2, (width - 3, height - 3))
    color = np.median(seen[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3), axis=0)
    share, light = float(rng.uniform(0.55, 0.95)), rng.uniform(0.8, 1.2) / max(float(color.mean()), 8.0)
    mix = (share * np.outer(color * light, np.full(3, 1 / 3)) + (1 - share) * np.eye(3)).astype(np.float32)
    if rng.random() < 0.5:
        return np.where((tile & ~fit & ~wood)[..., None], seen @ mix.T, seen), bare
    same = float(rng.uniform(*SAME)) if rng.random() < 0.5 else 0.0
    print_bgr = np.asarray(same * color * rng.uniform(0.8, 1.15), np.float32)
    bare = np.where(tile[..., None], (1 - same) * (bare @ mix.T) + print_bgr, bare)
    return np.where((fit & ~wood)[..., None], (1 - same) * (seen @ mix.T) + print_bgr, seen), bare


def softened(seen: Reals, rng: np.random.Generator) -> Reals:
    """The crop out of focus or shaken, with a little noise, sharpened where the view would be."""
    if rng.random() < 0.5:
        length = int(rng.integers(3, 9))
        soft_px, seen = 0.3 * length, np.asarray(cv2.filter2D(seen, -1, _streak(length, rng)), np.float32)
    else:
        soft_px = float(rng.uniform(0.8, 2.6))
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), soft_px), np.float32)
    noisy = np.maximum(seen + rng.normal(0, rng.uniform(0, 2.5), seen.shape), 0).astype(np.float32)
    return sharpened(noisy, soft_px * float(rng.uniform(0.8, 1.2))) if soft_px >= SHARP_PX else noisy


def _streak(length: int, rng: np.random.Generator) -> Reals:
    middle, angle = (length - 1) / 2, float(rng.uniform(0, np.pi))
    along = np.linspace(-middle, middle, 4 * length)
    streak = np.zeros((length, length), np.float32)
    rows, columns = (np.round(middle + along * way).astype(int) for way in (np.sin(angle), np.cos(angle)))
    streak[rows, columns] = 1
    return np.asarray(streak / streak.sum(), np.float32)

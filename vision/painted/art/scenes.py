"""What is painted inside a made-up tile?  A crowded bazaar, or a mosaic in which there is nothing to recognise."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image
from vision.painted.art.scenery import FAR, NEAR, Ink, Random, blob, lantern, lit, mixed, stroke


def backdrop(rng: Random, size: tuple[int, int], ink: Ink, dark: float) -> Image:
    """Sky or wall above, ground below; (height, width, 3)."""
    width, height = size
    horizon = int(height * rng.uniform(0.3, 0.55))
    top, low, floor = ink(), lit(ink(), 1.25), mixed(ink(), (120, 170, 205), rng.uniform(0.2, 0.8))
    ramp: Floats = np.linspace(0, 1, horizon)[:, None, None] ** rng.uniform(0.6, 1.6)
    upper = np.array(top) * (1 - ramp) + np.array(low) * ramp
    ramp = np.linspace(0, 1, height - horizon)[:, None, None]
    lower = np.array(lit(floor, 1.1)) * (1 - ramp) + np.array(lit(floor, 0.7)) * ramp
    image = np.repeat(np.vstack([upper, lower]), width, axis=1) * dark
    out: Image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.uniform() < 0.4:
        blob(
            out,
            rng.uniform(0.1, 0.9) * width,
            horizon * rng.uniform(0.3, 0.9),
            height * 0.07,
            height * 0.07,
            lit(ink(), 1.5),
        )
    step = height * rng.uniform(0.05, 0.12)
    for i in range(int((height - horizon) / step)):
        y = horizon + i * step
        stroke(out, (0, y), (width, y + rng.uniform(-4, 4)), lit(floor, rng.uniform(0.75, 0.95)), 1 + i * 0.5)
    return out


def crowded(rng: Random, size: tuple[int, int], ink: Ink, things: int, dark: float) -> Image:
    """A scene with ``things`` things in it, the far ones first."""
    image = backdrop(rng, size, ink, dark)
    width, height = size
    for depth in np.sort(rng.uniform(0, 1, things)):
        far = depth < 0.35
        kinds = FAR if far else NEAR
        paint = kinds[int(rng.integers(len(kinds)))]
        y = height * (0.45 + 0.12 * depth if far else 0.45 + 0.6 * (depth - 0.35) + 0.12)
        s = height * (rng.uniform(0.18, 0.5) if far else rng.uniform(0.1, 0.2) + 0.16 * depth)
        paint(image, rng, rng.uniform(-0.02, 1.02) * width, y, s, ink)
    for _ in range(int(rng.integers(0, 4))):
        lantern(image, rng, rng.uniform(0.1, 0.9) * width, height * rng.uniform(0.12, 0.3), height * 0.07, ink)
    return image


def mosaic(rng: Random, size: tuple[int, int], ink: Ink, cells: int) -> Image:
    """A wall of tesserae around a few big shapes: art without anything to recognise."""
    width, height = size
    scene = crowded(rng, size, ink, 14, 1.0)
    seeds = np.column_stack([rng.uniform(0, width, cells), rng.uniform(0, height, cells)]).astype(np.float32)
    mask = np.full((height, width), 255, np.uint8)
    mask[seeds[:, 1].astype(int).clip(0, height - 1), seeds[:, 0].astype(int).clip(0, width - 1)] = 0
    _, labels = cv2.distanceTransformWithLabels(mask, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    at: NDArray[np.intp] = np.zeros((int(labels.max()) + 1, 2), np.intp)
    zero = np.argwhere(mask == 0)
    at[labels[zero[:, 0], zero[:, 1]]] = zero
    colors = scene[at[:, 0], at[:, 1]] * rng.uniform(0.8, 1.2, (len(at), 1))
    edges = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    out: Image = np.clip(colors, 0, 255).astype(np.uint8)[labels]
    out[edges] = (60, 66, 72)
    return out

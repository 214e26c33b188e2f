"""What if tiles are painted in oil?  Dark, rich prints of low contrast, in strokes, made of the plain ones."""

import cv2
import numpy as np

from vision.arrays import image
from vision.frame import Image

STROKES = 2600
WIDE_PX = 540
"""Width of a tile on which strokes are laid."""


def painterly(tile: Image, seed: int) -> Image:
    """The tile as a dark oil painting of the same picture, 540 px wide; its rim stays where it is."""
    rng = np.random.default_rng([91, seed])
    height = round(WIDE_PX * tile.shape[0] / tile.shape[1])
    plain = cv2.resize(tile, (WIDE_PX, height), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(plain, (0, 0), 2.0)
    grey = cv2.GaussianBlur(cv2.cvtColor(plain, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 3.0)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    canvas = soft.copy()
    for x, y in zip(rng.integers(0, WIDE_PX, STROKES), rng.integers(0, height, STROKES), strict=True):
        angle = float(np.arctan2(across[y, x], -down[y, x])) + float(rng.normal(0, 0.35))
        reach = float(rng.uniform(4, 13)) * np.array([np.cos(angle), np.sin(angle)])
        shade = np.clip(soft[y, x] * rng.uniform(0.75, 1.25) + rng.normal(0, 9, 3), 0, 255)
        ends = [(round(float(x + k * reach[0])), round(float(y + k * reach[1]))) for k in (-1, 1)]
        cv2.line(canvas, ends[0], ends[1], tuple(float(v) for v in shade), int(rng.integers(2, 6)), cv2.LINE_AA)
    mixed = cv2.addWeighted(canvas, 0.75, plain, 0.25, 0).astype(np.float32)
    weave = cv2.GaussianBlur(rng.normal(0, 14, mixed.shape[:2]).astype(np.float32), (0, 0), 0.8)[..., None]
    dark = 18 + (mixed + weave) * float(rng.uniform(0.38, 0.62)) * np.array([0.82, 0.94, 1.0], np.float32)
    return image(np.clip(dark, 0, 255).astype(np.uint8))

"""Which tile does this patch of a picture come from?  SIFT features of all tiles, also as seen aslant."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.params_layout import INDEX, TILE_MM, IndexParams


@dataclass(frozen=True, slots=True, eq=False)
class TileIndex:
    """N features: ``tile`` (N,) 0..15, ``at_mm`` (N, 2) on the tile, ``local`` (N, 2, 2) mm -> unit patch, the tree.

    ``descriptors`` (N, 128) float32 are square-rooted SIFT.
    """

    tile: Array
    at_mm: Array
    local: Array
    descriptors: Array
    tree: Any


def build_index(tiles: tuple[Image, ...], params: IndexParams = INDEX) -> TileIndex:
    """The features of sixteen tile pictures, each also squeezed as a camera at a slant would see it."""
    parts = [
        _features(image(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), number, squeeze, params)
        for number, picture in enumerate(tiles)
        for squeeze in params.squeezes
    ]
    tile, at_mm, local, descriptors = (np.concatenate(column) for column in zip(*parts, strict=True))
    tree = cv2.flann.Index(descriptors, {"algorithm": 1, "trees": 4})
    return TileIndex(tile, at_mm, local, descriptors, tree)


def _features(
    grey: Image, number: int, squeeze: tuple[float, float], params: IndexParams
) -> tuple[Array, Array, Array, Array]:
    px_per_mm = params.px_per_mm * np.array(squeeze)
    size = np.round(np.array(TILE_MM) * px_per_mm).astype(int)
    small = cv2.resize(grey, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA)
    sift = cv2.SIFT.create(nfeatures=params.per_picture, contrastThreshold=params.contrast)
    points, descriptors = sift.detectAndCompute(small, None)
    if descriptors is None:
        return np.zeros(0), np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros((0, 128), np.float32)
    at_mm = np.array([p.pt for p in points]) / px_per_mm
    local = unit_patches(points) @ np.diag(px_per_mm)
    return np.full(len(points), float(number)), at_mm, local, root_sift(descriptors)


def unit_patches(points: Any) -> Array:
    """(N, 2, 2) maps from pixels around keypoints to their upright patches of size one."""
    angles = np.radians([p.angle for p in points])
    sizes = np.array([p.size for p in points])
    c, s = np.cos(angles), np.sin(angles)
    result: Array = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2) / sizes[:, None, None]
    return result


def root_sift(descriptors: Array) -> Array:
    """Descriptors (N, 128) float32 whose plain distance is the better Hellinger distance."""
    scaled = descriptors / (descriptors.sum(1, keepdims=True) + 1e-7)
    return np.asarray(np.sqrt(scaled), np.float32)

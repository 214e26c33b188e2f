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


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """N features of a picture: ``px`` (N, 2), ``patch`` (N, 2, 2) px -> unit patch, ``descriptors`` (N, 128)."""

    px: Array
    patch: Array
    descriptors: Array


def find_features(grey: Image, most: int, contrast: float) -> Features:
    """The strongest SIFT features of a picture, at most so many."""
    points, descriptors = cv2.SIFT.create(nfeatures=most, contrastThreshold=contrast).detectAndCompute(_lit(grey), None)
    if descriptors is None:
        return Features(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros((0, 128), np.float32))
    return Features(np.array([p.pt for p in points]), unit_patches(points), root_sift(descriptors))


def _lit(grey: Image, params: IndexParams = INDEX) -> Image:
    """The picture, brightened where all of it is dim."""
    brightest = float(np.quantile(grey[::2, ::2], params.bright_share))
    return grey if brightest >= params.lit else image(cv2.convertScaleAbs(grey, alpha=params.lit / max(brightest, 1.0)))


def resized(features: Features, scale: float) -> Features:
    """The features in a copy of the picture ``scale`` times the size."""
    return Features((features.px + 0.5) * scale - 0.5, features.patch / scale, features.descriptors)


def mirrored(features: Features, width_px: int) -> Features:
    """The features of the same picture seen in a mirror, without looking at it again.

    Descriptors are 4 x 4 fields of 8 directions: a mirror turns the rows around and the directions the other way.
    """
    fields = features.descriptors.reshape(-1, 4, 4, 8)
    turned = fields[:, ::-1][..., (-np.arange(8)) % 8].reshape(-1, 128)
    px = features.px * [-1, 1] + [width_px - 1, 0]
    patch = features.patch * [-1, 1] * np.array([1, -1])[:, None]
    return Features(px, patch, np.ascontiguousarray(turned))


def build_index(tiles: tuple[Image, ...], params: IndexParams = INDEX) -> TileIndex:
    """The features of sixteen tile pictures, each also squeezed as a camera at a slant would see it.

    The tree's chances are thrown anew, so that a copy is searched alike in every run.  One picture must show anything.
    """
    parts = [
        _features(image(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), number, squeeze, params)
        for number, picture in enumerate(tiles)
        for squeeze in params.squeezes
    ]
    tile, at_mm, local, descriptors = (np.concatenate(column) for column in zip(*parts, strict=True))
    cv2.setRNGSeed(0)
    tree = cv2.flann.Index(descriptors, {"algorithm": 1, "trees": 4})
    return TileIndex(tile, at_mm, local, descriptors, tree)


def shows_anything(tile: Image, params: IndexParams = INDEX) -> bool:
    """Whether a picture of a tile has any features: none does in the dark, or where only a plain cloth lies."""
    return bool(len(_features(image(cv2.cvtColor(tile, cv2.COLOR_BGR2GRAY)), 0, (1, 1), params)[0]))


def _features(
    grey: Image, number: int, squeeze: tuple[float, float], params: IndexParams
) -> tuple[Array, Array, Array, Array]:
    px_per_mm = params.px_per_mm * np.array(squeeze)
    size = np.round(np.array(TILE_MM) * px_per_mm).astype(int)
    small = cv2.resize(grey, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA)
    found = find_features(image(small), params.per_picture, params.contrast)
    local = found.patch @ np.diag(px_per_mm)
    return np.full(len(found.px), float(number)), found.px / px_per_mm, local, found.descriptors


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

"""Does the frame of a tile show around what lies on it?  All tiles share it; an arm that reaches in hides it."""

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.geometry import TableGeometry
from vision.identify.cells import cell_pictures
from vision.params_layout import FRAMED, IDENTIFY, FramedParams


def framed(picture: Image, table: TableGeometry, read: Array, params: FramedParams = FRAMED) -> Array:
    """How much the rim of each cell (16,) is like the rim of the cells ``read`` (16,): -1..1 in the mean of its pieces.

    The side least like them may be hidden by wood; the next one counts.  ``picture`` is grey (height, width) or BGR
    (height, width, 3).
    """
    grey = picture if picture.ndim == 2 else image(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    margin = round(params.outside_mm * IDENTIFY.px_per_mm)
    wide = margin + round(params.inside_mm * IDENTIFY.px_per_mm)
    cells = cell_pictures(grey, table, margin)[:, 0]
    ends = (slice(None, wide), slice(-wide, None))
    sides = [cells[:, end] for end in ends] + [cells[:, :, end].transpose(0, 2, 1) for end in ends]
    alike = np.stack([_alike(_pieces(side, params.pieces), read).mean(1) for side in sides])
    result: Array = np.sort(alike, 0)[1]
    return result


def _pieces(strips: Array, count: int) -> Array:
    """Strips (16, wide, long) cut along their length: (16, count, pixels)."""
    size = strips.shape[2] // count
    whole = strips[:, :, : count * size].reshape(16, strips.shape[1], count, size)
    return whole.transpose(0, 2, 1, 3).reshape(16, count, -1)


def _alike(pieces: Array, read: Array) -> Array:
    """Correlation (16, count) of each piece (16, count, pixels) with what it usually looks like in the cells read."""
    usual: Array = np.median(pieces[read], 0)[None]
    one, other = (values - values.mean(-1, keepdims=True) for values in (pieces, usual))
    spread = np.sqrt((one**2).sum(-1) * (other**2).sum(-1))
    result: Array = (one * other).sum(-1) / np.maximum(spread, 1e-6)
    return result

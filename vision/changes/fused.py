"""What does a still table look like without its noise?  The mean of some pictures in which nothing moved."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.params import FUSE, FuseParams


@dataclass(frozen=True, slots=True, eq=False)
class Fused:
    """The sum (h, w, 3), BGR, of ``count`` pictures of 8 bits."""

    total: NDArray[np.uint16]
    count: int

    @property
    def mean(self) -> Image:
        """The picture without the noise that differs from one to the next."""
        return np.asarray((self.total + self.count // 2) // self.count, np.uint8)


MOST = 64
"""No more pictures are added; 256 are as many as their sum has room for."""


def fused_with(fused: Fused | None, picture: Image) -> Fused | None:
    """One picture more, or the first; None where it has another size."""
    if fused is None:
        return Fused(picture.astype(np.uint16), 1)
    if fused.total.shape != picture.shape:
        return None
    return fused if fused.count == MOST else Fused(fused.total + picture, fused.count + 1)


def noise_of(picture: Image, mean: Image, params: FuseParams = FUSE) -> float:
    """The standard deviation, in grey levels, by which a picture differs from the mean of many like it."""
    step = slice(None, None, params.step)
    return float(np.std(picture[step, step].astype(np.float32) - mean[step, step]))

"""What does a still table look like without its noise?  The mean of some pictures in which nothing moved."""

import math

import cv2
import numpy as np

from vision.frame import Image
from vision.params import FUSE, FuseParams

Pictures = tuple[Image, ...]
"""Pictures (h, w, 3) BGR of one table on which nothing moves, the newest last."""


def gathered(before: Pictures, picture: Image, params: FuseParams = FUSE) -> Pictures:
    """The last so many pictures with one more.

    None at all where it has another size, or where the second differs too little from the first to be noisy.
    """
    if not before or before[0].shape != picture.shape:
        return ()
    quiet = len(before) == 1 and noise_of(picture, before[0], params) < params.least_noise
    return () if quiet else (*before, picture)[-params.pictures :]


def mean_of(pictures: Pictures) -> Image:
    """The picture without the noise that differs from one to the next; of no more than 256."""
    total = np.full(pictures[0].shape, len(pictures) // 2, np.uint16)
    for picture in pictures:
        total += picture
    return np.asarray(total // len(pictures), np.uint8)


def noise_of(picture: Image, other: Image, params: FuseParams = FUSE) -> float:
    """The standard deviation, in grey levels, by which a picture differs from another of the same."""
    rows = slice(None, None, params.step)
    off = cv2.subtract(picture[rows], other[rows], dtype=cv2.CV_16S)
    mean, squares = cv2.mean(off.reshape(len(off), -1))[0], cv2.norm(off, cv2.NORM_L2SQR) / off.size
    return math.sqrt(max(squares - mean**2, 0.0))

"""What does a still table look like without its noise?  The mean of some pictures in which nothing moved."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame, Image, Reals
from vision.params import FUSE, FuseParams
from vision.tokens.view import View


@dataclass(frozen=True, slots=True, eq=False)
class Fused:
    """The sum (h, w, 3) of ``count`` pictures.  It belongs to whoever adds to it: ``and_this`` changes it in place."""

    total: Reals
    count: int = 1


def gathering(frame: Frame, view: View, params: FuseParams = FUSE) -> Fused | None:
    """The beginning of a mean, where a picture is so noisy that it is worth while."""
    return Fused(frame.bgr.astype(np.float32)) if view.noise >= params.least_noise else None


def and_this(fused: Fused, picture: Image) -> Fused | None:
    """One picture more; None where it has another size."""
    if fused.total.shape != picture.shape:
        return None
    cv2.accumulate(picture, fused.total)
    return Fused(fused.total, fused.count + 1)


def mean_of(fused: Fused, frame: Frame, params: FuseParams = FUSE) -> Frame | None:
    """The newest frame with the mean in place of its picture, when enough pictures are in it."""
    if fused.count < params.pictures:
        return None
    mean = np.asarray(fused.total / fused.count + 0.5, np.uint8)
    return Frame(mean, frame.seq, frame.at_s, frame.source)

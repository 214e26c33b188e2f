"""What is an array whose kind of number its docstring tells?"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Array = NDArray[Any]


def image(values: Any) -> Image:
    """What OpenCV gave, as the uint8 picture it is."""
    return np.asarray(values, np.uint8)


def looked_up(picture: Array, maps_px: Array, border: int = cv2.BORDER_REPLICATE) -> Array:
    """Colours of a picture at (rows, columns, 2) float32 points in px, between pixels."""
    x, y = cv2.split(maps_px)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border))

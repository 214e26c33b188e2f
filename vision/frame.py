"""What is one picture from a camera?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Reals = NDArray[np.float32]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture with its number, its time and where it came from.

    ``bgr`` is uint8, shape (height, width, 3), blue-green-red, made read-only here.
    ``at_s`` is monotonic seconds, stamped by the source.
    """

    bgr: Image
    seq: int = 0
    at_s: float = 0.0
    source: str = ""

    def __post_init__(self) -> None:
        if self.bgr.ndim != 3 or self.bgr.shape[2] != 3 or self.bgr.dtype != np.uint8:
            found = f"{self.bgr.shape} {self.bgr.dtype}"
            raise ValueError(f"a Frame needs a uint8 picture of shape (height, width, 3), not {found}")
        self.bgr.flags.writeable = False

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height)."""
        return self.bgr.shape[1], self.bgr.shape[0]

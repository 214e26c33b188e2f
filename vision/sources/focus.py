"""When is a camera's focus held, and when let go?  Told how sharp pictures are, it answers with an order.

A focus that hunts makes every picture a little different, and the board soft just when somebody has moved.
"""

from collections import deque
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.frame import Image

Order = Literal["lock", "free"]
_WINDOW_PX = (360, 640)


@dataclass(frozen=True, slots=True)
class FocusLimits:
    """A sharpness within ``steady`` for ``looks`` pictures, ``settle_s`` after opening, is locked.  If it then falls
    below ``spoilt`` of that within ``check_s``, the driver went elsewhere and is left alone for good.  Below ``soft``
    for ``soft_s`` the camera or the table has moved: it may focus anew.  Shares of the sharpness, seconds."""

    settle_s: float = 2.0
    looks: int = 8
    steady: float = 0.2
    check_s: float = 1.5
    spoilt: float = 0.6
    soft: float = 0.5
    soft_s: float = 4.0


USUAL = FocusLimits()


class Focus:
    """One camera's focus: settling, locked, or left alone."""

    def __init__(self, limits: FocusLimits = USUAL) -> None:
        self._limits = limits
        self._last: deque[float] = deque(maxlen=limits.looks)
        self._since_s: float | None = None
        self._locked: float | None = None
        self._soft_since_s: float | None = None
        self._left_alone = False

    def see(self, at_s: float, sharpness: float) -> Order | None:
        """What the camera is to be told after a picture of this sharpness."""
        if self._left_alone:
            return None
        if self._since_s is None:
            self._since_s = at_s
        if self._locked is None:
            return self._settle(at_s, sharpness)
        return self._check(at_s, sharpness / max(self._locked, 1e-9), at_s - self._since_s)

    def refused(self) -> None:
        """The camera does not take such orders: most have a fixed focus."""
        self._left_alone = True

    def _settle(self, at_s: float, sharpness: float) -> Order | None:
        self._last.append(sharpness)
        settled = len(self._last) == self._limits.looks and at_s - (self._since_s or 0.0) >= self._limits.settle_s
        if not settled or max(self._last) - min(self._last) > self._limits.steady * max(self._last):
            return None
        self._locked, self._since_s, self._soft_since_s = sharpness, at_s, None
        return "lock"

    def _check(self, at_s: float, share: float, locked_for_s: float) -> Order | None:
        if locked_for_s <= self._limits.check_s and share < self._limits.spoilt:
            self._left_alone = True
            return "free"
        if share >= self._limits.soft:
            self._soft_since_s = None
            return None
        if self._soft_since_s is None:
            self._soft_since_s = at_s
        if at_s - self._soft_since_s < self._limits.soft_s:
            return None
        self._locked, self._since_s = None, at_s
        self._last.clear()
        return "free"


def sharpness_of(bgr: Image) -> float:
    """How much detail the middle of a picture shows: the variance of its Laplacian over its variance in light."""
    height, width = bgr.shape[:2]
    top, left = max(0, (height - _WINDOW_PX[0]) // 2), max(0, (width - _WINDOW_PX[1]) // 2)
    middle = bgr[top : top + _WINDOW_PX[0], left : left + _WINDOW_PX[1]]
    grey = cv2.cvtColor(np.ascontiguousarray(middle), cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var() / (grey.var() + 1.0))

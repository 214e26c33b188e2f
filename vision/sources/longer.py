"""Is a picture dark though the camera does what it can by itself, and does a longer exposure help?

What lies still may be looked at for a tenth of a second: twice the light is worth more than any gain.
"""

import statistics
from collections import deque
from dataclasses import dataclass

import numpy as np

from vision.frame import Image
from vision.sources.machine.camera import ExposureScale

SPARSE = 32  # every so many pixels tell how bright a picture is
_WHITES = 98
"""White paper and wood are among the brightest of a picture: this percentile."""


@dataclass(frozen=True, slots=True)
class LongerLimits:
    """Whites darker than ``dark`` (of 255) for ``patience_s`` want an exposure ``most`` times as long, or at ``least``
    so many times, of ``longest_s`` at most; from ``whole_s`` on of whole such times: flickers of all lamps are whole
    then.  It ``helps`` if whites are so many times as bright in ``looks`` pictures, no farther apart than ``pause_s``.
    Seconds."""

    dark: float = 130.0
    patience_s: float = 4.0
    least: float = 1.2
    most: float = 2.0
    longest_s: float = 0.13
    whole_s: float = 0.05
    helps: float = 1.1
    looks: int = 8
    pause_s: float = 0.3


USUAL = LongerLimits()


class LongerExposure:
    """What one camera's exposure is to be, in the driver's numbers; a step that does not help is the last one.

    It outlives the opened camera: one that stopped while a step was tried is not asked again.
    """

    def __init__(self, scale: ExposureScale, limits: LongerLimits = USUAL) -> None:
        self._scale, self._limits = scale, limits
        self._dark_since_s: float | None = None
        self._before: tuple[float, float] | None = None  # value and whites while a step is tried
        self._looks: deque[tuple[float, float]] = deque(maxlen=limits.looks)
        self._left_alone = False

    def see(self, at_s: float, whites: float, value: float) -> float | None:
        """The value to set after a picture with such whites, taken at this value; None where it may stay."""
        if self._left_alone:
            return None
        if self._before is not None:
            return self._judge(at_s, whites, *self._before)
        if whites >= self._limits.dark:
            self._dark_since_s = None
            return None
        if self._dark_since_s is None:
            self._dark_since_s = at_s
        wanted = longer_than(value, self._scale, self._limits)
        if wanted is None or at_s - self._dark_since_s < self._limits.patience_s:
            return None
        self._before = value, whites
        self._looks.clear()
        return wanted

    def refused(self) -> None:
        """The camera does not take such orders."""
        self._left_alone = True

    def measured(self) -> None:
        """The camera has measured by itself again."""
        self._before = self._dark_since_s = None

    def opened(self) -> None:
        """The camera was opened, perhaps because it had stopped."""
        self._left_alone = self._left_alone or self._before is not None
        self.measured()

    def _judge(self, at_s: float, whites: float, value_before: float, whites_before: float) -> float | None:
        self._looks.append((at_s, whites))
        if len(self._looks) < self._limits.looks:
            return None
        pause_s = (at_s - self._looks[0][0]) / (len(self._looks) - 1)
        brighter = statistics.median(white for _, white in self._looks) / max(whites_before, 1.0)
        self._before = self._dark_since_s = None
        self._left_alone = brighter < self._limits.helps or pause_s > self._limits.pause_s
        return value_before if self._left_alone else None


def longer_than(value: float, scale: ExposureScale, limits: LongerLimits = USUAL) -> float | None:
    """The driver's value for the next longer exposure; None where this one is as long as may be."""
    now_s = scale.seconds(value)
    wanted_s = min(limits.most * now_s, limits.longest_s)
    if wanted_s >= limits.whole_s:
        wanted_s = limits.whole_s * int(wanted_s / limits.whole_s + 1e-6)
    near = [one for one in scale.near(wanted_s) if limits.least * now_s < scale.seconds(one) <= limits.longest_s]
    return min(near, key=lambda one: abs(scale.seconds(one) - wanted_s)) if near else None


def whites_of(bgr: Image) -> float:
    """How bright the brightest things of a picture are, 0 to 255."""
    return float(np.percentile(bgr[::SPARSE, ::SPARSE].max(axis=2), _WHITES))

"""When is a camera's exposure held, and when measured anew?  Told how bright pictures are, it answers with an order.

A camera that goes on measuring answers every hand with brighter wood, which looks like a change of the table.
"""

from collections import deque
from dataclasses import dataclass
from typing import Literal

Order = Literal["hold", "measure"]


@dataclass(frozen=True, slots=True)
class ExposureLimits:
    """``settle_s`` after opening, a brightness within ``steady`` for ``looks`` pictures is held.  If it then jumps by
    ``jump`` within ``check_s`` the camera cannot be held and is left alone for good.  A brightness off by ``drift``
    for ``drift_s`` (a lamp, the sun) is measured anew; shares of the brightness, seconds."""

    settle_s: float = 2.0
    looks: int = 8
    steady: float = 0.04
    check_s: float = 1.5
    jump: float = 0.25
    drift: float = 0.35
    drift_s: float = 3.0


USUAL = ExposureLimits()


class Exposure:
    """One camera's exposure: settling, held, or left alone."""

    def __init__(self, limits: ExposureLimits = USUAL) -> None:
        self._limits = limits
        self._last: deque[float] = deque(maxlen=limits.looks)
        self._since_s: float | None = None
        self._held: float | None = None
        self._off_since_s: float | None = None
        self._left_alone = False

    def see(self, at_s: float, brightness: float) -> Order | None:
        """What the camera is to be told after a picture of this mean brightness."""
        if self._left_alone:
            return None
        if self._since_s is None:
            self._since_s = at_s
        if self._held is None:
            return self._settle(at_s, brightness)
        return self._check(at_s, brightness, self._held, at_s - self._since_s)

    def refused(self) -> None:
        """The camera does not take such orders."""
        self._left_alone = True

    @property
    def is_held(self) -> bool:
        """Whether the camera was told to hold it."""
        return self._held is not None and not self._left_alone

    def changed(self, at_s: float) -> None:
        """The exposure was set to something else on purpose: its brightness is settled and held anew."""
        self._held, self._since_s = None, at_s
        self._last.clear()

    def _settle(self, at_s: float, brightness: float) -> Order | None:
        self._last.append(brightness)
        enough = len(self._last) == self._limits.looks and at_s - (self._since_s or 0.0) >= self._limits.settle_s
        if not enough or max(self._last) - min(self._last) > self._limits.steady * max(self._last):
            return None
        self._held, self._since_s, self._off_since_s = brightness, at_s, None
        return "hold"

    def _check(self, at_s: float, brightness: float, held: float, held_for_s: float) -> Order | None:
        off = abs(brightness - held) / max(held, 1.0)
        if held_for_s <= self._limits.check_s and off > self._limits.jump:
            self._left_alone = True
            return "measure"
        if off < self._limits.drift:
            self._off_since_s = None
            return None
        if self._off_since_s is None:
            self._off_since_s = at_s
        if at_s - self._off_since_s < self._limits.drift_s:
            return None
        self._held, self._since_s = None, at_s
        self._last.clear()
        return "measure"

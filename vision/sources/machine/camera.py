"""What is known of a camera before it is opened, and which of several is the one that was chosen?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

PREFIX = "id:"
"""What a camera is called in settings: this and its ``id``, which stays when numbers change."""


@dataclass(frozen=True, slots=True)
class LocalCamera:
    """A camera the system lists.

    ``ways`` are OpenCV's doors to it, the best first: backend and the number it has there.  ``model`` stays wherever it
    is plugged in (maker, product and serial number where it has one, else the name), ``plug`` says where it hangs now.
    """

    name: str
    ways: tuple[tuple[int, int], ...]
    model: str
    plug: str = ""

    @property
    def id(self) -> str:
        """What it is remembered by."""
        return f"{self.model}@{self.plug}"

    @property
    def number(self) -> int:
        """What the system counts it as now."""
        return self.ways[0][1]


@dataclass(frozen=True, slots=True)
class ExposureScale:
    """What a driver's numbers for the exposure mean: seconds are ``base ** value`` or, without one, ``value * unit_s``.

    ``by_hand`` and ``by_itself`` are what drivers may call an exposure that is set, and one that is measured.
    """

    unit_s: float = 1e-4
    base: float = 0.0
    by_hand: tuple[float, ...] = (1.0, 0.25)
    by_itself: tuple[float, ...] = (3.0, 0.75)

    def seconds(self, value: float) -> float:
        """How long the shutter is open at this value."""
        return self.base**value if self.base else value * self.unit_s

    def near(self, seconds: float) -> tuple[float, ...]:
        """Values round this time, the shortest first."""
        if not self.base:
            return (round(seconds / self.unit_s),)
        middle = round(math.log(seconds, self.base))
        return tuple(sorted(float(value) for value in range(middle - 1, middle + 2)))


class System(Protocol):
    """How cameras are found and opened on one system."""

    name: str
    exposure: ExposureScale
    asks_people: bool
    """Whether a program may use cameras only after people have said so to the system."""

    def cameras(self) -> list[LocalCamera] | None:
        """Every camera plugged in, without opening one; None where the system cannot tell."""

    def ways(self, number: int) -> tuple[tuple[int, int], ...]:
        """OpenCV's doors to a camera of which only the number is known; none where there is surely no such camera."""

    def why_not(self) -> str:
        """Why a camera that is there may not open, and what to do."""


def spec_of(camera: LocalCamera) -> str:
    """What to write down to find this camera again."""
    return PREFIX + camera.id


def chosen(spec: str, cameras: Sequence[LocalCamera]) -> LocalCamera | None:
    """The camera that ``spec`` names: in the same plug, else the only one of that model; None where it is not there."""
    wanted = spec.removeprefix(PREFIX)
    exact = [one for one in cameras if one.id == wanted]
    moved = [one for one in cameras if one.model == wanted.rpartition("@")[0]]
    return exact[0] if exact else moved[0] if len(moved) == 1 else None

"""What time is it?  The one place that asks."""

import time
from typing import Protocol


class Clock(Protocol):
    """Wall time in seconds since 1970, for people; and seconds that only grow, for what lasts a while."""

    def now_s(self) -> float: ...

    def running_s(self) -> float:
        """Seconds since some moment; nobody can set them back."""


class SystemClock:
    """The machine's clock."""

    def now_s(self) -> float:
        return time.time()

    def running_s(self) -> float:
        return time.monotonic()


class FakeClock:
    """A clock for tests: it stands still until told otherwise."""

    def __init__(self, at_s: float = 1_000_000.0) -> None:
        self.at_s = at_s
        self.ran_s = 0.0

    def now_s(self) -> float:
        return self.at_s

    def running_s(self) -> float:
        return self.ran_s

    def wait(self, seconds: float) -> None:
        """So much time goes by."""
        self.at_s += seconds
        self.ran_s += seconds

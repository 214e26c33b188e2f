"""What time is it?  The one place that asks."""

import time
from typing import Protocol


class Clock(Protocol):
    """Wall time in seconds since 1970."""

    def now_s(self) -> float: ...


class SystemClock:
    """The machine's clock."""

    def now_s(self) -> float:
        return time.time()


class FakeClock:
    """A clock for tests: it stands still until told otherwise."""

    def __init__(self, at_s: float = 1_000_000.0) -> None:
        self.at_s = at_s

    def now_s(self) -> float:
        return self.at_s

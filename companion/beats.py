"""Is somebody stuck?  What goes round and round gives a beat at every turn; who is late can be named."""

import threading
import time
import weakref
from collections.abc import Iterator
from typing import NamedTuple


class Late(NamedTuple):
    """Something that should have given a beat: its name, the thread's number, and how late it is in seconds."""

    name: str
    thread: int | None
    late_s: float


class Beat:
    """The beats of one loop; it is late when none has come for ``patience_s``.  Before the first one it rests."""

    def __init__(self, name: str, patience_s: float) -> None:
        self.name, self._patience_s = name, patience_s
        self._last_s: float | None = None
        self._thread: int | None = None
        with _LISTING:
            _BEATS.add(self)

    def beat(self) -> None:
        """The loop goes on."""
        self._last_s, self._thread = time.monotonic(), threading.get_ident()

    def rest(self) -> None:
        """The loop has ended, or waits for something that may take long."""
        self._last_s = None

    def late(self, now_s: float) -> Late | None:
        """By how much it is late, None where it is not."""
        last_s = self._last_s
        if last_s is None or now_s - last_s <= self._patience_s:
            return None
        return Late(self.name, self._thread, now_s - last_s)


def late_ones() -> Iterator[Late]:
    """Every loop that should have given a beat."""
    now_s = time.monotonic()
    with _LISTING:
        beats = list(_BEATS)
    for one in beats:
        late = one.late(now_s)
        if late is not None:
            yield late


_BEATS: "weakref.WeakSet[Beat]" = weakref.WeakSet()
_LISTING = threading.Lock()

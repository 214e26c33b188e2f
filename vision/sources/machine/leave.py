"""May this program use cameras?  macOS asks people, and only a program's main thread: a child process asks.

Cameras are opened on threads here, where OpenCV must not ask.  Without the child nobody would ever be asked.
"""

import threading
import time
from collections.abc import Callable

from vision.sources.live import CannotOpen
from vision.sources.machine.probe import PictureSize, Way, first_picture, probed_by

PATIENCE_S = 60.0
"""People have so long to find the question and to answer it."""
_AGAIN_S = 1.0
Ask = Callable[[tuple[Way, ...]], object]


class AskingPeople(CannotOpen):
    """The system is asking people now; it may open when they have answered."""


class CameraLeave:
    """Has people asked once, beside everything else.  Safe to call from several threads."""

    def __init__(self, ask: Ask | None = None) -> None:
        self._ask = ask or asked
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def asking(self, ways: tuple[Way, ...]) -> bool:
        """Begin to ask, unless they were asked before; whether they have still to answer."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._ask, args=(ways,), name="leave", daemon=True)
                self._thread.start()
            return self._thread.is_alive()


def asked(ways: tuple[Way, ...]) -> PictureSize | None:
    """What a camera gives once people have let the program use it; None where they have not in time."""
    return probed_by(_when_allowed, ways, PATIENCE_S)


def _when_allowed(ways: tuple[Way, ...]) -> PictureSize | None:
    """Open again and again: the first time makes the system ask, and fails.  Ended by whoever waits for it."""
    while (found := first_picture(ways)) is None:
        time.sleep(_AGAIN_S)
    return found

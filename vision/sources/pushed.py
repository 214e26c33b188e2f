"""How does a camera that sends its pictures by itself become a source?  Only the newest one waits."""

import threading
import time
from collections.abc import Callable

from vision.frame import Frame, Image
from vision.sources.base import SourceStatus

FRESH_S = 3.0
"""A picture older than this is never given out, and whoever sent nothing for so long has gone."""


class PushedSource:
    """Pictures are put in by ``push``, from any thread."""

    name = "phone"

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.dropped = 0
        self._clock = clock
        self._lock = threading.Lock()
        self._newest: Frame | None = None
        self._last_s: float | None = None
        self._seq = 0
        self._closed = False

    def push(self, image: Image) -> None:
        """This is what the camera sees now; a picture nobody has taken yet is thrown away for it."""
        with self._lock:
            self._seq += 1
            self.dropped += self._newest is not None
            self._last_s = self._clock()
            self._newest = Frame(image, self._seq, self._last_s, self.name)

    def next(self) -> Frame | None:
        """The newest picture not yet taken; None where there is none or it is stale."""
        with self._lock:
            frame, self._newest = self._newest, None
            stale = frame is not None and self._clock() - frame.at_s > FRESH_S
            self.dropped += stale
        return None if stale else frame

    def status(self) -> SourceStatus:
        """How the camera is doing."""
        if self._closed:
            return SourceStatus("ended", "closed")
        fresh = self._last_s is not None and self._clock() - self._last_s < FRESH_S
        return SourceStatus("ok") if fresh else SourceStatus("waiting", "no phone is sending pictures")

    def close(self) -> None:
        """Nobody looks any more."""
        self._closed = True

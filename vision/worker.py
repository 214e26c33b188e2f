"""Who carries pictures from the camera to the game?  Two threads with one place between them.

One thread takes the newest picture and reads it; the other hands the newest observation on.  Whatever is slow or broken
costs pictures, never the game: errors are counted, kept as words and logged, and the next picture is tried.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.beats import Beat
from companion.sync.observation import BoardObservation, NotSeen
from vision.frame import Frame
from vision.sources.base import FrameSource, SourceStatus

T = TypeVar("T")
LOG = logging.getLogger(__name__)
Seen = BoardObservation | NotSeen
WAITING = SourceStatus("waiting")
POLL_S = 0.02
TROUBLE_PAUSE_S = 0.5
QUIET_AFTER_S = 3.0  # so long nothing has changed until pictures are looked at less often
QUIET_PAUSE_S = 0.25
SMOOTH = 0.1
SILENT_S = 4.0
"""So long without a picture of a camera that is being opened, until that is told."""
NO_PICTURE = "no_picture"
STUCK_S = 30.0
"""A turn that takes longer is named by the watchdog; a slow camera or computer needs a few seconds."""


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """What the worker has done: counts since ``start`` and smoothed times in milliseconds."""

    running: bool = False
    source: SourceStatus = WAITING
    frames: int = 0
    skipped: int = 0
    dropped: int = 0
    errors: int = 0
    last_error: str = ""
    read_ms: float = 0.0
    deliver_ms: float = 0.0
    age_s: float | None = None


class CameraWorker:
    """Runs ``read`` on the newest frames of ``source`` and gives each result to ``deliver``, the newest first and only.

    ``skipped`` counts frames the camera made that were never read, ``dropped`` results a slow ``deliver`` never saw.
    """

    def __init__(
        self,
        source: FrameSource,
        read: Callable[[Frame], Seen],
        deliver: Callable[[Seen], object],
        pause_s: float = POLL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source = source
        self._read, self._deliver = read, deliver
        self._pause_s, self._clock = pause_s, clock
        self._status = WorkerStatus()
        self._counting = threading.Lock()
        self._last: tuple[Frame | None, Seen | None] = (None, None)
        self._changed_at_s = self._came_s = clock()
        self._is_silent = False
        self._box: Seen | None = None
        self._filled = threading.Condition()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._reading, self._telling = Beat("camera reader", STUCK_S), Beat("camera messenger", STUCK_S)

    @property
    def last(self) -> tuple[Frame | None, Seen | None]:
        """The picture read last and what was read from it; Nones before the first."""
        return self._last

    def start(self) -> None:
        """Begin; calling it while it runs does nothing."""
        if any(thread.is_alive() for thread in self._threads):
            return
        self._stop.clear()
        self._came_s = self._clock()
        self._note(lambda s: replace(s, running=True))
        self._threads = [
            threading.Thread(target=self._read_on, name="camera reader", daemon=True),
            threading.Thread(target=self._deliver_on, name="camera messenger", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self, close_source: bool = True) -> None:
        """End within a second, whatever hangs."""
        self._stop.set()
        with self._filled:
            self._filled.notify_all()
        until = self._clock() + 0.55
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.05, until - self._clock()))
        self._reading.rest()
        self._telling.rest()
        if close_source:
            self._guarded("closing the camera", self.source.close)
        self._note(lambda s: replace(s, running=False))

    def status(self) -> WorkerStatus:
        """How it goes now."""
        frame = self._last[0]
        age_s = None if frame is None else self._clock() - frame.at_s
        source = self._guarded("asking the camera", self.source.status)
        return replace(self._status, source=source or SourceStatus("waiting", self._status.last_error), age_s=age_s)

    def _read_on(self) -> None:
        """The first thread: frame after frame."""
        while not self._stop.is_set():
            self._reading.beat()
            failed = self._status.errors
            frame = self._guarded("the camera", self.source.next)
            if frame is None:
                self._tell_of_silence()
                self._stop.wait(TROUBLE_PAUSE_S if self._status.errors > failed else self._pause_s)
                continue
            self._take(frame)
            self._stop.wait(pause_after(self._clock() - self._changed_at_s, self._pause_s))
        self._reading.rest()

    def _take(self, frame: Frame) -> None:
        """Read one frame and put the result in the box."""
        self._came_s, self._is_silent = self._clock(), False
        before, told = self._last
        jumped = max(0, frame.seq - before.seq - 1) if before is not None else 0
        began_s = self._clock()
        seen = self._guarded("reading a picture", lambda: self._read(frame))
        ms = (self._clock() - began_s) * 1000
        self._note(
            lambda s: replace(s, frames=s.frames + 1, skipped=s.skipped + jumped, read_ms=smoothed(s.read_ms, ms))
        )
        self._last = (frame, seen)
        if seen is None or not is_repeated(told, seen):
            self._changed_at_s = self._clock()
        if seen is not None:
            self._put(seen)

    def _tell_of_silence(self) -> None:
        """Tell once of a camera that is gone: what it saw last says nothing of the table now."""
        now_s = self._clock()
        if self._is_silent or now_s - self._came_s < SILENT_S or self.status().source.state != "waiting":
            return
        self._is_silent = True
        self._put(NotSeen(self._status.frames, now_s, self.source.name, NO_PICTURE))

    def _put(self, seen: Seen) -> None:
        """The newest result is in the box, whatever was there."""
        with self._filled:
            if self._box is not None:
                self._note(lambda s: replace(s, dropped=s.dropped + 1))
            self._box = seen
            self._filled.notify()

    def _deliver_on(self) -> None:
        """The second thread: the newest result, as soon as the receiver is free."""
        while not self._stop.is_set():
            self._telling.beat()
            with self._filled:
                if self._box is None:
                    self._filled.wait(0.5)
                seen, self._box = self._box, None
            if seen is not None and not self._stop.is_set():
                self._hand_over(seen)
        self._telling.rest()

    def _hand_over(self, seen: Seen) -> None:
        began_s = self._clock()
        self._guarded("telling the game", lambda: self._deliver(seen) or True)
        ms = (self._clock() - began_s) * 1000
        self._note(lambda s: replace(s, deliver_ms=smoothed(s.deliver_ms, ms)))

    def _note(self, edit: Callable[[WorkerStatus], WorkerStatus]) -> None:
        """Both threads count; one at a time."""
        with self._counting:
            self._status = edit(self._status)

    def _guarded(self, doing: str, call: Callable[[], T]) -> T | None:
        """The call's value; None and a note where it failed."""
        try:
            return call()
        except Exception as why:
            LOG.exception("%s failed", doing)
            words = f"{doing} failed: {why or type(why).__name__}"
            self._note(lambda s: replace(s, errors=s.errors + 1, last_error=words))
            return None


def pause_after(quiet_s: float, usual_s: float) -> float:
    """How long to wait for the next picture when nothing has changed for so long."""
    return QUIET_PAUSE_S if quiet_s > QUIET_AFTER_S else usual_s


def is_repeated(before: Seen | None, now: Seen) -> bool:
    """Whether the picture was so like the one before that what was read in it was only repeated."""
    if isinstance(now, NotSeen):
        return isinstance(before, NotSeen) and before.reason == now.reason
    return isinstance(before, BoardObservation) and now.scores is before.scores


def smoothed(before_ms: float, now_ms: float) -> float:
    """Running mean that forgets slowly; the first value counts whole."""
    return now_ms if before_ms == 0 else before_ms + SMOOTH * (now_ms - before_ms)

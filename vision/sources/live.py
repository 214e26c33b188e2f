"""How does a camera that may hang, lag or vanish become a source that never does?

One thread opens and reads; only the newest picture is kept, and pictures nobody asked for are passed over before they
are decoded.  A read that hangs is left behind on its thread and another is started; lost cameras are opened again after
growing pauses.  ``next`` and ``status`` never wait for the camera.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from vision.frame import Frame, Image
from vision.sources.base import SourceStatus

T = TypeVar("T")
_PATIENCE_S = 0.1
"""How long ``next`` waits for a picture it asked for: three of a usual camera's."""


class CannotOpen(Exception):
    """A camera that cannot be opened now; the words say why and what to do."""


class Capture(Protocol):
    """An open camera."""

    detail: str

    def read(self) -> Image | None:
        """The next picture, BGR; None where the camera has gone."""

    def release(self) -> None:
        """Let go of the device."""


class LiveCapture(Capture, Protocol):
    """An open camera that goes on whether its pictures are wanted or not."""

    def skip(self) -> bool:
        """Pass over the next picture, undecoded where that is possible; False where the camera has gone."""


@dataclass(frozen=True, slots=True)
class LiveLimits:
    """Patience in seconds: a picture older than ``fresh_s`` is never given out; a call longer than ``hang_s`` (to open
    the camera, ``open_s``) is left behind, at most ``threads`` of them; pauses before opening again grow from
    ``retry_s`` to ``retry_most_s``."""

    fresh_s: float = 1.0
    hang_s: float = 6.0
    open_s: float = 0.0
    retry_s: float = 0.5
    retry_most_s: float = 10.0
    threads: int = 3


class LiveSource:
    """A source over an ``open_capture`` that may block, raise ``CannotOpen`` or return a camera that dies.

    ``dropped`` counts pictures the camera made and nobody saw.
    """

    def __init__(
        self,
        name: str,
        open_capture: Callable[[], LiveCapture],
        limits: LiveLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[threading.Event, float], bool] = threading.Event.wait,
    ) -> None:
        self.name = name
        self.dropped = 0
        self._pause = pause
        self._open = open_capture
        self._limits = limits or LiveLimits()
        self._clock = clock
        self._lock = threading.Lock()
        self._came = threading.Condition(self._lock)
        self._stop = threading.Event()
        self._wanted = threading.Event()
        self._wanted.set()
        self._newest: Frame | None = None
        self._seq = 0
        self._turn = 0
        self._busy_since_s: float | None = None
        self._patience_s = 0.0
        self._detail = "opening the camera"
        self._state = "waiting"
        self._stuck: list[threading.Thread] = []
        self._thread = self._start()

    def next(self) -> Frame | None:
        """A picture not yet taken, the one to come where one comes at once; None where there is none or it is stale."""
        self._watch()
        with self._came:
            if self._newest is None or self._newest.seq < self._seq:
                self._wanted.set()
                self._came.wait_for(self._has_newest, _PATIENCE_S)
            frame, self._newest = self._newest, None
        if frame is not None and self._clock() - frame.at_s > self._limits.fresh_s:
            self.dropped += 1
            return None
        return frame

    def status(self) -> SourceStatus:
        """How the camera is doing."""
        self._watch()
        with self._lock:
            return SourceStatus("ended", "closed") if self._stop.is_set() else SourceStatus(self._state, self._detail)

    def close(self) -> None:
        """Let go; waits a third of a second at most, a hanging camera is left behind."""
        self._stop.set()
        with self._lock:
            self._turn += 1
            self._newest = None
        self._thread.join(0.35)

    def _start(self) -> threading.Thread:
        self._turn += 1
        self._busy_since_s = None
        thread = threading.Thread(target=self._run, args=(self._turn,), name=f"camera {self.name}", daemon=True)
        thread.start()
        return thread

    def _watch(self) -> None:
        """Leave a thread that hangs and start another."""
        with self._lock:
            since = self._busy_since_s
            if self._stop.is_set() or since is None or self._clock() - since < self._patience_s:
                return
            self._stuck = [t for t in self._stuck if t.is_alive()]
            self._state = "waiting"
            self._detail = f"the camera has not answered for {self._patience_s:.0f} s; trying again"
            if len(self._stuck) + 1 >= self._limits.threads:
                self._detail = "the camera hangs again and again: unplug it and plug it in, or start its app anew"
                return
            self._stuck.append(self._thread)
            self._thread = self._start()

    def _run(self, turn: int) -> None:
        """Open, read until it ends, pause, again; ends when another thread has taken over."""
        pause_s = self._limits.retry_s
        while self._is_mine(turn):
            seen = self._read_until_gone(turn)
            pause_s = self._limits.retry_s if seen else min(2 * pause_s, self._limits.retry_most_s)
            if self._pause(self._stop, pause_s):
                return

    def _read_until_gone(self, turn: int) -> bool:
        """One camera from opening to its end; whether it ever gave a picture."""
        capture = self._opened(turn)
        if capture is None:
            return False
        seen = False
        try:
            while self._is_mine(turn) and self._take(turn, capture):
                seen = True
            self._note(turn, "waiting", "the camera stopped giving pictures; trying to open it again")
        finally:
            capture.release()
        return seen

    def _opened(self, turn: int) -> LiveCapture | None:
        return self._timed(turn, self._open, max(self._limits.open_s, self._limits.hang_s))

    def _take(self, turn: int, capture: LiveCapture) -> bool:
        """One more picture, kept if somebody wants one; whether the camera is still there."""
        if not self._wanted.is_set():
            return bool(self._timed(turn, capture.skip)) and self._pass_over(turn)
        image = self._timed(turn, capture.read)
        if image is None:
            return False
        self._wanted.clear()
        return self._keep(turn, image, capture.detail)

    def _timed(self, turn: int, call: Callable[[], T], patience_s: float = 0.0) -> T | None:
        """What the camera answers; None where it fails, with the reason noted."""
        self._busy(turn, patience_s or self._limits.hang_s)
        try:
            return call()
        except Exception as why:
            self._note(turn, "waiting", str(why) or type(why).__name__)
            return None
        finally:
            self._busy(turn, None)

    def _keep(self, turn: int, image: Image, detail: str) -> bool:
        """Put the picture in the one place there is."""
        at_s = self._clock()
        with self._lock:
            if turn != self._turn:
                return False
            self._seq += 1
            self.dropped += self._newest is not None
            self._newest = Frame(image, self._seq, at_s, self.name)
            self._state, self._detail = "ok", detail
            self._came.notify_all()
        return True

    def _pass_over(self, turn: int) -> bool:
        """A picture came that nobody asked for."""
        with self._lock:
            if turn != self._turn:
                return False
            self._seq += 1
            self.dropped += 1
        return True

    def _has_newest(self) -> bool:
        """Whether no picture came after the one that is kept."""
        return self._newest is not None and self._newest.seq == self._seq

    def _is_mine(self, turn: int) -> bool:
        with self._lock:
            return turn == self._turn and not self._stop.is_set()

    def _busy(self, turn: int, patience_s: float | None) -> None:
        """A call begins that may take so long, or has ended."""
        with self._lock:
            if turn == self._turn:
                self._busy_since_s = None if patience_s is None else self._clock()
                self._patience_s = patience_s or 0.0

    def _note(self, turn: int, state: str, detail: str) -> None:
        with self._lock:
            if turn == self._turn:
                self._state, self._detail = state, detail

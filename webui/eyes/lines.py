"""How do looks get onto the line?  A few threads with one place before them: only the newest look goes."""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from companion.beats import Beat
from webui.eyes.looks import Look

_WAKES_S = 0.5
_STUCK_S = 60.0


class Numbered(NamedTuple):
    """A look, the how-many-eth of those that go out, and since when it waits by the eye's clock."""

    number: int
    look: Look


class Lines:
    """``send`` is called on one of ``count`` threads, at most once on each at a time; it answers how long to pause."""

    def __init__(self, send: Callable[[Numbered], float], count: int) -> None:
        self._send = send
        self._box: Look | None = None
        self._number = 0
        self._silent_until_s = 0.0
        self._ended = False
        self._filled = threading.Condition()
        self._threads = [
            threading.Thread(target=self._go_on, name=f"line {number + 1}", daemon=True) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def tell(self, look: Look) -> None:
        """This is the newest."""
        with self._filled:
            self._box = look
            self._filled.notify()

    def stop(self) -> None:
        """End; a look on its way may still arrive."""
        with self._filled:
            self._ended = True
            self._filled.notify_all()

    def _go_on(self) -> None:
        beat = Beat(threading.current_thread().name, _STUCK_S)
        while (one := self._next(beat)) is not None:
            pause_s = self._send(one)
            if pause_s:
                with self._filled:
                    self._silent_until_s = max(self._silent_until_s, time.monotonic() + pause_s)
        beat.rest()

    def _next(self, beat: Beat) -> Numbered | None:
        """The next look to send; None at the end."""
        with self._filled:
            while not self._ended:
                beat.beat()
                wait_s = self._silent_until_s - time.monotonic()
                if self._box is not None and wait_s <= 0:
                    look, self._box = self._box, None
                    self._number += 1
                    return Numbered(self._number, look)
                self._filled.wait(min(_WAKES_S, wait_s) if wait_s > 0 else _WAKES_S)
            return None

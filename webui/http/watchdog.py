"""Does anything stand still?  A thread of its own looks at locks and loops and names what is stuck, in the log.

Beside that it gives memory back that is free: threads that look at pictures leave holes, and holes add up over hours.
"""

import logging
import shutil
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.beats import late_ones
from companion.locks import held_for
from vision.memory import trim

log = logging.getLogger(__name__)
_EVERY_S = 2.0
_LOCK_S = 10.0
LEAST_FREE_BYTES = 64 << 20
"""With less room on the disk games may soon not be kept any more."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """What stands still, in words, and the thread that holds it."""

    what: str
    thread: int | None


class Watchdog:
    """Looks every two seconds until it is stopped; ``stuck`` is what it found last.

    ``beat_web`` is asked at every look to make the web server's loop give a beat.
    """

    def __init__(self, beat_web: Callable[[], None] = lambda: None) -> None:
        self.stuck: tuple[Stuck, ...] = ()
        self._beat_web = beat_web
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()

    def look(self) -> None:
        """Compare with the last look; say what is stuck now, and what goes on again."""
        now = (*_stuck_locks(), *_late_loops())
        for one in now:
            if one not in self.stuck:
                log.error("%s\n%s", one.what, _stack(one.thread))
        for one in self.stuck:
            if one not in now:
                log.warning("%s: goes on again", one.what)
        self.stuck = now

    def _watch(self) -> None:
        while not self._stop.wait(_EVERY_S):
            self._beat_web()
            self.look()
            trim()


def free_bytes(folder: Path) -> int | None:
    """Room on the disk of a folder; None where that cannot be told."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _stuck_locks() -> tuple[Stuck, ...]:
    found = held_for(_LOCK_S)
    return tuple(Stuck(f"the lock “{held.lock}” is held by the thread “{held.thread}”", held.ident) for held in found)


def _late_loops() -> tuple[Stuck, ...]:
    return tuple(Stuck(f"“{late.name}” does not go on", late.thread) for late in late_ones())


def _stack(thread: int | None) -> str:
    """Where a thread is now; no values, so that nothing secret is said."""
    frame = sys._current_frames().get(thread) if thread is not None else None
    return "".join(traceback.format_stack(frame)) if frame is not None else "(its thread is gone)"

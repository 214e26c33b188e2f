"""Work that takes seconds, done on one thread beside the pages: one errand at a time, of each thing the newest."""

import logging
import threading
from collections.abc import Callable

from vision.memory import give_pictures_back

log = logging.getLogger(__name__)
Work = Callable[[], None]


class Errands:
    """Work nobody waits for.  Safe to call from several threads; its own thread lives while there is something to do.

    The thread is a daemon: whoever ends the program does not wait for it.
    """

    def __init__(self, name: str) -> None:
        give_pictures_back()  # a server has its errands before its other threads: each would begin a heap of its own
        self._name = name
        self._waiting: dict[int, Work] = {}
        self._busy = False
        self._moved = threading.Condition()

    def send(self, about: int, work: Work) -> None:
        """Have this done when its turn comes, in place of what still waits about the same thing; returns at once."""
        with self._moved:
            self._waiting[about] = work
            if not self._busy:
                self._busy = True
                threading.Thread(target=self._run, name=self._name, daemon=True).start()

    def keep_only(self, about: frozenset[int]) -> None:
        """Forget what waits about anything else."""
        with self._moved:
            self._waiting = {one: work for one, work in self._waiting.items() if one in about}

    def wait(self, patience_s: float) -> bool:
        """Until there is nothing left to do; whether it came to that in time."""
        with self._moved:
            return self._moved.wait_for(lambda: not self._busy, patience_s)

    def _run(self) -> None:
        while (work := self._next()) is not None:
            try:
                work()
            except Exception:
                log.exception("%s failed", self._name)

    def _next(self) -> Work | None:
        """What has waited longest; None where nothing waits, and then the thread ends."""
        with self._moved:
            about = next(iter(self._waiting), None)
            if about is None:
                self._busy = False
                self._moved.notify_all()
                return None
            return self._waiting.pop(about)

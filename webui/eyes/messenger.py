"""Who hands the looks of eyes to their games?  One thread for all tables; of each table only the newest look waits."""

import logging
import threading
from typing import Protocol

from companion.beats import Beat
from webui.eyes.looks import Look

log = logging.getLogger(__name__)
_EVERY_S = 0.5
_STUCK_S = 30.0


class Hearer(Protocol):
    """A desk that is told what an eye saw."""

    def hear(self, look: Look) -> None: ...

    def notice_silence(self) -> None: ...


class Messenger:
    """Safe to call from any thread.  A desk that fails costs its own look, and nobody else's."""

    def __init__(self) -> None:
        self._waiting: dict[Hearer, Look] = {}
        self._desks: frozenset[Hearer] = frozenset()
        self._filled = threading.Condition()
        self._thread: threading.Thread | None = None
        self._ended = False
        self._beat = Beat("eyes", _STUCK_S)

    def serve(self, desk: Hearer) -> None:
        """Notice from now on where this desk's eye falls silent."""
        with self._filled:
            self._desks |= {desk}
            if self._thread is None:
                self._thread = threading.Thread(target=self._go_on, name="eyes", daemon=True)
                self._thread.start()

    def leave(self, desk: Hearer) -> None:
        """Nothing more for this desk."""
        with self._filled:
            self._desks -= {desk}
            self._waiting.pop(desk, None)

    def put(self, desk: Hearer, look: Look) -> None:
        """Tell the desk as soon as there is time; what waited for it before is forgotten."""
        with self._filled:
            if desk in self._desks:
                self._waiting[desk] = look
                self._filled.notify()

    def stop(self) -> None:
        """End; nothing is told any more."""
        with self._filled:
            self._ended = True
            self._filled.notify()
        if self._thread is not None:
            self._thread.join(_EVERY_S)

    def _go_on(self) -> None:
        while True:
            self._beat.beat()
            with self._filled:
                if not self._waiting and not self._ended:
                    self._filled.wait(_EVERY_S)
                if self._ended:
                    break
                desk = next(iter(self._waiting), None)
                look = self._waiting.pop(desk) if desk is not None else None
                desks = self._desks
            if desk is not None and look is not None:
                self._guarded(desk, look)
            else:
                for one in desks:
                    self._guarded(one, None)
        self._beat.rest()

    @staticmethod
    def _guarded(desk: Hearer, look: Look | None) -> None:
        try:
            desk.notice_silence() if look is None else desk.hear(look)
        except Exception:
            log.exception("telling a game what its eye saw failed")

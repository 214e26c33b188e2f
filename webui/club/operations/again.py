"""Work that a server of a club does again and again on a thread of its own."""

import logging
import threading
from collections.abc import Callable

from companion.beats import Beat
from companion.session.faults import OutOfReach

log = logging.getLogger(__name__)
_STUCK_S = 30.0
_ENDING_S = 2.0


class Again:
    """Calls ``once`` every so many seconds; where PostgreSQL cannot be reached that is told, and it goes on.

    One call that takes longer than half a minute is told by the watchdog.
    """

    def __init__(self, name: str, every_s: float, once: Callable[[], None]) -> None:
        self._every_s, self._once = every_s, once
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name=name, daemon=True)
        self._beat = Beat(name, every_s + _STUCK_S)

    def start(self) -> None:
        """Go on from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Call no more."""
        self._ending.set()
        self._thread.join(_ENDING_S)

    def _go_on(self) -> None:
        while not self._ending.wait(self._every_s):
            self._beat.beat()
            try:
                self._once()
            except OutOfReach as error:
                log.warning("%s: the club's database cannot be reached: %s", self._thread.name, error.facts.get("why"))
        self._beat.rest()

"""Work that a server of a club does every so many seconds, on a thread of its own."""

import logging
import math
import threading
from collections.abc import Callable

from companion.beats import Beat
from companion.session.faults import OutOfReach

log = logging.getLogger(__name__)
_ENDING_S = 2.0


class Chore:
    """Calls ``once`` every so many seconds; where PostgreSQL cannot be reached that is told, and it goes on.

    A call that takes longer than ``patience_s`` stands still in the watchdog's eyes, and the server is not ready then:
    give one only for what people wait for.
    """

    def __init__(self, name: str, every_s: float, once: Callable[[], None], patience_s: float = math.inf) -> None:
        self._every_s, self._once = every_s, once
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name=name, daemon=True)
        self._beat = Beat(name, patience_s)

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
            except Exception:
                log.exception("%s failed; it is tried again", self._thread.name)
            finally:
                self._beat.rest()

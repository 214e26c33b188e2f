"""May this device be the host's?  Six digits that only the computer's own screen shows; guessing is slow."""

import math
import secrets
import threading

from companion.session.clock import Clock
from webui.errors import Refused

_DIGITS = 6
_FREE_TRIES = 5
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 30.0, 3600.0


class Pin:
    """The PIN of one running companion, new at each start."""

    def __init__(self, clock: Clock) -> None:
        self.number = "".join(secrets.choice("0123456789") for _ in range(_DIGITS))
        self._clock = clock
        self._wrong = 0
        self._closed_until_s = 0.0
        self._lock = threading.Lock()

    def check(self, typed: str) -> None:
        """Raise Refused unless it is the PIN.  After five wrong ones every further try waits longer than the last."""
        with self._lock:
            wait_s = self._closed_until_s - self._clock.now_s()
            if wait_s > 0:
                raise Refused("pin_wait", 429, seconds=math.ceil(wait_s))
            if secrets.compare_digest(typed.strip().encode(), self.number.encode()):
                self._wrong = 0
                return
            self._wrong += 1
            if self._wrong >= _FREE_TRIES:
                pause_s = min(_FIRST_PAUSE_S * 2 ** (self._wrong - _FREE_TRIES), _LONGEST_PAUSE_S)
                self._closed_until_s = self._clock.now_s() + pause_s
        raise Refused("pin_wrong", 403)

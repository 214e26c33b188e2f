"""May this device be the host's?  Six digits that only the computer's own screen shows; guessing is slow.

Whoever guesses waits, and nobody else: each address has tries of its own.  After many wrong tries from anywhere the
number changes, so that many addresses together guess no better.
"""

import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from companion.locks import Lock
from companion.session.clock import Clock
from webui.http.errors import Refused

_DIGITS = 6
_FREE_TRIES = 5
_TRIES_OF_ALL = 60
_MOST_ADDRESSES = 500
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 30.0, 3600.0


@dataclass(slots=True)
class _Guesses:
    """What one address has tried."""

    wrong: int = 0
    closed_until_s: float = 0.0


class Pin:
    """The PIN of one running companion, new at each start.

    ``keep`` is given another number before it holds; where it raises, the old one holds on.
    """

    def __init__(self, clock: Clock) -> None:
        self.number = new_pin()
        self.keep: Callable[[str], None] = lambda number: None
        self._clock = clock
        self._guesses: dict[str, _Guesses] = {}
        self._wrong_in_all = 0
        self._lock = Lock("pin")

    def check(self, typed: str, address: str) -> None:
        """Raise Refused unless it is the PIN.  After five wrong ones an address waits, each time longer."""
        with self._lock:
            guesses = self._guesses_of(address)
            wait_s = guesses.closed_until_s - self._clock.running_s()
            if wait_s > 0:
                raise Refused("pin_wait", 429, seconds=math.ceil(wait_s))
            if secrets.compare_digest(typed.strip().encode(), self.number.encode()):
                del self._guesses[address]
                return
            self._note_wrong(guesses)
            exhausted = self._wrong_in_all >= _TRIES_OF_ALL
        if exhausted:
            self.renew()
        raise Refused("pin_wrong", 403)

    def renew(self) -> None:
        """Another number from now on.  Raises what ``keep`` raises; then nothing changed."""
        number = new_pin()
        self.keep(number)
        with self._lock:
            self.number, self._wrong_in_all = number, 0

    def _guesses_of(self, address: str) -> _Guesses:
        if address not in self._guesses and len(self._guesses) >= _MOST_ADDRESSES:
            del self._guesses[next(iter(self._guesses))]
        return self._guesses.setdefault(address, _Guesses())

    def _note_wrong(self, guesses: _Guesses) -> None:
        self._wrong_in_all += 1
        guesses.wrong += 1
        if guesses.wrong >= _FREE_TRIES:
            pause_s = min(_FIRST_PAUSE_S * 2 ** (guesses.wrong - _FREE_TRIES), _LONGEST_PAUSE_S)
            guesses.closed_until_s = self._clock.running_s() + pause_s


def new_pin() -> str:
    """Six digits."""
    return "".join(secrets.choice("0123456789") for _ in range(_DIGITS))

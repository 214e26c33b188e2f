"""How fast may one address open lines?  A bucket of so many at once, filled again at a steady pace."""

from collections.abc import Callable
from ipaddress import ip_address
from time import monotonic

_MOST_ADDRESSES = 4096


class Pace:
    """Lines each address may open: ``at_once``, and ``each_s`` a second from then on.

    This computer's own addresses are not held back: its browser is there, and a proxy stands for many people.
    """

    def __init__(self, at_once: int, each_s: float, clock: Callable[[], float] = monotonic) -> None:
        self._at_once, self._each_s, self._clock = at_once, each_s, clock
        self._full_at_s: dict[str, float] = {}

    def lets_in(self, address: str) -> bool:
        """Whether one more line may be opened; if so, it is counted."""
        now_s = self._clock()
        if _is_own(address):
            return True
        full_at_s = max(now_s, self._full_at_s.pop(address, now_s)) + 1 / self._each_s
        if full_at_s - now_s > self._at_once / self._each_s:
            self._full_at_s[address] = full_at_s - 1 / self._each_s
            return False
        self._full_at_s[address] = full_at_s
        if len(self._full_at_s) > _MOST_ADDRESSES:  # the one that has opened nothing for longest
            del self._full_at_s[next(iter(self._full_at_s))]
        return True


def _is_own(address: str) -> bool:
    try:
        return str(ip_address(address)) in ("127.0.0.1", "::1")
    except ValueError:
        return False

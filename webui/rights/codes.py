"""Which codes lead in?  One-time ones for a seat or for the host: from a QR, from a link, or typed.  They die young."""

import secrets
from dataclasses import dataclass, field, replace

from companion.locks import Lock
from companion.session.clock import Clock
from webui.http.errors import Refused

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no look-alikes
_SHORT_LENGTH = 6
_CODE_BYTES = 16
_FRESH_SHARE = 0.5  # a code older than this share of its life is not shown any more


@dataclass(frozen=True, slots=True)
class Code:
    """A way in, once: ``secret`` for the QR, ``short`` for typing; ``seat`` None makes the device the host's.

    ``take_over`` codes are made when the host asks for one; they sign the seat's old phone out.
    """

    secret: str
    short: str
    seat: int | None
    made_s: float
    take_over: bool = False
    used: bool = False


@dataclass
class Codes:
    """The codes of one running companion; in memory only.  Safe to call from several threads."""

    clock: Clock
    life_s: float
    _codes: list[Code] = field(default_factory=list)
    _lock: Lock = field(default_factory=lambda: Lock("codes"))

    def fresh(self, seat: int | None, take_over: bool = False) -> Code:
        """A usable code: the one shown last while it is fresh, else a new one; for the host always a new one."""
        with self._lock:
            shown = self.waiting(seat, take_over)
            if seat is not None and shown and self._age(shown) < self.life_s * _FRESH_SHARE:
                return shown
            return self._new(seat, take_over)

    def waiting(self, seat: int | None, take_over: bool) -> Code | None:
        """The newest code of this kind that could still be used."""
        same = (c for c in reversed(self._codes) if (c.seat, c.take_over, c.used) == (seat, take_over, False))
        return next((code for code in same if self._age(code) < self.life_s), None)

    def known(self, typed: str) -> tuple[Code, bool]:
        """The code that was brought, and whether it was the short one.  Raises Refused."""
        for code in reversed(self._codes):
            if _same(code.secret, typed):
                return code, False
            if code.seat is not None and _same(code.short, typed.upper()):
                return code, True
        raise Refused("code_unknown", 403)

    def refuse_dead(self, code: Code) -> None:
        """Raise Refused for a code that was used or is too old; the host's link waits as long as it must."""
        if code.used:
            raise Refused("host_link_used" if code.seat is None else "code_used", 409)
        if code.seat is not None and self._age(code) > self.life_s:
            raise Refused("code_expired", 410)

    def use_up(self, code: Code) -> None:
        """It worked, once."""
        with self._lock:
            self._codes[self._codes.index(code)] = replace(code, used=True)

    def forget_seats(self) -> None:
        """Another game: the codes of the old one's seats are worth nothing."""
        with self._lock:
            self._codes = [code for code in self._codes if code.seat is None]

    def _age(self, code: Code) -> float:
        return self.clock.running_s() - code.made_s

    def _new(self, seat: int | None, take_over: bool) -> Code:
        short = "".join(secrets.choice(_LETTERS) for _ in range(_SHORT_LENGTH))
        code = Code(secrets.token_urlsafe(_CODE_BYTES), short, seat, self.clock.running_s(), take_over)
        young = (c for c in self._codes if self._age(c) < 2 * self.life_s or c.seat is None)
        self._codes = [*young, code]
        return code


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())

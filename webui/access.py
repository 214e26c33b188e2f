"""Which device may act for which seat, and which is the host's?

A device proves itself by the random token in its cookie.  Here and on disk only hashes of tokens are kept.
A seat is taken with a one-time code, from the QR or typed; codes live in memory and die young.
"""

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.session.clock import Clock
from webui.errors import Refused

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no look-alikes
_SHORT_LENGTH = 6
_TOKEN_BYTES = 32
_CODE_BYTES = 16
_FRESH_SHARE = 0.5  # a code older than this share of its life is not shown any more
Keep = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Device:
    """What one device may do: act for ``seats``, and act as host."""

    seats: tuple[int, ...] = ()
    host: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """A way in, once: ``secret`` for the QR, ``short`` for typing; ``seat`` None makes the device the host's."""

    secret: str
    short: str
    seat: int | None
    made_s: float
    take_over: bool = False
    used: bool = False


@dataclass
class Access:
    """Devices and codes of one running companion.  Safe to call from several threads."""

    clock: Clock
    code_life_s: float = 600.0
    keep: Keep | None = None
    _devices: dict[str, Device] = field(default_factory=dict)
    _codes: list[Code] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def load(self, note: dict[str, Any] | None) -> None:
        """Remember the devices of a saved game, beside the host's that are known already."""
        saved = {key: Device(tuple(d["seats"]), bool(d["host"])) for key, d in (note or {}).items()}
        with self._lock:
            hosts = {key: Device((), True) for key, device in self._devices.items() if device.host}
            self._devices = hosts | saved
            self._codes = [code for code in self._codes if code.seat is None]

    def note(self) -> dict[str, Any]:
        """What ``load`` takes."""
        return {key: {"seats": list(d.seats), "host": d.host} for key, d in self._devices.items()}

    def device(self, token: str | None) -> Device:
        """What the device with this token may do; nothing for a token nobody was given."""
        return self._devices.get(_hash(token), Device()) if token else Device()

    def taken(self) -> dict[int, int]:
        """How many devices hold each seat."""
        seats = [seat for device in self._devices.values() for seat in device.seats]
        return {seat: seats.count(seat) for seat in set(seats)}

    def host_code(self) -> Code:
        """A fresh one-use way to become the host."""
        return self._new_code(None, False)

    def seat_code(self, seat: int, take_over: bool = False) -> Code:
        """A usable code for a seat: the one shown last while it is fresh, else a new one."""
        with self._lock:
            for code in reversed(self._codes):
                same = code.seat == seat and code.take_over == take_over and not code.used
                if same and self._age(code) < self.code_life_s * _FRESH_SHARE:
                    return code
            return self._new_code(seat, take_over)

    def take_over_code(self, seat: int) -> Code | None:
        """The code, if one is waiting, with which a new phone takes this seat over."""
        waiting = (c for c in reversed(self._codes) if c.seat == seat and c.take_over and not c.used)
        return next((code for code in waiting if self._age(code) < self.code_life_s), None)

    def redeem(self, typed: str, token: str | None, loopback: bool) -> tuple[str, Device]:
        """The token and the rights of the device that brings a code.  Raises Refused."""
        with self._lock:
            code = self._known(typed.strip())
            own = self.device(token)
            if token and (own.host if code.seat is None else code.seat in own.seats):
                return token, own  # the same link once more on the same device
            self._refuse(code, token, loopback)
            self._codes[self._codes.index(code)] = replace(code, used=True)
            if code.seat is not None:
                self._release(code.seat)
            token = token if self.device(token) != Device() and token else secrets.token_urlsafe(_TOKEN_BYTES)
            return token, self._grant(token, code.seat)

    def take(self, token: str, seat: int) -> Device:
        """The host's device plays a seat that has no phone (hot seat)."""
        with self._lock:
            if seat in self.taken():
                raise Refused("seat_taken", 409, seat=seat)
            return self._grant(token, seat)

    def release(self, seat: int) -> None:
        """Free a seat; its phone is signed out."""
        with self._lock:
            self._release(seat)
            self._keep()

    def _age(self, code: Code) -> float:
        return self.clock.now_s() - code.made_s

    def _known(self, typed: str) -> Code:
        same = [
            c for c in self._codes if _same(c.secret, typed) or (c.seat is not None and _same(c.short, typed.upper()))
        ]
        if not same:
            raise Refused("code_unknown", 403)
        return same[-1]

    def _refuse(self, code: Code, token: str | None, loopback: bool) -> None:
        if code.used:
            raise Refused("code_used", 409)
        if self._age(code) > self.code_life_s and code.seat is not None:
            raise Refused("code_expired", 410)
        if code.seat is None and not loopback:
            raise Refused("only_here", 403)
        if not code.take_over and code.seat in self.taken() and code.seat not in self.device(token).seats:
            raise Refused("seat_taken", 409, seat=code.seat)

    def _new_code(self, seat: int | None, take_over: bool) -> Code:
        short = "".join(secrets.choice(_LETTERS) for _ in range(_SHORT_LENGTH))
        code = Code(secrets.token_urlsafe(_CODE_BYTES), short, seat, self.clock.now_s(), take_over)
        with self._lock:
            young = (c for c in self._codes if self._age(c) < 2 * self.code_life_s or c.seat is None)
            self._codes = [*young, code]
        return code

    def _grant(self, token: str, seat: int | None) -> Device:
        old = self.device(token)
        seats = old.seats if seat is None else _with(old.seats, seat)
        device = Device(seats, old.host or seat is None)
        self._devices[_hash(token)] = device
        self._keep()
        return device

    def _release(self, seat: int) -> None:
        for key, device in list(self._devices.items()):
            left = Device(tuple(s for s in device.seats if s != seat), device.host)
            self._devices[key] = left
            if left == Device():
                del self._devices[key]

    def _keep(self) -> None:
        if self.keep is not None:
            self.keep(self.note())


def _with(seats: Iterable[int], seat: int) -> tuple[int, ...]:
    return tuple(sorted({*seats, seat}))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())

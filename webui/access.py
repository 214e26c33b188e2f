"""Which device may act for which seat, and which is the host's?

A device proves itself by the random token in its cookie.  Here and on disk only hashes of tokens are kept.
A seat is taken with a one-time code: at once with the one in the QR, with the host's consent with the typed one.
"""

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from companion.session.clock import Clock
from webui.codes import Code, Codes
from webui.errors import Refused
from webui.pin import Pin

_TOKEN_BYTES = 32
_MOST_WISHES = 8
Keep = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Device:
    """What one device may do: act for ``seats``, act as host, send what its camera sees."""

    seats: tuple[int, ...] = ()
    host: bool = False
    camera: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """A device waits for the host to let it in: to a seat, or (``seat`` None) as the camera."""

    id: str
    device: str
    seat: int | None
    made_s: float


@dataclass
class Access:
    """Devices, codes and wishes of one running companion.  Safe to call from several threads."""

    clock: Clock
    code_life_s: float = 600.0
    keep: Keep | None = None
    _devices: dict[str, Device] = field(default_factory=dict)
    _wishes: list[Wish] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.codes = Codes(self.clock, self.code_life_s)
        self.pin = Pin(self.clock)

    def load(self, note: dict[str, Any] | None) -> None:
        """Remember the devices of a saved game, beside the host's that are known already."""
        saved = {key: _device(told) for key, told in (note or {}).items()}
        with self._lock:
            staff = {key: Device((), one.host, one.camera) for key, one in self._devices.items()}
            self._devices = {key: one for key, one in staff.items() if one != Device()} | saved
            self._wishes = []
            self.codes.forget_seats()

    def note(self, with_seats: bool = True) -> dict[str, Any]:
        """What ``load`` takes; without seats only who is host or camera."""
        kept = {key: Device(d.seats if with_seats else (), d.host, d.camera) for key, d in self._devices.items()}
        told = {key: one for key, one in kept.items() if one != Device()}
        return {key: {"seats": list(d.seats), "host": d.host, "camera": d.camera} for key, d in told.items()}

    def device(self, token: str | None) -> Device:
        """What the device with this token may do; nothing for a token nobody was given."""
        return self._devices.get(_hash(token), Device()) if token else Device()

    def taken(self) -> dict[int, int]:
        """How many devices hold each seat."""
        seats = [seat for device in self._devices.values() for seat in device.seats]
        return {seat: seats.count(seat) for seat in set(seats)}

    def host_code(self) -> Code:
        """A fresh one-use way to become the host."""
        return self.codes.fresh(None)

    def seat_code(self, seat: int, take_over: bool = False) -> Code:
        """A usable code for a seat."""
        return self.codes.fresh(seat, take_over)

    # ------------------------------------------------------------------ getting in

    def redeem(self, typed: str, token: str | None, loopback: bool, locked: bool = False) -> tuple[str, Device]:
        """The token and the rights of the device that brings a code; none yet where the host has to consent.

        ``locked``: the game has begun, so that only codes the host asked for still lead in.  Raises Refused.
        """
        with self._lock:
            code, was_typed = self.codes.known(typed.strip())
            own = self.device(token)
            if token and (own.host if code.seat is None else code.seat in own.seats):
                return token, own  # the same link once more on the same device
            self._refuse(code, loopback, locked)
            self.codes.use_up(code)
            token = self._own_token(token)
            if was_typed and not own.host:
                self._wish(token, code.seat)
                return token, own
            return token, self._let_in(token, code.seat)

    def be_host(self, pin: str, token: str | None) -> tuple[str, Device]:
        """The token and the rights of a device that brings the host's PIN.  Raises Refused."""
        self.pin.check(pin)
        with self._lock:
            token = self._own_token(token)
            return token, self._grant(token, host=True)

    def take(self, token: str, seat: int) -> Device:
        """The host's device plays a seat that has no phone (hot seat)."""
        with self._lock:
            if seat in self.taken():
                raise Refused("seat_taken", 409, seat=seat)
            return self._grant(token, (seat,))

    def release(self, seat: int) -> None:
        """Free a seat; its phone is signed out."""
        with self._lock:
            self._release(seat)
            self._keep()

    # ------------------------------------------------------------------ waiting for the host

    def wishes(self) -> list[Wish]:
        """Who waits for the host, oldest first."""
        return [wish for wish in self._wishes if self.clock.now_s() - wish.made_s < self.code_life_s]

    def wish_of(self, token: str | None) -> Wish | None:
        """What the device with this token waits for."""
        return next((one for one in self.wishes() if token and one.device == _hash(token)), None)

    def offer_camera(self, token: str | None) -> str:
        """A device would like to be the camera; its token."""
        with self._lock:
            token = self._own_token(token)
            if not self.device(token).camera:
                self._wish(token, None)
            return token

    def decide(self, wish_id: str, let_in: bool) -> None:
        """The host's word on a wish.  Raises Refused where nobody waits any more."""
        with self._lock:
            wish = next((one for one in self.wishes() if one.id == wish_id), None)
            if wish is None:
                raise Refused("nobody_waits", 404)
            self._wishes.remove(wish)
            if not let_in:
                self._keep()
            elif wish.seat is None:
                self._grant_hashed(wish.device, camera=True)
            else:
                self._release(wish.seat)
                self._grant_hashed(wish.device, (wish.seat,))

    # ------------------------------------------------------------------ helpers

    def _own_token(self, token: str | None) -> str:
        """The device's token if it was given here, else a new one: nobody brings a token of their own making."""
        known = token and (self.device(token) != Device() or self.wish_of(token))
        return token if token and known else secrets.token_urlsafe(_TOKEN_BYTES)

    def _refuse(self, code: Code, loopback: bool, locked: bool) -> None:
        self.codes.refuse_dead(code)
        if code.seat is None and not loopback:
            raise Refused("only_here", 403)
        if code.seat is None or code.take_over:
            return
        if locked:
            raise Refused("bazaar_locked", 409)
        if code.seat in self.taken():
            raise Refused("seat_taken", 409, seat=code.seat)

    def _let_in(self, token: str, seat: int | None) -> Device:
        if seat is None:
            return self._grant(token, host=True)
        self._release(seat)
        return self._grant(token, (seat,))

    def _wish(self, token: str, seat: int | None) -> None:
        others = [one for one in self.wishes() if one.device != _hash(token)]
        if len(others) >= _MOST_WISHES:
            raise Refused("too_many_tries", 429)
        self._wishes = [*others, Wish(secrets.token_hex(8), _hash(token), seat, self.clock.now_s())]
        self._keep()

    def _grant(self, token: str, seats: Iterable[int] = (), host: bool = False) -> Device:
        return self._grant_hashed(_hash(token), seats, host)

    def _grant_hashed(self, key: str, seats: Iterable[int] = (), host: bool = False, camera: bool = False) -> Device:
        old = self._devices.get(key, Device())
        device = Device(tuple(sorted({*old.seats, *seats})), old.host or host, old.camera or camera)
        self._devices[key] = device
        self._keep()
        return device

    def _release(self, seat: int) -> None:
        for key, device in list(self._devices.items()):
            left = Device(tuple(s for s in device.seats if s != seat), device.host, device.camera)
            self._devices[key] = left
            if left == Device():
                del self._devices[key]

    def _keep(self) -> None:
        if self.keep is not None:
            self.keep(self.note())


def _device(told: dict[str, Any]) -> Device:
    return Device(tuple(told["seats"]), bool(told["host"]), bool(told.get("camera")))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

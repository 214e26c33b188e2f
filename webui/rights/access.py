"""Which device may act for which seat, and which is the host's?

A device proves itself by the random token in its cookie.  Here and on disk only hashes of tokens are kept.
A seat is taken with a one-time code: at once with the one in the QR, with the host's consent with the typed one.
A device whose rights grow by a code or the PIN gets a new token; the old one is worth nothing from then on.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from companion.locks import Lock
from companion.session.clock import Clock
from webui.http.errors import Refused
from webui.rights.codes import Code, Codes
from webui.rights.pin import Pin

_TOKEN_BYTES = 32
_MOST_CAMERA_WISHES = 8
_ID_LENGTH = 16


class Device(msgspec.Struct, frozen=True):
    """What one device may do: act for ``seats``, act as host (``since_s``, wall time), send what its camera sees."""

    seats: tuple[int, ...] = ()
    host: bool = False
    camera: bool = False
    since_s: float = 0.0

    @property
    def is_known(self) -> bool:
        """Whether it may do anything at all."""
        return bool(self.seats or self.host or self.camera)


NOBODY = Device()
Devices = Mapping[str, Device]  # by the hash of their token


class Wish(msgspec.Struct, frozen=True):
    """A device waits for the host to let it in: to a seat, or (``seat`` None) as the camera.  ``made_s`` is running."""

    id: str
    device: str
    seat: int | None
    made_s: float
    address: str

    @property
    def number(self) -> int:
        """By which people tell one waiting phone from another."""
        return 100 + int(self.id, 16) % 900


class Access:
    """Devices, codes and wishes of one running companion.  Safe to call from several threads.

    ``keep`` writes the devices down before anything changes here; what it raises leaves everything as it was.
    ``staff`` are the devices known from an earlier run as the host's or the camera.
    ``changed`` is told afterwards, and ``renamed`` the old and the new token of a device.
    """

    def __init__(
        self,
        clock: Clock,
        code_life_s: float = 600.0,
        keep: Callable[[Devices], None] = lambda devices: None,
        staff: Devices | None = None,
    ) -> None:
        self.codes = Codes(clock, code_life_s)
        self.pin = Pin(clock)
        self.lock = Lock("house")
        self.changed: Callable[[], None] = lambda: None
        self.renamed: Callable[[str, str], None] = lambda old, new: None
        self._clock, self._life_s, self._keep = clock, code_life_s, keep
        self._devices: Devices = without_seats(staff or {})
        self._wishes: tuple[Wish, ...] = ()

    def load(self, seats: Devices, rivals: Collection[int] = ()) -> None:
        """Another game: the devices that hold its seats, beside the host's and the camera that are known already.

        No device holds a seat that the app plays (``rivals``).
        """
        with self.lock:
            staff = dict(without_seats(self._devices))
            for key, device in seats.items():
                held = tuple(seat for seat in device.seats if seat not in rivals)
                staff[key] = msgspec.structs.replace(staff.get(key, NOBODY), seats=held)
            self._devices = {key: device for key, device in staff.items() if device.is_known}
            self._wishes = ()
            self.codes.forget_seats()

    @property
    def devices(self) -> Devices:
        """Every device that may do anything."""
        return self._devices

    def device(self, token: str | None) -> Device:
        """What the device with this token may do; nothing for a token nobody was given."""
        return self._devices.get(_hash(token), NOBODY) if token else NOBODY

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

    def redeem(
        self, typed: str, token: str | None, loopback: bool, locked: bool = False, address: str = ""
    ) -> tuple[str, Device]:
        """The token and the rights of the device that brings a code; none yet where the host has to consent.

        ``locked``: the game has begun, so that only codes the host asked for still lead in.  Raises Refused.
        """
        with self.lock:
            code, was_typed = self.codes.known(typed.strip())
            own = self.device(token)
            if token and (own.host if code.seat is None else code.seat in own.seats):
                return token, own  # the same link once more on the same device
            self._refuse(code, loopback, locked)
            if was_typed and not own.host:
                token = self._own_token(token)
                self._wish(token, code.seat, address)
                fresh = token
            else:
                fresh = self._let_in(token, code.seat)
            self.codes.use_up(code)
        self._told(token, fresh)
        return fresh, self.device(fresh)

    def be_host(self, pin: str, token: str | None, address: str = "") -> tuple[str, Device]:
        """The token and the rights of a device that brings the host's PIN.  Raises Refused."""
        self.pin.check(pin, address)
        return self.make_host(token)

    def make_host(self, token: str | None) -> tuple[str, Device]:
        """The token and the rights of a device that is the host's from now on; the caller knows that it may be."""
        with self.lock:
            fresh = self._let_in(token, None)
        self._told(token, fresh)
        return fresh, self.device(fresh)

    def take(self, token: str, seat: int) -> None:
        """The host's device plays a seat that has no phone (hot seat)."""
        with self.lock:
            if seat in self.taken():
                raise Refused("seat_taken", 409, seat=seat)
            self._commit(_with(self._devices, _hash(token), (seat,)))
        self.changed()

    def release(self, seat: int) -> None:
        """Free a seat; its phone is signed out."""
        self.vacate(seat)
        self.changed()

    def vacate(self, seat: int) -> None:
        """Free a seat and tell nobody yet."""
        with self.lock:
            self._commit(_without_seat(self._devices, seat))

    # ------------------------------------------------------------------ who is the host

    def hosts(self, token: str | None) -> list[dict[str, Any]]:
        """The devices that are the host's or the camera: an id, since when, whether it is the one with this token."""
        own = _hash(token) if token else ""
        return [
            {"id": key[:_ID_LENGTH], "since": device.since_s, "own": key == own, "camera": not device.host}
            for key, device in self._devices.items()
            if device.host or device.camera
        ]

    def sign_out_host(self, host_id: str) -> None:
        """This device is not the host's any more, nor the camera; its seats stay.  Raises Refused.

        A host's device knows the PIN, so the PIN changes first: it must not hold on where either cannot be kept.
        """
        with self.lock:
            key = next((key for key in without_seats(self._devices) if key[:_ID_LENGTH] == host_id), None)
            if key is None:
                raise Refused("signed_out_already", 404)
            had = self._devices[key]
            if had.host:
                self.pin.renew()
            self._commit({**self._devices, key: msgspec.structs.replace(had, host=False, camera=False)})
        self.changed()

    # ------------------------------------------------------------------ waiting for the host

    def wishes(self) -> list[Wish]:
        """Who waits for the host, oldest first."""
        return [wish for wish in self._wishes if self._clock.running_s() - wish.made_s < self._life_s]

    def wish_of(self, token: str | None) -> Wish | None:
        """What the device with this token waits for."""
        return next((one for one in self.wishes() if token and one.device == _hash(token)), None)

    def offer_camera(self, token: str | None, address: str = "") -> str:
        """A device would like to be the camera; its token.  Each address has one such wish; the oldest give way."""
        with self.lock:
            token = self._own_token(token)
            if not self.device(token).camera:
                self._wish(token, None, address)
        self.changed()
        return token

    def decide(self, wish_id: str, let_in: bool) -> None:
        """The host's word on a wish.  Raises Refused where nobody waits any more."""
        with self.lock:
            wish = next((one for one in self.wishes() if one.id == wish_id), None)
            if wish is None:
                raise Refused("nobody_waits", 404)
            if let_in and wish.seat is None:
                self._commit(_with(self._devices, wish.device, camera=True))
            elif let_in and wish.seat is not None:
                self._commit(_with(_without_seat(self._devices, wish.seat), wish.device, (wish.seat,)))
            self._wishes = tuple(one for one in self._wishes if one.id != wish_id)
        self.changed()

    # ------------------------------------------------------------------ helpers

    def _own_token(self, token: str | None) -> str:
        """The device's token if it was given here, else a new one: nobody brings a token of their own making."""
        known = token and (self.device(token).is_known or self.wish_of(token))
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

    def _let_in(self, token: str | None, seat: int | None) -> str:
        """The new token of a device that becomes the host's (``seat`` None) or takes a seat."""
        fresh, old = secrets.token_urlsafe(_TOKEN_BYTES), _hash(token) if token else ""
        own = self._devices.get(old, NOBODY)
        others = {key: device for key, device in self._devices.items() if key != old}
        if seat is None:
            own = msgspec.structs.replace(own, host=True, since_s=self._clock.now_s())
        else:
            others = dict(_without_seat(others, seat))
            own = msgspec.structs.replace(own, seats=tuple(sorted({*own.seats, seat})))
        self._commit({**others, _hash(fresh): own})
        return fresh

    def _wish(self, token: str, seat: int | None, address: str) -> None:
        """Wait for the host, for one thing at a time; a camera gives way to newer ones of its address, and of all."""
        own = Wish(secrets.token_hex(8), _hash(token), seat, self._clock.running_s(), address)
        others = [one for one in self.wishes() if one.device != own.device]
        cameras = [one for one in others if one.seat is None and (seat is not None or one.address != address)]
        kept = cameras[-(_MOST_CAMERA_WISHES - 1) :]
        self._wishes = (*(one for one in others if one.seat is not None or one in kept), own)

    def _commit(self, devices: Devices) -> None:
        """Write the devices down, then let them hold."""
        known = {key: device for key, device in devices.items() if device.is_known}
        self._keep(known)
        self._devices = known

    def _told(self, old: str | None, fresh: str) -> None:
        if old and old != fresh:
            self.renamed(old, fresh)
        self.changed()


def without_seats(devices: Devices) -> Devices:
    """The devices that are the host's or the camera, as such."""
    return {key: msgspec.structs.replace(one, seats=()) for key, one in devices.items() if one.host or one.camera}


def _with(devices: Devices, key: str, seats: Iterable[int] = (), camera: bool = False) -> Devices:
    old = devices.get(key, NOBODY)
    more = tuple(sorted({*old.seats, *seats}))
    return {**devices, key: msgspec.structs.replace(old, seats=more, camera=old.camera or camera)}


def _without_seat(devices: Devices, seat: int) -> Devices:
    left = {key: tuple(one for one in device.seats if one != seat) for key, device in devices.items()}
    return {key: msgspec.structs.replace(device, seats=left[key]) for key, device in devices.items()}


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

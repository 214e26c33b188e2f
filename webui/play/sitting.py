"""What is kept beside a game?  Who plays it and how the app helps, which device holds which seat, and its secret."""

import secrets
from contextlib import suppress
from typing import Any

import msgspec

from companion.session.faults import OutOfReach
from companion.session.keeping import GameStore
from companion.session.view import Person
from webui.rights.access import Device, Devices

SITTING, SEATS, CHANCE = "sitting", "access", "chance"
_SECRET_BYTES = 32


class Sitting(msgspec.Struct, frozen=True):
    """Who plays a game, in order of seats, how the app helps, and which copy lies on the table."""

    people: tuple[Person, ...]
    dice: str = "app"
    cards: str = "app"
    copy: str = ""


def notes_of(sitting: Sitting, devices: Devices) -> dict[str, Any]:
    """The first notes of a new game; ``devices`` keep their seats."""
    return {SITTING: msgspec.to_builtins(sitting), SEATS: seats_note(devices), CHANCE: _fresh_secret()}


def sitting_of(store: GameStore) -> Sitting:
    """Who plays.  Raises OutOfReach where the note says something this program does not know."""
    try:
        return msgspec.convert(store.note(SITTING) or {"people": []}, Sitting)
    except msgspec.ValidationError as error:
        raise OutOfReach("not_understood", file=store.name, why=str(error)) from error


def seats_of(store: GameStore) -> Devices:
    """The devices that hold seats of this game; who is host is kept elsewhere."""
    try:
        devices = msgspec.convert(store.note(SEATS) or {}, dict[str, Device])
    except msgspec.ValidationError:
        return {}
    return {key: Device(device.seats) for key, device in devices.items() if device.seats}


def seats_note(devices: Devices) -> dict[str, Any]:
    """What ``seats_of`` reads."""
    return {key: {"seats": list(device.seats)} for key, device in devices.items() if device.seats}


def secret_of(store: GameStore) -> bytes:
    """What makes this game's throws fall the same way again; a game of an older program is given one."""
    known = store.note(CHANCE)
    if known is None:
        known = _fresh_secret()
        with suppress(OutOfReach):
            store.keep_note(CHANCE, known)
    return bytes.fromhex(known)


def _fresh_secret() -> str:
    return secrets.token_hex(_SECRET_BYTES)

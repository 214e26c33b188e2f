"""What is kept beside a game?  Who plays it and how the app helps, which device holds which seat, and its secret."""

import dataclasses
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from companion.decoding import converted
from companion.session.faults import OutOfReach
from companion.session.keeping import GameStore
from companion.session.view import Person, rivals_of
from webui.rights.access import Device, Devices

SITTING, SEATS, CHANCE = "sitting", "access", "chance"
_SECRET_BYTES = 32


class Sitting(msgspec.Struct, frozen=True):
    """Who plays a game, in order of seats, how the app helps, and which copy lies on the table."""

    people: tuple[Person, ...]
    dice: str = "app"
    cards: str = "app"
    copy: str = ""

    @property
    def rivals(self) -> frozenset[int]:
        """The seats that the app plays."""
        return rivals_of(self.people)

    def played_by(self, seat: int, strength: str) -> "Sitting":
        """The same with a seat played by the app, or by a person where ``strength`` is empty."""
        people = list(self.people)
        people[seat] = dataclasses.replace(people[seat], strength=strength)
        return msgspec.structs.replace(self, people=tuple(people))


def heirs(before: Sequence[Person], now: Sequence[Person]) -> dict[int, int]:
    """By seat of the last game the seat of the next one on which the same person sits.

    People go by their names.  Where at least one stays, a new name on the wood of one that is gone is that person
    called otherwise; where nobody stays, other people sit down.
    """
    named = {one.name.casefold(): seat for seat, one in enumerate(now)}
    stayed = {seat: named[one.name.casefold()] for seat, one in enumerate(before) if one.name.casefold() in named}
    fresh = {one.color: seat for seat, one in enumerate(now) if seat not in stayed.values()}
    renamed = {seat: fresh[one.color] for seat, one in enumerate(before) if seat not in stayed and one.color in fresh}
    return stayed | renamed if stayed else {}


def notes_of(sitting: Sitting, devices: Devices, before: Sequence[Person] = ()) -> dict[str, Any]:
    """The first notes of a new game; ``devices`` stay with their people, but for seats that the app plays.

    ``before`` says who sat where until now: who begins sits on the first seat, so everybody may sit on another one.
    """
    moved = heirs(before, sitting.people)
    held = {key: {moved[seat] for seat in device.seats if seat in moved} for key, device in devices.items()}
    seats = {key: Device(tuple(sorted(mine - sitting.rivals))) for key, mine in held.items()}
    return {SITTING: msgspec.to_builtins(sitting), SEATS: seats_note(seats), CHANCE: _fresh_secret()}


def sitting_of(store: GameStore) -> Sitting:
    """Who plays.  Raises OutOfReach where the note says something this program does not know."""
    try:
        return sitting_told(store.note(SITTING))
    except msgspec.ValidationError as error:
        raise OutOfReach("not_understood", file=store.name, why=str(error)) from error


def sitting_told(note: Any) -> Sitting:
    """Who plays, by the note of a game.  Raises msgspec.ValidationError."""
    sitting: Sitting = converted(note or {"people": []}, Sitting)
    return sitting


def seats_of(store: GameStore) -> Devices:
    """The devices that hold seats of this game; who is host is kept elsewhere."""
    try:
        devices = converted(store.note(SEATS) or {}, dict[str, Device])
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

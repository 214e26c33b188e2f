"""What does a device see?  The view of its seat, and what the device itself is: asked for, or sent as things change."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

import msgspec

from companion.session.log import may_redo
from webui.camera.camera_view import without_answers
from webui.house import House
from webui.locales.words import say_in
from webui.rights.access import Device

log = logging.getLogger(__name__)


def _plain(value: Any) -> Any:
    """A number or text of a kind of its own, such as numpy's, as the plain one.  Raises TypeError for anything else."""
    for kind in (str, float, int):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"{type(value).__name__} has no place in a view")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


class Reader(NamedTuple):
    """Who looks: the token of a device (None or empty for a stranger), and the language it reads."""

    token: str | None
    language: str


def view_of(house: House, reader: Reader, wanted: int | None = None) -> dict[str, Any]:
    """What a device sees, and what it is; from the seat wanted as long as that is its own."""
    asking = house.access.device(reader.token)
    seat = seat_of(house, asking, wanted if wanted in asking.seats else None)
    you = {"seat": seat, "seats": list(asking.seats), "host": asking.host, "camera": asking.camera}
    own = house.access.wish_of(reader.token)
    waits = {"waiting": own is not None}
    every = [{"id": one.id, "seat": one.seat, "number": one.number} for one in house.access.wishes()]
    wishes: dict[str, Any] = ({"wishes": every} if asking.host else {}) | ({"number": own.number} if own else {})
    view = house.view(seat, say_in(reader.language))
    view["camera"] = without_answers(view["camera"], asking.seats, asking.host, house.access.taken())
    if seat is not None and house.session is not None and view.get("undo"):
        view["undo"] = {"keep": house.taps.whole(house.session, view["undo"]["keep"], seat)}
    if asking.host and house.session is not None:
        view["redo"] = may_redo(house.session.log, None)
    return {"you": {**you, "language": reader.language, **waits}, **wishes, **view}


def seat_of(house: House, device: Device, wanted: int | None) -> int | None:
    """The seat to look or act from: the one wanted, else the one of the device's seats that is to act.

    None for a device without a seat.
    """
    if wanted is not None:
        return wanted
    session = house.session
    acting = None if session is None else session.game.seat_to_act(session.state)
    return acting if acting in device.seats else next(iter(device.seats), None)


class Views:
    """The views of one house's open pages, made on a thread.  For one loop.

    Pages hear of a change at the same moment: all who ask while one lot is being made are in the next.
    """

    def __init__(self, house: House, executor: Executor) -> None:
        self._house, self._executor = house, executor
        self._wanted: dict[Reader, asyncio.Future[bytes]] = {}
        self._making: asyncio.Task[None] | None = None

    async def __call__(self, token: str, language: str) -> bytes:
        """The newest view of a device, as JSON; empty where it could not be made."""
        made = self._wanted.setdefault(Reader(token, language), asyncio.get_running_loop().create_future())
        if self._making is None:
            self._making = asyncio.create_task(self._make())
        return await asyncio.shield(made)

    async def _make(self) -> None:
        loop = asyncio.get_running_loop()
        while self._wanted:
            lot, self._wanted = self._wanted, {}
            try:
                views = await loop.run_in_executor(self._executor, self._encoded, list(lot))
            except (RuntimeError, asyncio.CancelledError):  # the house takes no more work
                views = [b""] * len(lot)
            for made, view in zip(lot.values(), views, strict=True):
                made.set_result(view)
        self._making = None

    def _encoded(self, readers: Sequence[Reader]) -> list[bytes]:
        return [self._one(reader) for reader in readers]

    def _one(self, reader: Reader) -> bytes:
        try:
            return _ENCODER.encode(view_of(self._house, reader))
        except Exception:  # the page asks for it, and is told why
            log.exception("a view could not be made")
            return b""

"""How much may one client ask at once, and how much may it send?  Limits before anything reaches Flask.

A body is read whole, with a limit and a deadline, before a thread is given to the request; what is large waits on disk.
Devices that hold a seat or are the host's have room of their own; strangers share what is left, each address no more
than its part.
"""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO

from webui.http.answers import App, Message, Receive, Scope, Send, header, refuse
from webui.http.bridge import BODY

_IN_MEMORY = 1 << 18
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a body may be in bytes, how long it may take to come in, and whether it waits for its turn."""

    bytes: int
    within_s: float
    is_upload: bool = False


@dataclass(frozen=True, slots=True)
class IntakeRoom:
    """How much is taken in at once."""

    uploads: int = 3
    """Pictures being received at once, one of each client; more wait, and are not read meanwhile."""
    strangers: int = 6
    """Requests of strangers worked on at once, so that seats always find a free thread."""
    each: int = 6
    """Requests of one client worked on at once; more wait."""
    waiting: int = 40
    """Requests of one client that may wait; more are refused."""


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: a device by its token, or an address; ``known`` where it holds a seat or is the host's."""

    name: str
    known: bool


class ClientLeft(ConnectionError):
    """The line is gone; nobody waits for an answer."""


class _Queue:
    """What one client has asked for and was not answered yet."""

    def __init__(self, room: IntakeRoom) -> None:
        self.asked = 0
        self.busy = asyncio.Semaphore(room.each)
        self.upload = asyncio.Lock()


class Intake:
    """Passes requests on to ``app`` as far as there is room.

    ``client_of`` tells who asks, ``allows`` what may be sent there.
    """

    def __init__(
        self, app: App, room: IntakeRoom, client_of: Callable[[Scope], Client], allows: Callable[[Scope], Allowance]
    ) -> None:
        self._app, self._room = app, room
        self._client_of, self._allows = client_of, allows
        self._queues: dict[str, _Queue] = {}
        self._strangers = asyncio.Semaphore(room.strangers)
        self._uploads = asyncio.Semaphore(room.uploads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the body in, then let Flask answer."""
        client, room = self._client_of(scope), self._room
        queue = self._queues.setdefault(client.name, _Queue(room))
        if queue.asked >= room.each + room.waiting:
            await refuse(scope, send, 503, "too_busy")
            return
        queue.asked += 1
        try:
            allowance = self._allows(scope)
            if allowance.is_upload:
                async with queue.upload, self._uploads:
                    await self._take_in(client, queue, allowance, (scope, receive, send))
            else:
                await self._take_in(client, queue, allowance, (scope, receive, send))
        except ClientLeft:
            pass
        finally:
            queue.asked -= 1
            if not queue.asked:
                del self._queues[client.name]

    async def _take_in(
        self, client: Client, queue: _Queue, allowance: Allowance, asked: tuple[Scope, Receive, Send]
    ) -> None:
        scope, receive, send = asked
        with SpooledTemporaryFile(_IN_MEMORY) as body:
            refusal = await read_within(scope, receive, allowance, body)
            if refusal is not None:
                await refuse(scope, send, *refusal)
                return
            async with queue.busy, nullcontext() if client.known else self._strangers:
                length = body.tell()
                body.seek(0)
                await self._app({**_with_length(scope, length), BODY: body}, replayed(body, length), send)


async def read_within(scope: Scope, receive: Receive, allowance: Allowance, body: IO[bytes]) -> tuple[int, str] | None:
    """Read the body; status and code of the refusal where it is too long or too slow.  Raises ClientLeft."""
    length = header(scope, b"content-length")
    if length and (not length.isdigit() or int(length) > allowance.bytes):
        return 413, "too_large"
    try:
        async with asyncio.timeout(allowance.within_s):
            await _read(receive, allowance.bytes, body)
    except TimeoutError:
        return 408, "too_slow"
    except OverflowError:
        return 413, "too_large"
    return None


async def _read(receive: Receive, most: int, body: IO[bytes]) -> None:
    """Write the body to ``body``.  Raises OverflowError where it is longer than ``most``, ClientLeft."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        body.write(message.get("body", b""))
        if body.tell() > most:
            raise OverflowError
        if not message.get("more_body", False):
            return


def replayed(body: IO[bytes], length: int) -> Receive:
    """Says what was read once more, piece by piece."""

    async def receive() -> Message:
        piece = body.read(_PIECE)
        return {"type": "http.request", "body": piece, "more_body": body.tell() < length}

    return receive


def _with_length(scope: Scope, length: int) -> Scope:
    """The request as if its body had been sent in one piece."""
    others = [(key, value) for key, value in scope["headers"] if key not in (b"content-length", b"transfer-encoding")]
    return {**scope, "headers": [*others, (b"content-length", str(length).encode())] if length else others}

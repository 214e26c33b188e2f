"""How much may one client ask at once, and how much may it send?  Limits before anything reaches Flask.

A body is read whole, with a limit and a deadline, before a thread is given to the request.  Devices that hold a seat or
are the host's have room of their own; strangers share what is left, each address no more than its part.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from webui.http.answers import App, Message, Receive, Scope, Send, header, refuse


@dataclass(frozen=True, slots=True)
class Room:
    """How much is taken in at once; sizes in bytes, times in seconds."""

    body_bytes: int
    upload_bytes: int
    body_s: float
    upload_s: float
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


class _Queue:
    """What one client has asked for and was not answered yet."""

    def __init__(self, room: Room) -> None:
        self.asked = 0
        self.busy = asyncio.Semaphore(room.each)
        self.upload = asyncio.Lock()


class Intake:
    """Passes requests on to ``app`` as far as there is room; ``client_of`` tells who asks, ``may_upload`` what for."""

    def __init__(
        self, app: App, room: Room, client_of: Callable[[Scope], Client], may_upload: Callable[[Scope], bool]
    ) -> None:
        self._app, self._room = app, room
        self._client_of, self._may_upload = client_of, may_upload
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
            if self._may_upload(scope):
                async with queue.upload, self._uploads:
                    body = await self._body(scope, receive, send, room.upload_bytes, room.upload_s)
                    await self._answer(client, queue, scope, body, send)
            else:
                body = await self._body(scope, receive, send, room.body_bytes, room.body_s)
                await self._answer(client, queue, scope, body, send)
        finally:
            queue.asked -= 1
            if not queue.asked:
                del self._queues[client.name]

    async def _answer(self, client: Client, queue: _Queue, scope: Scope, body: bytes | None, send: Send) -> None:
        if body is None:
            return
        async with queue.busy:
            if client.known:
                await self._app(_with_length(scope, body), _whole(body), send)
                return
            async with self._strangers:
                await self._app(_with_length(scope, body), _whole(body), send)

    async def _body(self, scope: Scope, receive: Receive, send: Send, most: int, within_s: float) -> bytes | None:
        """The whole body; None where it was refused or the client left."""
        length = header(scope, b"content-length")
        if length and (not length.isdigit() or int(length) > most):
            await refuse(scope, send, 413, "too_large")
            return None
        try:
            async with asyncio.timeout(within_s):
                return await _read(receive, most)
        except TimeoutError:
            await refuse(scope, send, 408, "too_slow")
        except OverflowError:
            await refuse(scope, send, 413, "too_large")
        except ConnectionError:
            pass
        return None


async def _read(receive: Receive, most: int) -> bytes:
    """The body.  Raises OverflowError where it is longer than ``most``, ConnectionError where the client left."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        body += message.get("body", b"")
        if len(body) > most:
            raise OverflowError
        if not message.get("more_body", False):
            return bytes(body)


def _whole(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def _with_length(scope: Scope, body: bytes) -> Scope:
    """The request as if its body had been sent in one piece."""
    others = [(key, value) for key, value in scope["headers"] if key not in (b"content-length", b"transfer-encoding")]
    return {**scope, "headers": [*others, (b"content-length", str(len(body)).encode())] if body else others}

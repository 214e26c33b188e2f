"""How does Flask answer?  On a thread; an answer crosses from there to the loop once, whole, unless it is long.

a2wsgi's own middleware crosses for the head, for each piece and for the end, and waits each time: under load that was
half of all the work.
"""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, cast

from a2wsgi.wsgi import build_environ

from webui.http.answers import Message, Receive, Scope, Send

BODY = "bazaar.body"
"""Where a request carries its body in its scope, as a file: it has come in whole before a thread is given to it."""
_AT_ONCE = 1 << 18


class Bridge:
    """The ASGI application of a WSGI one, ``app``, that works on ``threads`` requests at once."""

    def __init__(self, app: Any, threads: int) -> None:
        self.app = app
        self.executor = ThreadPoolExecutor(threads, "WSGI")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        body: Any = scope[BODY] if BODY in scope else BytesIO(await _whole(receive))
        loop = asyncio.get_running_loop()
        answer = _Answer(self.app, build_environ(cast(Any, scope), body), (loop, send))
        for message in await loop.run_in_executor(self.executor, answer.make):
            await send(message)


class _Answer:
    """One answer in the making, on its thread."""

    def __init__(self, app: Any, environ: Any, to: tuple[asyncio.AbstractEventLoop, Send]) -> None:
        self._app, self._environ, (self._loop, self._send) = app, environ, to
        self._head: list[Message] = []
        self._body = bytearray()

    def make(self) -> list[Message]:
        """Have the application answer; what of it is still to be sent."""
        pieces = self._app(self._environ, self._start)
        try:
            for piece in pieces:
                self._body += piece
                if len(self._body) >= _AT_ONCE:
                    asyncio.run_coroutine_threadsafe(self._say(self._due(True)), self._loop).result()
            return self._due(False)
        finally:
            getattr(pieces, "close", lambda: None)()

    def _start(self, status: str, headers: Iterable[tuple[str, str]], error: Any = None) -> Any:
        lines = [(name.strip().lower().encode("latin1"), value.strip().encode("latin1")) for name, value in headers]
        self._head = [{"type": "http.response.start", "status": int(status.partition(" ")[0]), "headers": lines}]
        return self._body.extend

    def _due(self, more: bool) -> list[Message]:
        body: Message = {"type": "http.response.body", "body": bytes(self._body), "more_body": more}
        due, self._head = [*self._head, body], []
        self._body.clear()
        return due

    async def _say(self, messages: list[Message]) -> None:
        for message in messages:
            await self._send(message)


async def _whole(receive: Receive) -> bytes:
    body, more = bytearray(), True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)

"""How do pages hear that something changed?  Server-sent events, one coroutine each.

A change is told by numbers; to a page that asked for it, by the new view itself, so that it need not fetch it.

Flask decides who may listen (``webui.rights.listeners``) and marks its answer; what follows on that line is said here.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from webui.http.answers import App, Message, Receive, Scope, Send, refuse
from webui.http.errors import Refused
from webui.http.hub import Hub, Listener

MARK = b"x-bazaar-stream"
"""Header of an answer that is to become an event stream; its value is the device's token.  It never leaves here."""
VIEWS = b"x-bazaar-views"
"""Header of a marked answer whose page is sent views; its value is their language.  It never leaves here either."""
_RETRY = "retry: 1500\n"
Pulse = Callable[[], dict[str, Any]]
ViewFor = Callable[[str, str], Awaitable[bytes]]
"""The view of the device with this token in this language, as JSON; empty where there is none."""


class _Page(NamedTuple):
    """Who listens; a page that is sent views has a ``language``."""

    listener: Listener
    language: str


class _News:
    """Whether something has changed since a page was last told.  A timer of the loop is cheaper than a task."""

    def __init__(self) -> None:
        self._loop, self._event = asyncio.get_running_loop(), asyncio.Event()
        self._came = False

    def wake(self) -> None:
        """Something has changed; from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.come)

    def come(self) -> None:
        """The same, on the loop."""
        self._came = True
        self._event.set()

    async def come_within(self, seconds: float) -> bool:
        """Wait until something has changed, at most so long; whether it has."""
        timer = self._loop.call_later(seconds, self._event.set)
        try:
            await self._event.wait()
        finally:
            timer.cancel()
        self._event.clear()
        came, self._came = self._came, False
        return came


class Streams:
    """Turns marked answers of ``app`` into event streams of ``hub``; everything else passes through.

    Where nothing makes views, ``view_for`` None, pages are told numbers only.
    """

    def __init__(self, app: App, hub: Hub, pulse: Pulse, heartbeat_s: float, view_for: ViewFor | None = None) -> None:
        self._app, self._hub, self._pulse, self._heartbeat_s = app, hub, pulse, heartbeat_s
        self._view_for = view_for

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for an event stream."""
        start, said = await self._asked(scope)
        token = _header(start, MARK)
        if token is None or scope["method"] == "HEAD":
            await send(_unmarked(start))
            await send({"type": "http.response.body", "body": said})
            return
        try:
            await self._listen(scope, receive, send, start, token)
        except Refused as refusal:
            await refuse(scope, send, refusal.status, refusal.code)

    async def _asked(self, scope: Scope) -> tuple[Message, bytes]:
        """Flask's answer: its head and its body."""
        heads, said = list[Message](), bytearray()

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                heads.append(message)
            said.extend(message.get("body", b""))

        async def nothing() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        await self._app(scope, nothing, keep)
        return heads[0], bytes(said)

    async def _listen(self, scope: Scope, receive: Receive, send: Send, start: Message, token: str) -> None:
        news = _News()
        listener = self._hub.open(token, (scope.get("client") or ("",))[0], news.wake)
        gone = asyncio.create_task(_until_gone(receive, news))
        try:
            await send(_unmarked(start))
            await self._tell(_Page(listener, _header(start, VIEWS) or ""), gone, news, send)
        finally:
            gone.cancel()
            self._hub.leave(listener)

    async def _tell(self, page: _Page, gone: "asyncio.Task[None]", news: "_News", send: Send) -> None:
        """Say where things stand, now and after every change, until the page or its place is gone."""

        def listens() -> bool:
            return self._hub.listens(page.listener) and not gone.done()

        await _say(send, (_RETRY + self._beat() + self._event()).encode())
        while listens():
            if not await news.come_within(self._heartbeat_s):
                await _say(send, self._beat().encode())
            elif listens():
                await _say(send, await self._change(page))
        await send({"type": "http.response.body", "body": b""})

    async def _change(self, page: _Page) -> bytes:
        """The new view where the page is sent views and there is one, else numbers."""
        if page.language and self._view_for is not None:
            view = await self._view_for(page.listener.token, page.language)
            if view:
                return b"event: view\ndata: " + view + b"\n\n"
        return self._event().encode()

    def _beat(self) -> str:
        """Says that the line is there, and after how many seconds it says so again: a line may die without a word."""
        return f"event: beat\ndata:{self._heartbeat_s:g}\n\n"

    def _event(self) -> str:
        pulse = self._pulse()
        return f"id: {pulse['tick']}\ndata: {json.dumps(pulse)}\n\n"


async def _say(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


async def _until_gone(receive: Receive, news: _News) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    news.come()


def _header(start: Message, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in start["headers"] if key == name), None)


def _unmarked(start: Message) -> Message:
    """The head without the marks, and without a length where a stream follows."""
    hidden = {MARK, VIEWS, b"content-length"}
    return {**start, "headers": [(key, value) for key, value in start["headers"] if key not in hidden]}

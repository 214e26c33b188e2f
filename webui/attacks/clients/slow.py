"""Which attacks cost a server its patience?  Lines that say too little, too slowly, or do not listen."""

import asyncio
from functools import partial

from webui.attacks.clients.places import LineCounts, Misdeed, listen, watch
from webui.attacks.clients.target import OpenLine, client_hello

DRIP_S = 1.0
"""Between two bytes of a line that drips."""
_PROMISED = 30_000
"""Bytes of a body that is announced and does not come; few enough to be taken by any server."""
_PIPELINED = 400
_JSON = {"Content-Type": "application/json", "Content-Length": str(_PROMISED)}
_LISTENING = {"Accept": "text/event-stream"}


async def silence(line: OpenLine, told: LineCounts) -> None:
    """Say nothing at all."""
    await watch(line, told)


async def half_header(line: OpenLine, told: LineCounts) -> None:
    """Begin a request and stop within a header."""
    await line.send(line.open_head("GET", "/api/view") + b"Accept-Lang")
    await watch(line, told)


async def half_body(line: OpenLine, told: LineCounts) -> None:
    """Announce a body and send the first half of it."""
    await line.send(line.head("POST", "/api/act", _JSON) + b" " * (_PROMISED // 2))
    await watch(line, told)


async def half_handshake(line: OpenLine, told: LineCounts) -> None:
    """Send half of what begins a TLS handshake."""
    hello = client_hello()
    await line.send(hello[: len(hello) // 2])
    await watch(line, told)


async def _drip(line: OpenLine, told: LineCounts, first: bytes, drop: bytes) -> None:
    await line.send(first)
    watching = asyncio.create_task(watch(line, told))
    try:
        while not watching.done():
            await asyncio.wait([watching], timeout=DRIP_S)
            await line.send(drop)
    finally:
        watching.cancel()


async def drip_header(line: OpenLine, told: LineCounts) -> None:
    """A header that grows by a byte a second."""
    await _drip(line, told, line.open_head("GET", "/api/view") + b"Accept-Language: ", b"e")


async def drip_headers(line: OpenLine, told: LineCounts) -> None:
    """Headers that grow by a short line a second."""
    await _drip(line, told, line.open_head("GET", "/api/view"), b"X-A: b\r\n")


async def drip_body(line: OpenLine, told: LineCounts) -> None:
    """A body that grows by a byte a second."""
    await _drip(line, told, line.head("POST", "/api/act", _JSON), b" ")


async def _ask_and_listen(line: OpenLine, told: LineCounts, method: str) -> None:
    await line.send(line.head(method, "/events", _LISTENING))
    await watch(line, told)


streams: Misdeed = partial(_ask_and_listen, method="GET")
"""Open an event stream and keep it."""
head_streams: Misdeed = partial(_ask_and_listen, method="HEAD")
"""Ask for the headers of an event stream only, and keep the line."""


async def streams_unread(line: OpenLine, told: LineCounts) -> None:
    """Open an event stream and never read from it."""
    line.stop_reading()
    await line.send(line.head("GET", "/events", _LISTENING))
    await asyncio.Event().wait()


async def streams_left(line: OpenLine, told: LineCounts) -> None:
    """Open an event stream, hear its first words and hang up, over and over."""
    await line.send(line.head("GET", "/events", _LISTENING))
    await listen(line, told)


async def unread_answers(line: OpenLine, told: LineCounts) -> None:
    """Ask for a large answer many times over and read none of them."""
    line.stop_reading()
    await line.send(line.head("GET", line.large) * _PIPELINED)
    await asyncio.Event().wait()

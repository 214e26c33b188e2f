"""How long may somebody hold a line without saying anything?  uvicorn's HTTP/1.1 with deadlines on top.

A line that has not finished its handshake or its first request's head in time is closed; so is one whose answer nobody
fetches, or that goes on sending what was refused.  Where an address, or all together, have too many silent lines, the
one that has been silent longest makes room for the new one.  Lines count from the moment they are accepted.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ssl import SSLContext
from typing import Any, Protocol

from h11 import SEND_BODY
from uvicorn.protocols.http.h11_impl import H11Protocol

from webui.http.pace import Pace

_AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: what was not fetched is thrown away when the line is closed."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits, in seconds, and how much it takes."""

    head_s: float = 10.0
    """From the first byte of a request, or the opening of a line, to the end of the request's head."""
    fetch_s: float = 20.0
    """For the other side to fetch what was sent to it."""
    refused_s: float = 8.0
    """For the other side to notice that what it still sends was refused."""
    refused_bytes: int = 32 << 20
    between_s: float = 15.0
    """Between two requests of a line that stays open."""
    handshake_s: float = 6.0
    """For the whole TLS handshake."""
    head_bytes: int = 16 * 1024
    silent_of_address: int = 64
    silent: int = 512
    lines_at_once: int = 120
    lines_each_s: float = 30.0
    """What one address may open at once, and a second from then on."""
    proxies: frozenset[str] = frozenset()
    """Addresses that stand for many people: what is said of one address does not hold for them."""


class Waiting(Protocol):
    """A line on which nothing has been asked yet."""

    @property
    def address(self) -> str: ...

    def hang_up(self) -> None: ...


class Silent:
    """The lines on which nothing has been asked yet, oldest first; ``pace`` holds back who opens too many."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._lines: dict[Waiting, None] = {}
        self.pace = Pace(patience.lines_at_once, patience.lines_each_s)

    def add(self, line: Waiting) -> None:
        """One more; the oldest is closed where there are too many."""
        self._lines[line] = None
        near = [one for one in self._lines if one.address == line.address]
        if len(near) > self._patience.silent_of_address and line.address not in self._patience.proxies:
            near[0].hang_up()
        elif len(self._lines) > self._patience.silent:
            next(iter(self._lines)).hang_up()

    def drop(self, line: Waiting) -> None:
        """It has spoken, or is gone."""
        self._lines.pop(line, None)


class Greeter(asyncio.Protocol):
    """A line just accepted: counted at once, its hands shaken where there is TLS, then handed over to a ``Line``."""

    def __init__(
        self, patience: Patience, silent: Silent, context: SSLContext | None, line: "Callable[[], Line]"
    ) -> None:
        self._patience, self._silent, self._context, self._line = patience, silent, context, line
        self._transport: asyncio.Transport | None = None
        self._shaking: asyncio.Task[None] | None = None
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.address = (transport.get_extra_info("peername") or ("",))[0]
        if self.address not in self._patience.proxies and not self._silent.pace.lets_in(self.address):
            self.hang_up()
            return
        self._silent.add(self)
        if self._context is None:
            self._hand_over(transport)
        else:
            self._shaking = asyncio.create_task(self._shake_hands(transport, self._context))

    def connection_lost(self, exc: Exception | None) -> None:
        self._silent.drop(self)

    def hang_up(self) -> None:
        """Close at once."""
        self._silent.drop(self)
        if self._transport is not None:
            hang_up(self._transport)

    async def _shake_hands(self, plain: asyncio.Transport, context: SSLContext) -> None:
        line, loop = self._line(), asyncio.get_running_loop()
        try:
            secure = await loop.start_tls(
                plain, line, context, server_side=True, ssl_handshake_timeout=self._patience.handshake_s
            )
        except (OSError, TimeoutError):  # ssl.SSLError is an OSError; strangers' handshakes fail every day
            self.hang_up()
            return
        if secure is None:
            self._silent.drop(self)
            return
        self._silent.drop(self)
        line.connection_made(secure)

    def _hand_over(self, transport: asyncio.Transport) -> None:
        line = self._line()
        self._silent.drop(self)
        transport.set_protocol(line)
        line.connection_made(transport)


class Line(H11Protocol):
    """One line with its deadlines; ``patience`` and ``silent`` are the server's."""

    def __init__(self, patience: Patience, silent: Silent, **parts: Any) -> None:
        super().__init__(**parts)
        self._patience, self._silent = patience, silent
        self._early = bytearray()  # what came with the end of the handshake
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._refused_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=1)  # so that whatever is not fetched at once has its deadline
        self._await_head()
        if self._early:
            self.data_received(bytes(self._early))

    def data_received(self, data: bytes) -> None:
        if self.transport is None:
            self._early += data
            return
        if self._sends_what_was_refused:
            self._refused_bytes += len(data)
            if self._refused_bytes > self._patience.refused_bytes:
                self.hang_up()
                return
        elif self._is_idle and "head" not in self._due:
            self._await_head()
        super().data_received(data)
        if not self._is_idle:
            self._head_came()

    def on_response_complete(self) -> None:
        if self._sends_what_was_refused:
            self._await("refused", self._patience.refused_s)
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await("fetch", self._patience.fetch_s)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._came("fetch")

    def connection_lost(self, exc: Exception | None) -> None:
        self._silent.drop(self)
        for name in list(self._due):
            self._came(name)
        if self.transport is not None:
            super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close at once, without waiting for anybody."""
        self._silent.drop(self)
        hang_up(self.transport)

    @property
    def address(self) -> str:
        """Where the line comes from."""
        return self.client[0] if self.client else ""

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def _sends_what_was_refused(self) -> bool:
        """Whether the answer was given before the request had come in whole."""
        return self.cycle is not None and self.cycle.response_complete and self.conn.their_state is SEND_BODY

    def _await_head(self) -> None:
        self._await("head", self._patience.head_s)
        self._silent.add(self)

    def _head_came(self) -> None:
        self._came("head")
        self._came("refused")
        self._refused_bytes = 0
        self._silent.drop(self)

    def _await(self, name: str, within_s: float) -> None:
        if name not in self._due:
            self._due[name] = self.loop.call_later(within_s, self.hang_up)

    def _came(self, name: str) -> None:
        timer = self._due.pop(name, None)
        if timer is not None:
            timer.cancel()


def hang_up(transport: asyncio.Transport) -> None:
    """Close a line at once, and what waits on it to be fetched with it."""
    line = transport.get_extra_info("socket")
    if line is not None:
        with suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()

"""How long may somebody hold a line without saying anything?  uvicorn's HTTP/1.1 with deadlines on top.

A line that has not sent a whole request head in time is closed, and so is one whose answer nobody fetches.  Where an
address, or all together, have too many silent lines, the one that has been silent longest makes room for the new one.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits, in seconds, and how many lines it keeps."""

    head_s: float = 10.0
    """From the first byte of a request, or the opening of a line, to the end of the request's head."""
    fetch_s: float = 20.0
    """For the other side to fetch what was sent to it."""
    between_s: float = 15.0
    """Between two requests of a line that stays open."""
    handshake_s: float = 8.0
    """For the whole TLS handshake."""
    head_bytes: int = 16 * 1024
    silent_of_address: int = 64
    silent: int = 512


class Silent:
    """The lines that have not sent a whole request head yet, oldest first."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._lines: dict[Line, None] = {}

    def add(self, line: "Line") -> None:
        """One more; the oldest is closed where there are too many."""
        self._lines[line] = None
        near = [one for one in self._lines if one.address == line.address]
        if len(near) > self._patience.silent_of_address:
            near[0].hang_up()
        elif len(self._lines) > self._patience.silent:
            next(iter(self._lines)).hang_up()

    def drop(self, line: "Line") -> None:
        """It has spoken, or is gone."""
        self._lines.pop(line, None)


class Line(H11Protocol):
    """One line with its deadlines; ``patience`` and ``silent`` are the server's."""

    def __init__(self, patience: Patience, silent: Silent, **parts: Any) -> None:
        super().__init__(**parts)
        self._patience, self._silent = patience, silent
        self._head_due: asyncio.TimerHandle | None = None
        self._fetch_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=1)  # so that whatever is not fetched at once has its deadline
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._is_idle and self._head_due is None:
            self._await_head()
        super().data_received(data)
        if not self._is_idle:
            self._head_came()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._fetch_due is None:
            self._fetch_due = self.loop.call_later(self._patience.fetch_s, self.hang_up)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._fetch_due)
        self._fetch_due = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        _cancel(self._fetch_due)
        self._fetch_due = None
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close at once, without waiting for anybody."""
        self._silent.drop(self)
        self.transport.abort()

    @property
    def address(self) -> str:
        """Where the line comes from."""
        return self.client[0] if self.client else ""

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        self._head_due = self.loop.call_later(self._patience.head_s, self.hang_up)
        self._silent.add(self)

    def _head_came(self) -> None:
        _cancel(self._head_due)
        self._head_due = None
        self._silent.drop(self)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()

"""Which server is meant, and how is a line to it opened?  Plain or TLS, from an address of one's own choosing."""

import asyncio
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

STRANGER = "127.0.0.66"
"""A second address of this machine where the system has one, so that a limit by address tells attacker from player."""
_UNREAD_BYTES = 4096


class LineStart(Enum):
    """How a line begins."""

    PLAIN = "plain"
    TLS = "tls"
    BELOW_TLS = "below tls"
    """TCP to the TLS port, with no handshake."""


@dataclass(frozen=True, slots=True)
class Target:
    """A running server.  ``port`` or ``tls_port`` is 0 where it has none.

    ``over_tls`` lets the attackers come by the TLS port where they could take the plain one.  ``sources`` are their own
    addresses; their lines take turns.  ``large`` is the path of a large answer.
    """

    host: str = "127.0.0.1"
    port: int = 0
    tls_port: int = 0
    over_tls: bool = False
    sources: tuple[str, ...] = ()
    large: str = "/static/icon-512.png"

    def doors(self) -> tuple[LineStart, ...]:
        """What a bystander can come in by."""
        return tuple(door for door, port in ((LineStart.PLAIN, self.port), (LineStart.TLS, self.tls_port)) if port)

    def port_of(self, door: LineStart) -> int:
        """The port behind a door."""
        return self.port if door is LineStart.PLAIN else self.tls_port


@dataclass(slots=True)
class OpenLine:
    """An open line, and the name of the server as requests on it write it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    host: str
    large: str = "/"
    closed: bool = field(default=False)

    def head(self, method: str, path: str, more: Mapping[str, str] | None = None) -> bytes:
        """The request line and headers, with the empty line that ends them."""
        return self.open_head(method, path, more) + b"\r\n"

    def open_head(self, method: str, path: str, more: Mapping[str, str] | None = None) -> bytes:
        """The request line and headers, to which others may be added."""
        headers = {"Host": self.host, "X-Bazaar": "1", **(more or {})}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), ""]
        return "\r\n".join(lines).encode()

    async def send(self, data: bytes) -> None:
        """Write, and wait while the server does not take it.  Raises OSError once the line is cut."""
        if self.writer.is_closing():
            raise ConnectionResetError("the line is closed")
        self.writer.write(data)
        await self.writer.drain()

    def stop_reading(self) -> None:
        """Take nothing from the server any more, not even into the system's buffers beyond a little."""
        with suppress(OSError, AttributeError):
            self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _UNREAD_BYTES)
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]

    def close(self) -> None:
        """Hang up at once."""
        self.writer.transport.abort()


async def open_line(target: Target, door: LineStart, source: str = "") -> OpenLine:
    """A fresh line, from ``source`` where it is given.  Raises OSError."""
    port = target.port_of(door)
    secure = trusting() if door is LineStart.TLS else None
    own = (source, 0) if source else None
    reader, writer = await asyncio.open_connection(target.host, port, ssl=secure, local_addr=own)
    return OpenLine(reader, writer, f"{target.host}:{port}", target.large)


@lru_cache
def trusting() -> ssl.SSLContext:
    """TLS that asks nobody for a certificate: the server's own is not what is tested here."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def client_hello() -> bytes:
    """What a client says first in a TLS handshake."""
    said = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        trusting().wrap_bio(ssl.MemoryBIO(), said).do_handshake()
    return said.read()


def strangers(host: str, wanted: int) -> tuple[str, ...]:
    """So many addresses of this machine besides the usual one; none where the server is elsewhere or they cannot be."""
    first, _, last = STRANGER.rpartition(".")
    addresses = tuple(f"{first}.{int(last) + more}" for more in range(wanted))
    return addresses if host.startswith("127.") and all(map(_can_be_used, addresses)) else ()


def _can_be_used(address: str) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True

"""How can one process be three thousand pages?  HTTP on plain sockets: lines that stay open, and event streams."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from webui.club.engines import HERE

_AGAIN_S = 0.1
_LONGEST_LINE = 1 << 20
_NOBODY = b""


class Told(NamedTuple):
    """An answer: its status, its body, the cookie it set (empty where it set none)."""

    status: int
    body: bytes
    cookie: str


class CrowdRefused(RuntimeError):
    """A server said no where the crowd needs a yes."""


class CrowdLines:
    """A few lines to one server, that stay open: what a proxy before it keeps.  For one loop.

    Raises OSError where the server is away.
    """

    def __init__(self, port: int, most: int = 48) -> None:
        self.port = port
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._room = asyncio.Semaphore(most)

    async def ask(self, method: str, path: str, cookie: str = "", body: Any = None) -> Told:
        """One request.  A line that the server has shut meanwhile is opened anew."""
        data = b"" if body is None else msgspec.json.encode(body)
        head = _head(method, path, cookie, len(data), self.port)
        async with self._room:
            while True:
                kept, line = bool(self._free), self._free.pop() if self._free else await _opened(self.port)
                try:
                    line[1].write(head + data)
                    told = await _answer(line[0])
                except (OSError, asyncio.IncompleteReadError) as error:
                    line[1].close()
                    if kept:
                        continue
                    raise ConnectionResetError(f"{path} was not answered") from error
                self._free.append(line)
                return told

    def close(self) -> None:
        """Hang up."""
        for _, line in self._free:
            line.close()
        self._free.clear()


async def listen(port: int, path: str, cookie: str, heard: Callable[[bytes], None]) -> None:
    """Hold an event stream open for ever, again where it broke; ``heard`` is given the JSON of each event."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await _opened(port)
            try:
                writer.write(_head("GET", path, cookie, 0, port, "text/event-stream"))
                await reader.readuntil(b"\r\n\r\n")
                while line := await reader.readline():
                    if line.startswith(b"data: "):
                        heard(line[6:])
            finally:
                writer.close()
        await asyncio.sleep(_AGAIN_S)


async def _opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(HERE, port, limit=_LONGEST_LINE)


async def _answer(reader: asyncio.StreamReader) -> Told:
    head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    length, cookie = 0, _NOBODY
    for line in head[1:]:
        name, _, value = line.partition(b": ")
        if name.lower() == b"content-length":
            length = int(value)
        elif name.lower() == b"set-cookie":
            cookie = value.partition(b";")[0]
    return Told(int(head[0].split()[1]), await reader.readexactly(length), cookie.decode())


def _head(method: str, path: str, cookie: str, length: int, port: int, accept: str = "application/json") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HERE}:{port}", f"Cookie: {cookie}", "X-Bazaar: 1"]
    lines += [f"Accept: {accept}", "Content-Type: application/json", f"Content-Length: {length}", "", ""]
    return "\r\n".join(lines).encode()

"""Which attacks cost a server its memory?  Bodies and headers far too large, requests whose answers nobody reads."""

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import repeat

from webui.attacks.clients.places import LineCounts, Misdeed, listen
from webui.attacks.clients.target import OpenLine

MB = 1 << 20
_PIECE = 1 << 16
_PIPELINED = 10_000
_BATCH = 100
_SHORT = b"X-A: b\r\n"
_JSON = {"Content-Type": "application/json"}


def body(path: str, megabytes: int) -> Misdeed:
    """POST a body of that size, its length said before."""
    return partial(_body, path=path, megabytes=megabytes)


def chunked_body(path: str, megabytes: int) -> Misdeed:
    """POST a body of that size in chunks, its length said nowhere."""
    return partial(_chunked_body, path=path, megabytes=megabytes)


def long_header(megabytes: int) -> Misdeed:
    """One header line of that size."""
    return partial(_headers, begun=b"X-Long: ", pieces=_pieces(b"a" * _PIECE, megabytes))


def short_headers(megabytes: int) -> Misdeed:
    """Short header lines of that size together."""
    return partial(_headers, begun=b"", pieces=_pieces(_SHORT * (_PIECE // len(_SHORT)), megabytes))


async def pipeline(line: OpenLine, told: LineCounts) -> None:
    """Ask ten thousand times on one line, and read no answer."""
    line.stop_reading()
    batch = line.head("GET", "/api/view") * _BATCH
    for _ in range(_PIPELINED // _BATCH):
        await _send(line, told, batch)
    await asyncio.Event().wait()


async def _body(line: OpenLine, told: LineCounts, path: str, megabytes: int) -> None:
    head = line.head("POST", path, {**_JSON, "Content-Length": str(megabytes * MB)})
    await _pour(line, told, head, _pieces(b" " * _PIECE, megabytes))


async def _chunked_body(line: OpenLine, told: LineCounts, path: str, megabytes: int) -> None:
    head = line.head("POST", path, {**_JSON, "Transfer-Encoding": "chunked"})
    chunk = b"%x\r\n%s\r\n" % (_PIECE, b" " * _PIECE)
    await _pour(line, told, head, [*_pieces(chunk, megabytes), b"0\r\n\r\n"])


async def _headers(line: OpenLine, told: LineCounts, begun: bytes, pieces: Iterable[bytes]) -> None:
    await _pour(line, told, line.open_head("GET", "/api/view") + begun, [*pieces, b"\r\n\r\n"])


def _pieces(piece: bytes, megabytes: int) -> list[bytes]:
    """The same piece so often that it makes the size; the pieces share one memory."""
    return list(repeat(piece, megabytes * MB // _PIECE))


async def _pour(line: OpenLine, told: LineCounts, head: bytes, pieces: Iterable[bytes]) -> None:
    """Send it all, whatever the server answers meanwhile; then wait for an answer if there was none."""
    listening = asyncio.create_task(listen(line, told))
    try:
        for piece in _after(head, pieces):
            await _send(line, told, piece)
        await listening
    finally:
        listening.cancel()


def _after(head: bytes, pieces: Iterable[bytes]) -> Iterator[bytes]:
    yield head
    yield from pieces


async def _send(line: OpenLine, told: LineCounts, data: bytes) -> None:
    await line.send(data)
    told.sent += len(data)

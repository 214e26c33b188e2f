"""What did the server answer?  One HTTP/1.1 answer, read whole."""

from asyncio import StreamReader
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers by their names in small letters, and the body."""

    status: int
    headers: dict[str, str]
    body: bytes = b""


async def read_head(reader: StreamReader) -> Answer:
    """Status and headers.  Raises EOFError where the server hangs up instead, ValueError where it talks nonsense."""
    status = await _status(reader)
    headers = {}
    while line := (await _line(reader)).strip():
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return Answer(status, headers) if status >= 200 else await read_head(reader)


async def read_answer(reader: StreamReader) -> Answer:
    """The whole answer.  Raises as ``read_head``."""
    head = await read_head(reader)
    if head.headers.get("transfer-encoding", "").lower() == "chunked":
        return Answer(head.status, head.headers, await _chunks(reader))
    length = int(head.headers.get("content-length", 0))
    return Answer(head.status, head.headers, await reader.readexactly(length))


async def _status(reader: StreamReader) -> int:
    words = (await _line(reader)).split()
    if len(words) < 2 or not words[0].startswith("HTTP/"):
        raise ValueError(f"no answer of HTTP: {words[:3]}")
    return int(words[1])


async def _line(reader: StreamReader) -> str:
    line = await reader.readline()
    if not line:
        raise EOFError("the server hung up")
    return line.decode("latin-1")


async def _chunks(reader: StreamReader) -> bytes:
    parts = []
    while size := int((await _line(reader)).partition(";")[0], 16):
        parts.append(await reader.readexactly(size))
        await _line(reader)
    await _line(reader)
    return b"".join(parts)

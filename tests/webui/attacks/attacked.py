"""A tiny server for the tests of the attacks: good, or bad in one way.  ``python attacked.py FLAW [CERTIFICATE KEY]``.

It prints its port.  It answers any GET and POST, ``/events`` with one word on a line that stays open.
"""

import asyncio
import socket
import ssl
import sys
import threading
from asyncio import StreamReader, StreamWriter
from collections import Counter
from contextlib import suppress

FLAWS = ("none", "waits", "hoards", "one at a time", "one purse", "forgets", "mute", "shakes hands at the door")
BODY_MAX, HEADER_S, STREAMS = 1 << 16, 0.3, 3
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
OK_AND_CLOSE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
TOO_LARGE = b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOO_MANY = b"HTTP/1.1 503 Full\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
WORD = b"data: 1\n\n"
HEAD_END = b"\r\n\r\n"


class Server:
    """Serves as its one flaw makes it."""

    def __init__(self, flaw: str) -> None:
        self._flaw = flaw
        self._alone = asyncio.Lock()
        self._streams: Counter[str] = Counter()

    async def welcome(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One line, from its first byte to its last."""
        with suppress(OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            if self._flaw == "one at a time":
                async with self._alone:
                    await self._answer(reader, writer)
            else:
                while await self._answer(reader, writer):
                    pass
        writer.close()

    async def _answer(self, reader: StreamReader, writer: StreamWriter) -> bool:
        """One request; may another follow?"""
        method, path, length = await self._asked(reader)
        if self._flaw == "mute":
            return await reader.read(1) != b""
        if path == "/events":
            return await self._stream(method, reader, writer)
        if length > BODY_MAX and self._flaw != "hoards":
            return await say(writer, TOO_LARGE)
        body = await reader.readexactly(length)
        await say(writer, OK_AND_CLOSE if self._flaw == "one at a time" else OK)
        return len(body) == length and self._flaw != "one at a time"

    async def _asked(self, reader: StreamReader) -> tuple[str, str, int]:
        """Method, path and length of the body, within the deadline."""
        async with asyncio.timeout(None if self._flaw in ("waits", "one at a time") else HEADER_S):
            head = (await reader.readuntil(HEAD_END)).decode("latin-1")
        first, *headers = head.splitlines()
        told = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in headers)}
        return first.split()[0], first.split()[1], int(told.get("content-length", 0))

    async def _stream(self, method: str, reader: StreamReader, writer: StreamWriter) -> bool:
        """Streams are counted by address; ``one purse`` counts them for all, ``forgets`` never takes one back."""
        client = "all" if self._flaw in ("one purse", "forgets") else writer.get_extra_info("peername")[0]
        if self._streams[client] >= STREAMS:
            return await say(writer, TOO_MANY)
        self._streams[client] += 1
        try:
            await say(writer, STREAM + (WORD if method == "GET" else b""))
            return await reader.read() != b""
        finally:
            self._streams[client] -= self._flaw != "forgets" or method == "GET"


async def say(writer: StreamWriter, data: bytes) -> bool:
    """Send; nothing follows."""
    writer.write(data)
    await writer.drain()
    return False


async def serve(flaw: str, secure: ssl.SSLContext | None) -> None:
    """Serve until killed."""
    listening = await asyncio.start_server(Server(flaw).welcome, "127.0.0.1", 0, ssl=secure)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


def serve_at_the_door(secure: ssl.SSLContext) -> None:
    """The thread that takes the lines shakes hands, one after the other."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        print(door.getsockname()[1], flush=True)
        while True:
            line, _ = door.accept()
            with suppress(OSError):
                safe = secure.wrap_socket(line, server_side=True)
                threading.Thread(target=talk, args=(safe,), daemon=True).start()


def talk(line: ssl.SSLSocket) -> None:
    """Answer one line; requests come whole, one at a time."""
    with suppress(OSError), line:
        while said := line.recv(1 << 16):
            line.sendall(STREAM + WORD if b"/events" in said else OK)


def certified(files: list[str]) -> ssl.SSLContext | None:
    """TLS with this certificate and key, where there are any."""
    if not files:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
    return context


if __name__ == "__main__":
    own_flaw, own_tls = sys.argv[1], certified(sys.argv[2:])
    if own_flaw == FLAWS[-1] and own_tls is not None:
        serve_at_the_door(own_tls)
    else:
        asyncio.run(serve(own_flaw, own_tls))

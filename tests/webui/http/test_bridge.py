"""Flask answers on a thread: a small answer comes whole, a long one in pieces, and what was sent can be read."""

import asyncio
from collections.abc import Iterable
from io import BytesIO
from typing import Any

import pytest

from webui.http.answers import Message
from webui.http.bridge import BODY, Bridge

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/api/act",
    "root_path": "/t/ABC",
    "query_string": b"seat=1",
    "http_version": "1.1",
    "headers": [(b"x-bazaar", b"1")],
    "server": ("127.0.0.1", 1),
    "client": ("127.0.0.1", 2),
}
PIECE = b"x" * 200_000


def answered(app: Any, *, body: bytes = b"", spooled: bool = False) -> list[Message]:
    said = list[Message]()

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)

    async def one() -> None:
        bridge = Bridge(app, 2)
        try:
            await bridge({**SCOPE, BODY: BytesIO(body)} if spooled else dict(SCOPE), receive, send)
        finally:
            bridge.executor.shutdown()

    asyncio.run(one())
    return said


def echo(environ: Any, start: Any) -> Iterable[bytes]:
    start("200 OK", [("X-Place", environ["SCRIPT_NAME"] + environ["PATH_INFO"]), ("X-Query", environ["QUERY_STRING"])])
    return [b"said: ", environ["wsgi.input"].read()]


@pytest.mark.parametrize("spooled", [False, True])
def test_a_small_answer_is_sent_once(spooled: bool) -> None:
    head, body = answered(echo, body=b"hello", spooled=spooled)
    assert (head["status"], dict(head["headers"])) == (200, {b"x-place": b"/t/ABC/api/act", b"x-query": b"seat=1"})
    assert body == {"type": "http.response.body", "body": b"said: hello", "more_body": False}


def test_a_long_answer_comes_in_pieces_and_its_file_is_closed() -> None:
    class File:
        closed = False

        def __iter__(self) -> Any:
            return iter([PIECE] * 5)

        def close(self) -> None:
            self.closed = True

    file = File()

    def long(environ: Any, start: Any) -> Iterable[bytes]:
        start("200 OK", [])
        return file

    head, *pieces = answered(long)
    assert head["type"] == "http.response.start"
    assert len(pieces) > 2 and [one["more_body"] for one in pieces] == [True] * (len(pieces) - 1) + [False]
    assert b"".join(one["body"] for one in pieces) == PIECE * 5 and file.closed


def test_what_fails_is_told_to_the_server() -> None:
    def fails(environ: Any, start: Any) -> Iterable[bytes]:
        raise LookupError("nothing there")

    with pytest.raises(LookupError):
        answered(fails)

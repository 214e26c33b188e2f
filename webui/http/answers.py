"""How does the server say no before Flask has seen a request?  The same JSON that Flask's refusals have."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec

from webui.http.errors import REASONS
from webui.locales.words import language_of, say_in

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


async def refuse(scope: Scope, send: Send, status: int, code: str) -> None:
    """Answer with a code and its words.

    Where a body is on its way the line stays: what is still being sent is thrown away, so that the answer can be read
    at the other end.  Else the line of somebody who asks too much is closed.
    """
    say = say_in(language_of(header(scope, b"cookie"), header(scope, b"accept-language")))
    body = msgspec.json.encode({"code": code, "message": say(REASONS[code]), "facts": {}})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if code == "too_busy" and not _has_body(scope):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _has_body(scope: Scope) -> bool:
    return bool(header(scope, b"transfer-encoding")) or header(scope, b"content-length") not in ("", "0")


def header(scope: Scope, name: bytes) -> str:
    """The value of a header, empty where it was not sent; ``name`` in lower case."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")

"""By which door does a request come in?  Straight into Flask, or over a real line to a real server."""

import http.client
import io
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import unquote_to_bytes

from flask import Flask

from webui.attacks.answers import Answer
from webui.attacks.asked import HOST, Pairs, Request

PATIENCE_S = 60.0
"""A server that has not answered by then stands still."""
_READ = 1 << 16
_STREAM = "text/event-stream"


class StoodStill(AssertionError):
    """No answer came."""


class Door(Protocol):
    """Answers a request, with the host and the cookie filled in where it names none."""

    def ask(self, request: Request, cookie: str) -> Answer: ...

    def close(self) -> None: ...


class FlaskDoor:
    """Calls the application itself: no lines, no limits of the front."""

    def __init__(self, app: Flask, host: str) -> None:
        self._app, self._host = app, host

    def ask(self, request: Request, cookie: str) -> Answer:
        told: list[Any] = []

        def start(*head: Any) -> Callable[[bytes], object]:
            told.append(head)
            return lambda data: None

        try:
            body = _read(self._app.wsgi_app(self._environ(request, cookie), start))
        except Exception:  # a real server answers so for an application that fails altogether
            return Answer(500, {}, traceback.format_exc(limit=-3).encode())
        status, headers = told[0][0], told[0][1]
        return Answer(int(status.split()[0]), {name.lower(): value for name, value in headers}, body)

    def close(self) -> None:
        """There is nothing to close."""

    def _environ(self, request: Request, cookie: str) -> dict[str, Any]:
        path, _, query = request.target.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": request.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("utf-8", "replace").encode().decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": self._host.rpartition(":")[2],
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": self._host,
            "HTTP_COOKIE": cookie,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(request.body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        return environ | {_wsgi_name(name): value for name, value in request.headers}


def _read(pieces: Any) -> bytes:
    try:
        return b"".join(pieces)
    finally:
        if hasattr(pieces, "close"):
            pieces.close()


def _wsgi_name(header: str) -> str:
    name = header.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"


class LineDoor:
    """Asks on a line that stays open; one that the server closes, or that was torn, is opened anew."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._line: socket.socket | None = None

    def ask(self, request: Request, cookie: str) -> Answer:
        """Raises StoodStill where nothing comes for a minute; status 0 where the server hangs up instead."""
        fresh = request.torn or self._line is None
        if fresh:
            self.close()
        try:
            return self._once(request, cookie)
        except TimeoutError:
            raise StoodStill(f"no answer within {PATIENCE_S:.0f} s") from None
        except (OSError, http.client.HTTPException):
            self.close()
            return Answer(0, {}) if fresh else self.ask(request, cookie)

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            with suppress(OSError):
                self._line.close()
            self._line = None

    def _once(self, request: Request, cookie: str) -> Answer:
        line = self._opened()
        own: Pairs = () if request.names(HOST) or request.torn else ((HOST, f"127.0.0.1:{self._port}"),)
        own += (("Cookie", cookie),) if cookie and not request.names("Cookie") else ()
        head = Request(request.who, request.method, request.target, (*own, *request.headers)).head()
        with suppress(ConnectionError):  # it may have answered before all was sent
            line.sendall(head + request.body)
            if request.torn:
                line.shutdown(socket.SHUT_WR)  # so that nobody waits for what was promised and does not come
        answer = http.client.HTTPResponse(line, method=request.method)
        answer.begin()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        is_stream = headers.get("content-type", "").startswith(_STREAM)
        body = b"" if is_stream else answer.read()
        if is_stream or answer.will_close or request.torn:
            self.close()
        return Answer(answer.status, headers, body)

    def _opened(self) -> socket.socket:
        if self._line is None:
            self._line = socket.create_connection(("127.0.0.1", self._port), PATIENCE_S)
            self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._line

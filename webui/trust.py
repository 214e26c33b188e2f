"""Whom does the server listen to?  Right host name, own origin, own header; and what every answer carries."""

import socket
import time
from urllib.parse import urlsplit

from flask import Flask, Response, request

from webui.addresses import is_own_address
from webui.errors import Refused
from webui.settings import Settings

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_REMEMBER_S = 30.0


class Hosts:
    """The host names that may be asked for; looking up this machine's addresses is remembered for a while."""

    def __init__(self, names: tuple[str, ...]) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}
        self._own: dict[str, float] = {}

    def __contains__(self, host: object) -> bool:
        name = _without_port(str(host).lower())
        if name in self._names or self._own.get(name, 0.0) > time.monotonic():
            return True
        if is_own_address(name):
            self._own[name] = time.monotonic() + _REMEMBER_S
            return True
        return False


def _without_port(host: str) -> str:
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def register(app: Flask, settings: Settings) -> None:
    """Check every request, mark every answer."""
    hosts = Hosts(settings.names)

    @app.before_request
    def check() -> None:
        if request.host not in hosts:
            raise Refused("wrong_host", 400)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            check_own_page()

    @app.after_request
    def mark(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.path.startswith("/api"):
            response.headers["Cache-Control"] = "no-store"
        return response


def check_own_page() -> None:
    """Raise Refused unless a page of this server sent the request: own header, and own origin where one is named.

    ``Sec-Fetch-Site`` does not reach a plain HTTP address, so it cannot be asked for.
    """
    origin = request.headers.get("Origin")
    own = origin is None or urlsplit(origin).netloc == request.host
    if not own or request.headers.get("X-Bazaar") != "1":
        raise Refused("foreign_origin", 403)


def is_loopback() -> bool:
    """True where the request comes from this machine."""
    return (request.remote_addr or "") in ("127.0.0.1", "::1", "::ffff:127.0.0.1")

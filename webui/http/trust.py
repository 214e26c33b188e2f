"""Whom does the server listen to?  Right host name, own origin, own header; and what every answer carries."""

import socket
import time
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from webui.http.errors import Refused
from webui.reach.addresses import is_own_address
from webui.settings import Settings

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
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
    "Cross-Origin-Resource-Policy": "same-origin",
}
ASSET_HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Scripts, styles and pictures are no pages: some ninety of them go over a slow line before the first view."""
SECURE_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Browsers ignore these over plain HTTP, and say so aloud."""
_REMEMBER_S = 30.0
_PROXIES = ("Forwarded", "X-Forwarded-For", "Via")
PLAIN_PATHS = ("/ca", "/ca.crt", "/api/https", "/favicon.ico")
PLAIN_FOLDERS = ("/static/", "/art/")
"""What the plain port shows to other machines where phones are served over HTTPS."""


class Hosts:
    """The host names that may be asked for; looking up this machine's addresses is remembered for a while."""

    def __init__(self, names: tuple[str, ...]) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}
        self._own: dict[str, float] = {}

    def __contains__(self, host: object) -> bool:
        name = without_port(str(host).lower())
        if name in self._names or self._own.get(name, 0.0) > time.monotonic():
            return True
        if is_own_address(name):
            self._own[name] = time.monotonic() + _REMEMBER_S
            return True
        return False


CHECKED = "bazaar.host_checked"
"""In the scope of a request that another server of the club has sent on: it knows by which hosts people come to it."""


def without_port(host: str) -> str:
    """The name or address of ``host``, without the port."""
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def hosts_of(settings: Settings) -> Hosts:
    """The hosts by which people come in."""
    outside = urlsplit(settings.url)
    return Hosts(settings.names + ((outside.hostname,) if outside.hostname else ()))


def register(app: Flask, settings: Settings) -> None:
    """Check every request, mark every answer."""
    hosts = hosts_of(settings)

    @app.before_request
    def check() -> AnyResponse | None:
        if request.host not in hosts and CHECKED not in request.environ.get("asgi.scope", {}):
            raise Refused("wrong_host", 400)
        if settings.secure and not request.is_secure and not _may_be_plain():
            return _to_https(settings)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            check_own_page()
        return None

    @app.after_request
    def mark(response: Response) -> Response:
        of_pages = HEADERS | (SECURE_HEADERS if request.is_secure else {})
        own = ASSET_HEADERS if request.path.startswith(PLAIN_FOLDERS) else of_pages
        for name, value in own.items():
            response.headers.setdefault(name, value)
        if request.path.startswith("/api"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def check_own_page() -> None:
    """Raise Refused unless a page of this server sent the request: own header, and own origin where one is named.

    ``Sec-Fetch-Site`` does not reach plain HTTP addresses and older phones leave it out: it is heard where it is sent.
    """
    refuse_other_sites()
    if request.headers.get("X-Bazaar") != "1":
        raise Refused("foreign_origin", 403)


def refuse_other_sites() -> None:
    """Raise Refused where the browser says that a page of another site asks."""
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site", "same-origin")
    chosen: Settings = current_app.extensions["settings"]
    own = origin is None or _names(origin) in ((request.scheme, request.host), _names(chosen.url))
    if not own or site not in ("same-origin", "none"):
        raise Refused("foreign_origin", 403)


def _names(origin: str) -> tuple[str, str]:
    try:
        return urlsplit(origin)[:2]
    except ValueError:
        return "", ""


def _may_be_plain() -> bool:
    return is_loopback() or request.path in PLAIN_PATHS or request.path.startswith(PLAIN_FOLDERS)


def _to_https(settings: Settings) -> AnyResponse:
    """Plain HTTP from another machine: pages are sent on, anything else is refused."""
    if request.method != "GET" or request.path.startswith("/api"):
        raise Refused("https_only", 403)
    return redirect(f"https://{without_port(request.host)}:{settings.port}{request.path}", 302)


def is_loopback() -> bool:
    """True where the request comes from this machine, and not through a proxy on it; never in a club."""
    chosen: Settings = current_app.extensions["settings"]
    if chosen.shared:
        return False
    through_proxy = any(name in request.headers for name in _PROXIES)
    return not through_proxy and request.remote_addr in ("127.0.0.1", "::1", "::ffff:127.0.0.1")

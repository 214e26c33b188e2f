"""How do the servers of a club speak to each other?  Over HTTP, with a key that only they know."""

import hashlib
import secrets
from typing import NamedTuple

import aiohttp
from yarl import URL

from webui.http.answers import Scope, header
from webui.http.trust import CHECKED

PEER = "/club/peer"
"""Below it lies what only servers may ask."""
KEY, CLIENT, SCHEME, LISTENS = "X-Club-Key", "X-Club-Client", "X-Club-Scheme", "X-Club-Listens"
_OWN = {name.lower().encode() for name in (KEY, CLIENT, SCHEME, LISTENS)}
_HOP = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer", b"proxy-connection"}
_LEFT_OUT = _OWN | _HOP | {b"content-length"}
_PATIENCE = aiohttp.ClientTimeout(total=15.0, sock_connect=2.0)
NOT_MINE = 421
"""The status by which a server says that it has not, or no longer, the table it was asked for."""


class PeerAnswer(NamedTuple):
    """What another server answered, whole."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class NeverSent(ConnectionError):
    """The other server could not be reached: nothing was asked of it."""


class Broken(ConnectionError):
    """The line broke while the other server was being asked: nobody knows what it did."""


class Peers:
    """The other servers, from one loop."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(f"servers of a club {secret}".encode()).hexdigest()
        self._session: aiohttp.ClientSession | None = None

    async def start(self) -> None:
        """Lines can be opened from now on."""
        connector = aiohttp.TCPConnector(limit=200, limit_per_host=100, keepalive_timeout=10.0)
        self._session = aiohttp.ClientSession(
            connector=connector, timeout=_PATIENCE, auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar()
        )

    async def stop(self) -> None:
        """Close every line."""
        if self._session is not None:
            await self._session.close()

    def is_one(self, scope: Scope) -> bool:
        """Whether a request comes from a server of this club."""
        return secrets.compare_digest(header(scope, KEY.lower().encode()).encode(), self._key.encode())

    async def forward(self, address: str, scope: Scope, body: bytes, listens: bool = False) -> PeerAnswer:
        """Have another server answer a request.  Raises NeverSent, Broken."""
        query = scope["query_string"].decode("latin-1")
        path = scope.get("raw_path", scope["path"].encode()).decode("latin-1").partition("?")[0]
        headers = [
            (key.decode("latin-1"), value.decode("latin-1")) for key, value in scope["headers"] if key not in _LEFT_OUT
        ]
        headers += [(KEY, self._key), (CLIENT, (scope.get("client") or ("",))[0]), (SCHEME, scope["scheme"])]
        headers += [(LISTENS, "1")] if listens else []
        url = f"http://{address}{path}" + (f"?{query}" if query else "")
        return await self._ask(scope["method"], url, headers, body)

    async def ask(self, address: str, what: str, body: bytes = b"") -> PeerAnswer:
        """Ask another server itself something.  Raises NeverSent, Broken."""
        return await self._ask("POST", f"http://{address}{PEER}/{what}", [(KEY, self._key)], body)

    async def _ask(self, method: str, url: str, headers: list[tuple[str, str]], body: bytes) -> PeerAnswer:
        assert self._session is not None
        try:
            async with self._session.request(
                method, URL(url, encoded=True), headers=headers, data=body or None, allow_redirects=False
            ) as answer:
                raw = [(key.lower(), value) for key, value in answer.raw_headers if key.lower() not in _HOP]
                return PeerAnswer(answer.status, raw, await answer.read())
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise NeverSent(url) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Broken(url) from error


def as_asked(scope: Scope) -> Scope:
    """A request that another server sent on, as it came in there."""
    headers = [(key, value) for key, value in scope["headers"] if key not in _OWN]
    client, scheme = header(scope, CLIENT.lower().encode()), header(scope, SCHEME.lower().encode())
    asked = {**scope, "headers": headers, "client": (client, 0), "scheme": scheme or scope["scheme"]}
    return {**asked, CHECKED: True}


def only_asks_to_listen(scope: Scope) -> bool:
    """Whether a server asks if somebody may listen, and holds the line itself."""
    return bool(header(scope, LISTENS.lower().encode()))


def without_club_headers(scope: Scope) -> Scope:
    """A request from outside, without headers that only servers may send."""
    return {**scope, "headers": [(key, value) for key, value in scope["headers"] if key not in _OWN]}

"""How is an honest request spoilt?  Its body, its headers, its address, its method: one or two things at a time."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from webui.attacks.asked import ROLES, Request

Spoil = Callable[[Request, random.Random], Request]
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW", "get")
_DEEP = 20_000
_LONG = 60_000
BODIES: Sequence[bytes] = (
    b"",
    b"{",
    b"null",
    b"[]",
    b"true",
    b"0",
    b'""',
    b"\xff\xfe\x00",
    b'{"version": 1e999}',
    b'{"version": NaN}',
    b'{"version": 0, "version": 1}',
    b'{"a":' * _DEEP,
    b"[" * _DEEP + b"]" * _DEEP,
    b'"' + b"x" * _LONG + b'"',
    b'{"code": "\\ud800", "pin": "\\udfff"}',
    b'{"do": "\\u0000", "version": 0}',
    b"\x00" * 64,
    b'{"\xc3\x28": 1}',
)
VALUES: Sequence[Any] = (
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    2**64,
    10**40,
    -(2**63) - 1,
    1e308,
    0.5,
    "",
    "\x00",
    "\ud800",
    "\u202e\u0000x",
    "x" * 5000,
    "../../etc/passwd",
    "%s%n{0}{facts}",
    "'; DROP TABLE entry; --",
    [],
    {},
    [[]],
    {"": {}},
    ["x"] * 100,
    [None],
    "é\u0301" * 50,
)
QUERIES = (
    "?since=x", "?since=-1", "?since=" + "9" * 400, "?seat=99", "?seat=-1", "?seat=0&seat=1", "?step=1e9", "?name=%00",
    "?%ff=%fe", "?a[]=1", "?" + "x=1&" * 500, "?name=..%2f..", "?layers=" + "a," * 900, "?game=%F0%28%8C%28", "??",
    "?&=&",
)  # fmt: skip
PATHS = (
    "/%00", "/..", "/../../etc/passwd", "//", "//evil.example/", "/;", "/api/view;x=1", "/api//view", "/api/view/",
    "/%ff%fe", "/api/%76iew", "/static/..%2f..%2fapp.py", "/static/%2e%2e/%2e%2e/settings.py", "/art/%00.svg",
    "/api/past?step=%d0%28", "/" + "a" * 3000, "/api/profiles/%2e%2e/try", "/api/profiles/a%2fb.jpg", "/static/",
    "/api/lesson/photo/-1", "/api/lesson/tile/1e3.jpg", "/api/profiles/\xff.jpg", "/static//etc/passwd", "/.", "/%",
    "/api/profiles/%ed%a0%80.jpg", "/start?h=x", "/api/%0d%0aX-Bad:%201",
)  # fmt: skip
HEADERS: Sequence[tuple[str, str | None]] = (
    ("Host", "evil.example"), ("Host", ""), ("Host", "127.0.0.1:99999"), ("Host", "[::1"),
    ("Host", "bazaar.local:8484"),
    ("Host", "a" * 3000), ("Host", "127.0.0.1@evil"), ("Origin", "http://evil.example"), ("Origin", "null"),
    ("Origin", "http://[::1"), ("Origin", "\xff"), ("Cookie", "bazaar_8484="), ("Cookie", "bazaar_8484=\xff\xfe"),
    ("Cookie", "; ; =;=x;" * 40), ("Cookie", "bazaar_8484=" + "x" * 4000), ("Cookie", 'bazaar_8484="\\777"'),
    ("Accept-Language", ";;q=,,*;q=2,\xff"), ("Accept-Language", "ru-" + "x" * 2000), ("Accept-Language", "fr;q=nan"),
    ("Range", "bytes=0-"), ("Range", "bytes=-1"), ("Range", "bytes=9-1,2-"), ("Range", "lines=1"),
    ("Range", "bytes=" + "0-1," * 300), ("If-Modified-Since", "never"), ("If-Modified-Since", "Sun, 99 Foo 99999"),
    ("If-None-Match", '"' * 50), ("If-Range", "\xff"), ("Content-Type", "application/json; charset=utf-32"),
    ("Content-Type", "application/json; charset=nonsense"), ("Content-Type", "multipart/form-data; boundary="),
    ("Content-Type", "multipart/form-data"), ("Content-Type", "application/x-www-form-urlencoded"),
    ("Content-Type", "\xff/\xfe"), ("Content-Type", "image/png"), ("X-Bazaar", "2"), ("X-Bazaar", None),
    ("X-Lesson", "\xff"), ("X-Lesson", "x" * 500), ("Sec-Fetch-Site", "cross-site"), ("X-Forwarded-For", "127.0.0.1"),
    ("X-Forwarded-Host", "evil.example"), ("X-HTTP-Method-Override", "DELETE"), ("Accept", "text/event-stream"),
    ("Accept", "\x7f"), ("Accept-Encoding", "gzip;q=x"), ("Connection", "X-Bazaar"), ("Forwarded", "for=\"_x\""),
)  # fmt: skip
TORN: Sequence[tuple[str, str | None]] = (
    ("Content-Length", "-1"), ("Content-Length", "x"), ("Content-Length", "+5"), ("Content-Length", "9" * 30),
    ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "identity, chunked"), ("Transfer-Encoding", "x"),
    ("Expect", "100-continue"), ("Expect", "x"), ("Bad Header", "x"), ("", "x"), ("X-Null", "a\x00b"),
    ("X-Split", "a\r\nX-Other: b"), ("Upgrade", "websocket"), ("Content-Length", "0, 5"),
)  # fmt: skip
"""After these nothing is expected of the line; only a real line carries them."""


def spoilt(request: Request, rng: random.Random, on_a_line: bool) -> Request:
    """One or two things about a request are otherwise."""
    ways = [*_WAYS, _torn] if on_a_line else _WAYS
    for _ in range(rng.choice((1, 1, 2))):
        request = rng.choice(ways)(request, rng)
    return request


def _body(request: Request, rng: random.Random) -> Request:
    return _with_body(request, rng.choice(BODIES))


def _with_body(request: Request, body: bytes) -> Request:
    return replace(request, body=body).with_header("Content-Length", str(len(body)))


def _field(request: Request, rng: random.Random) -> Request:
    """One value of the JSON is of another kind, however deep it lies; or a field is missing, or one too many."""
    try:
        told = json.loads(request.body)
    except (ValueError, RecursionError):
        return _body(request, rng)
    return _with_body(request, json.dumps(_changed(told, rng)).encode())


def _changed(told: Any, rng: random.Random) -> Any:
    if rng.random() < 0.3 or not isinstance(told, (dict, list)) or not told:
        return rng.choice(VALUES)
    keys: list[Any] = list(told) if isinstance(told, dict) else list(range(len(told)))
    key = rng.choice(keys)
    if isinstance(told, dict) and rng.random() < 0.2:
        return told | {"one too many": 1}
    if rng.random() < 0.2:
        del told[key]
    else:
        told[key] = _changed(told[key], rng)
    return told


def _bytes(request: Request, rng: random.Random) -> Request:
    """A byte of the body is another one, or it ends early."""
    data = bytearray(request.body)
    if data and rng.random() < 0.7:
        data[rng.randrange(len(data))] = rng.randrange(256)
    elif data:
        del data[rng.randrange(len(data)) :]
    return _with_body(request, bytes(data))


def _header(request: Request, rng: random.Random) -> Request:
    return request.with_header(*rng.choice(HEADERS))


def _torn(request: Request, rng: random.Random) -> Request:
    name, value = rng.choice(TORN)
    return replace(request, headers=(*request.headers, (name, value or "")), torn=True)


def _method(request: Request, rng: random.Random) -> Request:
    return replace(request, method=rng.choice(METHODS))


def _query(request: Request, rng: random.Random) -> Request:
    return replace(request, target=request.path + rng.choice(QUERIES))


def _path(request: Request, rng: random.Random) -> Request:
    target = rng.choice(PATHS)
    return replace(request, target=target, torn=request.torn or not target.isascii())


def _role(request: Request, rng: random.Random) -> Request:
    return replace(request, who=rng.choice(ROLES))


_WAYS: Sequence[Spoil] = (_body, _field, _field, _field, _bytes, _header, _header, _method, _query, _path, _role)

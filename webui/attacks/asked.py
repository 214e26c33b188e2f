"""What does an attacker send?  One request as it goes over the line, by whom, and with which right."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Role = Literal["stranger", "seat 0", "seat 1", "host"]
ROLES: tuple[Role, ...] = ("stranger", "seat 0", "seat 1", "host")
Pairs = tuple[tuple[str, str], ...]
JSON = "application/json"
HOST = "Host"
_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Request:
    """``target`` and ``headers`` are written on the line as Latin-1.

    ``entitled``: the sender was given a code or a PIN for this.  ``torn``: it is no HTTP as it should be, so that
    nothing is expected of the answer's form, and of the line after it.
    """

    who: Role
    method: str
    target: str
    headers: Pairs
    body: bytes = b""
    entitled: bool = False
    torn: bool = False

    @property
    def path(self) -> str:
        """The target without what is asked after the question mark."""
        return self.target.partition("?")[0]

    def names(self, name: str) -> bool:
        """Is this header sent?"""
        return any(key.lower() == name.lower() for key, _ in self.headers)

    def with_header(self, name: str, value: str | None) -> "Request":
        """The same with another value, or without where it is None."""
        others = tuple(pair for pair in self.headers if pair[0].lower() != name.lower())
        return replace(self, headers=others if value is None else (*others, (name, value)))

    def head(self) -> bytes:
        """The request line and headers, with the empty line that ends them."""
        lines = [f"{self.method} {self.target} HTTP/1.1", *(f"{key}: {value}" for key, value in self.headers), "", ""]
        return "\r\n".join(lines).encode("latin-1", "replace")

    def __str__(self) -> str:
        """As a line for people."""
        body = self.body[:_SHOWN].decode("utf-8", "backslashreplace")
        usual = {"X-Bazaar", "Content-Type", "Content-Length"}
        odd = "".join(f" [{key}: {value[:80]}]" for key, value in self.headers if key not in usual)
        return f"{self.who}: {self.method} {self.target[:_SHOWN]}{odd} {body}".rstrip()


def asking(who: Role, method: str, target: str, body: Any = None, kind: str = JSON) -> Request:
    """What a page of ours would send; a ``body`` that is not bytes goes as JSON."""
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    return Request(who, method, target, plain_headers(data, kind if body is not None else ""), data)


def plain_headers(data: bytes, kind: str) -> Pairs:
    """The headers of a page of ours; the door adds host and cookie."""
    pairs: Sequence[tuple[str, str]] = (("X-Bazaar", "1"), ("Content-Type", kind), ("Content-Length", str(len(data))))
    return tuple(pairs if kind else pairs[:1])

"""How does an eye speak to its server?  Signed JSON over HTTP(S), on a few lines that stay open."""

from typing import Any, NamedTuple, Protocol

import msgspec
import urllib3

from webui.eyes.keys import EYE, GREET, LOOK, SIGNATURE, sign
from webui.eyes.link import Address
from webui.eyes.looks import FORMAT, Look, LookAnswer, written

LINES = 4
"""Looks on their way at once: over a long line the next one need not wait for the answer to the one before."""
_PATIENCE = urllib3.Timeout(connect=4.0, read=8.0)


class Unreachable(ConnectionError):
    """Nobody answered, or not as a companion does; says what to look at."""


class Refusal(Exception):
    """The server answered no: its ``code``, and its words."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


class OwnKey(NamedTuple):
    """What this eye was given: who it is, and what it signs with."""

    id: str
    secret: str


class Counterpart(Protocol):
    """What an eye asks of the table's server.  Each raises Unreachable, Refusal."""

    def greet(self, key: OwnKey) -> str: ...

    def look(self, key: OwnKey, run: str, number: int, seen: tuple[float, Look]) -> LookAnswer: ...


class TableServer:
    """The server of a table.  ``authority`` is a file of the certificate authority to trust besides the usual ones."""

    def __init__(self, address: Address, authority: str | None = None) -> None:
        self.address = address
        own: dict[str, Any] = {"ca_certs": authority} if authority else {}
        self._lines = urllib3.PoolManager(num_pools=1, maxsize=LINES, timeout=_PATIENCE, retries=False, **own)

    def come_in(self, code: str, name: str) -> OwnKey:
        """The key for a code."""
        told = self._post("come_in", msgspec.json.encode({"code": code, "name": name[:40], "format": FORMAT}), {})
        return OwnKey(str(told["id"]), str(told["secret"]))

    def greet(self, key: OwnKey) -> str:
        """The name of this run."""
        return str(self._signed(key, GREET, msgspec.json.encode({"format": FORMAT}))["run"])

    def look(self, key: OwnKey, run: str, number: int, seen: tuple[float, Look]) -> LookAnswer:
        """Post a look with its age in seconds; what the server says to it."""
        told = self._signed(key, LOOK, written(run, number, *seen))
        try:
            return msgspec.convert(told, LookAnswer)
        except msgspec.ValidationError:
            raise self._no_companion(200) from None

    def close(self) -> None:
        """Hang up."""
        self._lines.clear()

    def _signed(self, key: OwnKey, what: str, raw: bytes) -> dict[str, Any]:
        return self._post(what, raw, {EYE: key.id, SIGNATURE: sign(key.secret, what, raw)})

    def _post(self, what: str, raw: bytes, headers: dict[str, str]) -> dict[str, Any]:
        url = f"{self.address.root}/api/eye/{what}"
        head = {"X-Bazaar": "1", "Content-Type": "application/json", "Connection": "keep-alive", **headers}
        try:
            answer = self._lines.request("POST", url, body=raw, headers=head, redirect=False)
        except urllib3.exceptions.SSLError as error:
            raise Unreachable(
                f"the certificate of {self.address.server} is not trusted ({error}); see --authority"
            ) from error
        except urllib3.exceptions.HTTPError as error:
            raise Unreachable(
                f"{self.address.server} does not answer: is the address right, and the network there?"
            ) from error
        return self._understood(answer.status, answer.data)

    def _understood(self, status: int, data: bytes) -> dict[str, Any]:
        try:
            told = msgspec.json.decode(data, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError):
            raise self._no_companion(status) from None
        if status == 200:
            return told
        if "code" not in told:
            raise self._no_companion(status)
        raise Refusal(str(told["code"]), str(told.get("message", told["code"])))

    def _no_companion(self, status: int) -> Unreachable:
        return Unreachable(f"{self.address.server} answers, but not as a companion does ({status})")

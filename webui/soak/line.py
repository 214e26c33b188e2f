"""A device that asks a running server, one request after the other, on a line that is opened anew when it was cut."""

import http.client
import json
from typing import Any, NamedTuple

HERE = "127.0.0.1"
PATIENCE_S = 120.0
JSON = "application/json"


class Reply(NamedTuple):
    """An answer: its status and what it says, JSON where it is JSON."""

    status: int
    body: Any


class SoakDevice:
    """One device with its cookie.  Not for several threads at once."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.cookie = cookie
        self._port = port
        self._open: http.client.HTTPConnection | None = None

    def get(self, path: str) -> Reply:
        """Look at something.  Raises OSError or HTTPException where nothing answers."""
        return self.ask("GET", path, b"")

    def post(self, path: str, facts: Any = None) -> Reply:
        """Do something.  Raises as ``get``."""
        return self.ask("POST", path, json.dumps({} if facts is None else facts).encode())

    def ask(self, method: str, path: str, data: bytes, kind: str = JSON) -> Reply:
        """One request; once more on a fresh line where the server had hung up.  Raises as ``get``."""
        used_before = self._open is not None
        try:
            return self._once(method, path, data, kind)
        except (OSError, http.client.HTTPException):
            self.close()
            if not used_before:
                raise
        return self._once(method, path, data, kind)

    def close(self) -> None:
        """Hang up."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _once(self, method: str, path: str, data: bytes, kind: str) -> Reply:
        if self._open is None:
            self._open = http.client.HTTPConnection(HERE, self._port, timeout=PATIENCE_S)
        self._open.request(method, path, data, {"X-Bazaar": "1", "Content-Type": kind, "Cookie": self.cookie})
        answer = self._open.getresponse()
        text = answer.read()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        is_json = (answer.getheader("Content-Type") or "").startswith(JSON)
        return Reply(answer.status, json.loads(text) if is_json else text)

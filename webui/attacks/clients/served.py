"""How is a server started to be attacked from outside?  ``bazaar serve`` in a process of its own, with a game."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webui.attacks.asked import Request, asking
from webui.attacks.companion import PLAYERS
from webui.attacks.doors import LineDoor

PATIENCE_S = 120.0
_LINK, _PHONES = re.compile(r"127\.0\.0\.1:(\d+)/start#h=(\S+)"), re.compile(r"https://\S+:(\d+)")
_OPTIONS = ["--no-browser", "--host", "127.0.0.1", "--port", "0", "--camera", "none"]


class DidNotStart(Exception):
    """The server ended, or said no link to its page in time."""


@dataclass(slots=True)
class Served:
    """A server: its process, its ports (``tls_port`` 0 without HTTPS), the tokens of a host and of the first seat."""

    child: "subprocess.Popen[str]"
    port: int
    tls_port: int = 0
    host: str = ""
    player: str = ""

    def ask(self, request: Request, token: str = "") -> tuple[int, Any, str]:
        """Status, JSON, and the token that came with the answer."""
        door = LineDoor(self.port)
        answer = door.ask(request, f"{self.cookie}={token}" if token else "")
        door.close()
        _, _, fresh = answer.headers.get("set-cookie", "").partition(";")[0].partition("=")
        return answer.status, json.loads(answer.body) if answer.body else None, fresh

    @property
    def cookie(self) -> str:
        """The cookie's name over plain HTTP."""
        return f"bazaar_{self.tls_port or self.port}"

    def cookies(self, token: str) -> tuple[str, ...]:
        """What a device sends, by whichever door it comes."""
        return (f"{self.cookie}={token}", f"__Host-{self.cookie}={token}")


@contextmanager
def served(folder: Path, https: bool) -> Iterator[Served]:
    """A server on this folder with a game for three, a host and a player.  Raises DidNotStart."""
    command = [sys.executable, "-m", "webui", "serve", *_OPTIONS, "--data-dir", str(folder)]
    command += ["--https"] if https else []
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as child:
        try:
            yield _seated(*_started(child))
        finally:
            child.terminate()
            with suppress(subprocess.TimeoutExpired):
                child.wait(PATIENCE_S)
            child.kill()


def _started(child: "subprocess.Popen[str]") -> tuple[Served, str]:
    """The server, and the code that makes a device the host's; what it says later is read and forgotten."""
    watchdog = threading.Timer(PATIENCE_S, child.kill)
    watchdog.start()
    said, tls_port = list[str](), 0
    for line in child.stderr or ():
        said.append(line)
        if phones := _PHONES.search(line):
            tls_port = int(phones[1])
        if link := _LINK.search(line):
            watchdog.cancel()
            threading.Thread(target=lambda: [*(child.stderr or ())], daemon=True).start()
            return Served(child, int(link[1]), tls_port), link[2]
    watchdog.cancel()
    raise DidNotStart("the server ended:\n" + "".join(said))


def _seated(server: Served, code: str) -> Served:
    _, _, server.host = server.ask(asking("host", "POST", "/api/join", {"code": code}))
    server.ask(asking("host", "POST", "/api/game", {"players": PLAYERS}), server.host)
    _, seats, _ = server.ask(asking("host", "GET", "/api/seats"), server.host)
    secret = seats[0]["link"].partition("#j=")[2]
    _, _, server.player = server.ask(asking("seat 0", "POST", "/api/join", {"code": secret}))
    return server

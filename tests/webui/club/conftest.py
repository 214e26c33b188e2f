import http.client
import itertools
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.engines import installed
from webui.club.engines import HERE
from webui.club.trial import DeviceLine, Trial

_NUMBERS = itertools.count(1)
PATIENCE_S = 30.0
PICTURES = Path(__file__).parents[2] / "vision/pictures"


@pytest.fixture(scope="session")
def running_club() -> Iterator[Trial]:
    """A club of two servers, with PostgreSQL and Redis, all real."""
    with tempfile.TemporaryDirectory(prefix="bazaar-club-", ignore_cleanup_errors=True) as folder:
        trial = installed(lambda: Trial(Path(folder), 2, often=True))
        yield trial
        trial.end()


@pytest.fixture
def club(running_club: Trial) -> Iterator[Trial]:
    """The club, whole again afterwards."""
    yield running_club
    running_club.redis.start()
    running_club.postgres.start()
    for server in running_club.servers:
        server.start()
        server.wait()


class AtTable:
    """A table with a game of three, and its host's device, which plays every seat."""

    def __init__(self, club: Trial, server: int) -> None:
        self.club = club
        (self.code, self.pin), *_ = club.put_up([f"Table {next(_NUMBERS)}"]).items()
        self.path = f"/t/{self.code}"
        self.host = club.begin(self.code, self.pin, 3, server)

    def at(self, server: int) -> DeviceLine:
        """The host's device, by way of a server."""
        return self.club.servers[server].line(self.host.cookies)

    def stranger(self, server: int = 0) -> DeviceLine:
        """A device that belongs to nobody."""
        return self.club.servers[server].line()

    def code_of(self, seat: int) -> dict[str, str]:
        """Code and link by which a phone takes over a seat."""
        host = DeviceLine(self.host.port, self.host.cookies, self.host.address)
        status, told = host.ask("POST", f"{self.path}/api/seats/code", {"seat": seat})
        assert status == 200, told
        return {key: str(told[key]) for key in ("code", "link")}

    def view(self, line: DeviceLine) -> dict[str, object]:
        """What is shown; as pages do, it is asked again where the server had no answer just then."""
        until_s = time.monotonic() + PATIENCE_S
        while True:
            status, view = line.ask("GET", f"{self.path}/api/view")
            if status != 503 or time.monotonic() > until_s:
                break
            time.sleep(0.2)
        assert status == 200, view
        told: dict[str, object] = view
        return told

    def act(self, line: DeviceLine) -> int:
        """Play something legal; the version after it."""
        view = self.view(line)
        do = view["choices"][-1]["do"]  # type: ignore[index]
        status, told = line.ask("POST", f"{self.path}/api/act", {"do": do, "version": view["version"]})
        assert status == 200, told
        return int(told["version"])


@pytest.fixture
def table(club: Trial) -> Callable[[int], AtTable]:
    """Puts up a table whose owner is the server of this number."""
    return lambda server: AtTable(club, server)


@contextmanager
def listening(path: str, line: DeviceLine) -> Iterator[list[int]]:
    """A page of a device that is open at a server: the versions it is told of, as they come."""
    heard: list[int] = []
    connection = http.client.HTTPConnection(line.address, line.port, timeout=60)
    cookie = "; ".join(f"{name}={value}" for name, value in line.cookies.items())
    connection.request("GET", f"{path}/events", headers={"Accept": "text/event-stream", "Cookie": cookie})
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()

    def listen() -> None:
        try:
            while said := answer.readline():
                if said.startswith(b"data: "):
                    heard.append(json.loads(said[6:])["version"])
        except (OSError, ValueError, AttributeError):
            return

    threading.Thread(target=listen, daemon=True).start()
    yield heard
    connection.sock and connection.sock.shutdown(2)
    connection.close()


def golden(name: str) -> bytes:
    return (PICTURES / f"{name}.jpg").read_bytes()


@contextmanager
def worker(club: Trial) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of the club, as it is started on a server."""
    command = [sys.executable, "-m", "webui", "club", "worker", "--settings", str(club.file), "--log", "json"]
    with (club.folder / "worker.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


def upload(line: DeviceLine, path: str, picture: bytes) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(HERE, line.port, timeout=60)
    cookie = "; ".join(f"{name}={value}" for name, value in line.cookies.items())
    try:
        connection.request("POST", path, picture, {"X-Bazaar": "1", "Cookie": cookie, "Content-Type": "image/jpeg"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (ConnectionError, http.client.HTTPException):
        return 413, {}  # refused before all of it had come in
    finally:
        connection.close()

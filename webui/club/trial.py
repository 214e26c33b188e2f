"""A club for a trial: its engines, its server processes, and devices that speak to them; for benches and tests."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from webui.club.engines import HERE, Postgres, Redis
from webui.club.operations.health import HEALTH
from webui.club.stress.nursery import Nursery
from webui.http.doors import free_port

SECRET, PASSWORD = "a secret of a trial", "organiser-of-a-trial"
_STARTING_S, _ANSWER_S, _PAUSE_S = 240.0, 30.0, 0.05


class ServerPlace(NamedTuple):
    """Where a server runs: its address, what stands before its command, and what its environment has besides."""

    address: str = HERE
    command: tuple[str, ...] = ()
    environment: Mapping[str, str] = {}


class Process(Protocol):
    """What is known of a running program."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def terminate(self) -> None: ...

    def wait(self, timeout: float) -> object: ...


class Server:
    """One ``bazaar club`` in a process of its own, forked from a ``nursery`` where there is one."""

    def __init__(self, file: Path, place: ServerPlace = ServerPlace(), nursery: Nursery | None = None) -> None:  # noqa: B008
        self.port, self.place = free_port(HERE), place
        self._file, self._nursery = file, nursery
        self._process: Process | None = None
        self.start()

    @property
    def log(self) -> Path:
        """Where it writes what it does, a JSON object a line."""
        return self._file.with_name(f"server-{self.port}.log")

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, if it does not run; ``wait`` until it answers."""
        if self._process is not None:
            return
        words = ["--settings", str(self._file), "--log", "json", "--listen", f"{self.place.address}:{self.port}"]
        if self._nursery is not None:
            self._process = self._nursery.born(words, self.log)
            return
        command = [*self.place.command, sys.executable, "-m", "webui", "club", *words]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stderr=log, env={**os.environ, **self.place.environment})

    def line(self, cookies: dict[str, str] | None = None) -> "DeviceLine":
        """A device that speaks to it."""
        return DeviceLine(self.port, cookies, self.place.address)

    def wait(self) -> None:
        """Until it would keep a tap.  Raises TimeoutError, with the end of its log where it has ended already."""
        until_s = time.monotonic() + _STARTING_S
        while time.monotonic() < until_s:
            if self._process is not None and self._process.poll() is not None:
                raise TimeoutError(self.log.read_text()[-2000:])
            with suppress(OSError, http.client.HTTPException):
                if self.line().ask("GET", HEALTH)[0] == 200:
                    return
            time.sleep(_PAUSE_S)
        raise TimeoutError(f"the server at {self.port} is not ready")

    def memory_kb(self) -> int:
        """What its process holds in memory; 0 where the system does not tell."""
        status = Path(f"/proc/{self.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)

    def processor_s(self) -> float:
        """How long its process has worked on processors; 0 where the system does not tell."""
        stat = Path(f"/proc/{self.pid}/stat")
        ticks = stat.read_text().rpartition(")")[2].split()[11:13] if stat.exists() else ()
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Kill it where it stands."""
        os.kill(self.pid, signal.SIGKILL)
        self._reap()

    def end(self) -> None:
        """End it as the system does, if it still runs."""
        if self._process is not None:
            self._process.terminate()
            self._reap()

    def _reap(self) -> None:
        assert self._process is not None
        self._process.wait(_STARTING_S)
        self._process = None


class DeviceLine:
    """A device at one server: its cookies, and a connection that is opened anew where it has died.

    What only looks is asked once more where the server hung up between two requests, as browsers do.
    """

    def __init__(self, port: int, cookies: dict[str, str] | None = None, address: str = HERE) -> None:
        self.port, self.address = port, address
        self.cookies = cookies if cookies is not None else {}
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and JSON of an answer (its text where it is none).  Raises OSError, http.client.HTTPException."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self.address, self.port, timeout=_ANSWER_S)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"X-Bazaar": "1", "Cookie": cookie, **(headers or {})}
        data = None if body is None else json.dumps(body)
        headers |= {} if body is None else {"Content-Type": "application/json"}
        used_before = self._connection.sock is not None
        try:
            self._connection.request(method, path, data, headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if used_before and method == "GET" and isinstance(error, http.client.RemoteDisconnected):
                return self.ask(method, path, body, headers)
            raise
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        try:
            return answer.status, json.loads(text) if text else None
        except ValueError:
            return answer.status, text.decode(errors="replace")

    def listen(self, path: str) -> http.client.HTTPResponse:
        """An event stream, on a line of its own, once its first words are there."""
        connection = http.client.HTTPConnection(self.address, self.port, timeout=_ANSWER_S)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request("GET", path, headers={"Accept": "text/event-stream", "Cookie": cookie})
        answer = connection.getresponse()
        answer.readline()
        return answer

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()


class Trial:
    """A running club: PostgreSQL, Redis and servers, in a folder; each server at its place.

    ``engines`` are the addresses at which servers reach PostgreSQL and Redis.  With ``often`` servers can be started
    again and again, as forks of one that has read the program.
    """

    def __init__(
        self,
        folder: Path,
        servers: int,
        places: Sequence[ServerPlace] = (),
        engines: tuple[str, str] = ("", ""),
        often: bool = False,
    ) -> None:
        self.folder = folder
        self._signed_in: dict[str, str] = {}
        with ExitStack() as running:
            nursery = Nursery() if often else None
            if nursery is not None:
                running.callback(nursery.close)
            self.postgres = Postgres(folder, engines[0])
            running.callback(self.postgres.stop)
            self.redis = Redis(engines[1])
            running.callback(self.redis.stop)
            self.file = self._club_file(engines)
            self.servers: list[Server] = []
            for place in places or [ServerPlace()] * servers:
                self.servers.append(Server(self.file, place, nursery))
                running.callback(self.servers[-1].end)
            for server in self.servers:
                server.wait()
            self._running = running.pop_all()

    def _club_file(self, engines: tuple[str, str]) -> Path:
        postgres, redis = self.postgres.url_at(engines[0] or HERE), self.redis.url_at(engines[1] or HERE)
        file = self.folder / "club.toml"
        file.write_text(
            f'postgres = "{postgres}"\nredis = "{redis}"\nsecret = "{SECRET}"\n'
            f'password = "{PASSWORD}"\nname = "A trial"\ndrain_s = 1\npublic_ladder = true\ndata = "{self.folder}"\n'
        )
        return file

    def organiser(self, server: int = 0) -> DeviceLine:
        """The organiser's browser."""
        line = self.servers[server].line(self._signed_in)
        if not self._signed_in:
            assert line.ask("POST", "/club/api/sign_in", {"password": PASSWORD})[0] == 200
        return line

    def put_up(self, names: list[str]) -> dict[str, str]:
        """Tables with these names; the host's PIN of each by its code, in order of the names."""
        line = self.organiser()
        status, told = line.ask("POST", "/club/api/tables", {"names": names})
        assert status == 200, told
        pins = {row["code"]: row["pin"] for row in line.ask("GET", "/club/api/sheet")[1]["tables"]}
        return {code: pins[code] for code in told["codes"]}

    def begin(self, code: str, pin: str, players: int = 3, server: int = 0) -> DeviceLine:
        """Start a game at a table; the device of its host, who plays every seat."""
        line, at = self.servers[server].line(), f"/t/{code}/api"
        for path, body in (
            (f"{at}/be_host", {"pin": pin}),
            (f"{at}/game", {"players": [{"name": color.title(), "color": color} for color in COLORS[:players]]}),
            *((f"{at}/seats/take", {"seat": seat}) for seat in range(players)),
        ):
            status, told = line.ask("POST", path, body)
            assert status == 200, told
        return line

    def end(self) -> None:
        """Stop everything."""
        self._running.close()


COLORS = ("red", "blue", "yellow", "white", "green")


@contextmanager
def a_trial(folder: Path, servers: int = 2, often: bool = False) -> Iterator[Trial]:
    """A club of so many servers; all of it ends with the block.  Raises NotHere."""
    trial = Trial(folder, servers, often=often)
    try:
        yield trial
    finally:
        trial.end()

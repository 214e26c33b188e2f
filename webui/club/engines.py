"""PostgreSQL and Redis for a trial: started for real from the system's packages, in a folder that is thrown away.

For benches and tests, never for a club: nothing here is made to last longer than the trial.
"""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from webui.http.doors import free_port

HERE = "127.0.0.1"
_POSTGRES_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin")
_STARTING_S = 20.0
_PAUSE_S = 0.05


class NotHere(RuntimeError):
    """The program is not installed on this machine."""


class Postgres:
    """A PostgreSQL of its own, listening on loopback and at ``also``.  Raises NotHere where it is not installed.

    It refuses to run as root, so that root lets the user ``postgres`` run it.
    """

    def __init__(self, folder: Path, also: str = "") -> None:
        self._bin = _postgres_folder()
        self._data, self.port = folder / "pgdata", free_port(HERE)
        self._as = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        folder.mkdir(parents=True, exist_ok=True)
        self._data.mkdir(mode=0o700)
        if self._as:
            owner = pwd.getpwnam("postgres")
            os.chown(self._data, owner.pw_uid, owner.pw_gid)
            for parent in (folder, *folder.parents):
                if parent.stat().st_uid == os.getuid() and not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
        self._run("initdb", "--auth=trust", "--username=club", "--encoding=UTF8", "--locale=C", "-D", str(self._data))
        self._addresses = ",".join(one for one in (HERE, also) if one)
        if also:
            with (self._data / "pg_hba.conf").open("a") as rules:
                print(f"host all all {also}/24 trust", file=rules)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """The address of its database."""
        return self.url_at(HERE)

    def url_at(self, address: str) -> str:
        """The same by way of another address of this machine."""
        return f"postgresql://club@{address}:{self.port}/postgres"

    def start(self) -> None:
        """Start it, if it does not run, and wait until it answers."""
        if self._process is not None:
            return
        options = {"listen_addresses": self._addresses, "port": self.port, "unix_socket_directories": ""}
        options |= {"max_connections": 60}
        given = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        command = [*self._as, str(self._bin / "postgres"), "-D", str(self._data), *given]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        with _stopped_if_silent(self.stop):
            _wait_for([str(self._bin / "pg_isready"), "-q", "-h", HERE, "-p", str(self.port), "-U", "club"])

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop it: fast (SIGINT), or as a power cut would (SIGQUIT).  Those who hold a line lose it."""
        with suppress(OSError, ValueError, IndexError):
            os.kill(int((self._data / "postmaster.pid").read_text().splitlines()[0]), how)
        if self._process is not None:
            self._process.wait(_STARTING_S)
            self._process = None

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self._bin / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd="/")


class Redis:
    """A Redis of its own, listening on loopback and at ``also``; keeps nothing.  Raises NotHere where it is missing."""

    def __init__(self, also: str = "") -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise NotHere("redis-server is not installed")
        self._program, self.port = program, free_port(HERE)
        self._addresses = [one for one in (HERE, also) if one]
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return self.url_at(HERE)

    def url_at(self, address: str) -> str:
        """The same by way of another address of this machine."""
        return f"redis://{address}:{self.port}/0"

    def start(self) -> None:
        """Start it, if it does not run, and wait until it answers."""
        if self._process is not None:
            return
        options = ["--port", str(self.port), "--bind", *self._addresses, "--protected-mode", "no"]
        options += ["--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([self._program, *options], stdout=subprocess.DEVNULL, cwd="/")
        with _stopped_if_silent(self.stop):
            _wait_for(["redis-cli", "-h", HERE, "-p", str(self.port), "ping"])

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(_STARTING_S)
            self._process = None


def _postgres_folder() -> Path:
    found = sorted(
        path for pattern in _POSTGRES_FOLDERS for path in Path("/").glob(pattern[1:]) if (path / "postgres").exists()
    )
    if not found:
        raise NotHere("PostgreSQL is not installed")
    return found[-1]


@contextmanager
def _stopped_if_silent(stop: Callable[[], None]) -> Iterator[None]:
    """Stop what has just been started if waiting for its answer fails."""
    try:
        yield
    except BaseException:
        stop()
        raise


def _wait_for(command: Iterable[str]) -> None:
    """Until a command succeeds.  Raises TimeoutError."""
    until_s = time.monotonic() + _STARTING_S
    while subprocess.run([*command], capture_output=True, check=False).returncode:
        if time.monotonic() > until_s:
            raise TimeoutError(" ".join(command))
        time.sleep(_PAUSE_S)

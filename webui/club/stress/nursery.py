"""How is a server started again a hundred times?  As a fork of a process that has read the program already.

Run as a program it reads a line for each server, ``[words of the command, file of its log]``, and says its number.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

_LOOK_S = 0.02


class Child:
    """A server that was forked."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """None while it lives."""
        return None if Path(f"/proc/{self.pid}").exists() else 0

    def terminate(self) -> None:
        """Ask it to end."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)

    def wait(self, timeout: float) -> None:
        """Until it is gone.  Raises TimeoutError."""
        until_s = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > until_s:
                raise TimeoutError(f"the server {self.pid} does not end")
            time.sleep(_LOOK_S)


class Nursery:
    """The process that servers are forked from; for one thread."""

    def __init__(self) -> None:
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", "webui.club.stress.nursery"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def born(self, words: Sequence[str], log: Path) -> Child:
        """A server that runs this command."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([list(words), str(log)]), file=self._process.stdin, flush=True)
        return Child(int(self._process.stdout.readline()))

    def close(self) -> None:
        """No more servers; those there are go on."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def main() -> None:
    """Fork a server for each line that comes in."""
    import webui.club.server  # noqa: F401  what takes longest, once
    from webui.cli.club import club  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries whoever is killed
    for line in sys.stdin:
        words, log = json.loads(line)
        pid = os.fork()
        if not pid:
            _live(words, log)
        print(pid, flush=True)


def _live(words: list[str], log: str) -> NoReturn:
    from webui.cli.club import club

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    for number, file in ((0, os.devnull), (1, os.devnull), (2, log)):
        os.dup2(os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600), number)
    sys.stdin.close()
    try:
        club.main(words, standalone_mode=False)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()

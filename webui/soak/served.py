"""A companion with the virtual table, in a process of its own."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

from webui.soak.line import HERE

STARTING_S = 180.0
STOPPING_S = 60.0
_HOST_LINK = re.compile(r":(\d+)/start#h=(\S+)")
_OPTIONS = ["--no-browser", "--host", HERE, "--port", "0", "--camera", "virtual", "--log", "json"]


@dataclass(slots=True)
class SoakServer:
    """The server: its process, its port, the code that makes a device the host's, and what it said."""

    pid: int
    port: int
    host_code: str
    said: list[str] = field(default_factory=list)


class SoakDidNotStart(Exception):
    """The server ended, or said no link to its page in time."""


@contextmanager
def served(folder: Path) -> Iterator[SoakServer]:
    """A server on this folder, ended as Ctrl-C ends it.  Raises SoakDidNotStart."""
    command = [sys.executable, "-m", "webui", "serve", *_OPTIONS, "--data-dir", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as child:
        lines: Queue[str] = Queue()
        reader = threading.Thread(target=_pass_on, args=(child, lines), daemon=True)
        reader.start()
        try:
            yield _started(child.pid, lines)
        finally:
            child.terminate()
            try:
                child.wait(STOPPING_S)
            except subprocess.TimeoutExpired:
                child.kill()
            reader.join()


def _pass_on(child: "subprocess.Popen[str]", lines: "Queue[str]") -> None:
    for line in child.stderr or ():
        lines.put(line)
    lines.put("")


def _started(pid: int, lines: "Queue[str]") -> SoakServer:
    said: list[str] = []
    while True:
        try:
            line = lines.get(timeout=STARTING_S)
        except Empty:
            raise SoakDidNotStart("the server gave no link within its time:\n" + "".join(said)) from None
        if not line:
            raise SoakDidNotStart("the server ended:\n" + "".join(said))
        said.append(line)
        if found := _HOST_LINK.search(line):
            return SoakServer(pid, int(found[1]), found[2])

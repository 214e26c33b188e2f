"""What does a process of its own come to?  A piece of work in a child that may be killed; what it told until then.

The parent must have no threads: a child gets a copy of everything but those.
"""

import os
import select
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

PATIENCE_S = 60.0
_READ = 1 << 16
Tell = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Ended:
    """``told`` in order; ``signal`` that ended it, 0 for none; ``hung``: it did not end by itself in a minute."""

    told: tuple[Any, ...]
    signal: int = 0
    hung: bool = False
    broke: str = ""

    @property
    def last(self) -> Any:
        """What was told last; None where nothing was."""
        return self.told[-1] if self.told else None


def in_child(work: Callable[[Tell], None], patience_s: float = PATIENCE_S) -> Ended:
    """Do ``work`` in a child; it tells values of plain data."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(work, writing)
    os.close(writing)
    try:
        said, hung = _heard(reading, time.monotonic() + patience_s)
    finally:
        os.close(reading)
    if hung:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return _ended(said, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, hung)


def _work(work: Callable[[Tell], None], writing: int) -> None:
    """In the child; never returns."""

    def tell(value: Any) -> None:
        os.write(writing, msgspec.json.encode({"told": value}) + b"\n")

    try:
        work(tell)
    except BaseException:
        os.write(writing, msgspec.json.encode({"broke": traceback.format_exc()}) + b"\n")
    finally:
        os._exit(0)


def _heard(reading: int, until_s: float) -> tuple[bytes, bool]:
    said = b""
    while (left_s := until_s - time.monotonic()) > 0:
        if select.select([reading], [], [], left_s)[0]:
            more = os.read(reading, _READ)
            if not more:
                return said, False
            said += more
    return said, True


def _ended(said: bytes, ended_by: int, hung: bool) -> Ended:
    lines = [msgspec.json.decode(line) for line in said.split(b"\n")[:-1]]
    told = tuple(line["told"] for line in lines if "told" in line)
    return Ended(told, 0 if hung else ended_by, hung, next((line["broke"] for line in lines if "broke" in line), ""))

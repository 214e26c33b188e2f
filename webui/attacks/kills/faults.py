"""How are calls of the system made to fail, or a process to end, at a chosen one?  Through a library loaded first.

The library (``faults.c``) is compiled where it is needed, so that this works where there is a C compiler only (Linux).
"""

import ctypes
import errno
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from webui.attacks.kills.power import Lost

SOURCE = Path(__file__).with_name("faults.c")
COMPILERS = ("cc", "gcc", "clang")
COUNT, KILL, KILL_HALFWAY = 0, -1, -2


@dataclass(frozen=True, slots=True)
class How:
    """What happens at the chosen call; ``lasting``: at every later one too.  ``lost``: what the power takes along."""

    code: int
    lasting: bool = False
    lost: Lost | None = None

    @property
    def kills(self) -> bool:
        """Does the process end there?"""
        return self.code < 0


WAYS: dict[str, How] = {
    "killed before": How(KILL),
    "killed halfway": How(KILL_HALFWAY),
    "power cut": How(KILL, lost="all"),
    "power cut, names kept": How(KILL, lost="contents"),
    "disk full": How(errno.ENOSPC, lasting=True),
    "read-only": How(errno.EROFS, lasting=True),
    "one error": How(errno.EIO),
}


def compiler() -> str | None:
    """A C compiler; None where there is none."""
    return next(filter(None, map(shutil.which, COMPILERS)), None)


def compiled(into: Path) -> Path:
    """The library.  Raises RuntimeError where it cannot be compiled."""
    tool, library = compiler(), into / "faults.so"
    if tool is None:
        raise RuntimeError("there is no C compiler: " + ", ".join(COMPILERS))
    made = subprocess.run(
        [tool, "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], capture_output=True, text=True
    )
    if made.returncode != 0:
        raise RuntimeError(made.stderr)
    return library


def environment(library: Path) -> dict[str, str]:
    """The environment of a process in which calls can be made to fail."""
    return {**os.environ, "LD_PRELOAD": str(library), "OPENBLAS_NUM_THREADS": "1"}


class Faults:
    """The library in this process, which was started with ``environment``."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)

    def arm(self, folder: Path, how: How, nth: int) -> None:
        """From now on the Nth call (from 1) that changes something below ``folder`` is struck."""
        place = os.fsencode(os.path.realpath(folder))
        self._library.bazaar_arm(place, ctypes.c_long(nth), how.code, int(how.lasting))

    def watch(self, shadow: Path) -> None:
        """From now on what is made last is copied to that folder."""
        self._library.bazaar_watch(os.fsencode(shadow))

    def disarm(self) -> int:
        """Let every call do as it should again; how many there were."""
        self._library.bazaar_disarm()
        return int(self._library.bazaar_count())

"""Does another companion already use this folder?  One at a time; the lock goes with the process, however it ends."""

import os
from pathlib import Path

from filelock import FileLock, Timeout

_LOCK_FILE, _ABOUT_FILE = "in-use.lock", "in-use.txt"


class InUse(Exception):
    """The folder belongs to another running companion; the text says which and what to do."""


class Claim:
    """The right to write in a data folder; given back by ``release`` or with the end of the process.

    Raises InUse where another companion has it.  A folder in which nothing can be written is nobody's.
    """

    def __init__(self, data_dir: Path) -> None:
        self._lock = FileLock(data_dir / _LOCK_FILE, timeout=0)
        about = data_dir / _ABOUT_FILE
        try:
            self._lock.acquire()
            about.write_text(f"{os.getpid()}\n")
        except Timeout:
            raise InUse(
                f"another companion (process {_other(about)}) already uses {data_dir}: close it, or start this one "
                "with --data-dir and another folder"
            ) from None
        except OSError:
            return  # nothing can be written there, which the pages say

    def release(self) -> None:
        """Others may have the folder."""
        self._lock.release()


def _other(about: Path) -> str:
    try:
        return about.read_text().strip() or "unknown"
    except OSError:
        return "unknown"

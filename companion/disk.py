"""How is a file written so that a kill, or the power cut, at any moment leaves the old one or the new one, whole?"""

import os
import shutil
from pathlib import Path

PRIVATE = 0o600
FRESH_ENDING = ".new"


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write ``data`` beside ``path``, make it last, and move it there.  Raises OSError; then the old file is as it was.

    The folder is made where it is missing.  ``mode`` are the file's permissions.
    """
    make_folder(path.parent)
    fresh = path.with_name(path.name + FRESH_ENDING)
    if fresh.is_dir():  # the name is ours; a folder there is from nobody
        shutil.rmtree(fresh)
    try:
        _write(fresh, data, mode)
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, so that they last.  Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def remove(path: Path) -> None:
    """Remove a file for good; nothing happens where there is none.  Raises OSError."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renamed and new files of a folder last; nothing happens where the system cannot (Windows)."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)


def _write(path: Path, data: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())

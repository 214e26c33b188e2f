"""What does a disk hold after the power failed?  Only what was made last (fsync), and what was there long before.

A system keeps writes in memory, and may bring names and contents to the disk in any order until it is told to.  Two of
the states in which that may end are built here: nothing since the last *fsync* of a file or folder is there, or the
names are (a system that keeps a journal of names only) with the contents as they were made last.
"""

import os
import shutil
from pathlib import Path
from typing import Literal

import msgspec

Lost = Literal["all", "contents"]
Entries = dict[str, tuple[int, bool]]
"""Names in a folder: inode, and whether it is a folder."""
_AT_FIRST = "at_first.json"
_NO_NAMES: Entries = {}


class AtFirst(msgspec.Struct, frozen=True):
    """What lay on the disk before anything happened: the names in each folder, and where each file lay, by inode."""

    entries: dict[int, Entries]
    files: dict[int, str]


def remember(folder: Path, shadow: Path) -> None:
    """Keep what is on the disk before anything happens.  Its files stay open, so that no inode is used twice."""
    shadow.mkdir()
    shutil.copytree(folder, shadow / "contents")
    everything = [folder, *folder.rglob("*")]
    entries = {one.stat().st_ino: _entries(one) for one in everything if one.is_dir()}
    files = {one.stat().st_ino: str(one.relative_to(folder)) for one in everything if one.is_file()}
    for path in files.values():
        os.open(folder / path, os.O_RDONLY)
    (shadow / _AT_FIRST).write_bytes(msgspec.json.encode(AtFirst(entries, files)))


def lose(folder: Path, shadow: Path, lost: Lost) -> None:
    """Make ``folder`` what the disk holds."""
    disk = _Disk(shadow)
    after = folder.with_name(folder.name + ".after")
    disk.rebuild(folder.stat().st_ino, folder if lost == "contents" else None, after)
    shutil.rmtree(folder)
    after.rename(folder)


class _Disk:
    """What was made last, by inode."""

    def __init__(self, shadow: Path) -> None:
        self._shadow = shadow
        self._first = msgspec.json.decode((shadow / _AT_FIRST).read_bytes(), type=AtFirst)

    def rebuild(self, inode: int, now: Path | None, to: Path) -> None:
        """One folder with all below it; ``now`` where its names are taken as they are."""
        to.mkdir()
        for name, (one, is_folder) in (_entries(now) if now else self._names(inode)).items():
            if is_folder:
                self.rebuild(one, now / name if now else None, to / name)
            else:
                (to / name).write_bytes(self._contents(one))

    def _names(self, inode: int) -> Entries:
        told = self._shadow / f"d-{inode}"
        if not told.exists():
            return self._first.entries.get(inode, _NO_NAMES)
        lines = (line.split(" ", 2) for line in told.read_text().splitlines())
        return {name: (int(one), is_folder == "1") for one, is_folder, name in lines}

    def _contents(self, inode: int) -> bytes:
        told = self._shadow / f"f-{inode}"
        if told.exists():
            return told.read_bytes()
        path = self._first.files.get(inode)
        return (self._shadow / "contents" / path).read_bytes() if path else b""


def _entries(folder: Path) -> Entries:
    return {one.name: (one.stat().st_ino, one.is_dir()) for one in folder.iterdir()}

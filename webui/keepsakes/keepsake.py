"""What must outlast a restart although it belongs to no game?  A small note of its own, readable by its owner only."""

import tempfile
from pathlib import Path
from typing import Any

import msgspec

from companion.disk import PRIVATE, sync_folder, write_whole
from companion.locks import Lock
from companion.session.faults import keeping


class Keepsake:
    """A JSON file that is written when what it says changes; a damaged one is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._said: dict[str, Any] = {}
        self._lock = Lock("file")

    def read(self) -> dict[str, Any]:
        """What was kept."""
        with self._lock:
            try:
                self._said = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Any])
            except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                self._said = {}
            return self._said

    def write(self, note: dict[str, Any]) -> None:
        """Keep this from now on.  Raises OutOfReach; then what was kept stays."""
        text = msgspec.json.encode(note)
        plain = msgspec.json.decode(text, type=dict[str, Any])
        with self._lock:
            if plain == self._said:
                return
            with keeping(self._path.name):
                self._set_aside_folder()
                write_whole(self._path, text, PRIVATE)
            self._said = plain

    def _set_aside_folder(self) -> None:
        """A folder in the note's place is from nobody here: it is moved, never deleted."""
        if self._path.is_dir():
            place = Path(tempfile.mkdtemp(prefix=f"{self._path.name}.aside-", dir=self._path.parent))
            self._path.rename(place / self._path.name)
            sync_folder(place)

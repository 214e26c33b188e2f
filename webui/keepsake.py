"""What must outlast a restart although it belongs to no game?  A small note of its own, readable by its owner only."""

import os
from pathlib import Path
from typing import Any

import msgspec

_MODE = 0o600


class Keepsake:
    """A JSON file that is written when what it says changes; a damaged one is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._said: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        """What was kept."""
        try:
            self._said = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Any])
        except (OSError, msgspec.DecodeError):
            self._said = {}
        return self._said

    def write(self, note: dict[str, Any]) -> None:
        """Keep this from now on."""
        if note == self._said:
            return
        fresh = self._path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _MODE), "wb") as file:
            file.write(msgspec.json.encode(note))
        fresh.replace(self._path)
        self._said = note

"""Who deletes what is too old?  Every server, every few minutes; they take turns at the database.

Files of tables lie with each server, so that each clears its own folder.
"""

import logging
import shutil
import time
from collections.abc import Callable, Collection
from pathlib import Path

from companion.session.postgres.retention import Retention

log = logging.getLogger(__name__)
_DAY_S = 86_400.0


class Sweep:
    """``folder`` holds a folder for each table that was ever here; ``open_here`` names those that are open now."""

    def __init__(self, retention: Retention, folder: Path, open_here: Callable[[], Collection[str]]) -> None:
        self._retention, self._folder, self._open_here = retention, folder, open_here

    def once(self) -> None:
        """Delete what is too old, in the database where it is due, and of this server's files.  Raises OutOfReach."""
        deleted = self._retention.due()
        if deleted is not None and any(deleted):
            log.info(
                "too old and deleted: %d games, %d results, %d closed tables, hosts of %d tables",
                deleted.games,
                deleted.results,
                deleted.tables,
                deleted.hosts,
            )
        try:
            self._clear_files()
        except OSError as error:
            log.warning("files of old tables could not be deleted: %s", error)

    def _clear_files(self) -> None:
        """Delete the files of tables that are gone, and those of others that nobody has written for so long."""
        here = [path for path in self._folder.iterdir() if path.is_dir()] if self._folder.is_dir() else []
        known, is_open = self._retention.tables() if here else set(), set(self._open_here())
        for path in here:
            if path.name not in is_open and (path.name not in known or self._is_old(path)):
                shutil.rmtree(path)

    def _is_old(self, folder: Path) -> bool:
        days = self._retention.keep.games_days
        if days is None:
            return False
        written_s = max(path.stat().st_mtime for path in (folder, *folder.rglob("*")))
        return written_s < time.time() - days * _DAY_S

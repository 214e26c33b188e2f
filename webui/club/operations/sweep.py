"""Who deletes what is too old?  A thread of each server, every few minutes; the servers take turns at the database.

Files of tables lie with each server, so that each clears its own folder.
"""

import logging
import shutil
import threading
import time
from collections.abc import Callable, Collection
from pathlib import Path

from companion.session.faults import OutOfReach
from companion.session.postgres.retention import Retention

log = logging.getLogger(__name__)
_EVERY_S = 300.0
_DAY_S = 86_400.0


class Sweep:
    """``folder`` holds a folder for each table that was ever here; ``open_here`` names those that are open now."""

    def __init__(self, retention: Retention, folder: Path, open_here: Callable[[], Collection[str]]) -> None:
        self._retention, self._folder, self._open_here = retention, folder, open_here
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name="club sweep", daemon=True)

    def start(self) -> None:
        """Look every few minutes from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._ending.set()
        self._thread.join(2.0)

    def once(self) -> None:
        """Delete what is too old, in the database where it is due, and of this server's files."""
        try:
            deleted = self._retention.due()
            if deleted is not None and any(deleted):
                log.info(
                    "too old and deleted: %d games, %d results, %d closed tables, hosts of %d tables",
                    deleted.games,
                    deleted.results,
                    deleted.tables,
                    deleted.hosts,
                )
            self._clear_files()
        except OutOfReach as error:
            log.warning("what is too old could not be deleted now: %s", error.facts.get("why"))
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

    def _go_on(self) -> None:
        while not self._ending.wait(_EVERY_S):
            self.once()

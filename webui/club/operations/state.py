"""How does one server of a club stand?  Its tables, its pages, whether PostgreSQL answers, whether it is ending."""

import threading
import time
from collections.abc import Callable

from webui.club.tables import Tables


class State:
    """What health and figures tell; ``far_pages`` counts pages here of tables elsewhere."""

    def __init__(self, tables: Tables, far_pages: Callable[[], int]) -> None:
        self.tables = tables
        self._far_pages = far_pages
        self._draining = threading.Event()

    @property
    def draining(self) -> bool:
        """Whether it hands its tables on and takes no more."""
        return self._draining.is_set()

    def drain(self) -> None:
        """It ends."""
        self._draining.set()

    def hears_database(self) -> bool:
        """Whether PostgreSQL heard this server's last words in time."""
        return self.silent_s() <= self.tables.life_s

    def silent_s(self) -> float:
        """Seconds since PostgreSQL last heard this server."""
        return time.monotonic() - self.tables.lived_s

    def pages(self) -> int:
        """Open pages that listen here."""
        return sum(len(table.house.hub) for table in self.tables.open.values()) + self._far_pages()

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.istanbul.state import GameState
from tests.webui.club.conftest import AtTable, club, running_club, table
from webui.club.trial import DeviceLine, Trial
from webui.eyes.trial import EyeProcess, FilmedTable, LongLine, learn_the_copy
from webui.eyes.watched import WatchedTable

__all__ = ["club", "running_club", "table"]
PATIENCE_S = 120.0


@pytest.fixture(scope="module")
def eye_folder() -> Iterator[Path]:
    """The data folder of an eye's computer, on which the painted copy was learnt."""
    with tempfile.TemporaryDirectory(prefix="bazaar-eye-") as name:
        learn_the_copy(Path(name))
        yield Path(name)


@pytest.fixture
def filmed() -> Iterator[FilmedTable]:
    film = FilmedTable()
    yield film
    film.close()


class Watched:
    """A table of the club that is filmed: the game, the wood on it, and eyes that are started for it."""

    def __init__(self, at: AtTable, filmed: FilmedTable, folder: Path) -> None:
        self.at, self.filmed, self.folder = at, filmed, folder
        self.phone = at.host
        self.table = WatchedTable(at.club.postgres.url, at.code, at.host, filmed)
        self.eyes: list[EyeProcess] = []
        self._lines: list[LongLine] = []

    def state(self) -> GameState:
        """The game as it lies in PostgreSQL."""
        return self.table.state()

    def line(self, server: int = 0, delay_s: float = 0.2) -> LongLine:
        """A long line to a server."""
        line = LongLine(self.at.club.servers[server].port, delay_s)
        self._lines.append(line)
        return line

    def code(self) -> str:
        """What lets an eye in."""
        status, told = self.phone.ask("POST", f"{self.at.path}/api/eye/code", {})
        assert status == 200, told
        return str(told["code"])

    def start(self, port: int | None = None, **options: str) -> EyeProcess:
        """An eye that speaks to the server at this port."""
        port = port or self.at.club.servers[0].port
        known = {"server": f"http://127.0.0.1:{port}", "table": self.at.code, "camera": self.filmed.address}
        self.eyes.append(EyeProcess(self.folder, known | options))
        return self.eyes[-1]

    def camera(self, line: DeviceLine | None = None) -> dict[str, Any]:
        """What a phone shows of the camera."""
        told: dict[str, Any] = self.at.view(line or self.phone)["camera"]  # type: ignore[assignment]
        return told

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to be so."""
        until_s = time.monotonic() + PATIENCE_S
        while not holds():
            told = [eye.said() for eye in self.eyes]
            assert time.monotonic() < until_s, f"{self.camera()} {told}"
            time.sleep(0.05)

    def until_in_step(self) -> None:
        self.until(lambda: self.camera()["status"] == "in_step")

    def close(self) -> None:
        for eye in self.eyes:
            with contextlib.suppress(Exception):
                eye.end()
        for line in self._lines:
            line.close()
        self.table.close()


@pytest.fixture
def watched(table: Callable[[int], AtTable], filmed: FilmedTable, eye_folder: Path) -> Iterator[Watched]:
    one = Watched(table(0), filmed, eye_folder)
    yield one
    one.close()


def of_club(trial: Trial) -> list[dict[str, Any]]:
    """The rows of the organiser's board."""
    rows: list[dict[str, Any]] = trial.organiser().ask("GET", "/club/api/board")[1]["tables"]
    return rows

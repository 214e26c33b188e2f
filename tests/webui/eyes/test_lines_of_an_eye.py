"""An eye whose lines fail together tries again soon: one outage is one, however many lines it has."""

import threading
import time

import pytest

from companion.sync.observation import NotSeen
from webui.eyes.counterpart import LINES, OwnKey, Unreachable
from webui.eyes.looks import Look, LookAnswer
from webui.eyes.remote_eye import RemoteEye

FIRST_PAUSE_S, LAST_PAUSE_S = 0.5, 4.0


class Away:
    """A server that is away: as many lines as there are fail at the same moment."""

    def __init__(self) -> None:
        self._together = threading.Barrier(LINES)

    def greet(self, key: OwnKey) -> str:
        raise Unreachable("nobody is there.")

    def look(self, key: OwnKey, run: str, number: int, seen: tuple[float, Look]) -> LookAnswer:
        self._together.wait(20)
        raise Unreachable("nobody is there.")


@pytest.fixture
def paused(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each line was told to send nothing, as it was told."""
    told, real = list[float](), RemoteEye._failing

    def failing(self: RemoteEye, words: str) -> float:
        told.append(real(self, words))
        return told[-1]

    monkeypatch.setattr(RemoteEye, "_failing", failing)
    return told


def test_four_lines_that_fail_at_once_wait_no_longer_than_one(paused: list[float]) -> None:
    eye = RemoteEye(Away(), OwnKey("an eye", "00"), lambda words: None, lambda: 100.0)
    try:
        until_s = time.monotonic() + 60
        while len(paused) < LINES and time.monotonic() < until_s:
            eye._lines.tell(NotSeen(1, time.monotonic(), "camera", "no_board"))
            time.sleep(0.01)
    finally:
        eye.stop()
    assert len(paused) >= LINES and max(paused[:LINES]) <= FIRST_PAUSE_S < LAST_PAUSE_S

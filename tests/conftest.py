"""For all tests: a copy that was learnt is known from then on, and no lock may be taken out of turn unnoticed."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import calibration.tiles
from companion.locks import LockOrder
from tests.learnt import kept_in

FOLDER = Path(__file__).parent.parent / ".pytest_cache" / "learnt"
calibration.tiles.pose_of_tiles = kept_in(FOLDER, calibration.tiles.pose_of_tiles)


class OutOfTurn(logging.Handler):
    """Collects locks taken out of turn where the program only logs what a listener stumbled over."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found = list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, LockOrder):
            self.found.append(str(error))


@pytest.fixture(autouse=True)
def locks_in_order() -> Iterator[None]:
    """No test passes in which a lock was taken out of turn, though those who call listeners survive it."""
    watching = OutOfTurn()
    logging.getLogger().addHandler(watching)
    yield
    logging.getLogger().removeHandler(watching)
    assert watching.found == []

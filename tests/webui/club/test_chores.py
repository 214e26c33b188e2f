"""What a server does every so many seconds goes on without PostgreSQL, and stands in nobody's way unless it must."""

import math
import threading

import pytest

from companion.beats import late_ones
from companion.session.faults import OutOfReach
from tests.webui.conftest import wait_until
from webui.club.operations.chore import Chore


@pytest.mark.parametrize(("patience_s", "is_late"), [(0.0, True), (math.inf, False)])
def test_only_a_chore_that_people_wait_for_is_ever_late(patience_s: float, is_late: bool) -> None:
    begun, go_on = threading.Event(), threading.Event()
    chore = Chore(f"a chore with {patience_s}", 0.0, lambda: (begun.set(), go_on.wait(60))[0], patience_s)
    chore.start()
    assert begun.wait(60)
    late = {one.name for one in late_ones()}
    go_on.set()
    chore.stop()
    assert (f"a chore with {patience_s}" in late) is is_late


def test_a_chore_goes_on_after_postgresql_was_away(caplog: pytest.LogCaptureFixture) -> None:
    calls = list[int]()

    def once() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise OutOfReach("club_away", why="it was stopped")

    chore = Chore("a chore", 0.0, once)
    chore.start()
    wait_until(lambda: len(calls) > 1)
    chore.stop()
    assert "a chore: the club's database cannot be reached: it was stopped" in caplog.text


def test_a_chore_goes_on_after_it_stumbled(caplog: pytest.LogCaptureFixture) -> None:
    calls = list[int]()

    def once() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise ZeroDivisionError("a fault of ours")

    chore = Chore("a chore", 0.0, once)
    chore.start()
    wait_until(lambda: len(calls) > 1)
    chore.stop()
    assert "a chore failed" in caplog.text and "a fault of ours" in caplog.text

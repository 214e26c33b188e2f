"""The camera worker: the newest observation arrives, nothing that breaks stops it, and it ends in time."""

import threading
import time
from collections.abc import Callable

import msgspec
import numpy as np

from companion.sync.observation import BoardObservation, Kind, NotSeen, Score, Thing
from vision.frame import Frame
from vision.sources.base import SourceStatus
from vision.worker import NO_PICTURE, QUIET_PAUSE_S, SILENT_S, CameraWorker, is_repeated, pause_after


def until(check: Callable[[], bool], limit_s: float = 5.0) -> bool:
    """Whether ``check`` becomes true in time."""
    end, pause = time.monotonic() + limit_s, threading.Event()
    while not check():
        if time.monotonic() > end:
            return False
        pause.wait(0.005)
    return True


class Pictures:
    """A source that gives frames with the numbers it was handed; a number below 0 is a failure."""

    name = "pictures"

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.closed, self.state = list(numbers), 0, "ok"

    def next(self) -> Frame | None:
        if not self.numbers:
            return None
        number = self.numbers.pop(0)
        if number < 0:
            raise OSError("the cable is loose")
        return Frame(np.zeros((4, 4, 3), np.uint8), number, float(number), self.name)

    def status(self) -> SourceStatus:
        return SourceStatus(self.state)

    def close(self) -> None:
        self.closed += 1


def seen(frame: Frame) -> NotSeen:
    return NotSeen(frame.seq, frame.at_s, frame.source, "no_board")


def test_what_is_read_is_delivered() -> None:
    got: list[int] = []
    worker = CameraWorker(Pictures(1), seen, lambda s: got.append(s.frame))
    worker.start()
    assert until(lambda: got == [1])
    worker.stop()
    frame, said = worker.last
    assert frame is not None and frame.seq == 1 and said == seen(frame)


def test_a_slow_receiver_gets_the_newest_and_the_rest_is_counted() -> None:
    got: list[int] = []
    gate, source = threading.Event(), Pictures(1)

    def slow(s: NotSeen) -> None:
        got.append(s.frame)
        gate.wait(5)

    worker = CameraWorker(source, seen, slow)  # type: ignore[arg-type]
    worker.start()
    assert until(lambda: got == [1])
    source.numbers += [2, 3, 4]
    assert until(lambda: worker.status().frames == 4)
    gate.set()
    assert until(lambda: got == [1, 4])
    worker.stop()
    assert worker.status().dropped == 2


def test_frames_the_camera_made_but_nobody_read_are_counted() -> None:
    worker = CameraWorker(Pictures(1, 5), seen, lambda s: None)
    worker.start()
    assert until(lambda: worker.status().frames == 2)
    worker.stop()
    assert worker.status().skipped == 3


def test_a_source_that_fails_is_tried_again_and_its_reason_kept() -> None:
    got: list[int] = []
    worker = CameraWorker(Pictures(-1, 2), seen, lambda s: got.append(s.frame))
    worker.start()
    assert until(lambda: got == [2])
    worker.stop()
    assert worker.status().errors == 1 and "the cable is loose" in worker.status().last_error


def test_a_reader_or_a_receiver_that_fails_stops_nothing() -> None:
    got: list[int] = []

    def read(frame: Frame) -> NotSeen:
        if frame.seq == 1:
            raise ZeroDivisionError("a bug")
        return seen(frame)

    def deliver(s: object) -> None:
        assert isinstance(s, NotSeen)
        got.append(s.frame)
        raise KeyError("another bug")

    source = Pictures(1, 2)
    worker = CameraWorker(source, read, deliver)
    worker.start()
    assert until(lambda: got == [2])
    source.numbers.append(3)
    assert until(lambda: got == [2, 3])
    worker.stop()
    assert worker.status().errors == 3


def test_a_camera_that_gives_no_picture_any_more_is_told_of_once_and_forgotten_when_it_is_back() -> None:
    source, now_s, got = Pictures(1), [0.0], list[str]()
    worker = CameraWorker(source, seen, lambda told: got.append(told.reason), clock=lambda: now_s[0])  # type: ignore[union-attr]
    worker.start()
    assert until(lambda: got == ["no_board"])
    source.state, now_s[0] = "waiting", SILENT_S + 1
    assert until(lambda: got == ["no_board", NO_PICTURE])
    now_s[0] = 3 * SILENT_S
    source.state = "ok"
    source.numbers.append(2)
    assert until(lambda: got == ["no_board", NO_PICTURE, "no_board"])
    worker.stop()


def test_a_camera_that_pauses_but_is_there_is_not_told_of() -> None:
    now_s, got = [0.0], list[str]()
    worker = CameraWorker(Pictures(1), seen, lambda told: got.append(told.reason), clock=lambda: now_s[0])  # type: ignore[union-attr]
    worker.start()
    assert until(lambda: got == ["no_board"])
    now_s[0] = 3 * SILENT_S
    assert not until(lambda: len(got) > 1, limit_s=0.2)
    worker.stop()


def test_it_stops_within_a_second_though_the_reader_hangs() -> None:
    gate, source = threading.Event(), Pictures(1)
    worker = CameraWorker(source, lambda f: (gate.wait(10) and seen(f)) or seen(f), lambda s: None)
    worker.start()
    assert until(lambda: not source.numbers)
    began_s = time.monotonic()
    worker.stop()
    assert time.monotonic() - began_s < 1.0 and source.closed == 1 and not worker.status().running
    gate.set()


def test_a_reading_handed_on_unchanged_is_told_from_a_new_one() -> None:
    told = BoardObservation(1, 0.1, "s", "p", (), 1.0, (), (Score(Thing(Kind.MERCHANT, "red"), 7, 5.0),), -4.0)
    assert is_repeated(told, msgspec.structs.replace(told, frame=2))
    assert not is_repeated(told, msgspec.structs.replace(told, scores=(told.scores[0], told.scores[0])))
    assert is_repeated(NotSeen(1, 0.1, "s", "no_board"), NotSeen(2, 0.2, "s", "no_board"))
    assert not is_repeated(NotSeen(1, 0.1, "s", "no_board"), NotSeen(2, 0.2, "s", "too_dark"))
    assert not is_repeated(None, told)


def test_a_quiet_table_is_looked_at_less_often() -> None:
    assert pause_after(0.5, 0.02) == 0.02
    assert pause_after(60.0, 0.02) == QUIET_PAUSE_S


def test_it_can_be_started_again() -> None:
    got: list[int] = []
    source = Pictures(1)
    worker = CameraWorker(source, seen, lambda s: got.append(s.frame))
    worker.start()
    worker.start()
    assert until(lambda: got == [1])
    worker.stop(close_source=False)
    source.numbers.append(2)
    worker.start()
    assert until(lambda: got == [1, 2])
    worker.stop()
    assert source.closed == 1

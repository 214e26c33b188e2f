"""In which order may locks be taken?  One order for the whole program, checked whenever one is taken.

A thread that holds a lock takes only locks that stand further down in ``ORDER``.  Two threads can then never wait for
each other.  The check does not need the unlucky moment: the first step against the order raises ``LockOrder``.
"""

import threading
import time
import weakref
from collections.abc import Iterator
from types import TracebackType
from typing import NamedTuple

ORDER = (
    "camera choice",  # Lookout: which camera looks
    "lesson",  # Lesson, DiscLesson: the copy that is being learnt
    "recorder",  # Recorder: pictures that are kept
    "set-up",  # SetupDesk: the check of the table before the first move
    "eyes",  # EyePost: which eyes are known, and which of them looks
    "desk",  # CameraDesk, Hands: the newest picture and the follower of the running game
    "follower",  # Follower: what is believed of the table
    "house",  # House and Access: which game runs, who sits where
    "session",  # GameSession: the log and the state
    "codes",  # Codes: one-time ways in
    "pin",  # Pin: the host's number and who guessed at it
    "ways",  # Ways: which address phones are sent to
    "file",  # Store, Keepsake: one file on disk
    "streams",  # Hub: open event streams
)
"""Outermost first."""


class LockOrder(RuntimeError):
    """A lock was asked for by a thread that holds one further down in the order."""


class Held(NamedTuple):
    """A lock that is held now: its name, by which thread (name and number), and since when (monotonic seconds)."""

    lock: str
    thread: str
    ident: int
    since_s: float


class Lock:
    """A re-entrant lock with a place in ``ORDER``; a context manager.  Raises ``LockOrder`` where it is out of turn."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._rank = ORDER.index(name)
        self._lock = threading.RLock()
        self._depth = 0
        self._held: Held | None = None
        with _LISTING:
            _LOCKS.add(self)

    def __enter__(self) -> None:
        mine = _of_this_thread()
        if self not in mine:
            self._refuse_out_of_turn(mine)
        self._lock.acquire()
        mine.append(self)
        self._depth += 1
        if self._depth == 1:
            thread = threading.current_thread()
            self._held = Held(self.name, thread.name, threading.get_ident(), time.monotonic())

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _of_this_thread().remove(self)
        self._depth -= 1
        if self._depth == 0:
            self._held = None
        self._lock.release()

    def held(self) -> Held | None:
        """Who holds it now; None where nobody does."""
        return self._held

    def _refuse_out_of_turn(self, mine: list["Lock"]) -> None:
        for lock in mine:
            if lock._rank >= self._rank:
                raise LockOrder(f"“{self.name}” was asked for while “{lock.name}” is held; the order is {ORDER}")


def held_for(least_s: float) -> Iterator[Held]:
    """The locks that have been held for at least so many seconds."""
    until_s = time.monotonic() - least_s
    with _LISTING:
        locks = list(_LOCKS)
    for lock in locks:
        held = lock.held()
        if held is not None and held.since_s <= until_s:
            yield held


_LOCKS: "weakref.WeakSet[Lock]" = weakref.WeakSet()
_LISTING = threading.Lock()
_THREAD = threading.local()


def _of_this_thread() -> list[Lock]:
    mine: list[Lock] | None = getattr(_THREAD, "locks", None)
    if mine is None:
        mine = _THREAD.locks = []
    return mine

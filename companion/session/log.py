"""What was done, in order?  An append-only log in which undo and redo are entries like any other.

The state is the fold of the events of the *effective* entries: those that no later undo took back.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Literal

import msgspec

from companion.errors import BadRecord
from companion.game import Action, Event, Game, State

EntryKind = Literal["do", "undo", "redo"]
HOST = "host"
"""Corrects for everybody."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the log.

    ``number`` counts from 1 and is the version of the game after the entry.  ``seat`` is None for the table
    (dice, draws).  ``source`` says which door it came through: phone, camera, table, app or rival (the app in a seat).
    ``keep`` belongs to an undo: effective entries with a higher number are taken back.  ``by`` is who corrected a
    value, ``HOST`` or a seat's number as text; empty for everything else, and in games of older programs.
    """

    number: int
    kind: EntryKind
    seat: int | None = None
    source: str = "app"
    at_s: float = 0.0
    action: Any = None
    events: tuple[Any, ...] = ()
    keep: int = 0
    by: str = ""

    @property
    def is_played(self) -> bool:
        """Whether somebody at the table did it, or undid it, by phone or under the camera's eye."""
        return self.seat is not None or self.source == "camera"

    @property
    def is_the_apps_chance(self) -> bool:
        """Whether it is what the app rolled or drew."""
        return self.kind == "do" and self.seat is None and self.source == "app"


class Log:
    """Entries in order, and which of them count."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = []
        self._effective: list[Entry] = []
        self._taken_back: list[Entry] = []
        for entry in entries:
            self.append(entry)

    @property
    def version(self) -> int:
        """The number of the last entry, 0 before the first."""
        return len(self.entries)

    @property
    def effective(self) -> tuple[Entry, ...]:
        """The entries that count now, oldest first."""
        return tuple(self._effective)

    @property
    def last(self) -> Entry | None:
        """The last entry that counts."""
        return self._effective[-1] if self._effective else None

    def before_chance(self, keep: int) -> int:
        """``keep``, or less where it would undo what the app rolled or drew and keep what asked for it."""
        kept = [entry for entry in self._effective if entry.number <= keep]
        undone = self._effective[len(kept) :]
        if not undone or not undone[0].is_the_apps_chance:
            return keep
        asked = [entry.number for entry in kept if not entry.is_the_apps_chance]
        return asked[-1] - 1 if asked else keep

    def copy(self) -> "Log":
        """The same entries, to be gone on with apart from this one."""
        other = Log()
        other.entries, other._effective, other._taken_back = [*self.entries], [*self._effective], [*self._taken_back]
        return other

    def append(self, entry: Entry) -> None:
        """Add the next entry.  Raises BadRecord when its number or its undo does not fit."""
        if entry.number != self.version + 1:
            raise BadRecord("out_of_order", entry=entry.number, expected=self.version + 1)
        _KINDS[entry.kind](self, entry)
        self.entries.append(entry)

    def _do(self, entry: Entry) -> None:
        self._effective.append(entry)
        self._taken_back = []

    def _undo(self, entry: Entry) -> None:
        taken = [old for old in self._effective if old.number > entry.keep]
        if not taken:
            raise BadRecord("nothing_to_undo", entry=entry.number, keep=entry.keep)
        del self._effective[-len(taken) :]
        self._taken_back = taken

    def _redo(self, entry: Entry) -> None:
        if not self._taken_back:
            raise BadRecord("nothing_to_redo", entry=entry.number)
        self._effective += self._taken_back
        self._taken_back = []


_KINDS: dict[EntryKind, Callable[[Log, Entry], None]] = {"do": Log._do, "undo": Log._undo, "redo": Log._redo}


def fold(game: Game, start: State, entries: Iterable[Entry]) -> State:
    """The state after the events of ``entries``."""
    state = start
    for entry in entries:
        state = evolve_all(game, state, entry.events)
    return state


def evolve_all(game: Game, state: State, events: Iterable[Event]) -> State:
    """The state after ``events``."""
    for event in events:
        state = game.evolve(state, event)
    return state


def decided(game: Game, state: State, action: Action) -> tuple[tuple[Event, ...], State]:
    """The events of ``action`` and the state after them; raises RuleViolation and changes nothing."""
    events = game.decide(state, action)
    return events, evolve_all(game, state, events)


def undo_reach(game: Game, log: Log, seat: int, rivals: Collection[int] = ()) -> int | None:
    """How far back ``seat`` may undo by itself: the ``keep`` of one step, None where it may not.

    A seat takes back its own last action, with what the app's seats (``rivals``) did after it; never past another
    person's, nor past an event that showed something new (dice, a drawn card).  The host may undo anything.
    """
    for last in reversed(log.effective):
        if any(game.barrier(event) for event in last.events):
            return None
        if last.seat == seat:
            return last.number - 1
        if last.seat not in rivals:
            return None
    return None


def may_redo(log: Log, seat: int | None) -> bool:
    """Whether ``seat`` may bring again what was taken back last: what it took back itself; None, the host, anything."""
    last = log.entries[-1] if log.entries else None
    return last is not None and last.kind == "undo" and seat in (None, last.seat)

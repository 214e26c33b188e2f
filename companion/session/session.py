"""Who may change the game, and who hears of it?  One session a game, one lock, one door: ``submit``."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from companion.errors import GameError, Stale
from companion.game import Action, Game, State
from companion.locks import Lock
from companion.session.clock import Clock
from companion.session.draft import Chance, EntryDraft
from companion.session.faults import OutOfReach
from companion.session.keeping import GameStore
from companion.session.log import Entry, EntryKind, Log, fold

Listener = Callable[[int], None]  # told the new version
log = logging.getLogger(__name__)


def leave(listeners: list[Any], listener: Any) -> None:
    """Call this listener no more; nothing happens where it is called no more already."""
    with suppress(ValueError):
        listeners.remove(listener)


class GameSession:
    """A running game: the log on disk, the state in memory, and those who listen.

    ``chance`` picks outcomes (the app's dice and cards) and answers None where the table rolls or draws for itself.
    """

    def __init__(self, store: GameStore, clock: Clock, chance: Chance) -> None:
        self.store = store
        self.game: Game = store.game
        self.setup: Any = store.setup
        self._clock = clock
        self._chance = chance
        self._lock = Lock("session")
        self._listeners: list[Listener] = []
        self._closed = False
        self._start: State = self.game.new(self.setup)
        self.log, self.state = self._restore()
        with self._lock:
            draft = self._draft()
            draft.settle_chance()
            self._accept(draft)

    @property
    def version(self) -> int:
        """Counts the entries; every view and every submit carries it."""
        return self.log.version

    def snapshot(self) -> tuple[int, State, tuple[Entry, ...]]:
        """Version, state and effective entries that belong together."""
        with self._lock:
            return self.version, self.state, self.log.effective

    def submit(
        self,
        actions: list[Action],
        seat: int | None,
        version: int | None = None,
        source: str = "phone",
        by: str = "",
    ) -> int:
        """Play actions one after the other, all or none, and what chance owes after them.  Returns the new version.

        ``seat`` None acts for the table (dice, draws, corrections) and for whoever is to act (host, camera).  What the
        app rolls or draws, nobody names.  ``by`` is who corrects (``Entry.by``).  What the camera has played of the
        same actions since ``version`` is not played again: wood laid and a tap in one breath mean one thing.
        Raises Stale when anything else was done since ``version``, RuleViolation when an action is illegal,
        OutOfReach when it cannot be written down; then nothing has changed.
        """
        with self._lock:
            known = self._seen_since(version, actions, seat)
            self._refuse_stale(None if known else version)
            if known and not actions[known:]:
                return self.version
            draft = self._draft()
            for action in actions[known:]:
                draft.play(action, seat, source, by)
            draft.settle_chance()
            self._accept(draft)
            version = self.version
        self._tell(version)
        return version

    def undo(self, keep: int, seat: int | None, version: int | None = None, source: str = "phone") -> int:
        """Take back every effective entry after number ``keep``.  Raises Stale, or BadRecord when there is none."""
        return self._rewrite("undo", keep, seat, version, source)

    def redo(self, seat: int | None, version: int | None = None, source: str = "phone") -> int:
        """Take the last undo back, if nothing was done since."""
        return self._rewrite("redo", 0, seat, version, source)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with every new version; returns the way to stop it."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: leave(self._listeners, listener)

    def close(self) -> None:
        """Close the file; the game can be opened again.  Whoever still submits is told that he is late."""
        with self._lock:
            self._closed = True
            self.store.close()

    def _restore(self) -> tuple[Log, State]:
        entries = self.store.entries()
        try:
            log = Log(entries)
            return log, fold(self.game, self._start, log.effective)
        except (GameError, ValueError, LookupError, TypeError, AttributeError) as error:
            # the seals are right, so that these events were written by a program that knew them
            raise OutOfReach("not_understood", file=self.store.name, why=str(error)) from error

    def _refuse_stale(self, version: int | None) -> None:
        if self._closed or (version is not None and version != self.version):
            raise Stale("stale", version=version, current=self.version)

    def _seen_since(self, version: int | None, actions: list[Action], seat: int | None) -> int:
        """How many of a seat's actions, the first ones, are just what the camera has played since ``version``."""
        played = self.log.entries[version:] if version is not None and seat is not None else []
        told = [one.action for one in played if one.kind == "do" and one.source == "camera" and one.seat == seat]
        return len(told) if len(told) == len(played) and told == actions[: len(told)] else 0

    def _draft(self) -> EntryDraft:
        return EntryDraft(self.game, self.log, self.state, self._clock, self._chance)

    def _accept(self, draft: EntryDraft) -> None:
        """Write everything in one transaction; only then it counts."""
        self.store.append(draft.entries)
        self.log, self.state = draft.log, draft.state

    def _rewrite(self, kind: EntryKind, keep: int, seat: int | None, version: int | None, source: str) -> int:
        with self._lock:
            self._refuse_stale(version)
            draft = self._draft()
            draft.rewrite(self._start, kind, keep, seat, source)
            draft.settle_chance()
            self._accept(draft)
            new_version = self.version
        self._tell(new_version)
        return new_version

    def _tell(self, version: int) -> None:
        """Call every listener; one that fails harms nobody, for what it is told has happened."""
        for listener in list(self._listeners):
            try:
                listener(version)
            except Exception:
                log.exception("telling of version %d failed", version)

"""Who may change the game, and who hears of it?  One session a game, one lock, one door: ``submit``."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import GameError, RuleViolation, Stale
from companion.game import Action, Game, State
from companion.locks import Lock
from companion.session.clock import Clock
from companion.session.faults import OutOfReach
from companion.session.log import Entry, EntryKind, Log, decided, fold
from companion.session.store import Store

Chance = Callable[[Mapping[Action, float], str], Action | None]
"""Picks an outcome by its odds at a named point of the game; None leaves it to the table."""
Listener = Callable[[int], None]  # told the new version


class GameSession:
    """A running game: the log on disk, the state in memory, and those who listen.

    ``chance`` picks outcomes (the app's dice and cards) and answers None where the table rolls or draws for itself.
    """

    def __init__(self, store: Store, clock: Clock, chance: Chance) -> None:
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
            self._settle_chance()

    @property
    def version(self) -> int:
        """Counts the entries; every view and every submit carries it."""
        return self.log.version

    def snapshot(self) -> tuple[int, State, tuple[Entry, ...]]:
        """Version, state and effective entries that belong together."""
        with self._lock:
            return self.version, self.state, self.log.effective

    def submit(self, actions: list[Action], seat: int | None, version: int | None = None, source: str = "phone") -> int:
        """Play actions one after the other, all or none, and what chance owes after them.  Returns the new version.

        ``seat`` None acts for the table (dice, draws, corrections) and for whoever is to act (host, camera).  What the
        app rolls or draws, nobody names.
        Raises Stale when ``version`` is not the present one, RuleViolation when an action is illegal, OutOfReach when
        it cannot be written down; then nothing has changed.
        """
        with self._lock:
            self._refuse_stale(version)
            self._accept(*self._decide_all(actions, seat, source))
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
        return lambda: self._listeners.remove(listener)

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
            raise OutOfReach("not_understood", file=self.store.path.name, why=str(error)) from error

    def _refuse_stale(self, version: int | None) -> None:
        if self._closed or (version is not None and version != self.version):
            raise Stale("stale", version=version, current=self.version)

    def _refuse_foreign(self, state: State, action: Action, seat: int) -> None:
        """Raise RuleViolation unless the seat is to act and asks for something of its own."""
        to_act = self.game.seat_to_act(state)
        if seat != to_act:
            raise RuleViolation("not_your_turn", seat=seat, to_act=to_act)
        if not self.game.is_own(action):
            raise RuleViolation("not_yours_to_say", seat=seat)

    def _decide_all(self, actions: list[Action], seat: int | None, source: str) -> tuple[list[Entry], State]:
        state, entries = self.state, list[Entry]()
        for action in actions:
            state = self._chance_due(entries, state)
            if seat is not None:
                self._refuse_foreign(state, action, seat)
            by = self.game.seat_to_act(state) if seat is None else seat
            state = self._decide(entries, state, action, by, source)
        return entries, self._chance_due(entries, state)

    def _chance_due(self, entries: list[Entry], state: State) -> State:
        """Roll and draw what is due now, where that is the app's to do; adds to ``entries``."""
        while due := self.game.outcomes(state):
            outcome = self._chance(due, self._point(entries))
            if outcome is None:
                break
            state = self._decide(entries, state, outcome, None, "app")
        return state

    def _point(self, fresh: list[Entry]) -> str:
        """Names the point of the game where chance is due: the throws before it, and who asked for what.

        Corrections are no part of it: nobody finds a better throw by setting a value and undoing it.
        """
        entries = [*self.log.effective, *fresh]
        throws = sum(isinstance(entry.action, self.game.chance) for entry in entries)
        asked = next((entry for entry in reversed(entries) if self.game.is_own(entry.action)), None)
        return f"{throws} {asked.seat} {self.game.format_action(asked.action)}" if asked else f"{throws}"

    def _decide(self, entries: list[Entry], state: State, action: Action, seat: int | None, source: str) -> State:
        events, after = decided(self.game, state, action)
        number = self.version + len(entries) + 1
        entries.append(Entry(number, "do", seat, source, self._clock.now_s(), action, events))
        return after

    def _accept(self, entries: list[Entry], state: State) -> None:
        self.store.append(entries)
        for entry in entries:
            self.log.append(entry)
        self.state = state

    def _settle_chance(self) -> None:
        entries = list[Entry]()
        state = self._chance_due(entries, self.state)
        self._accept(entries, state)

    def _rewrite(self, kind: EntryKind, keep: int, seat: int | None, version: int | None, source: str) -> int:
        with self._lock:
            self._refuse_stale(version)
            entry = Entry(self.version + 1, kind, seat, source, self._clock.now_s(), keep=keep)
            log = Log([*self.log.entries, entry])
            state = fold(self.game, self._start, log.effective)
            self.store.append([entry])
            self.log, self.state = log, state
            self._settle_chance()
            new_version = self.version
        self._tell(new_version)
        return new_version

    def _tell(self, version: int) -> None:
        for listener in list(self._listeners):
            listener(version)

"""What is about to be accepted: entries decided one after the other, and the log and the state once they count."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import RuleViolation
from companion.game import Action, Game, State
from companion.session.clock import Clock
from companion.session.log import Entry, EntryKind, Log, decided, fold

Chance = Callable[[Mapping[Action, float], str], Action | None]
"""Picks an outcome by its odds at a named point of the game; None leaves it to the table."""


class EntryDraft:
    """Entries to come; nothing has changed until somebody accepts them.

    ``chance`` picks outcomes (the app's dice and cards) and answers None where the table rolls or draws for itself.
    """

    def __init__(self, game: Game, log: Log, state: State, clock: Clock, chance: Chance) -> None:
        self.log, self.state = log.copy(), state
        self.entries: list[Entry] = []
        self._game, self._clock, self._chance = game, clock, chance

    def play(self, action: Action, seat: int | None, source: str, by: str = "") -> None:
        """One action of a seat, or of the table (None), after what chance owes; ``by`` as in ``Entry``.

        Raises RuleViolation.
        """
        self.settle_chance()
        if seat is not None:
            self._refuse_foreign(action, seat)
        self._decide(action, self._game.seat_to_act(self.state) if seat is None else seat, source, by)

    def rewrite(self, start: State, kind: EntryKind, keep: int, seat: int | None, source: str) -> None:
        """Undo or redo; ``start`` is the state before the first entry.  Raises BadRecord when there is nothing to.

        What the app rolled or drew is undone with what asked for it: it would fall the same way again at once.
        """
        if kind == "undo":
            keep = self.log.before_chance(keep)
        self._add(Entry(self.log.version + 1, kind, seat, source, self._clock.now_s(), keep=keep))
        self.state = fold(self._game, start, self.log.effective)

    def settle_chance(self) -> None:
        """Add what is rolled and drawn now, where that is the app's to do."""
        while due := self._game.outcomes(self.state):
            outcome = self._chance(due, self._point())
            if outcome is None:
                break
            self._decide(outcome, None, "app")

    def _refuse_foreign(self, action: Action, seat: int) -> None:
        """Raise RuleViolation unless the seat is to act and asks for something of its own."""
        to_act = self._game.seat_to_act(self.state)
        if seat != to_act:
            raise RuleViolation("not_your_turn", seat=seat, to_act=to_act)
        if not self._game.is_own(action):
            raise RuleViolation("not_yours_to_say", seat=seat)

    def _point(self) -> str:
        """Names the point of the game where chance is due: the throws before it, and who asked for what.

        Corrections are no part of it: nobody finds a better throw by setting a value and undoing it.
        """
        entries = self.log.effective
        throws = sum(isinstance(entry.action, self._game.chance) for entry in entries)
        asked = next((entry for entry in reversed(entries) if self._game.is_own(entry.action)), None)
        return f"{throws} {asked.seat} {self._game.format_action(asked.action)}" if asked else f"{throws}"

    def _decide(self, action: Action, seat: int | None, source: str, by: str = "") -> None:
        events, self.state = decided(self._game, self.state, action)
        self._add(Entry(self.log.version + 1, "do", seat, source, self._clock.now_s(), action, events, by=by))

    def _add(self, entry: Entry) -> None:
        self.log.append(entry)
        self.entries.append(entry)


def first_entries(game: Game, setup: Any, clock: Clock, chance: Chance) -> list[Entry]:
    """What the app rolls and draws before anybody acts in a new game."""
    draft = EntryDraft(game, Log(), game.new(setup), clock, chance)
    draft.settle_chance()
    return draft.entries

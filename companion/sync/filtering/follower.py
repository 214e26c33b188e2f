"""How does the game keep in step with the table, by one model?  Behind the door of ``companion.sync.follower``."""

from collections.abc import Callable
from typing import Literal

from companion.istanbul.actions import Rolled
from companion.istanbul.engine import outcomes
from companion.session.session import GameSession
from companion.sync.belief import Moment, Play
from companion.sync.filtering.courses import NEVER
from companion.sync.filtering.decide import Asked
from companion.sync.filtering.episodes import Episodes, fold
from companion.sync.filtering.judgement import Judged, Model, Told, View, judgement, view
from companion.sync.filtering.memory import history, played
from companion.sync.filtering.places import Agreed
from companion.sync.filtering.posterior import after
from companion.sync.filtering.shipped import shipped_model
from companion.sync.follower import SOURCE, Follower
from companion.sync.misfit import Misfit
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.params import Policy
from companion.sync.prints import agreeing as trusting
from companion.sync.status import Status
from companion.sync.table import expected
from companion.sync.take_back import TakeBack

_MOST_STEPS = 8
_TICK_S = 0.5
"""So often a table that lies still is judged again, for time tells, too."""
MAY_ROLL = -1.0
"""Log-probability that people throw their own dice, before any throw of the evening."""


class FilterFollower(Follower):
    """One table followed for one session by one probabilistic model."""

    def __init__(
        self,
        session: GameSession,
        policy: Policy,
        changed: Callable[[], None],
        ask_first: bool = False,
        model: Model | None = None,
    ) -> None:
        super().__init__(session, policy, changed, ask_first)
        self._model = model or shipped_model()
        self._eye = Episodes()
        self._agreement = Agreed(expected(session.state))
        self._known: frozenset[Misfit] = frozenset()
        self._viewed: tuple[object, View] | None = None
        self._told: tuple[int, Told] | None = None
        self._rolls: float = MAY_ROLL

    def see(self, seen: BoardObservation | NotSeen, still: bool = False) -> None:
        """One more look; ``still`` says that it is a photo, which need not be confirmed by a second look."""
        with self._lock:
            self._eye = fold(self._eye, seen, self._policy.hidden_tiles if still else None)
            super().see(seen, still)

    def settle(self, who: Literal["table", "app", "look"]) -> None:
        """The table is right (the game is corrected), the app is right (people mend the table), or look again."""
        with self._lock:
            if who == "app":
                self._known = frozenset(self.status.misfits)
            else:
                self._agreement, self._known = Agreed(expected(self._session.state)), frozenset()
            super().settle(who)

    def _judge_steady(self) -> None:
        """Judge each different table once for each version of the game and each tick."""
        for _ in range(_MOST_STEPS if self._eye.looks else 0):
            now = self._moment()
            key = self._key(now)
            if key == self._judged:
                return
            judged = self._judgement(now)
            self._judged = key
            self._remember(now, judged)
            if not self._act(now, judged.outlook):
                return

    def _play(self, now: Moment, step: Play | TakeBack) -> bool:
        gone_on = super()._play(now, step)
        if gone_on and isinstance(step, Play):
            state = after(now.state, step.actions)
            self._agreement = played(self._agreement, now.state, state, self._eye.seen)
        return gone_on

    def _key(self, now: Moment) -> object:
        eye, steady = self._eye, self._prints.steady(3)
        ripe = min(eye.looks, self._model.costs.looks)
        dice = (self._dice.pair, self._dice.thrown(2))
        told = (self._declined, self._doubted, self._ask_first, self._known, self._is_late())
        return self._table_key(now), ripe, int(eye.lain_s / _TICK_S), dice, tuple(sorted(steady.items())), told

    def _table_key(self, now: Moment) -> object:
        seen = self._eye.seen
        return now.version, seen.bins(), seen.blind, seen.poor, tuple(sorted(seen.appearance.items())), self._eye.layout

    def _judgement(self, now: Moment) -> Judged:
        belief = self._belief(now)
        asked = Asked(self._declined, self._doubted, self._known, belief.ask_first)
        return judgement(now, belief, self._eye, self._agreement, self._view(now), asked, self._model)

    def _view(self, now: Moment) -> View:
        key = (self._table_key(now), id(self._agreement))
        if self._viewed is None or self._viewed[0] != key:
            self._viewed = (key, view(now, self._eye, self._agreement, self._history(now), self._model))
        return self._viewed[1]

    def _history(self, now: Moment) -> Told:
        if self._told is None or self._told[0] != now.version:
            last = self._session.log.entries[-1:]
            seen_done = any(one.kind == "do" and one.source == SOURCE for one in last)
            self._rolls = _rolling(now, self._rolls)
            before, counts = history(now.game, now.start, now.effective)
            self._told = (now.version, Told(before, counts, seen_done, self._rolls))
        return self._told[1]

    def _remember(self, now: Moment, judged: Judged) -> None:
        """What table and game agree on, and what is owed since when."""
        found = judged.outlook
        status = found.step if isinstance(found.step, Status) else found.status
        self._lying = found.lying
        self._note_carriers(now, status)
        if not judged.known:
            return
        if judged.agreed != self._agreement:
            self._agreement = judged.agreed
        self._prints = trusting(self._prints, now.state, self._policy.print_looks)
        if not status.carries and isinstance(found.step, Status):
            self._doubted, self._declined = frozenset(), frozenset()
        self._known &= frozenset(status.misfits)
        self._hidden = tuple(status.misfits)


def _rolling(now: Moment, before: float) -> float:
    """How likely people throw their own dice: surely where a throw is waited for, never once the app has thrown."""
    if any(isinstance(one, Rolled) for one in outcomes(now.state)):
        return 0.0
    thrown = (one.source for one in now.effective if isinstance(one.action, Rolled))
    return NEVER if "app" in thrown else before

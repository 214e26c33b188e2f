"""Who plays the seats that are the app's?  A thread of its own thinks, waits a little, and submits as a phone does.

It holds no lock while it thinks, and a decision counts only for the version it was made against.
"""

import logging
import threading
import time
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any, NamedTuple

from companion.errors import GameError, Stale
from companion.session.faults import OutOfReach
from companion.session.session import GameSession
from webui.house import House
from webui.play.games import KINDS
from webui.setup.opening import Choose

log = logging.getLogger(__name__)
SOURCE = "rival"
_LOOK_S = 0.5
"""So often it is looked whether people are ready, or a full disk has room again."""
_SEED_BITS = 64


class Pauses(NamedTuple):
    """So long nothing is done after what people should have seen, in seconds: an action, dice or cards, an undo."""

    action_s: float = 1.0
    shown_s: float = 2.0
    undo_s: float = 5.0


class Due(NamedTuple):
    """A seat of the app's is to act, at a version of a game."""

    session: GameSession
    seat: int
    strength: str
    version: int
    state: Any
    pause_s: float


class Rivals:
    """The app's seats of one house.  ``start`` begins, ``stop`` ends the thread; the rest is called from the web's."""

    def __init__(self, house: House, pauses: Pauses | None = None) -> None:
        self._house = house
        self._pauses = pauses or Pauses()
        self._wake, self._stopped = threading.Event(), False
        self._rng = Random(SystemRandom().getrandbits(_SEED_BITS))
        self._told_to_begin = ""
        self._stuck: tuple[str, int] = ("", 0)
        self._leave: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._run, name="rivals", daemon=True)

    def start(self) -> None:
        """Play from now on."""
        self._leave = self._house.when_opened(self._opened)
        self._thread.start()

    def stop(self) -> None:
        """Play no more; a thought under way is thrown away."""
        self._stopped = True
        self._wake.set()
        leave, self._leave = self._leave, lambda: None
        leave()

    def begin(self) -> None:
        """People say that the app may begin though not everybody is seated."""
        self._told_to_begin = self._house.game_id
        self._look_again()

    def look(self) -> None:
        """A seat has changed hands."""
        self._look_again()

    @property
    def waits(self) -> bool:
        """Whether the app is to begin and waits for people."""
        return self._seat_to_act() is not None and not self._may_play()

    @property
    def is_stuck(self) -> bool:
        """Whether the app found nothing to do; the host plays for it then."""
        return self._stuck == (self._house.game_id, self._house.version)

    # ------------------------------------------------------------------ the thread

    def _opened(self, session: GameSession) -> None:
        session.subscribe(lambda version: self._look_again())
        self._look_again()

    def _look_again(self) -> None:
        self._wake.set()

    def _run(self) -> None:
        while not self._stopped:
            self._wake.clear()
            due = self._due()
            if due is not None:
                self._play(due)
            elif not self._stopped:
                self._wake.wait(_LOOK_S if self._seat_to_act() is not None else None)

    def _due(self) -> Due | None:
        session, seat = self._house.session, self._seat_to_act()
        if session is None or seat is None or not self._may_play() or self.is_stuck:
            return None
        version, state, _ = session.snapshot()
        people = self._house.sitting.people
        if session.game.seat_to_act(state) != seat or seat >= len(people) or not people[seat].strength:
            return None  # it went on meanwhile: look anew
        return Due(session, seat, people[seat].strength, version, state, self._pause_s(session))

    def _play(self, due: Due) -> None:
        """Think, let people follow what was shown last, submit; whatever happened meanwhile comes first."""
        since_s = time.monotonic()
        action = self._chosen(due)
        left_s = due.pause_s - (time.monotonic() - since_s)
        if action is None or self._wake.wait(max(0.0, left_s)) or due.seat not in self._house.sitting.rivals:
            return
        try:
            due.session.submit([action], due.seat, due.version, SOURCE)
        except Stale:
            return
        except OutOfReach as error:
            log.warning("a rival's move could not be written down: %s", error)
            self._wake.wait(_LOOK_S)
        except GameError:
            log.exception("a rival chose what is not legal")
            self._give_up(due)

    def _chosen(self, due: Due) -> Any:
        """The action; where thinking fails, the first that is legal; None where there is none."""
        try:
            return _choose(due.session)(due.state, due.strength, Random(self._rng.getrandbits(_SEED_BITS)))
        except Exception:
            log.exception("a rival could not think")
        action = next(iter(due.session.game.legal_actions(due.state)), None)
        if action is None:
            self._give_up(due)
        return action

    def _give_up(self, due: Due) -> None:
        self._stuck = (self._house.game_id, due.version)
        self._house.changed()

    # ------------------------------------------------------------------ helpers

    def _seat_to_act(self) -> int | None:
        """The seat to act where it is the app's."""
        session = self._house.session
        acting = None if session is None else session.game.seat_to_act(session.state)
        return acting if acting in self._house.sitting.rivals else None

    def _may_play(self) -> bool:
        """Whether people are ready: they play already, or sit, or said so; and nobody sets the table up just now."""
        ready = self._house.begun or self._all_seated() or self._told_to_begin == self._house.game_id
        return ready and not self._house.held

    def _all_seated(self) -> bool:
        """Does every person's seat have a device?"""
        sitting = self._house.sitting
        return set(self._house.access.taken()) | sitting.rivals >= set(range(len(sitting.people)))

    def _pause_s(self, session: GameSession) -> float:
        last = session.log.entries[-1] if session.log.entries else None
        if last is None:
            return self._pauses.action_s
        if last.kind != "do":
            return self._pauses.undo_s
        shown = any(session.game.barrier(event) for event in last.events)
        return self._pauses.shown_s if shown else self._pauses.action_s


def _choose(session: GameSession) -> Choose:
    rivals = KINDS[session.game.name].rivals
    if rivals is None:
        raise LookupError(session.game.name)
    return rivals.choose

"""How does the game keep in step with the table?  Holds the belief, asks the pure parts, submits what people confirm.

``see`` is called from the camera's thread, the rest from the web's; ``status`` is one frozen value, always whole.
"""

import threading
from collections.abc import Callable
from typing import Literal

import msgspec

from companion.errors import GameError, RuleViolation
from companion.istanbul.actions import Action
from companion.istanbul.engine import check
from companion.istanbul.state import GameState
from companion.session.session import GameSession
from companion.sync.correct import correction
from companion.sync.explain import Hypothesis, Misfit, explain, misfits
from companion.sync.illegal import broken_rule
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.params import Policy
from companion.sync.reading import Reading, fold
from companion.sync.tiles import Swap, tile_differences
from companion.sync.verdict import Accept, InStep, Lost, judge

Kind = Literal["looking", "in_step", "hand", "asking", "lost", "not_seen"]


class Question(msgspec.Struct, frozen=True):
    """What the player concerned is asked: which of these happened?  Good for one version of the game only."""

    id: str
    seat: int
    version: int
    state: GameState
    hypotheses: tuple[Hypothesis, ...]


class Status(msgspec.Struct, frozen=True):
    """How camera and game stand to each other.

    ``misfits`` and ``tiles`` name what differs; ``broken`` is the rule an illegal move breaks, where one is seen;
    ``put_right`` means that people were told to put the table right and have not finished.
    """

    kind: Kind
    reason: str = ""
    question: Question | None = None
    misfits: tuple[Misfit, ...] = ()
    tiles: tuple[Swap, ...] = ()
    broken: RuleViolation | None = None
    put_right: bool = False


class Follower:
    """One table followed for one session.

    Dice, fees and rewards are never guessed here: where they are due, the phones ask for them.
    """

    def __init__(self, session: GameSession, policy: Policy, changed: Callable[[], None]) -> None:
        self.status = Status("looking")
        self._session = session
        self._policy = policy
        self._changed = changed
        self._lock = threading.RLock()
        self._reading = Reading()
        self._judged: tuple[object, Status] = ((), self.status)
        self._declined: frozenset[tuple[Action, ...]] = frozenset()
        self._put_right = False
        self._asked = 0
        self._unsubscribe = session.subscribe(lambda version: self._again())

    def see(self, seen: BoardObservation | NotSeen, still: bool = False) -> None:
        """One more look; ``still`` says that it is a photo, which need not be confirmed by a second look."""
        with self._lock:
            reading = fold(self._reading, seen, self._policy)
            if still and reading.steady:
                reading = msgspec.structs.replace(reading, steady=self._policy.steady_frames)
            self._reading = reading
            self._judge()

    def answer(self, question_id: str, choice: int) -> None:
        """The player chose a hypothesis, or none of them (-1).  Raises Stale or RuleViolation; then nothing changed."""
        with self._lock:
            question = self._question(question_id)
            if choice < 0:
                self._declined |= {hypothesis.actions for hypothesis in question.hypotheses}
                self._again()
                return
            hypothesis = question.hypotheses[choice]
            self._session.submit(list(hypothesis.actions), None, question.version, "camera")

    def settle(self, who: Literal["table", "app", "look"]) -> None:
        """The table is right (the game is corrected), the app is right (people mend the table), or look again."""
        with self._lock:
            if who == "table":
                version, state, _ = self._session.snapshot()
                change = correction(state, self._reading.evidence, self._policy)
                self._session.submit([change], None, version, "camera")
            elif who == "app":
                self._put_right = True
                self._again()
            else:
                self._reading = Reading()
                self._declined, self._put_right = frozenset(), False
                self._show(Status("looking"))

    def close(self) -> None:
        """Stop listening to the session."""
        self._unsubscribe()

    def _question(self, question_id: str) -> Question:
        question = self.status.question
        if question is None or question.id != question_id:
            raise GameError("question_gone", question=question_id)
        return question

    def _again(self) -> None:
        with self._lock:
            self._judged = ((), self.status)
            self._judge()

    def _judge(self) -> None:
        reading = self._reading
        if reading.not_seen:
            self._show(Status("not_seen", reading.not_seen))
        elif reading.hand:
            self._show(Status("hand"))
        elif reading.steady >= self._policy.steady_frames:
            self._judge_steady()

    def _judge_steady(self) -> None:
        """Judge each different table once for each version of the game: a camera looks at the same one for long."""
        version, state, _ = self._session.snapshot()
        key = (version, self._put_right, _table_key(self._reading))
        if key != self._judged[0]:
            self._judged = (key, self._verdict(version, state))
        self._show(self._judged[1])

    def _verdict(self, version: int, state: GameState) -> Status:
        evidence = self._reading.evidence
        tiles = tile_differences(state.layout, self._reading.layout)
        if tiles:
            return Status("lost", misfits=misfits(state, evidence, self._policy), tiles=tiles)
        if self._game_over(state) or self._put_right:
            return self._compared(state)
        verdict = judge(explain(state, evidence, self._policy, rolls=False), self._policy)
        if isinstance(verdict, InStep):
            return self._compared(state)
        if isinstance(verdict, Lost):
            return Status("lost", misfits=verdict.misfits, broken=broken_rule(state, verdict.misfits, check))
        hypotheses = (verdict.hypothesis,) if isinstance(verdict, Accept) else verdict.hypotheses
        if hypotheses[0].actions in self._declined:
            return self._compared(state)
        return Status("asking", question=self._ask(version, state, hypotheses))

    def _ask(self, version: int, state: GameState, hypotheses: tuple[Hypothesis, ...]) -> Question:
        """A new question, or the one that is asked already: it must not change under somebody's finger."""
        asked = self.status.question
        actions = [hypothesis.actions for hypothesis in hypotheses]
        if asked and asked.version == version and [one.actions for one in asked.hypotheses] == actions:
            return asked
        self._asked += 1
        return Question(f"{version}-{self._asked}", state.turn, version, state, hypotheses)

    def _compared(self, state: GameState) -> Status:
        left = misfits(state, self._reading.evidence, self._policy)
        if left:
            return Status("lost", misfits=left, put_right=self._put_right)
        self._put_right, self._declined = False, frozenset()
        return Status("in_step")

    def _game_over(self, state: GameState) -> bool:
        return self._session.game.is_over(state)

    def _show(self, status: Status) -> None:
        if status != self.status:
            self.status = status
            self._changed()


def _table_key(reading: Reading) -> tuple[object, ...]:
    return (reading.layout, frozenset(reading.evidence.seen(0.0)), reading.evidence.blind)

"""How does the game keep in step with the table?  Holds what is remembered, asks the pure parts, plays what is certain.

``see`` is called from the camera's thread, the rest from the web's; ``status`` is one frozen value, always whole.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec

from companion.errors import GameError, RuleViolation, Stale
from companion.locks import Lock
from companion.session.session import GameSession
from companion.sync import memory
from companion.sync.carrying import Carrying, noted, told
from companion.sync.correct import correction
from companion.sync.decide import Answers, denied_cards
from companion.sync.episodes import STEADY_LOOKS
from companion.sync.judgement import Evidence, Judged, LogEvidence, View, judgement, view
from companion.sync.model import Model, shipped_model
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.places import Agreed, Wood
from companion.sync.posterior import MOST_STEPS, after, lifts
from companion.sync.prints import agreeing
from companion.sync.rivals import amending, still_hidden, without_rivals
from companion.sync.status import Applied, Choice, Play, Question, Status, TakeBack
from companion.sync.table import Misfit, expected

SOURCE = "camera"


class Follower:
    """One table followed for one session: what is certain is played, or with ``ask_first`` asked like the rest; what a
    camera cannot see is never guessed.  ``rivals`` are the seats that the app plays: their wood follows the game."""

    def __init__(
        self,
        session: GameSession,
        changed: Callable[[], None],
        ask_first: bool = False,
        by_tile: Collection[int] = (),
        model: Model | None = None,
        rivals: Callable[[], Collection[int]] = frozenset,
    ) -> None:
        self.status = Status("looking")
        self._session = session
        self._changed = changed
        self._model, self._rivals = model or shipped_model(), rivals
        self._lock = Lock("follower")
        self._evidence = Evidence()
        self._agreed = Agreed(expected(session.state))
        doubted = memory.doubted(session.log.entries, SOURCE)
        self._asked = Answers(doubted=doubted, ask_first=ask_first, by_tile=frozenset(by_tile))
        self._agreed_before: dict[int, Agreed] = {}  # before the last play, by the entry it followed
        self._carrying = Carrying()
        self._hidden: tuple[Misfit, ...] = ()
        self._judged: object = None
        self._viewed: tuple[object, View] | None = None
        self._told: tuple[int, LogEvidence] | None = None
        self._lifts = frozenset[tuple[int, int, int]]()
        self._rolls: float = memory.MAY_ROLL
        self._applied: Applied | None = None
        self._busy, self._questions = False, 0
        self._start = session.game.new(session.setup)
        self._unsubscribe = session.subscribe(self._heard)

    def see(self, seen: BoardObservation | NotSeen, still: bool = False) -> None:
        """One more look; ``still`` says that it is a photo, which need not be confirmed by a second look."""
        with self._lock:
            self._evidence = self._evidence.with_look(seen, self._session.state, photo=still)
            self._judge()

    def answer(self, question_id: str, choice: int, for_good: bool = False) -> None:
        """The player chose a hypothesis, or none of them (-1); with ``for_good`` he always fetches by the tile.
        Raises Stale or RuleViolation; then nothing changed."""
        with self._lock:
            if (question := self.status.question) is None or question.id != question_id:
                raise GameError("question_gone", question=question_id)
            if choice < 0:
                return self._decline(question)
            actions = question.hypotheses[choice].actions
            with self._unless_refused():
                denied = denied_cards((one.actions for one in question.hypotheses), actions)
                self._asked = self._asked.saying_not(denied).fetching_by_tile({question.seat} if for_good else ())
                if question.keep is not None:
                    self._session.undo(question.keep, question.seat, question.version, SOURCE)
                elif actions:
                    self._session.submit(list(actions), None, question.version, SOURCE)

    def take_back(self, version: int) -> None:
        """What was played without a question did not happen.  Raises GameError where something came after it."""
        with self._lock:
            applied = self._applied
            if applied is None or applied.version != version or self._session.version != version:
                raise GameError("nothing_to_undo", version=version)
            self._session.undo(applied.keep, applied.seat, version)

    def settle(self, who: Literal["table", "app", "look"], by: str = "") -> None:
        """``by`` says: the table is right (the game is corrected), the app is (people mend the table), look again.
        What the game refuses is raised; then nothing changed."""
        with self._lock, self._unless_refused():
            version, state, _ = self._session.snapshot()
            seen, self._asked = self._evidence.eye.seen, msgspec.structs.replace(self._asked, known=frozenset())
            if who == "table":
                self._agreed = Agreed(expected(state))
                self._session.submit([correction(state, seen)], None, version, SOURCE, by)
            elif who == "app":
                self._agreed = memory.put_right(state, seen)
                self._asked = msgspec.structs.replace(self._asked, known=frozenset(self.status.misfits))
                self._again()
            else:
                self._evidence, self._agreed, self._hidden = Evidence(), Agreed(expected(state)), ()
                self._asked = msgspec.structs.replace(self._asked, declined=frozenset())
                self._show(Status("looking"))

    def ask_first(self, ask: bool) -> None:
        """Whether even what is certain is asked."""
        with self._lock:
            self._asked = msgspec.structs.replace(self._asked, ask_first=ask)
            self._again()

    @property
    def by_tile(self) -> frozenset[int]:
        """The seats that said for good that they fetch by the yellow tile."""
        return self._asked.by_tile

    def known_wood(self) -> Wood | None:
        """What stands on the table, where that was seen for long enough and is all as the game says; None otherwise."""
        with self._lock:
            ripe = self._evidence.eye.looks >= self._model.costs.looks and not self._evidence.eye.hand
            agrees = self.status.kind == "in_step" and self._agreed.wood == expected(self._session.state)
            return self._agreed.wood if ripe and agrees and not self.status.misfits else None

    def close(self) -> None:
        """Stop listening to the session."""
        self._unsubscribe()

    @contextmanager
    def _unless_refused(self) -> Iterator[None]:
        """What people said holds unless the game refuses what follows from it."""
        before = self._asked, self._agreed
        try:
            yield
        except GameError:
            self._asked, self._agreed = before
            raise

    def _heard(self, version: int) -> None:
        """The game went on; what people took back is not played again without a question."""
        with self._lock:
            if not self._busy:
                entries, turn = self._session.log.entries, self._session.state.turn
                said = self._asked.taking_back(memory.doubted(entries, SOURCE), turn)
                self._asked = said.saying_not(memory.put_back(entries, SOURCE))
                self._again()

    def _again(self) -> None:
        self._judged = None
        self._judge()

    def _judge(self) -> None:
        eye = self._evidence.eye
        if eye.not_seen:
            self._show(Status("not_seen", eye.not_seen))
        elif eye.hand and not eye.looks:
            self._show(Status("hand"))
        elif eye.looks >= STEADY_LOOKS:
            self._judge_steady()

    def _judge_steady(self) -> None:
        """Judge each different table once for each version of the game and each second, for time tells, too."""
        for _ in range(MOST_STEPS):
            now = memory.Moment(self._session.game, *self._session.snapshot(), self._start)
            self._agreed = memory.passed_on(self._agreed, now.state)
            key = self._key(now)
            if key == self._judged:
                return
            model = amending(self._model, self._rivals())
            judged = judgement(now, self._evidence, self._agreed, self._view(now), self._asks(), model)
            judged = without_rivals(now, self._view(now), judged, self._rivals())
            self._judged = key
            self._remember(now, judged)
            if not self._act(now, judged):
                return

    def _asks(self) -> Answers:
        """What people said; a photo with a hand in it is never believed without a question."""
        return msgspec.structs.replace(self._asked, ask_first=self._asked.ask_first or self._evidence.eye.hand)

    def _key(self, now: memory.Moment) -> object:
        """All that makes a difference to what follows."""
        ripe = min(self._evidence.eye.looks, self._model.costs.looks)
        seconds = round(self._evidence.eye.lain_s)
        return now.version, self._evidence.key(), ripe, seconds, self._asks(), self._is_late()

    def _view(self, now: memory.Moment) -> View:
        eye, by_tile = self._evidence.eye, self._asked.by_tile
        key = (now.version, eye.key(), self._agreed, by_tile)
        if self._viewed is None or self._viewed[0] != key:
            self._viewed = (key, view(now.state, eye.seen, self._agreed, self._history(now), self._model, by_tile))
        return self._viewed[1]

    def _history(self, now: memory.Moment) -> LogEvidence:
        if self._told is None or self._told[0] != now.version:
            last = self._session.log.entries[-1:]
            seen_done = any(one.kind == "do" and one.source == SOURCE for one in last)
            self._rolls = memory.rolling(now.state, now.effective, self._rolls)
            before, counts = memory.history(now.game, now.start, now.effective, self._lifts)
            self._told = (now.version, LogEvidence(before, counts, seen_done, self._rolls))
        return self._told[1]

    def _remember(self, now: memory.Moment, judged: Judged) -> None:
        """What table and game agree on, what is owed since when, and who lifts one after another."""
        status = judged.step if isinstance(judged.step, Status) else judged.status
        at_s, self._lifts = self._evidence.eye.at_s, lifts(self._lifts, self._view(now).found)
        self._carrying = noted(self._carrying, status.carries, now.state, now.effective, SOURCE, at_s)
        if judged.agreed is None:
            if status.kind == "lost":
                self._agreed = memory.touched(self._agreed, (one.place for one in status.misfits))
            return
        if judged.agreed != self._agreed:
            self._agreed = judged.agreed
        prints = agreeing(self._evidence.prints, now.state)
        self._evidence = msgspec.structs.replace(self._evidence, prints=prints)
        self._hidden = tuple(status.misfits)
        self._asked = self._asked.in_step(status.misfits, over=not status.carries and isinstance(judged.step, Status))

    # ------------------------------------------------------------------ acting

    def _act(self, now: memory.Moment, judged: Judged) -> bool:
        """Do what follows; True where the game went on by it."""
        match judged.step:
            case Status():
                self._show(self._completed(judged.step, now))
                return False
            case Choice():
                question = self._ask(now, judged.step)
                asking = msgspec.structs.replace(judged.status, kind="asking", question=question)
                self._show(self._completed(asking, now))
                return False
        return self._play(now, judged.step)

    def _play(self, now: memory.Moment, step: Play | TakeBack) -> bool:
        """Play or take back; where the game went on meanwhile, the next look judges anew."""
        self._busy, self._asked = True, self._asked.going_on()
        try:
            if isinstance(step, TakeBack):
                self._session.undo(step.keep, step.seat, now.version, SOURCE)
                self._agreed = self._agreed_before.get(step.keep, self._agreed)
                return True
            version = self._session.submit(list(step.actions), None, now.version, SOURCE)
        except (Stale, RuleViolation):
            self._judged = None
            return False
        finally:
            self._busy = False
        keep = now.effective[-1].number if now.effective else 0
        self._applied = Applied(now.state.turn, keep, version, now.state, step.actions, step.share)
        self._agreed_before = {keep: self._agreed}
        self._agreed = memory.played(self._agreed, now.state, after(now.state, step.actions), self._evidence.eye.seen)
        return True

    def _decline(self, question: Question) -> None:
        back = {("back", question.keep)} if question.keep is not None else set()
        self._asked = self._asked.saying_not({one.actions for one in question.hypotheses} | back)
        self._again()

    def _ask(self, now: memory.Moment, choice: Choice) -> Question:
        """A new question, or the one that is asked already: it must not change under somebody's finger."""
        asked = self.status.question
        actions = [hypothesis.actions for hypothesis in choice.hypotheses]
        if asked and asked.version == now.version and [one.actions for one in asked.hypotheses] == actions:
            return asked
        self._questions += 1
        name = f"{now.version}-{self._questions}"
        if (back := choice.back) is None:
            return Question(name, now.state.turn, now.version, now.state, choice.hypotheses)
        return Question(name, back.seat, now.version, back.state, choice.hypotheses, back.keep)

    def _is_late(self) -> bool:
        return self._carrying.is_late(self._evidence.eye.at_s, self._model.costs.linger_s)

    def _completed(self, status: Status, now: memory.Moment) -> Status:
        """With what was played last, and who is to carry what."""
        applied = self._applied if self._applied and self._applied.version == now.version else None
        carries = told(self._carrying, status.carries, now.state, self._rivals())
        kind = "in_step" if status.kind == "carry" and not carries else status.kind
        misfits, late = status.misfits, self._is_late()
        if status.kind != "lost":
            misfits = still_hidden(self._hidden, now.state, self._evidence.eye.seen, self._rivals())
        return msgspec.structs.replace(status, kind=kind, applied=applied, carries=carries, late=late, misfits=misfits)

    def _show(self, status: Status) -> None:
        if status != self.status:
            self.status = status
            self._changed()

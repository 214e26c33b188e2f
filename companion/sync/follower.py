"""How does the game keep in step with the table?  Holds the belief, asks the pure parts, plays what is certain.

``see`` is called from the camera's thread, the rest from the web's; ``status`` is one frozen value, always whole.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from companion.errors import GameError, RuleViolation, Stale
from companion.istanbul.actions import Action, Rolled
from companion.istanbul.engine import outcomes
from companion.istanbul.state import GameState
from companion.locks import Lock
from companion.session.session import GameSession
from companion.sync.agreement import agreement, is_going
from companion.sync.belief import Belief, Choice, Declined, Moment, Outlook, Play, belief_key, denied_cards, lasting
from companion.sync.correct import correction
from companion.sync.dice import DiceSeen, fold_dice
from companion.sync.misfit import Misfit, misfits, still_missing
from companion.sync.neutral import with_neutral
from companion.sync.observation import BoardObservation, NotSeen, Thing
from companion.sync.outlook import outlook
from companion.sync.owed import as_seen, is_told, saw_left
from companion.sync.params import Policy
from companion.sync.prints import Prints, agreeing, fold_prints, outdated
from companion.sync.reading import Agreed, Reading, fold
from companion.sync.status import Applied, Question, Status
from companion.sync.table import Standing, expected
from companion.sync.take_back import TakeBack, put_back

SOURCE = "camera"
_MOST_STEPS = 8


class Follower:
    """One table followed for one session: what is certain is played, or with ``ask_first`` asked like the rest; what a
    camera cannot see is never guessed."""

    def __init__(
        self, session: GameSession, policy: Policy, changed: Callable[[], None], ask_first: bool = False
    ) -> None:
        self.status = Status("looking")
        self._session = session
        self._policy = policy
        self._changed = changed
        self._ask_first = ask_first
        self._lock = Lock("follower")
        self._reading, self._prints, self._dice = Reading(), Prints(), DiceSeen()
        self._still = False
        self._lying: frozenset[Standing] | None = None
        self._carrying_since: float | None = None
        self._carriers: dict[Thing, tuple[int | None, int]] = {}
        self._judged: object = None
        self._declined: Declined = frozenset()
        self._stubborn: tuple[Misfit, ...] = ()
        self._hidden: tuple[Misfit, ...] = ()
        self._agreed: Agreed | None = None
        self._doubted = self._taken_back()
        self._applied: Applied | None = None
        self._busy, self._asked, self._told_at_s = False, 0, 0.0
        self._start = session.game.new(session.setup)
        self._unsubscribe = session.subscribe(self._heard)

    def see(self, seen: BoardObservation | NotSeen, still: bool = False) -> None:
        """One more look; ``still`` says that it is a photo, which need not be confirmed by a second look."""
        with self._lock:
            self._reading, self._still = fold(self._reading, seen, self._policy, still), still
            if isinstance(seen, BoardObservation) and not seen.hand:
                prints = fold_prints(self._prints, seen)
                self._prints = outdated(prints, self._session.state, self._policy.print_looks)
                self._dice = fold_dice(self._dice, seen.dice, self._roll_due())
            self._judge()

    def answer(self, question_id: str, choice: int) -> None:
        """The player chose a hypothesis, or none of them (-1).  Raises Stale or RuleViolation; then nothing changed."""
        with self._lock:
            question = self._question(question_id)
            if choice < 0:
                return self._decline(question)
            actions = question.hypotheses[choice].actions
            self._declined |= denied_cards(question.hypotheses, actions)
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

    def settle(self, who: Literal["table", "app", "look"]) -> None:
        """The table is right (the game is corrected), the app is right (people mend the table), or look again."""
        with self._lock:
            if who == "table":
                version, state, _ = self._session.snapshot()
                change = correction(state, with_neutral(self._reading.evidence, state), self._policy)
                self._session.submit([change], None, version, SOURCE)
            elif who == "app":
                state = self._session.state
                left = misfits(state, with_neutral(self._reading.evidence, state), self._policy)
                self._lying = as_seen(expected(state), left)
                self._again()
            else:
                self._reading, self._prints, self._lying, self._agreed = Reading(), Prints(), None, None
                self._declined, self._stubborn, self._hidden = frozenset(), (), ()
                self._show(Status("looking"))

    def ask_first(self, ask: bool) -> None:
        """Whether even what is certain is asked."""
        with self._lock:
            self._ask_first = ask
            self._again()

    def close(self) -> None:
        """Stop listening to the session."""
        self._unsubscribe()

    def _heard(self, version: int) -> None:
        """The game went on; what people took back is not played again without a question."""
        with self._lock:
            self._told_at_s = self._reading.at_s
            if not self._busy:
                self._doubted |= self._taken_back()
                self._declined |= put_back(self._session.log.entries, SOURCE)
                self._again()

    def _again(self) -> None:
        self._judged = None
        self._judge()

    def _judge(self) -> None:
        reading = self._reading
        if reading.not_seen:
            self._show(Status("not_seen", reading.not_seen))
        elif reading.hand and not reading.steady:
            self._show(Status("hand"))
        elif reading.steady >= (1 if self._still else self._policy.steady_frames):
            self._judge_steady()

    def _judge_steady(self) -> None:
        """Judge each different table once for each version of the game: a camera looks at the same one for long."""
        for _ in range(_MOST_STEPS):
            now = self._moment()
            belief = self._belief(now)
            key = (now.version, belief_key(belief, self._policy), self._is_late())
            if key == self._judged:
                return
            found = outlook(now, belief, self._policy)
            self._judged = key
            self._settle_belief(now, found)
            if not self._act(now, found):
                return

    def _act(self, now: Moment, found: Outlook) -> bool:
        """Do what follows; True where the game went on by it."""
        match found.step:
            case Status():
                self._show(self._completed(found.step, now))
                return False
            case Choice():
                asking = msgspec.structs.replace(found.status, kind="asking", question=self._ask(now, found.step))
                self._show(self._completed(asking, now))
                return False
        return self._play(now, found.step)

    def _play(self, now: Moment, step: Play | TakeBack) -> bool:
        """Play or take back; where the game went on meanwhile, the next look judges anew."""
        self._busy, self._declined = True, self._declined - lasting(self._declined)
        try:
            if isinstance(step, TakeBack):
                self._session.undo(step.keep, step.seat, now.version, SOURCE)
                return True
            version = self._session.submit(list(step.actions), None, now.version, SOURCE)
        except (Stale, RuleViolation):
            self._judged = None
            return False
        finally:
            self._busy = False
        keep = now.effective[-1].number if now.effective else 0
        self._applied = Applied(now.state.turn, keep, version, now.state, step.actions)
        return True

    def _settle_belief(self, now: Moment, found: Outlook) -> None:
        self._lying = found.lying
        status = found.step if isinstance(found.step, Status) else found.status
        self._note_carriers(now, status)
        seen = Agreed(with_neutral(self._reading.evidence, now.state), found.lying, now.state)
        late = self._reading.lain_s >= self._policy.patience_s
        fits = isinstance(found.step, Status) and status.kind in ("in_step", "carry")
        fits = fits and (late or not is_going(self._agreed, seen, self._policy))
        agrees = fits and not status.misfits
        self._agreed = agreement(self._agreed, seen, status.misfits if fits else None, self._policy)
        if fits:
            self._hidden = tuple({*self._hidden, *status.misfits})
        if agrees:
            self._prints = agreeing(self._prints, now.state, self._policy.print_looks)
        if agrees and not status.carries:
            self._doubted, self._declined, self._stubborn = frozenset(), lasting(self._declined), ()
        elif status.misfits:
            self._stubborn = status.misfits

    def _note_carriers(self, now: Moment, status: Status) -> None:
        """Since when something is to be carried, and by whom."""
        last = next((entry for entry in reversed(now.effective) if entry.seat is not None), None)
        turn = -1 if last is None or last.source == SOURCE else now.state.round  # what people saw lying is not owed
        things = {carry.thing for carry in status.carries}
        self._carriers = {thing: self._carriers.get(thing, (last.seat if last else None, turn)) for thing in things}
        if not things:
            self._carrying_since = None
        elif self._carrying_since is None:
            self._carrying_since = self._reading.at_s

    def _moment(self) -> Moment:
        return Moment(self._session.game, *self._session.snapshot(), self._start)

    def _belief(self, now: Moment) -> Belief:
        reading, policy = self._reading, self._policy
        return Belief(
            reading=reading,
            lying=self._lying,
            prints=self._prints,
            dice=self._dice,
            patient=self._still or reading.lain_s >= policy.patience_s,
            settled=reading.lain_s >= policy.settled_s,
            quiet=self._still or reading.at_s - self._told_at_s >= policy.patience_s,
            ripe=self._still or reading.steady >= policy.apply_looks,
            ask_first=self._ask_first or reading.hand,
            doubted=self._doubted,
            declined=self._declined,
            stubborn=self._stubborn,
            agreed=self._agreed,
            saw_left=saw_left(now.effective, SOURCE),
        )

    def _is_late(self) -> bool:
        since = self._carrying_since
        return since is not None and self._reading.at_s - since >= self._policy.remind_s

    def _roll_due(self) -> bool:
        return any(isinstance(one, Rolled) for one in outcomes(self._session.state))

    def _taken_back(self) -> frozenset[Action]:
        """What people took back, where that was the last thing done."""
        entries = self._session.log.entries
        if not entries or entries[-1].kind != "undo" or entries[-1].source == SOURCE:
            return frozenset()
        return frozenset(entry.action for entry in entries[entries[-1].keep :] if entry.kind == "do")

    def _question(self, question_id: str) -> Question:
        question = self.status.question
        if question is None or question.id != question_id:
            raise GameError("question_gone", question=question_id)
        return question

    def _decline(self, question: Question) -> None:
        back = {("back", question.keep)} if question.keep is not None else set()
        self._declined |= {hypothesis.actions for hypothesis in question.hypotheses} | back
        self._again()

    def _ask(self, now: Moment, choice: Choice) -> Question:
        """A new question, or the one that is asked already: it must not change under somebody's finger."""
        asked = self.status.question
        actions = [hypothesis.actions for hypothesis in choice.hypotheses]
        if asked and asked.version == now.version and [one.actions for one in asked.hypotheses] == actions:
            return asked
        self._asked += 1
        back = choice.back
        state: GameState = back.state if back else now.state
        seat, keep = (back.seat, back.keep) if back else (now.state.turn, None)
        return Question(f"{now.version}-{self._asked}", seat, now.version, state, choice.hypotheses, keep)

    def _completed(self, status: Status, now: Moment) -> Status:
        """With what was played last, and who is to carry what."""
        applied = self._applied if self._applied and self._applied.version == now.version else None
        whose = (now.state.turn, now.state.round)
        carriers = ((one, self._carriers.get(one.thing, (None, 0))) for one in status.carries)
        wanted = expected(now.state)
        told = [(one, by) for one, by in carriers if is_told(one, by == whose, wanted)]
        carries = tuple(msgspec.structs.replace(one, seat=by[0]) for one, by in told)
        kind = "in_step" if status.kind == "carry" and not carries else status.kind
        hidden = still_missing(self._hidden, now.state, self._reading.evidence)
        left = status.misfits if status.kind == "lost" else hidden
        return msgspec.structs.replace(
            status, kind=kind, applied=applied, carries=carries, late=self._is_late(), misfits=left
        )

    def _show(self, status: Status) -> None:
        if status != self.status:
            self.status = status
            self._changed()

"""What do people do at a simulated table, and what does the follower make of it?

The people lay wood, tap what no camera sees, answer the camera's questions truly and help themselves on the phone where
the follower does not get it.  Whatever the follower does by itself is compared with what they meant.
"""

from collections.abc import Sequence
from random import Random
from typing import Literal

from calibration.simulated.answers import agrees, leads_to, lies_alike, tells_card
from calibration.simulated.eyes import LOOK_S, Eye
from calibration.simulated.forgotten import Memory
from calibration.simulated.people import BY_HAND, after, left_of, still_grows
from calibration.simulated.rates import Rates, Seconds
from calibration.simulated.tally import TurnTold
from calibration.simulated.words import words
from companion.istanbul.actions import Action, Catch
from companion.istanbul.engine import check
from companion.istanbul.state import GameState
from companion.session.session import GameSession
from companion.sync.follower import Follower
from companion.sync.table import expected

PATIENCE = 30  # looks until somebody helps himself
REACTION = 10  # looks until somebody answers a question: one second
CALM = 4  # looks in step after which people go on
BEHIND_A_HAND = 3  # looks a hand stays

End = Literal["advanced", "asking", "in_step", "stuck"]


def done_since(session: GameSession, version: int) -> tuple[Action, ...]:
    """What people and the follower did since, and nobody took back."""
    return tuple(one.action for one in session.log.effective if one.number > version and one.source != "app")


class SimulatedTable:
    """One game at one table.  ``plan`` is what is meant from the game's present state, ``laid`` how much of it the
    hands have done; ``row`` collects what came of the turn.  ``all_is_well``: they told the app that it is right."""

    def __init__(self, session: GameSession, follower: Follower, eye: Eye, rng: Random, rates: Rates) -> None:
        self.session, self.follower, self.eye = session, follower, eye
        self.rng, self.rates = rng, rates
        self.row = TurnTold(0, "")
        self.plan: tuple[Action, ...] = ()
        self.laid, self.all_is_well = 0, False
        self._known, self._memory = session.version, Memory()
        self._growing: int | None = None
        self._begun: GameState = session.state
        self._shown: GameState | None = None

    @property
    def state(self) -> GameState:
        """The game as the app has it."""
        state: GameState = self.session.state
        return state

    def happens(self, what: str) -> bool:
        """Whether it happens this time."""
        return (rate := self.rates_of(what)) > 0 and self.rng.random() < rate

    def note(self, text: str) -> None:
        """Something to be looked at later."""
        self.row.notes.append(text)

    # ------------------------------------------------------------------ hands

    def intend(self, plan: Sequence[Action]) -> None:
        """People mean to do this; nothing of it lies yet."""
        self.plan, self.laid = tuple(plan), 0
        self._begun = self.state

    def lay_plan(self, count: int) -> None:
        """The hands do the first so many actions of the plan."""
        self.laid = count
        self.show(after(self._begun, self.plan[:count]))

    def show(self, state: GameState) -> None:
        """The hands lay the table so, now and then hanging over it before."""
        if self._shown is not None and expected(state) != expected(self._shown):
            self.reach_over()
        self._shown = state
        self.eye.lay(self._memory.forgotten.lies(state))

    def until_forgotten(self, count: int) -> int:
        """How much of that the hands do before they forget something; 0: the next is tapped, but not laid."""
        return self._memory.until_forgotten(self.plan, count, self.state, self.happens)

    def rates_of(self, what: str) -> float:
        """How often it happens."""
        return float(getattr(self.rates, what))

    @property
    def owes(self) -> bool:
        """Whether wood lies where it should not, because somebody forgot it."""
        return bool(self._memory.forgotten)

    def reach_over(self) -> None:
        """Perhaps a hand hangs over the board."""
        if self.happens("hand"):
            over = int(self.rng.choice(self.state.layout))
            for _ in range(BEHIND_A_HAND):
                self.follower.see(self.eye.look(over))

    # ------------------------------------------------------------------ looking

    def linger(self, how_long: Seconds | None) -> bool:
        """Time passes while somebody thinks; True where the follower changed the game or somebody answered it."""
        asked = 0
        for number in range(0 if how_long is None else round(self.rng.uniform(*how_long) / LOOK_S)):
            self._look()
            if self.has_advanced(number + 1):
                return True
            asked = asked + 1 if self.follower.status.kind == "asking" else 0
            if asked > REACTION:
                self.answer()
                return True
        return False

    def _look(self) -> None:
        seen = self.eye.look()
        self.follower.see(seen)
        self.eye.confirm(seen, self.follower.known_wood(), self.session.version)
        if self._memory.is_reminded(self.follower.status) and self._shown is not None:
            self.eye.lay(self._shown)

    def watch(self, looks: int = PATIENCE) -> End:
        """Look until something has come of it; what is in step after all needs nobody."""
        asked = calm = 0
        for number in range(looks):
            self._look()
            if self.has_advanced(number + 1):
                return "advanced"
            kind = self.follower.status.kind
            asked = asked + 1 if kind == "asking" else 0
            self.all_is_well &= kind != "in_step"
            well = kind == "in_step" or self.all_is_well or (kind == "carry" and self.owes)
            calm = calm + 1 if well and agrees(self._shown, self.state) else 0
            if asked > REACTION or calm > CALM:
                return "asking" if asked else "in_step"
        if self.follower.status.kind == "asking":
            return "asking"
        return "in_step" if calm else "stuck"

    def is_in_step(self) -> bool:
        """Table and game agree, so the follower should find.  Anything else is an alarm, or a thing done wrongly.

        Where it misses something, people push it about until it is seen; in the end they tell it that the app is right.
        """
        end = self.watch()
        if end in ("asking", "stuck"):
            self.row.alarms += 1
            self.note(f"alarm: {words(self.follower.status)}")
            self.decline()
            self.eye.nudge(frozenset(misfit.place for misfit in self.follower.status.misfits))
            if self.watch() in ("asking", "stuck"):
                self.all_is_well = agrees(self._shown, self.state)
                self.follower.settle("app" if self.all_is_well else "look")
        return end == "in_step"

    def has_advanced(self, looks: int = 0) -> bool:
        """Whether the follower has changed the game since last asked; what nobody meant is noted and undone."""
        if self.session.version == self._known:
            return False
        before, self._known = self._known, self.session.version
        amends, base = self._growing is not None, before if self._growing is None else self._growing
        done = [entry for entry in self.session.log.entries if entry.number > before]
        acted = done_since(self.session, base)
        grows = still_grows(self._begun, self.plan, acted) if acted else amends
        self._growing = base if grows else None
        if grows:
            return False
        forth = amends or all(entry.kind == "do" for entry in done)
        meant = forth and (self._went_on(acted) or self._had_to(acted))
        applied = self.follower.status.applied
        if applied and applied.share is not None:
            self.row.said.append((applied.share, meant))
        if meant:
            self.row.took_s.append(round(looks * LOOK_S, 2))
            self.row.amended += amends
        else:
            self._is_wrong([entry.action or entry.kind for entry in done], base)
        return True

    def _is_wrong(self, done: Sequence[object], before: int) -> None:
        """The follower did what nobody meant: it is noted and taken back."""
        self.row.wrong += 1
        self.note(f"did {list(done)}, meant {list(self.plan[: self.laid])}")
        self.undo(before)

    def _gives_up(self) -> None:
        """A recall that was played too early was not amended: it was wrong."""
        if self._growing is not None:
            base, self._growing = self._growing, None
            if done := done_since(self.session, base):
                self._is_wrong(done, base)

    def undo(self, version: int) -> None:
        """People take back what was done since this version, or redo what was wrongly taken back."""
        wrongly = self.session.log.entries[-1].kind == "undo"
        self._known = self.session.redo(None) if wrongly else self.session.undo(version, None)

    def forget(self) -> None:
        """Whatever was done up to here is known."""
        self._known = self.session.version

    def _knows(self, count: int) -> tuple[Action, ...]:
        """So many actions more were people's own.  Dice and cards after them are returned; perhaps there are more."""
        chance: list[Action] = []
        for entry in self.session.log.entries[self._known :]:
            if entry.source != "app":
                count -= 1
            if count < 0:
                break
            self._known = entry.number
            chance += [entry.action] if entry.source == "app" else []
        return tuple(chance)

    def _went_on(self, acted: tuple[Action, ...]) -> bool:
        """Whether this was meant; then the rest of the plan is left."""
        rest = left_of(self._begun, self.plan, acted)
        if rest is None or not acted:
            return False
        self._go_on(acted, rest)
        return True

    def _had_to(self, acted: tuple[Action, ...]) -> bool:
        """Whether it is the catch that nobody has thought of yet, but that must come next (rules 7.3)."""
        must = not self.plan and acted == (Catch(),) and check(self._begun, Catch()) is None
        if must:
            self._go_on(acted, ())
        return must

    def _go_on(self, done: tuple[Action, ...], rest: tuple[Action, ...], chance: tuple[Action, ...] = ()) -> None:
        self._begun = after(self._begun, (*done, *chance))
        self.laid = max(0, self.laid - len(done))
        self.plan = rest

    # ------------------------------------------------------------------ phones

    def tap(self, count: int = 1) -> None:
        """The next things meant, in one tap on the phone."""
        done, rest = self.plan[:count], self.plan[count:]
        self.session.submit(list(done), None, None, "phone")
        self._go_on(done, rest, self._knows(count))

    def help_out(self) -> None:
        """The follower did not get what lies on the table: somebody taps it."""
        self._gives_up()
        self.row.by_hand += 1
        self.row.hidden += self._is_hidden(self.plan[:1])
        self.note(f"not followed: {list(self.plan[: self.laid])}; {words(self.follower.status)}")
        self.tap()

    def answer(self) -> None:
        """Somebody answers the question truly: by what was meant, as far as it lies, and as fully as is offered."""
        self._gives_up()
        self.row.asked += 1
        self.note(f"asked: {words(self.follower.status)}; meant {list(self.plan)}, laid {self.laid}")
        question = self.follower.status.question
        offered = question.hypotheses if question is not None and question.keep is None else ()
        rests = {one.actions: left_of(self.state, self.plan, one.actions) for one in offered}
        true = [(number, one.actions) for number, one in enumerate(offered) if rests[one.actions] is not None]
        if offered and (share := offered[0].share) is not None:
            self.row.said.append((share, rests[offered[0].actions] is not None))
        if question is not None and any(actions for _, actions in true):
            number, told = max(true, key=lambda one: len(one[1]))
            laid = self._shown if len(told) <= self.laid else None
            alike = lies_alike(question, number, laid) or tells_card(question, told)
            self.row.unseen += alike
            self.row.hidden += not alike and self._is_hidden(told)
            self.follower.answer(question.id, number)
            self._go_on(told, rests[told] or (), self._knows(len(told)))
            return
        self.note(f"the truth was not among the answers: {words(self.follower.status)}")
        self.decline()
        if self.plan and isinstance(self.plan[0], BY_HAND):
            self.help_out()

    def _is_hidden(self, done: Sequence[Action]) -> bool:
        """Whether something that these actions move can hardly be seen where it lies, or could where it lay before."""
        moved = expected(after(self.state, done)) ^ expected(self.state)
        return not all(self.eye.shows(standing) for standing in moved)

    def choose(self, state: GameState) -> bool:
        """Choose the answer that leads to this state, if there is one; taking back leads to the question's own."""
        question = self.follower.status.question
        if question is None or (true := leads_to(question, state)) is None:
            return False
        self.follower.answer(question.id, true)
        self.forget()
        return True

    def decline(self) -> None:
        """None of these."""
        question = self.follower.status.question
        if question is not None:
            self.follower.answer(question.id, -1)
            self.forget()

"""A table at which people play for themselves: they carry wood and tap what no camera sees, and the camera looks on."""

from pathlib import Path
from random import Random

from companion.istanbul import actions as act
from companion.istanbul.actions import Action, LeaveAssistant
from companion.istanbul.advice.policy import choose
from companion.istanbul.cards import PAID
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import is_over, outcomes, play
from companion.istanbul.game import ISTANBUL
from companion.istanbul.state import GameState, Options, Step
from companion.session.chance import DigitalChance
from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import create_store
from companion.sync.follower import Follower
from companion.sync.table import expected
from tests.sync.builders import look_of

SEEN = (
    act.Move, act.LongMove, act.LeaveAssistant, act.PickOwn, act.PickNeutral, act.Recall, act.SendFamily,
    act.Catch, act.PlayReturn, act.UseYellowTile, act.PlayFamilyHome, act.Rolled,
)  # fmt: skip
"""Kinds of action that a camera sees."""
LOOK_S, LONG, SHORT = 0.1, 30, 4


class Evening:
    """One game played to its end at a table whose camera sees everything.

    ``paid`` counts questions about cards and tiles that were played, ``asked`` all others, ``wrong`` what was played
    and not meant, ``stuck`` what was not followed.
    """

    def __init__(self, folder: Path, seed: int, players: int, variant: bool = False) -> None:
        self.rng = Random(seed)
        setup = new_setup(players, Options(layout="random", neutral_assistants=variant), self.rng)
        store = create_store(folder / f"game-{seed}", ISTANBUL, setup, 0.0)
        self.session = GameSession(store, FakeClock(), DigitalChance(self.rng))
        self.follower = Follower(self.session, lambda: None)
        self.truth, self.at_s = self.state, 0.0
        self.turns = self.paid = self.asked = self.carried = 0
        self.wrong, self.stuck = list[str](), list[str]()
        self.look(LONG)

    @property
    def state(self) -> GameState:
        state: GameState = self.session.state
        return state

    def play(self) -> None:
        """The whole game."""
        while not is_over(self.state) and not self.stuck:
            before = self.state
            self.decide(choose(before, self.rng))
            self.turns += self.state.turn != before.turn or is_over(self.state)
        self.follower.close()
        self.session.close()

    def decide(self, action: Action) -> None:
        """What the camera sees is carried, with the assistant; the rest is tapped, and what follows of it carried."""
        if isinstance(action, SEEN):
            self.carry(action)
            return
        self.session.submit([action], None, self.session.version)
        self.look(SHORT)
        self.carried += self.follower.status.kind == "carry"
        self.lay(self.state, SHORT)
        self.expect_in_step(str(action))

    def carry(self, action: Action) -> None:
        done, wanted = [action], play(self.state, action)
        while not is_over(wanted) and not outcomes(wanted) and wanted.agenda[-1].step is Step.ASSISTANT:
            more = choose(wanted, self.rng)
            if not isinstance(more, SEEN):
                break
            done, wanted = [*done, more], play(wanted, more)
        self.lay(wanted, LONG)
        if self.state != wanted:
            self.answer(wanted, done)
        self.expect_in_step(str(done))

    def answer(self, wanted: GameState, done: list[Action]) -> None:
        question = self.follower.status.question
        right = [at for at, one in enumerate(question.hypotheses) if one.state == wanted] if question else []
        if question is None or not right:
            meant = f"{done}, {self.follower.status.kind}"
            (self.wrong if question is None and self.follower.status.kind == "in_step" else self.stuck).append(meant)
            return
        self.paid += any(isinstance(one, PAID) for one in done)
        self.asked += not any(isinstance(one, PAID) for one in done)
        self.follower.answer(question.id, right[0])
        self.look(SHORT)

    def lay(self, truth: GameState, times: int) -> None:
        self.truth = truth
        self.look(times)

    def look(self, times: int) -> None:
        for _ in range(times):
            self.at_s += LOOK_S
            self.follower.see(look_of(self.truth, expected(self.truth), at_s=self.at_s))

    def is_asked_about_an_assistant(self) -> bool:
        """A merchant stands there without one: his player says what he does, on the phone in any case."""
        question = self.follower.status.question
        return question is not None and [one.actions for one in question.hypotheses] == [(LeaveAssistant(),)]

    def expect_in_step(self, done: str) -> None:
        if self.follower.status.kind != "in_step" and not self.is_asked_about_an_assistant():
            self.stuck.append(f"{done}: {self.follower.status}")

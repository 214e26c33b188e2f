"""A table at which people play for themselves: the wood is carried, the phones are tapped, the camera looks on."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.istanbul import actions as act
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import is_over, legal_actions, outcomes, play
from companion.istanbul.game import ISTANBUL
from companion.istanbul.policy import choose
from companion.istanbul.state import GameState, Options, Step
from companion.session.chance import DigitalChance
from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import create_store
from companion.sync.follower import Follower
from companion.sync.params import LIVE, Policy
from companion.sync.table import expected
from companion.sync.verdict import SEEN
from tests.sync.builders import look_of

LOOK_S = 0.1
PATIENCE = 40


@dataclass
class Tally:
    """What an evening came to."""

    turns: int = 0
    asked: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    carried: int = 0
    tapped: int = 0


class Table:
    """A session, its follower, and the wood; ``wood`` is what truly lies there."""

    def __init__(self, folder: Path, seed: int, players: int, policy: Policy = LIVE, **options: object) -> None:
        self.rng = Random(seed)
        setup = new_setup(players, Options(layout="random", **options), self.rng)  # type: ignore[arg-type]
        store = create_store(folder / f"game-{seed}", ISTANBUL, setup, 0.0)
        self.session = GameSession(store, FakeClock(), DigitalChance(self.rng))
        self.follower = Follower(self.session, policy, lambda: None)
        self.truth = self.state
        self.wood = expected(self.truth)
        self.at_s = 0.0
        self.tally = Tally()
        self.look()

    @property
    def state(self) -> GameState:
        state: GameState = self.session.state
        return state

    def close(self) -> None:
        self.follower.close()
        self.session.close()

    def look(self, times: int = PATIENCE) -> None:
        for _ in range(times):
            self.at_s += LOOK_S
            self.follower.see(look_of(self.truth, self.wood, at_s=self.at_s))

    def lay(self, truth: GameState, times: int = PATIENCE) -> None:
        self.truth, self.wood = truth, expected(truth)
        self.look(times)

    def play_on(self) -> None:
        """One decision of the player to act: seen ones are carried, the others tapped."""
        state = self.state
        action = choose(state, self.rng)
        if isinstance(action, SEEN):
            self._carry(state, action)
        elif isinstance(action, act.EndTurn) and state.agenda[-1].step is Step.ASSISTANT:
            self._tap(action)
        else:
            self._tap(action)
        if self.state.turn != state.turn or is_over(self.state):
            self.tally.turns += 1

    def _carry(self, state: GameState, action: act.Action) -> None:
        wanted, done = state, [action]
        wanted = play(state, action)
        while wanted.turn == state.turn and not outcomes(wanted) and _follows(wanted):
            more = choose(wanted, self.rng)
            if not isinstance(more, SEEN):
                break
            done.append(more)
            wanted = play(wanted, more)
        self.lay(wanted)
        self._judge(wanted, done)

    def _judge(self, wanted: GameState, done: list[act.Action]) -> None:
        status = self.follower.status
        note = f"{done} -> {status.kind}"
        if self.state == wanted:
            if status.kind not in ("in_step",):
                self.tally.lost.append(note)
            return
        if status.kind == "asking" and status.question is not None:
            self.tally.asked.append(note)
            right = [n for n, one in enumerate(status.question.hypotheses) if one.state == wanted]
            if right:
                self.follower.answer(status.question.id, right[0])
                return
        elif status.kind == "lost":
            self.tally.lost.append(note)
        else:
            self.tally.wrong.append(note)
        raise AssertionError(self.tally)

    def _tap(self, action: act.Action) -> None:
        self.tally.tapped += 1
        self.session.submit([action], None, self.session.version)
        self.look(6)
        if self.follower.status.kind == "carry":
            self.tally.carried += 1
            self.lay(self.state, 6)
        if self.follower.status.kind != "in_step":
            self.tally.lost.append(f"{action} -> {self.follower.status}")
            raise AssertionError(self.tally)


def _follows(state: GameState) -> bool:
    return not is_over(state) and state.agenda[-1].step is Step.ASSISTANT and bool(list(legal_actions(state)))

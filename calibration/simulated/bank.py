"""What did the eye say, and what lay there?  Looks with the truth, written to a file for fitting."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from calibration.simulated.eyes import Eye, Seen
from companion.istanbul.engine import legal_actions, play
from companion.istanbul.state import GameState
from companion.session.log import Entry
from companion.sync.model import kind_of
from companion.sync.observation import BoardObservation
from companion.sync.places import Wood
from companion.sync.table import Standing, expected

KEPT_LOOKS = (3, 12)
"""Which looks after something was laid are kept: soon, and once the table has lain for a second."""


class Truth(msgspec.Struct, frozen=True):
    """One look at a table whose truth is known: ``lies`` is its wood, ``stacks`` the assistants under each merchant.

    ``scores`` are those of the observation; ``absent`` holds for what is not listed; ``poor`` are places in glare,
    ``blind`` those nobody can see; ``appearance`` as in the observation.
    """

    scores: tuple[tuple[Standing, float], ...]
    absent: float
    lies: tuple[Standing, ...]
    stacks: dict[str, int]
    counted: dict[str, int]
    poor: tuple[int, ...]
    blind: tuple[int, ...]
    changed: bool
    bumped: bool
    appearance: dict[int, int] = {}


class DecisionMade(msgspec.Struct, frozen=True):
    """One decision: the kinds of action that were legal when a step was due, and the kind that was done."""

    step: str
    could: tuple[str, ...]
    did: str
    lying: int
    stack: int


class Banked(msgspec.Struct, frozen=True):
    """One game: the people, the sight, its looks in order and its decisions."""

    seed: int
    sight: str
    people: str
    looks: tuple[Truth, ...]
    done: tuple[DecisionMade, ...]


class BankEye:
    """An eye that keeps what it saw beside the truth."""

    def __init__(self, eye: Eye) -> None:
        self.kept: list[Truth] = []
        self._eye = eye
        self._state: GameState | None = None
        self._looks = 0
        self._changed = self._bumped = False

    def lay(self, state: GameState) -> None:
        """The table is now as this state has it."""
        if self._state is None or expected(state) != expected(self._state):
            self._looks, self._changed = 0, True
        self._state = state
        self._eye.lay(state)

    def look(self, hand: int | None = None) -> Seen:
        """One look; some are kept."""
        seen = self._eye.look(hand)
        if hand is None and isinstance(seen, BoardObservation) and not seen.hand:
            self._looks += 1
            if self._looks in KEPT_LOOKS and self._state is not None:
                self.kept.append(self._truth(seen, self._state))
                self._changed = self._bumped = False
        return seen

    def confirm(self, seen: Seen, wood: Wood | None, step: int) -> None:
        """Passed on."""
        self._eye.confirm(seen, wood, step)

    def nudge(self, places: frozenset[int] = frozenset()) -> None:
        """Tokens are pushed about."""
        self._looks = 0
        self._eye.nudge(places)

    def bump(self) -> None:
        """The camera is knocked away."""
        self._bumped = True
        self._eye.bump()

    def move_lamp(self) -> None:
        """The lamps are put elsewhere."""
        self._bumped = True
        self._eye.move_lamp()

    def set_up(self) -> None:
        """The camera is set up anew."""
        self._bumped = True
        self._eye.set_up()

    def shows(self, standing: Standing) -> bool:
        """As the eye itself says."""
        return self._eye.shows(standing)

    def _truth(self, seen: BoardObservation, state: GameState) -> Truth:
        unread = set(range(1, 17)) - {one for one in seen.layout if one is not None}
        return Truth(
            scores=tuple(((one.thing, one.place), round(one.log_odds, 2)) for one in seen.scores),
            absent=seen.absent_log_odds,
            lies=tuple(sorted(expected(state))),
            stacks={str(one.color): len(one.stack) for one in state.players},
            counted={one.thing.color: one.under for one in seen.sightings if one.under is not None},
            poor=tuple(sorted(seen.glare)),
            blind=tuple(sorted(unread | seen.covered)),
            changed=self._changed,
            bumped=self._bumped,
            appearance=dict(seen.appearance),
        )


def decisions(start: GameState, entries: Iterable[Entry]) -> tuple[DecisionMade, ...]:
    """What was done where something else might have been."""
    state, done = start, list[DecisionMade]()
    for entry in entries:
        could = tuple(dict.fromkeys(kind_of(state, one) for one in legal_actions(state)))
        if entry.seat is not None and could and state.agenda:
            step, player = str(state.agenda[-1].step), state.player
            name = kind_of(state, entry.action)
            done.append(DecisionMade(step, could, name, len(player.assistants), len(player.stack)))
        state = play(state, entry.action)
    return tuple(done)


def write_banked(folder: Path, game: Banked) -> None:
    """One file for each game."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{game.sight}-{game.people}-{game.seed}.json").write_bytes(msgspec.json.encode(game))

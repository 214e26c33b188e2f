"""What ``bazaar follow`` tells of simulated evenings that were only recorded: a photo or a film of each turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from calibration.simulated.evening import PLAYERS, eye_for
from calibration.simulated.people import intentions
from calibration.simulated.rates import USUAL, Rates
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import is_over, outcomes, play
from companion.istanbul.setup import new_game
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from companion.sync.episodes import PHOTO_HIDES
from companion.sync.model import shipped_model
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.recording import follow
from companion.sync.turns import Asked, Line, LostTrack, Turn, TurnSeen, turn_between

FILM_LOOKS = 30
"""Looks at each table in a film: three seconds, ten a second."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One evening to be recorded; ``film``: each table is filmed for a moment, else there is one photo of it."""

    seed: int
    sight: str = "noisy"
    turns: int = 400
    rates: Rates = USUAL
    film: bool = False

    @property
    def players(self) -> int:
        """How many play it."""
        return PLAYERS[self.seed % len(PLAYERS)]


@dataclass(frozen=True, slots=True)
class RecordingTold:
    """What was told of one evening: ``wrong`` turns were otherwise; the first ``in_a_row`` were right; ``asked`` turns,
    or all the rest at the end, are left to people."""

    seed: int
    turns: int
    told: int
    in_a_row: int
    wrong: int
    asked: int
    lost: int


def record(order: Recorded) -> RecordingTold:
    """Play an evening, look at the table after each turn, and compare what is told with what happened."""
    rng = Random(order.seed)
    setup = new_setup(order.players, Options(layout="random"), rng)
    eye = eye_for(order.sight, order.seed, setup)
    states, truth = played(new_game(setup.options, setup.deal), rng, order)

    def looks() -> Iterator[tuple[str, BoardObservation | NotSeen]]:
        for number, state in enumerate(states):
            eye.lay(state)
            for _ in range(FILM_LOOKS if order.film else 1):
                yield f"turn {number}", eye.look()

    colors = [str(color) for color in setup.deal.colors]
    lines = list(follow(looks(), colors, None if order.film else PHOTO_HIDES, shipped_model()))
    return compared(order.seed, lines, truth)


def compared(seed: int, lines: Sequence[Line], truth: Sequence[Turn]) -> RecordingTold:
    """What a recording was told to be, beside what happened."""
    told = [line.turn if isinstance(line, TurnSeen) else None for line in lines if isinstance(line, TurnSeen | Asked)]
    pairs = list(zip(told, truth, strict=False))
    return RecordingTold(
        seed,
        len(truth),
        sum(isinstance(line, TurnSeen) for line in lines),
        next((at for at, (one, other) in enumerate(pairs) if one != other), len(pairs)),
        sum(one is not None and one != other for one, other in pairs),
        sum(isinstance(line, Asked) for line in lines),
        sum(isinstance(line, LostTrack) for line in lines),
    )


def played(state: GameState, rng: Random, order: Recorded) -> tuple[list[GameState], list[Turn]]:
    """The table before the first turn and after each, and what happened in them."""
    chance, begun, states, truth = DigitalChance(rng), state, [state], list[Turn]()
    while not is_over(state) and len(truth) < order.turns:
        due = outcomes(state)
        for action in (chance(due),) if due else intentions(state, rng, 1, order.rates):
            state = play(state, action)
            if state.turn != begun.turn or is_over(state):
                truth.append(turn_between(begun, state, begun.turn))
                states.append(state)
                begun = state
    return states, truth

"""Is a layout one of short or of long ways?  Distances of places that work together, and games played on it.

Both figures are compared with what random layouts have; the verdict is short, middle or long, a third of them each.
"""

from collections.abc import Sequence
from random import Random

import msgspec

from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import outcomes, play, seat_to_act
from companion.istanbul.geometry import distance
from companion.istanbul.names import Place
from companion.istanbul.setup import new_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import WORKING_PAIRS

DISTANCE_MEAN, DISTANCE_SPREAD = 2.70, 0.257
"""Mean distance of the working pairs over 6,000 random layouts, and its standard deviation between layouts."""
ROUNDS_MEAN, ROUNDS_SPREAD = 22.3, 1.35
"""Mean rounds of games of three on 220 random layouts, and the standard deviation of a mean of ``GAMES`` games."""
BOTH_SPREAD = 1.70
"""Standard deviation of the sum of the two, each measured in its own: they go together with a correlation of 0.45."""
THIRD = 0.43  # a third of a normal distribution lies above this many standard deviations
GAMES, PLAYERS, LONGEST = 10, 3, 120


class PairDistance(msgspec.Struct, frozen=True):
    """Two places that work together, and the steps between them."""

    places: tuple[int, int]
    steps: int


class Rating(msgspec.Struct, frozen=True):
    """The verdict and the figures that say why.

    ``against_random`` is how many standard deviations longer than a random layout it is (negative: shorter).
    """

    length: str
    mean_steps: float
    against_random: float
    far: tuple[PairDistance, ...]
    near: tuple[PairDistance, ...]
    games: int = 0
    mean_rounds: float | None = None


def rate_layout(layout: Sequence[int], games: int = GAMES, seed: int = 0) -> Rating:
    """A base layout judged; with ``games`` 0 by its distances alone.

    >>> from companion.istanbul.tables import LAYOUTS
    >>> rate_layout(LAYOUTS["short"], games=0).length, rate_layout(LAYOUTS["long"], games=0).length
    ('short', 'long')
    """
    places = tuple(Place(number) for number in layout)
    pairs = sorted(_pair_distances(places), key=lambda pair: pair.steps)
    mean_steps = sum(pair.steps for pair in pairs) / len(pairs)
    judgements = [(mean_steps - DISTANCE_MEAN) / DISTANCE_SPREAD]
    mean_rounds = None
    if games:
        mean_rounds = sum(_rounds(places, Random(seed + game)) for game in range(games)) / games
        judgements.append((mean_rounds - ROUNDS_MEAN) / ROUNDS_SPREAD)
    against_random = sum(judgements) / (BOTH_SPREAD if games else 1.0)
    return Rating(
        length=_length(against_random),
        mean_steps=round(mean_steps, 2),
        against_random=round(against_random, 2),
        far=tuple(pair for pair in pairs if pair.steps >= 4),
        near=tuple(pair for pair in pairs if pair.steps == 1),
        games=games,
        mean_rounds=None if mean_rounds is None else round(mean_rounds, 1),
    )


def _pair_distances(places: tuple[Place, ...]) -> list[PairDistance]:
    return [PairDistance(pair, distance(places, Place(pair[0]), Place(pair[1]))) for pair in WORKING_PAIRS]


def _length(against_random: float) -> str:
    if against_random < -THIRD:
        return "short"
    return "long" if against_random > THIRD else "middle"


def _rounds(places: tuple[Place, ...], rng: Random) -> int:
    """The rounds of one game of the sensible player against itself."""
    setup = new_setup(PLAYERS, Options(layout="explicit"), rng, places)
    state = new_game(setup.options, setup.deal)
    while not state.over and state.round <= LONGEST:
        state = _next(state, rng)
    return state.round


def _next(state: GameState, rng: Random) -> GameState:
    if seat_to_act(state) is not None:
        return play(state, choose(state, rng))
    possible = outcomes(state)
    return play(state, rng.choices(list(possible), weights=list(possible.values()))[0])

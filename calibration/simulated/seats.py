"""How do people differ from seat to seat, and what do they hold?  Counted in games that nobody watches."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import lgamma, log
from random import Random

from calibration.simulated.eyes import LOOK_S
from calibration.simulated.people import intentions
from calibration.simulated.rates import Rates
from companion.istanbul import actions as act
from companion.istanbul.cards import CARD_NEEDED, FROM_HAND, PAID
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import is_over, legal_actions, outcomes, play
from companion.istanbul.game import ISTANBUL
from companion.istanbul.state import GameState, Options, Player
from companion.istanbul.tables import YELLOW
from companion.sync.model import RECALL_SOME, is_odd, kind_of

Times = tuple[int, int]
"""How often somebody did something, and how often not."""
HABITS = {
    "refusing": ("refused", "left"),
    "sparing": ("spared", "recalled"),
    "slow": ("slowly", "at once"),
    "odd": ("odd", "for a reason"),
}
"""What of the model is counted here: how often people did the one, and how often the other."""
SHOWS_S = 2 * LOOK_S
"""A pause that long shows in two looks."""
GRID = tuple(round(0.1 * 1.2**step, 2) for step in range(30))
"""What the two numbers of a Beta distribution may be.  The lowest keeps a seat that was seen once from being taken for
certain, which made-up people who are wholly of one kind would bring about; it costs a second or two of waiting."""


def seats(rates: Rates, seed: int, players: int = 4) -> Iterator[Counter[str]]:
    """What each seat did in one game of such people, and in how many of its ``turns`` it held what an action of a kind
    needs, by the name of the kind (``PAID``)."""
    rng = Random(seed)
    state: GameState = ISTANBUL.new(new_setup(players, Options(layout="random"), rng))
    did = defaultdict[int, Counter[str]](Counter)
    turn = (0, 0)
    while not is_over(state):
        if (now := (state.round, state.turn)) != turn:
            turn = now
            did[state.turn].update(["turns", *_held(state.player)])
        if due := outcomes(state):
            state = play(state, rng.choices(tuple(due), tuple(due.values()))[0])
        for action in intentions(state, rng, rates=rates):
            did[state.turn].update(_done(state, action, rates, rng))
            state = play(state, action)
    for one in did.values():
        one["for a reason"] = max(0, state.round - one["odd"])
        yield one


def _held(player: Player) -> Iterator[str]:
    yield from (kind.__name__ for kind in FROM_HAND if CARD_NEEDED[kind] in player.hand)
    if YELLOW in player.tiles:
        yield act.UseYellowTile.__name__


def _done(state: GameState, action: act.Action, rates: Rates, rng: Random) -> Iterator[str]:
    lying = len(state.player.assistants)
    if isinstance(action, act.LeaveAssistant | act.EndTurn) and act.LeaveAssistant() in legal_actions(state):
        yield "left" if isinstance(action, act.LeaveAssistant) else "refused"
    if is_odd(state, action) or kind_of(state, action) == RECALL_SOME:
        yield "odd"
    if not isinstance(action, act.Recall) or lying < 2:
        return
    yield "spared" if len(action.places) < lying else "recalled"
    if (pauses := len(action.places) - 1) > 0:
        seen = [rates.lift_s is not None and rng.uniform(*rates.lift_s) >= SHOWS_S for _ in range(pauses)]
        yield "slowly" if any(seen) else "at once"


def fit_beta(times: Sequence[Times]) -> tuple[float, float]:
    """The likeliest Beta distribution of a share from seat to seat, of those on a grid."""
    counts = Counter(times)
    return max(product(GRID, GRID), key=lambda beta: sum(n * _likely(beta, one) for one, n in counts.items()))


def _likely(beta: tuple[float, float], times: Times) -> float:
    """Log-likelihood of so many of one and so many of the other, but for a constant."""
    return _log_beta(beta[0] + times[0], beta[1] + times[1]) - _log_beta(*beta)


def _log_beta(more: float, fewer: float) -> float:
    return lgamma(more) + lgamma(fewer) - lgamma(more + fewer)


def fit_seats(people: Iterable[Rates], seeds: Sequence[int]) -> dict[str, object]:
    """Fields of ``model.Habits``, from the same number of games of all people: the Beta distribution of each of
    ``HABITS``, and ``holds``."""
    found = [one for rates in people for seed in seeds for one in seats(rates, seed)]
    betas = {name: fit_beta([(one[did], one[not_]) for one in found]) for name, (did, not_) in HABITS.items()}
    total = sum(found, Counter[str]())
    return betas | {"holds": {kind.__name__: round(log(total[kind.__name__] / total["turns"]), 4) for kind in PAID}}

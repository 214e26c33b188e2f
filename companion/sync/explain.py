"""What could have happened?  Legal actions from the game's state that lead to the table as it is seen.

The rules are asked, never told: every position comes from ``legal_actions``, ``outcomes`` and ``play``.  Only what a
camera can see is varied; what it cannot see (goods sold, fees) is passed over with the plainest legal choice.
"""

import heapq
import itertools
import math
from collections.abc import Iterable, Iterator

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.engine import outcomes, play
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import COLORS, DICE_FACES
from companion.sync.dice import THROWS
from companion.sync.misfit import Misfit, misfits
from companion.sync.params import (
    DELAY,
    FEW_ASSISTANTS,
    HALF_TURN,
    LATE,
    NEEDLESS,
    NOBODY_CALLED,
    PASSING,
    REFUSAL,
    REFUSAL_OF_NEED,
    RELUCTANCE,
    UNSEEN_TURN,
    Policy,
)
from companion.sync.reading import Evidence
from companion.sync.stacks import stack_odds
from companion.sync.table import Standing, expected
from companion.sync.visible import is_met, is_sent_in_passing, worth_trying


class Hypothesis(msgspec.Struct, frozen=True):
    """Actions that may have happened, the state they lead to, and how well that fits.

    ``score`` is log-odds: the evidence for everything that should stand on the table, less the ``cost``: the reluctance
    of all actions, which ``odds`` lists one by one.  ``guessed`` are the players who put something
    where nobody looked before the next one carried it on.
    """

    actions: tuple[act.Action, ...]
    state: GameState
    score: float
    cost: float
    odds: tuple[float, ...]
    misfits: tuple[Misfit, ...]
    guessed: frozenset[str] = frozenset()

    @property
    def strain(self) -> float:
        """The greatest single reluctance among the actions."""
        return max(self.odds, default=0.0)


PAID = (act.LongMove, act.Stay, act.PlayReturn, act.UseYellowTile, act.PlayFamilyHome)
"""What a table may have been paid for in different ways."""
GUESSED = (
    act.PayToll, act.Skip, act.Done, act.Reward, act.DiscardFee, act.UseGovernor, act.UseSmuggler, act.TakeTile,
    act.EndTurn,
)  # fmt: skip
"""What stands for anything that no camera sees."""


class _Node(msgspec.Struct, frozen=True):
    """A position of the search and its table; ``began`` is the turn's first table, empty where it was seen before.

    ``paid`` are the actions that cost a card or Lira nobody sees, ``passing`` the places where Governor or Smuggler
    stopped before anybody looked, each with the player who carried him there.
    """

    state: GameState
    table: frozenset[Standing]
    began: frozenset[Standing]
    actions: tuple[act.Action, ...] = ()
    cost: float = 0.0
    odds: tuple[float, ...] = ()
    turns: int = 0
    paid: tuple[act.Action, ...] = ()
    passing: frozenset[tuple[int, Standing]] = frozenset()

    def after(self, state: GameState, action: act.Action, passing: float = 0.0) -> "_Node":
        """The position one action on; ``passing`` is the log-odds against what nobody sees of it."""
        ended = state.turn != self.state.turn
        table = expected(state)
        odd = _reluctance(self.state, action) + (UNSEEN_TURN if ended and table == self.began else 0.0)
        odd += LATE if not self.began and table != self.table else 0.0
        odd += NEEDLESS if not self.turns and _is_needless(self.paid, action) else 0.0
        guesses = sum(isinstance(one, GUESSED) for one in self.actions)
        odd += (DELAY * guesses if isinstance(action, PAID) else 0.0) + passing
        return _Node(
            state,
            table,
            table if ended else self.began,
            (*self.actions, action),
            self.cost + odd,
            (*self.odds, odd),
            self.turns + ended,
            (*self.paid, action) if isinstance(action, PAID) else self.paid,
            self.passing | {(self.state.turn, one) for one in table - self.table} if passing else self.passing,
        )


def explain(
    state: GameState, evidence: Evidence, policy: Policy, rolls: bool = True, payments: bool = False
) -> list[Hypothesis]:
    """Explanations, best first, one for every different table; the first is "nothing happened" where that fits best.

    ``rolls`` says whether dice may have been thrown at the table; without it nothing that needs dice is assumed.
    ``payments`` keeps explanations of the same table apart that were paid for differently.
    """
    best: dict[tuple[object, ...], Hypothesis] = {}
    for node in _reachable(state, evidence, policy, rolls, payments):
        if any(stop in node.table for _, stop in node.passing):
            continue
        score = sum(evidence.log_odds(standing) for standing in node.table) - node.cost - half(node.state)
        score += sum(stack_odds(node.state, evidence, COLORS).values()) if policy.recorded else 0.0
        key = (node.table, node.passing, *(node.paid if payments else ()))
        if key not in best or (score, -len(node.actions)) > (best[key].score, -len(best[key].actions)):
            left = misfits(node.state, evidence, policy)
            guessed = frozenset(str(state.players[seat].color) for seat, _ in node.passing)
            best[key] = Hypothesis(node.actions, node.state, score, node.cost, node.odds, left, guessed)
    return sorted(best.values(), key=lambda hypothesis: (-hypothesis.score, len(hypothesis.actions)))


def _reachable(state: GameState, evidence: Evidence, policy: Policy, rolls: bool, payments: bool) -> Iterator[_Node]:
    """Positions worth a look, the least reluctant first, each table and point of a turn once."""
    order = itertools.count()
    heap = [(0.0, next(order), _Node(state, expected(state), _began(state)))]
    known = set[tuple[object, ...]]()
    while heap and len(known) < policy.nodes:
        node = heapq.heappop(heap)[2]
        key = (node.table, node.state.turn, node.state.agenda, node.turns, node.passing, node.paid if payments else ())
        if key in known:
            continue
        known.add(key)
        yield node
        if node.turns < policy.reach:
            for after in _next(node, evidence, policy, rolls, payments):
                heapq.heappush(heap, (after.cost, next(order), after))


def half(state: GameState) -> float:
    """Log-odds against a table at which a turn is only half done."""
    return HALF_TURN if due(state) is Step.ASSISTANT else 0.0


def _began(state: GameState) -> frozenset[Standing]:
    """The table at the beginning of the turn; once the merchant has moved, something was seen of it."""
    return expected(state) if due(state) is Step.MOVE else frozenset()


def due(state: GameState) -> Step | None:
    """The step that is due; None where the game is over."""
    return state.agenda[-1].step if state.agenda else None


def _next(node: _Node, evidence: Evidence, policy: Policy, rolls: bool, payments: bool) -> Iterator[_Node]:
    if chance := outcomes(node.state):
        yield from _after_chance(node, list(chance), evidence, policy, rolls)
        return
    for action in worth_trying(node.state, evidence, policy, rolls, payments):
        passing = policy.recorded and (
            isinstance(action, act.SendFamily) and is_sent_in_passing(node.state, action, evidence)
        )
        if node.began or not passing:
            yield node.after(play(node.state, action), action, PASSING if passing else 0.0)


def _reluctance(state: GameState, action: act.Action) -> float:
    """How seldom people do this; to end the turn is odd only where assistant or toll are refused, or nobody is called
    back at the Fountain."""
    if due(state) is Step.ACTION and isinstance(action, (act.EndTurn, act.Skip)):
        return NOBODY_CALLED if state.player.merchant is Place.FOUNTAIN and state.player.assistants else 0.0
    if isinstance(action, act.EndTurn):
        return _refusal(state) if due(state) in (Step.ASSISTANT, Step.TOLL) else 0.0
    return RELUCTANCE.get(type(action).__name__, 0.0)


def _is_needless(paid: Iterable[act.Action], move: act.Action) -> bool:
    """Whether the merchant goes where an assistant was just fetched from: he would have picked him up."""
    fetched = (one.place for one in paid if isinstance(one, act.PlayReturn | act.UseYellowTile))
    return isinstance(move, act.Move | act.LongMove) and move.to in fetched


def _refusal(state: GameState) -> float:
    return REFUSAL_OF_NEED if len(state.player.stack) <= FEW_ASSISTANTS else REFUSAL


def _after_chance(
    node: _Node, chance: list[act.Action], evidence: Evidence, policy: Policy, rolls: bool
) -> Iterator[_Node]:
    """Dice: one throw for each place a token may have been carried to.  Cards: any one, nobody can see which."""
    if not isinstance(chance[0], act.Rolled):
        yield node.after(play(node.state, chance[0]), chance[0])
        return
    totals = {roll.first + roll.second: roll for roll in chance if isinstance(roll, act.Rolled)}
    for total, roll in totals.items() if rolls else ():
        after = play(node.state, roll)
        carried = expected(after) - node.table
        if all(evidence.is_plausible(standing) for standing in carried):
            yield node.after(after, roll)
        elif policy.recorded and any(is_met(after, place, evidence) for _, place in carried):
            yield node.after(after, roll, PASSING + _seldom(total))


def _seldom(total: int) -> float:
    """Log-odds against a throw beside the likeliest one."""
    return -math.log(THROWS.count(total) / len(DICE_FACES))

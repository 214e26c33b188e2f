"""What could have happened?  Legal actions from the game's state that lead to the table as it is seen.

The rules are asked, never told: every position comes from ``legal_actions``, ``outcomes`` and ``play``.  Only what a
camera can see is varied; what it cannot see (goods sold, fees) is passed over with the plainest legal choice.
"""

import heapq
import itertools
from collections.abc import Callable, Iterator

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, outcomes, play, seat_to_act
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Step
from companion.istanbul.steps.meet import toll_due
from companion.istanbul.tables import YELLOW
from companion.sync.misfit import Misfit, misfits
from companion.sync.observation import Kind, Thing
from companion.sync.params import (
    DELAY,
    FEW_ASSISTANTS,
    HALF_TURN,
    HOVERS,
    LATE,
    REFUSAL,
    REFUSAL_AT_TOLL,
    REFUSAL_OF_NEED,
    RELUCTANCE,
    UNSEEN_TURN,
    Policy,
)
from companion.sync.reading import Evidence
from companion.sync.table import GOVERNOR, SMUGGLER, Standing, expected


class Hypothesis(msgspec.Struct, frozen=True):
    """Actions that may have happened, the state they lead to, and how well that fits.

    ``score`` is log-odds: the evidence for everything that should stand on the table, less the ``cost``: the reluctance
    of all actions, which ``odds`` lists one by one.
    """

    actions: tuple[act.Action, ...]
    state: GameState
    score: float
    cost: float
    odds: tuple[float, ...]
    misfits: tuple[Misfit, ...]

    @property
    def strain(self) -> float:
        """The greatest single reluctance among the actions."""
        return max(self.odds, default=0.0)


class _Node(msgspec.Struct, frozen=True):
    """A position of the search and its table; ``began`` is the turn's first table, empty where it was seen before.

    ``paid`` are the actions that cost a card or Lira nobody sees.
    """

    state: GameState
    table: frozenset[Standing]
    began: frozenset[Standing]
    actions: tuple[act.Action, ...] = ()
    cost: float = 0.0
    odds: tuple[float, ...] = ()
    turns: int = 0
    paid: tuple[act.Action, ...] = ()

    def after(self, state: GameState, action: act.Action) -> "_Node":
        """The position one action on."""
        ended = state.turn != self.state.turn
        table = expected(state)
        odd = _reluctance(self.state, action) + (UNSEEN_TURN if ended and table == self.began else 0.0)
        odd += LATE if not self.began and table != self.table else 0.0
        guesses = sum(isinstance(one, GUESSED) for one in self.actions)
        odd += DELAY * guesses if isinstance(action, PAID) else 0.0
        return _Node(
            state,
            table,
            table if ended else self.began,
            (*self.actions, action),
            self.cost + odd,
            (*self.odds, odd),
            self.turns + ended,
            (*self.paid, action) if isinstance(action, PAID) else self.paid,
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
        score = sum(evidence.log_odds(standing) for standing in node.table) - node.cost - _half(node.state)
        key = (node.table, *node.paid) if payments else (node.table,)
        if key not in best or (score, -len(node.actions)) > (best[key].score, -len(best[key].actions)):
            left = misfits(node.state, evidence, policy)
            best[key] = Hypothesis(node.actions, node.state, score, node.cost, node.odds, left)
    return sorted(best.values(), key=lambda hypothesis: (-hypothesis.score, len(hypothesis.actions)))


def _reachable(state: GameState, evidence: Evidence, policy: Policy, rolls: bool, payments: bool) -> Iterator[_Node]:
    """Positions worth a look, the least reluctant first, each table and point of a turn once."""
    order = itertools.count()
    heap = [(0.0, next(order), _Node(state, expected(state), _began(state)))]
    known = set[tuple[object, ...]]()
    while heap and len(known) < policy.nodes:
        node = heapq.heappop(heap)[2]
        key = (node.table, node.state.turn, node.state.agenda, node.turns, node.paid if payments else ())
        if key in known:
            continue
        known.add(key)
        yield node
        if node.turns < policy.reach:
            for after in _next(node, evidence, rolls, payments):
                heapq.heappush(heap, (after.cost, next(order), after))


def _half(state: GameState) -> float:
    return HALF_TURN if _due(state) is Step.ASSISTANT else 0.0


def _began(state: GameState) -> frozenset[Standing]:
    """The table at the beginning of the turn; once the merchant has moved, something was seen of it."""
    return expected(state) if _due(state) is Step.MOVE else frozenset()


def _due(state: GameState) -> Step | None:
    """The step that is due; None where the game is over."""
    return state.agenda[-1].step if state.agenda else None


def _next(node: _Node, evidence: Evidence, rolls: bool, payments: bool) -> Iterator[_Node]:
    if chance := outcomes(node.state):
        yield from _after_chance(node, list(chance), evidence, rolls)
        return
    for action in _worth_trying(node.state, evidence, rolls, payments):
        yield node.after(play(node.state, action), action)


def _reluctance(state: GameState, action: act.Action) -> float:
    """How seldom people do this; to end the turn is odd only where assistant or toll are refused."""
    if isinstance(action, act.EndTurn):
        return _refusal(state) if _due(state) in (Step.ASSISTANT, Step.TOLL) else 0.0
    return RELUCTANCE.get(type(action).__name__, 0.0)


def _refusal(state: GameState) -> float:
    if len(state.player.stack) <= FEW_ASSISTANTS:
        return REFUSAL_OF_NEED
    return REFUSAL_AT_TOLL if toll_due(state) else REFUSAL


def _worth_trying(state: GameState, evidence: Evidence, rolls: bool, payments: bool) -> Iterator[act.Action]:
    """Legal actions a camera could tell apart, and one of each kind it could not."""
    kinds = set[type]()
    for action in legal_actions(state):
        kind = type(action)
        if kind in _ONE_IS_ENOUGH and kind in kinds and not (payments and kind is act.PlayFamilyHome):
            continue
        if kind in _VISIBLE and (rolls or kind not in _NEEDS_DICE) and _VISIBLE[kind](state, action, evidence):
            kinds.add(kind)
            yield action


def _after_chance(node: _Node, chance: list[act.Action], evidence: Evidence, rolls: bool) -> Iterator[_Node]:
    """Dice: one throw for each place a token may have been carried to.  Cards: any one, nobody can see which."""
    if not isinstance(chance[0], act.Rolled):
        yield node.after(play(node.state, chance[0]), chance[0])
        return
    totals = {roll.first + roll.second: roll for roll in chance if isinstance(roll, act.Rolled)}
    for roll in totals.values() if rolls else ():
        after = node.after(play(node.state, roll), roll)
        if all(evidence.is_plausible(standing) for standing in after.table - node.table):
            yield after


def _mover(state: GameState, kind: Kind) -> Thing:
    seat = seat_to_act(state)
    if seat is None:
        raise ValueError("nobody is to act")
    return Thing(kind, state.players[seat].color)


def _moves(state: GameState, action: act.Move | act.LongMove, evidence: Evidence) -> bool:
    """Where the merchant may be seen, or an assistant whom only he can have left; or where all were called back."""
    left = (_mover(state, Kind.ASSISTANT), int(action.to))
    is_left = evidence.log_odds(left) > 0 and left not in expected(state)
    seen = evidence.is_plausible((_mover(state, Kind.MERCHANT), int(action.to)))
    return is_left or seen or (action.to is Place.FOUNTAIN and _all_are_gone(state, evidence))


def _all_are_gone(state: GameState, evidence: Evidence) -> bool:
    """Whether a merchant who left his place, and is seen nowhere, has lost several assistants, wherever they lay."""
    player = state.players[seat_to_act(state) or 0]
    mover, assistant = _mover(state, Kind.MERCHANT), _mover(state, Kind.ASSISTANT)
    lying = [(assistant, int(place)) for place in player.assistants]
    return len(lying) > 1 and all(evidence.log_odds(one) < 0 for one in (*lying, (mover, int(player.merchant))))


def _recalls(state: GameState, action: act.Recall, evidence: Evidence) -> bool:
    """Every assistant that is no longer seen, with those of whom nobody can tell or without."""
    assistant = _mover(state, Kind.ASSISTANT)
    lying = {int(place) for place in state.players[seat_to_act(state) or 0].assistants}
    gone = {place for place in lying if evidence.log_odds((assistant, place)) < 0}
    unknown = {place for place in lying if 0 <= evidence.log_odds((assistant, place)) < HOVERS}
    return {int(place) for place in action.places} in (gone, gone | unknown)


def _fetches(state: GameState, action: act.PlayReturn | act.UseYellowTile, evidence: Evidence) -> bool:
    return evidence.log_odds((_mover(state, Kind.ASSISTANT), int(action.place))) < 0


def _takes_yellow(state: GameState, action: act.TakeTile, evidence: Evidence) -> bool:
    """The tile that fetches an assistant at once, where one of his may be gone."""
    assistant = _mover(state, Kind.ASSISTANT)
    gone = any(evidence.log_odds((assistant, int(place))) < 0 for place in state.player.assistants)
    return action.good == YELLOW and gone


def _sends(state: GameState, action: act.SendFamily, evidence: Evidence) -> bool:
    return evidence.is_plausible((_mover(state, Kind.FAMILY), int(action.to)))


def _goes_home(state: GameState, action: act.PlayFamilyHome, evidence: Evidence) -> bool:
    return evidence.is_plausible((_mover(state, Kind.FAMILY), int(Place.POLICE_STATION)))


def _governor_left(state: GameState, action: act.UseGovernor, evidence: Evidence) -> bool:
    return evidence.log_odds((GOVERNOR, int(state.governor))) < 0


def _smuggler_left(state: GameState, action: act.UseSmuggler, evidence: Evidence) -> bool:
    return evidence.log_odds((SMUGGLER, int(state.smuggler))) < 0


def _always(state: GameState, action: act.Action, evidence: Evidence) -> bool:
    return True


PAID = (act.LongMove, act.Stay, act.PlayReturn, act.UseYellowTile, act.PlayFamilyHome)
"""What a table may have been paid for in different ways."""
GUESSED = (
    act.PayToll, act.Skip, act.Done, act.Reward, act.DiscardFee, act.UseGovernor, act.UseSmuggler, act.TakeTile,
    act.EndTurn,
)  # fmt: skip
"""What stands for anything that no camera sees."""
_ONE_IS_ENOUGH = {
    act.Reward,
    act.DiscardFee,
    act.UseSmuggler,
    act.PlayFamilyHome,
}  # a card for a card keeps the hand as large as it was
_NEEDS_DICE = {act.UseGovernor, act.UseSmuggler}
_VISIBLE: dict[type, Callable[..., bool]] = {
    act.Move: _moves,
    act.LongMove: _moves,
    act.Stay: _always,
    act.LeaveAssistant: _always,
    act.PickOwn: _always,
    act.PickNeutral: _always,
    act.EndTurn: _always,
    act.PayToll: _always,
    act.Skip: _always,
    act.Done: _always,
    act.Catch: _always,
    act.Reward: _always,
    act.DiscardFee: _always,
    act.TakeTile: _takes_yellow,
    act.Recall: _recalls,
    act.SendFamily: _sends,
    act.PlayReturn: _fetches,
    act.UseYellowTile: _fetches,
    act.PlayFamilyHome: _goes_home,
    act.UseGovernor: _governor_left,
    act.UseSmuggler: _smuggler_left,
}

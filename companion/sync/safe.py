"""May it be played without a question?  Not what may never have left its place, nor what makes something else too late.

What was done before and is out of sight is told afterwards, on a phone: whatever is played must leave that possible.
"""

from collections.abc import Iterator, Sequence

import msgspec

from companion.istanbul.actions import Action, EndTurn, SendFamily, UseYellowTile
from companion.istanbul.engine import legal_actions, play
from companion.istanbul.state import ACTION, GameState
from companion.istanbul.tables import YELLOW_TILE_FEE
from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.reading import Agreed, Evidence
from companion.sync.table import expected
from companion.sync.verdict import after


def is_new(
    state: GameState, actions: Sequence[Action], evidence: Evidence, agreed: Agreed | None, policy: Policy
) -> bool:
    """Whether all that was moved is seen to have left, or was clearly not where it is now when all last fitted.

    Before table and game have ever agreed nothing is new: it may have been read wrongly from the start.
    """
    if agreed is None:
        return False
    old, new = expected(state), expected(after(state, actions))
    unseen = {thing for thing, place in old - new if place in evidence.blind and thing.kind is not Kind.ASSISTANT}
    came = (standing for standing in new - old if standing[0] in unseen)
    return all(agreed.evidence.log_odds(standing) <= -policy.clear for standing in came)


def closes_a_door(state: GameState, actions: Sequence[Action], evidence: Evidence) -> bool:
    """Whether something that may have been done before, unseen, could not be told any more."""
    for action in actions:
        if isinstance(action, EndTurn) and _may_have_fetched(state, evidence):
            return True
        if isinstance(action, UseYellowTile) and _is_dear(state, action):
            return True
        state = play(state, action)
    return False


def _may_have_fetched(state: GameState, evidence: Evidence) -> bool:
    """Whether the tile may have fetched an assistant who is out of sight; with the turn over it is too late for it."""
    own = Thing(Kind.ASSISTANT, state.player.color)
    fetched = (action.place for action in legal_actions(state) if isinstance(action, UseYellowTile))
    return any(evidence.log_odds((own, int(place))) <= 0 for place in fetched)


def _is_dear(state: GameState, action: UseYellowTile) -> bool:
    """Whether its fee would be missing for what may have been bought before; the tile can be told after that."""
    if state.agenda[-1].step is not ACTION:
        return False
    poorer = play(state, action)
    seats = tuple(
        msgspec.structs.replace(one, lira=one.lira + YELLOW_TILE_FEE) if at == state.turn else one
        for at, one in enumerate(poorer.players)
    )
    richer = msgspec.structs.replace(poorer, players=seats)
    return set(_possible(richer)) != set(_possible(poorer))


def _possible(state: GameState) -> Iterator[tuple[Action, ...]]:
    """What the player may do now, with what a family member may do where it is sent."""
    for action in legal_actions(state):
        yield (action,)
        if isinstance(action, SendFamily):
            yield from ((action, then) for then in legal_actions(play(state, action)))

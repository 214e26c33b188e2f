"""May it be played without a question?  Not what may never have left its place, nor what makes something else too late.

What was done before and is out of sight is told afterwards, on a phone: whatever is played must leave that possible.
"""

from collections.abc import Iterator, Sequence

import msgspec

from companion.istanbul.actions import (
    Action,
    Catch,
    EndTurn,
    LeaveAssistant,
    PickOwn,
    PlayFamilyHome,
    PlayReturn,
    SendFamily,
    UseYellowTile,
)
from companion.istanbul.engine import legal_actions, play
from companion.istanbul.names import Card, Place
from companion.istanbul.state import ACTION, GameState
from companion.istanbul.tables import YELLOW_TILE_FEE
from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.reading import Agreed, Evidence
from companion.sync.table import Standing, expected
from companion.sync.verdict import after


def is_new(
    state: GameState, actions: Sequence[Action], evidence: Evidence, agreed: Agreed | None, policy: Policy
) -> bool:
    """Whether all that was moved is seen to have left, or was clearly not where it is now when all last fitted.

    Before table and game have ever agreed nothing is new: it may have been read wrongly from the start.  Nor is it for
    certain that a merchant whom nobody sees picked up his assistant: an arm may hide both.
    """
    if agreed is None:
        return False
    old, new = expected(state), expected(after(state, actions))
    if any(_picked_up_unseen(one, old, evidence, policy) or _is_sent_unseen(one, evidence) for one in new - old):
        return False
    unseen = {thing for thing, place in old - new if place in evidence.blind and thing.kind is not Kind.ASSISTANT}
    came = (standing for standing in new - old if standing[0] in unseen)
    return all(agreed.evidence.log_odds(standing) <= -policy.clear for standing in came)


def _picked_up_unseen(came: Standing, old: frozenset[Standing], evidence: Evidence, policy: Policy) -> bool:
    """Whether it is a merchant who is not seen where his assistant lay."""
    thing, place = came
    lay = (Thing(Kind.ASSISTANT, thing.color), place) in old
    return thing.kind is Kind.MERCHANT and lay and evidence.log_odds(came) <= -policy.strong


def until_unseen_catch(
    state: GameState, actions: Sequence[Action], evidence: Evidence, agreed: Agreed | None
) -> tuple[Action, ...]:
    """The actions before a catch of which nobody saw anything."""
    for at, action in enumerate(actions):
        if isinstance(action, Catch) and agreed is not None:
            left = expected(state) - expected(play(state, action))
            if any(_came_home_unseen(one, agreed.evidence, evidence) for one in left):
                return tuple(actions[:at])
        state = play(state, action)
    return tuple(actions)


def _came_home_unseen(left: Standing, before: Evidence, evidence: Evidence) -> bool:
    """Whether it is a family member who is not seen at the Police Station now, and was not seen where he was before, or
    is hidden by a merchant who has come there since."""
    thing, place = left
    home = (thing, int(Place.POLICE_STATION))
    if thing.kind is not Kind.FAMILY or left == home or evidence.log_odds(home) > 0:
        return False
    return before.log_odds(left) <= 0 or any(
        one.kind is Kind.MERCHANT and at == place and score > 0 and before.log_odds((one, at)) <= 0
        for (one, at), score in evidence.scores.items()
    )


def _is_sent_unseen(came: Standing, evidence: Evidence) -> bool:
    """Whether it is a family member who left the Police Station, and is not rather seen where he is taken to be."""
    return came[0].kind is Kind.FAMILY and came[1] != Place.POLICE_STATION and evidence.log_odds(came) <= 0


def ends_too_early(state: GameState, actions: Sequence[Action], evidence: Evidence) -> bool:
    """Whether an assistant who is out of sight may have been fetched with the tile, or a family member brought home
    with the card: an ended turn makes both too late.  So does an assistant left for the card known to be held that
    fetches another one."""
    for action in actions:
        if isinstance(action, EndTurn):
            return any(evidence.log_odds(one) <= 0 for one in _may_be_fetched(state))
        if isinstance(action, LeaveAssistant | PickOwn) and Card.RETURN in state.player.hand:
            own = Thing(Kind.ASSISTANT, state.player.color)
            may = (one for one in legal_actions(state) if isinstance(one, PlayReturn))
            if any(evidence.log_odds((own, int(one.place))) <= 0 for one in may):
                return True
        state = play(state, action)
    return False


def _may_be_fetched(state: GameState) -> Iterator[Standing]:
    """What of the player's may leave its place at any time of his turn."""
    for action in legal_actions(state):
        if isinstance(action, UseYellowTile):
            yield Thing(Kind.ASSISTANT, state.player.color), int(action.place)
        elif isinstance(action, PlayFamilyHome):
            yield Thing(Kind.FAMILY, state.player.color), int(state.player.family)


def payable(state: GameState, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions; without the tile where its fee may be needed for what was bought before and is not told yet.

    Paid later it makes nothing too late: it is seen again once that is told.
    """
    tile = next((one for one in actions if isinstance(one, UseYellowTile)), None)
    if tile is None or state.agenda[-1].step is not ACTION:
        return tuple(actions)
    others = tuple(one for one in actions if one is not tile)
    bought = others if others and isinstance(others[0], SendFamily) else ()
    poorer, richer = after(state, (tile, *bought)), after(_with_fee(state, tile), bought)
    return others if set(_possible(richer)) != set(_possible(poorer)) else tuple(actions)


def _with_fee(state: GameState, tile: UseYellowTile) -> GameState:
    """The state after the tile was used, had it cost nothing."""
    used = play(state, tile)
    seats = list(used.players)
    seats[state.turn] = msgspec.structs.replace(used.player, lira=used.player.lira + YELLOW_TILE_FEE)
    return msgspec.structs.replace(used, players=tuple(seats))


def _possible(state: GameState) -> Iterator[tuple[Action, ...]]:
    """What the player may do now, with what a family member may do where it is sent."""
    for action in legal_actions(state):
        yield (action,)
        if isinstance(action, SendFamily):
            yield from ((action, then) for then in legal_actions(play(state, action)))

"""May it be played without a question?  Not what may never have left its place, nor what makes something else too late.

What was done before and is out of sight is told afterwards, on a phone: whatever is played must leave that possible.
"""

from collections.abc import Iterator, Sequence, Set

import msgspec

from companion.istanbul.actions import (
    Action,
    Catch,
    EndTurn,
    LeaveAssistant,
    PickOwn,
    PlayFamilyHome,
    PlayReturn,
    Recall,
    SendFamily,
    Skip,
    UseYellowTile,
)
from companion.istanbul.engine import check, legal_actions, play
from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import YELLOW, YELLOW_TILE_FEE
from companion.sync.explain import due
from companion.sync.observation import Kind, Thing
from companion.sync.params import HOVERS, Policy
from companion.sync.reading import Agreed, Evidence
from companion.sync.table import Standing, expected
from companion.sync.verdict import after


def is_new(
    state: GameState,
    actions: Sequence[Action],
    best: Sequence[Action],
    evidence: Evidence,
    agreed: Agreed | None,
    policy: Policy,
    patient: bool,
) -> bool:
    """Whether all that was moved is seen to have left, or was clearly not where it is now when all last fitted.

    Before table and game have ever agreed nothing is new: it may have been read wrongly from the start.  Nor is it for
    certain that a merchant whom nobody sees picked up his assistant, for an arm may hide both, unless ``best``, the
    best explanation, has him send out a family member from there who is seen to have gone.
    """
    if agreed is None:
        return False
    old, new = expected(state), expected(after(state, actions))
    picked_up = any(_picked_up_unseen(one, old, evidence, policy) for one in new - old)
    if picked_up and not _has_sent(state, best, agreed.evidence, evidence, policy):
        return False
    if any(is_sent_unseen(state, one, evidence, agreed, policy, patient) for one in actions):
        return False
    if any(_is_rather_where_it_was(one, new - old, evidence, policy) for one in old - new):
        return False
    blind = {one for one in old - new if one[1] in evidence.blind and one not in evidence.bared}
    unseen = {thing for thing, _ in blind if thing.kind is not Kind.ASSISTANT}
    came = (standing for standing in new - old if standing[0] in unseen)
    return all(agreed.evidence.log_odds(standing) <= -policy.clear for standing in came)


def _picked_up_unseen(came: Standing, old: frozenset[Standing], evidence: Evidence, policy: Policy) -> bool:
    """Whether it is a merchant who is not seen where his assistant lay."""
    thing, place = came
    lay = (Thing(Kind.ASSISTANT, thing.color), place) in old
    return thing.kind is Kind.MERCHANT and lay and evidence.log_odds(came) <= -policy.strong


def _has_sent(state: GameState, actions: Sequence[Action], before: Evidence, now: Evidence, policy: Policy) -> bool:
    """Whether the mover's family member, who was clearly at the Police Station, is as clearly where he is sent."""
    member, home = Thing(Kind.FAMILY, state.player.color), int(Place.POLICE_STATION)
    sent = [(member, int(one.to)) for one in actions if isinstance(one, SendFamily)]
    gone = before.log_odds((member, home)) >= policy.strong and now.log_odds((member, home)) <= -policy.strong
    came = (before.log_odds(one) <= -policy.strong and now.log_odds(one) >= policy.strong for one in sent)
    return gone and state.player.family is Place.POLICE_STATION and any(came)


def _is_rather_where_it_was(left: Standing, came: Set[Standing], evidence: Evidence, policy: Policy) -> bool:
    """Whether it is one thing seen on two places, and no less clearly where it stood than where it may stand now."""
    thing, _ = left
    if thing.kind is Kind.ASSISTANT or evidence.log_odds(left) < policy.strong:
        return False
    return all(evidence.log_odds(left) >= evidence.log_odds(one) for one in came if one[0] == thing)


def until_unseen_catch(
    state: GameState, actions: Sequence[Action], evidence: Evidence, agreed: Agreed | None, policy: Policy
) -> tuple[Action, ...]:
    """The actions before a catch of which nobody saw anything."""
    for at, action in enumerate(actions):
        if isinstance(action, Catch) and agreed is not None:
            left = expected(state) - expected(play(state, action))
            if any(_came_home_unseen(one, agreed.evidence, evidence, policy) for one in left):
                return tuple(actions[:at])
        state = play(state, action)
    return tuple(actions)


def goes_unseen(state: GameState, actions: Sequence[Action], evidence: Evidence) -> bool:
    """Whether a merchant goes where neither he nor an assistant he left is seen: a hand may hide where he stood."""
    went = expected(after(state, actions)) - expected(state)
    seen = {thing.color for thing, place in went if evidence.log_odds((thing, place)) > 0}
    return any(thing.kind is Kind.MERCHANT and thing.color not in seen for thing, _ in went)


def is_unseen_call(state: GameState, action: Action, agreed: Agreed | None) -> bool:
    """Whether it calls back only assistants whom nobody saw lying where they lay: they may lie there still."""
    if not isinstance(action, Recall) or agreed is None:
        return False
    own = Thing(Kind.ASSISTANT, state.player.color)
    return all(agreed.evidence.log_odds((own, int(place))) <= 0 for place in action.places)


def _came_home_unseen(left: Standing, before: Evidence, now: Evidence, policy: Policy) -> bool:
    """Whether it is a family member of whom nothing is seen at the Police Station, and who was not seen where he was
    before, or may be hidden there: something else has come to his place since, or has gone."""
    thing, place = left
    home = (thing, int(Place.POLICE_STATION))
    if thing.kind is not Kind.FAMILY or left == home or _shows(home, before, now, policy):
        return False
    others = (
        one for one in before.scores.keys() | now.scores.keys() if one[1] == place and one[0].kind is not thing.kind
    )
    return before.log_odds(left) <= 0 or any((before.log_odds(one) > 0) != (now.log_odds(one) > 0) for one in others)


def is_sent_unseen(
    state: GameState, action: Action, evidence: Evidence, agreed: Agreed | None, policy: Policy, patient: bool
) -> bool:
    """Whether it sends out a family member who is not clearly seen where he is taken to be.

    Less will do once the table has lain for a while (``patient``) where nothing like him was seen before, or something
    came that nobody could name.
    """
    if not isinstance(action, SendFamily):
        return False
    there = (Thing(Kind.FAMILY, state.player.color), int(action.to))
    score = evidence.log_odds(there)
    if agreed is None or not patient:
        return score < policy.strong
    before = agreed.evidence
    new, unnamed = before.log_odds(there) <= -policy.strong, there[1] in evidence.unnamed_since(before)
    return score < (policy.sent if new or unnamed else policy.strong)


def _shows(standing: Standing, before: Evidence, now: Evidence, policy: Policy) -> bool:
    """Whether it is seen, or far more likely there than it was before.  That tells nothing where nobody can look, nor
    where glare makes one thing as likely as another."""
    score = now.log_odds(standing)
    if score > 0 or standing not in now.scores or standing[1] in now.blind:
        return score > 0
    return not _is_glare(standing, now, policy) and score - before.log_odds(standing) >= policy.strong


def _is_glare(standing: Standing, now: Evidence, policy: Policy) -> bool:
    """Whether another thing of its kind is as likely there, though it is not seen."""
    score, (thing, place) = now.log_odds(standing), standing
    others = (told for (one, at), told in now.scores.items() if at == place and one.kind is thing.kind and one != thing)
    return any(told <= 0 and score - told < policy.clear for told in others)


def with_half_seen(evidence: Evidence, now: Evidence, agreed: Agreed | None, policy: Policy) -> Evidence:
    """The evidence with all that is half seen ``now`` as it was when all last fitted as something seen, for nothing of
    it would be left had it gone; as is what lies where nothing has changed since the turn began."""
    if agreed is None:
        return evidence
    half = (
        one
        for one in agreed.wanted & now.scores.keys()
        if one[1] not in now.blind and now.is_plausible(one) and not _is_glare(one, now, policy)
    )
    still = {one: HOVERS for one in half if now.log_odds(one) >= agreed.evidence.log_odds(one) - HOVERS}
    changed = agreed.changed | now.changed_since(agreed.evidence) | now.blind
    calm = {one: HOVERS for one in agreed.wanted if one[1] in now.appearance and one[1] not in changed}
    kept = {one: max(score, evidence.log_odds(one)) for one, score in (still | calm).items()}
    return evidence.but(kept)


def ends_too_early(state: GameState, actions: Sequence[Action], evidence: Evidence) -> bool:
    """Whether an assistant who is out of sight may have been fetched with the tile, or a family member brought home
    with the card: an ended turn makes both too late.  So does an assistant left for the card known to be held that
    fetches another one."""
    for action in actions:
        if isinstance(action, EndTurn):
            return any(evidence.log_odds(one) <= 0 for one in may_be_fetched(state))
        if any(cards_before(state, action, evidence)):
            return True
        state = play(state, action)
    return False


def cards_before(state: GameState, action: Action, evidence: Evidence) -> Iterator[PlayReturn]:
    """The card known to be held, for each assistant out of sight: it is too late once another is left or picked up."""
    if isinstance(action, LeaveAssistant | PickOwn) and Card.RETURN in state.player.hand:
        own = Thing(Kind.ASSISTANT, state.player.color)
        may = (one for one in legal_actions(state) if isinstance(one, PlayReturn))
        yield from (one for one in may if evidence.log_odds((own, int(one.place))) <= 0)


def may_be_fetched(state: GameState) -> Iterator[Standing]:
    """What of the player's may leave its place at any time of his turn; for the tile he may still get the Lira."""
    mover = state.player
    if YELLOW in mover.tiles and not state.yellow_used:
        yield from ((Thing(Kind.ASSISTANT, mover.color), int(place)) for place in mover.assistants)
    if any(isinstance(action, PlayFamilyHome) for action in legal_actions(state)):
        yield Thing(Kind.FAMILY, mover.color), int(mover.family)


def payable(state: GameState, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions; without the tile where its fee may be needed for what was bought before and is not told yet.

    Paid later it makes nothing too late: it is seen again once that is told.
    """
    tile = next((one for one in actions if isinstance(one, UseYellowTile)), None)
    others = tuple(one for one in actions if one is not tile)
    if tile is None or not _is_due(state, tile, others):
        return tuple(actions)
    return others


def _is_due(state: GameState, tile: UseYellowTile, others: Sequence[Action]) -> bool:
    """Whether the fee of the tile may be needed before, for the toll or what the place sells, once the merchant has
    arrived; in the course of others that need the assistant it fetches it is not, nor where all else is to pass on."""
    seat = state.turn
    while others and state.turn == seat and due(state) in (Step.MOVE, Step.ASSISTANT):
        if check(state, others[0]) is not None:
            return False
        state, others = play(state, others[0]), others[1:]
    if state.turn != seat or due(state) not in (Step.ACTION, Step.TOLL) or check(state, tile) is not None:
        return False
    if play(state, tile).turn != seat:
        return any(not isinstance(one, UseYellowTile | Skip | EndTurn) for one in legal_actions(state))
    bought = others if others and isinstance(others[0], SendFamily) else ()
    poorer, richer = after(state, (tile, *bought)), after(_with_fee(state, tile), bought)
    return set(_possible(richer)) != set(_possible(poorer))


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

"""Calling one's people: the Fountain (7) brings assistants back, the Police Station (12) sends the family member."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.names import Place
from companion.istanbul.state import Figure, GameState, Pending, Step
from companion.istanbul.steps.rules import Rule, StepRules
from companion.istanbul.tables import FAMILY_HOME_PLACE, PLACES

# ------------------------------------------------------------------------- 7 Fountain


@lru_cache(maxsize=4096)
def _recalls(lying: tuple[Place, ...]) -> tuple[a.Recall, ...]:
    """Of two on one place, which only a correction puts there, one comes at a time."""
    places = tuple(dict.fromkeys(lying))
    sizes = range(1, len(places) + 1)
    return tuple(a.Recall(chosen) for size in sizes for chosen in combinations(places, size))


def _legal_recall(state: GameState, pending: Pending) -> Iterator[a.Action]:
    return iter(_recalls(state.player.assistants))


def _refuse_recall(state: GameState, pending: Pending, action: a.Recall) -> RuleViolation | None:
    lying = state.player.assistants
    possible = list(lying)
    if not lying:
        return RuleViolation("nobody_out")
    if not action.places:
        return RuleViolation("nobody_recalled", possible=possible)
    if list(action.places) != sorted(set(action.places)):
        return RuleViolation("places_not_in_order", asked=list(action.places))
    missing = [place for place in action.places if place not in lying]
    return RuleViolation("no_assistant_there", place=missing[0], possible=possible) if missing else None


def _recall(draft: Draft, pending: Pending, action: a.Recall) -> None:
    for place in action.places:
        draft.add(e.AssistantJoined(draft.seat, place, how="recall"))
    draft.done()


FOUNTAIN = StepRules(legal=_legal_recall, rules={a.Recall: Rule(_refuse_recall, _recall)})

# ------------------------------------------------------------------------- 12 Police Station

_SENDINGS = tuple(a.SendFamily(place) for place in PLACES if place is not FAMILY_HOME_PLACE)


def _legal_send(state: GameState, pending: Pending) -> Iterator[a.Action]:
    return iter(_SENDINGS if state.player.family is FAMILY_HOME_PLACE else ())


def _refuse_send(state: GameState, pending: Pending, action: a.SendFamily) -> RuleViolation | None:
    if state.player.family is not FAMILY_HOME_PLACE:
        return RuleViolation("family_not_at_home", at=state.player.family, needs=FAMILY_HOME_PLACE)
    if action.to is FAMILY_HOME_PLACE:
        return RuleViolation("family_already_there", place=action.to)
    return None


def _send(draft: Draft, pending: Pending, action: a.SendFamily) -> None:
    draft.add(e.FamilyMoved(draft.seat, action.to, "sent"))
    draft.done(Pending(Step.ACTION, Figure.FAMILY))


POLICE_STATION = StepRules(legal=_legal_send, rules={a.SendFamily: Rule(_refuse_send, _send)})

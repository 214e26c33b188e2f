"""The action of the place where the acting figure stands, or none of it (phase 3: D3; section 8)."""

from collections.abc import Iterator
from itertools import chain

from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.knowledge import in_the_open
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Pending
from companion.istanbul.steps.build import DEALER, MOSQUE, PALACE, WAINWRIGHT
from companion.istanbul.steps.caravansary import CARAVANSARY
from companion.istanbul.steps.family import FOUNTAIN, POLICE_STATION
from companion.istanbul.steps.free import free_plays
from companion.istanbul.steps.gamble import BLACK_MARKET, TEA_HOUSE
from companion.istanbul.steps.market import MARKET
from companion.istanbul.steps.rules import Rule, StepRules, allowed, place_of
from companion.istanbul.steps.warehouse import POST_OFFICE, WAREHOUSE

PLACE_RULES = {
    Place.WAINWRIGHT: WAINWRIGHT,
    Place.FABRIC_WAREHOUSE: WAREHOUSE,
    Place.SPICE_WAREHOUSE: WAREHOUSE,
    Place.FRUIT_WAREHOUSE: WAREHOUSE,
    Place.POST_OFFICE: POST_OFFICE,
    Place.CARAVANSARY: CARAVANSARY,
    Place.FOUNTAIN: FOUNTAIN,
    Place.BLACK_MARKET: BLACK_MARKET,
    Place.TEA_HOUSE: TEA_HOUSE,
    Place.LARGE_MARKET: MARKET,
    Place.SMALL_MARKET: MARKET,
    Place.POLICE_STATION: POLICE_STATION,
    Place.SULTANS_PALACE: PALACE,
    Place.SMALL_MOSQUE: MOSQUE,
    Place.GREAT_MOSQUE: MOSQUE,
    Place.GEMSTONE_DEALER: DEALER,
}

PLACES_OF_ACTION = {
    kind: [int(place) for place, rules in PLACE_RULES.items() if kind in rules.rules]
    for rules in PLACE_RULES.values()
    for kind in rules.rules
}
"""Where each kind of action is at home, for refusals."""


def _legal(state: GameState, pending: Pending) -> Iterator[a.Action]:
    of_the_place = PLACE_RULES[place_of(state, pending)].legal(state, pending)
    return chain(of_the_place, free_plays(state, pending), (a.Skip(),))


def _skip(draft: Draft, pending: Pending, action: a.Skip) -> None:
    draft.add(e.ActionSkipped(draft.seat, place_of(draft.state, pending), pending.figure))
    draft.done()


def settle_action(draft: Draft, pending: Pending) -> bool:
    """Nothing but Skip is possible."""
    if not isinstance(next(_legal(in_the_open(draft.state), pending)), a.Skip):
        return False
    draft.add(e.ActionSkipped(draft.seat, place_of(draft.state, pending), pending.figure, forced=True))
    draft.done()
    return True


SKIP = Rule(allowed, _skip)
ACTIONS = {
    place: StepRules(legal=_legal, rules={**rules.rules, a.Skip: SKIP}, settle=settle_action)
    for place, rules in PLACE_RULES.items()
}

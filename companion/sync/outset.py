"""Where may Governor and Smuggler have stood when the game began, though the eye was not sure of them?

Every place the dice may have sent them to is possible; some are likelier.  Of 15 seen faintly in painted set-ups 14
were there, one was the dark demand tile; 5 seen nowhere all stood in the heap of merchants at the Fountain or of family
members at the Police Station.
"""

import itertools
import math

from companion.istanbul.names import Place
from companion.sync.dice import THROWS, chance_of
from companion.sync.observation import Thing
from companion.sync.reading import Evidence
from companion.sync.table import GOVERNOR, SMUGGLER

SURELY = 3.0
"""Log-odds from which Governor and Smuggler are where they are seen."""
FAINTLY, LOOKS_ALIKE = 5.0, 0.9
"""Log-odds that any fainter sight is worth, and one where the dark demand tile may be taken for the disc."""
DARK = {Place.LARGE_MARKET}
IN_A_HEAP = {Place.FOUNTAIN: 0.0, Place.POLICE_STATION: -1.0}
"""Log-odds of being where wood hides them, though they are not seen there."""
IN_THE_OPEN = -2.0
"""Log-odds against being missed elsewhere, besides those of the eye."""
MOST_PAIRS = 24
"""So many are tried, where neither was surely seen."""


def unsure(evidence: Evidence) -> frozenset[Thing]:
    """Which of the two are not surely seen on one place to which dice may have sent them."""
    found = {thing: [place for one, place in evidence.seen(SURELY) if one == thing] for thing in (GOVERNOR, SMUGGLER)}
    return frozenset(thing for thing, places in found.items() if len(places) != 1 or places[0] not in THROWS)


def possible(thing: Thing, evidence: Evidence) -> dict[Place, float]:
    """Each place where it may have begun, with the log-odds against it; the likeliest first."""
    if thing not in unsure(evidence):
        return {Place(next(place for one, place in evidence.seen(SURELY) if one == thing)): 0.0}
    sights = {place: _sight(thing, place, evidence) for place in map(Place, sorted(set(THROWS)))}
    against = {place: -said - math.log(chance_of(place)) for place, said in sights.items()}
    return dict(sorted(against.items(), key=lambda one: one[1]))


def possible_pairs(evidence: Evidence) -> list[tuple[Place, Place, float]]:
    """Places of Governor and Smuggler together with the log-odds against them, the likeliest first."""
    governor, smuggler = (possible(thing, evidence) for thing in (GOVERNOR, SMUGGLER))
    pairs = [(one, two, governor[one] + smuggler[two]) for one, two in itertools.product(governor, smuggler)]
    return sorted(pairs, key=lambda pair: pair[2])[:MOST_PAIRS]


def likeliest(evidence: Evidence) -> tuple[Place, Place]:
    """Where Governor and Smuggler most likely stand."""
    return possible_pairs(evidence)[0][:2]


def doubted(evidence: Evidence, things: frozenset[Thing]) -> Evidence:
    """The evidence as long as nobody has surely seen these things: little for faint sights, little against heaps."""
    dark = {one: min(said, LOOKS_ALIKE) for one, said in evidence.scores.items() if one[0] in things and one[1] in DARK}
    heaps = {
        (thing, int(place)): _sight(thing, place, evidence)
        for thing in things
        for place in IN_A_HEAP
        if _is_heap(place, evidence)
    }
    return evidence.but(dark | heaps) if things else evidence


def _sight(thing: Thing, place: Place, evidence: Evidence) -> float:
    """Log-odds of standing there; what a heap hides tells little against it."""
    said = evidence.log_odds((thing, int(place)))
    if said > 0:
        return min(said, LOOKS_ALIKE) if place in DARK else FAINTLY
    if _is_heap(place, evidence):
        return max(said, IN_A_HEAP[place])
    return said + IN_THE_OPEN if said < 0 else said


def _is_heap(place: Place, evidence: Evidence) -> bool:
    """Whether wood is seen on a place where much of it stands."""
    return place in IN_A_HEAP and any(at == place for _, at in evidence.seen(0.0))

"""Which cases make the suite?  Those that show something new first, until there are enough."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from companion.conformance.cases import Case, labels, of_action, of_position, with_sections
from companion.conformance.coverage import covered, refused
from companion.conformance.playouts import positions
from companion.conformance.prepared import prepared
from companion.conformance.tries import kinds_of_tries
from companion.errors import GameError
from companion.istanbul import actions as a
from companion.istanbul.engine import check, decide, legal_actions, outcomes
from companion.istanbul.notation.fields import PLAYER_FIELDS, TABLE_FIELDS, get_value, set_value
from companion.istanbul.state import GameState

COPIES = 3
"""So many cases show each label, where so many come up."""
TRIES = 6
LEGAL_TRIES = 3
ODD_EVERY = 6


def chosen(seed: int, number: int, most_positions: int) -> list[Case]:
    """So many cases: the prepared ones, then whatever shows something that fewer than ``COPIES`` showed."""
    shown: Counter[str] = Counter()
    seen: set[str] = set()
    cases: list[Case] = []
    for case in _offered(Random(seed), most_positions, seen):
        if len(cases) >= number:
            break
        shown.update(labels(case))
        seen.update(label for label in labels(case) if shown[label] >= COPIES)
        cases.append(with_sections(case))
    return cases


def _offered(rng: Random, most_positions: int, seen: set[str]) -> Iterator[Case]:
    """Prepared cases all of them; of the games' cases those with a label not in ``seen``, which grows meanwhile."""
    yield from prepared()
    kinds = kinds_of_tries()
    for at, (state, action) in enumerate(positions(rng)):
        if at >= most_positions:
            return
        for one in _to_ask(state, action, kinds, rng):
            if not _labels(state, one) <= seen:
                yield of_action(state, one)
        if at % ODD_EVERY == 0:
            yield from _odd(state, rng, seen)


def _to_ask(
    state: GameState, action: a.Action, kinds: dict[str, tuple[a.Action, ...]], rng: Random
) -> Iterator[a.Action]:
    """The action the game goes on with, some others that are legal, and some that may not be."""
    possible = list(legal_actions(state)) or list(outcomes(state))
    yield from dict.fromkeys((action, *rng.sample(possible, min(LEGAL_TRIES, len(possible)))))
    for kind in rng.sample(sorted(kinds), TRIES):
        yield rng.choice(kinds[kind])


def _labels(state: GameState, action: a.Action) -> set[str]:
    refusal = check(state, action)
    if refusal is not None:
        return refused(state, action, refusal.code)
    return covered(state, action, decide(state, action), list(legal_actions(state)))


def _odd(state: GameState, rng: Random, seen: set[str]) -> Iterator[Case]:
    """A position in which one value is another's, where that does not add up in a way not seen before."""
    fields = [(what, None) for what in TABLE_FIELDS] + [(what, 0) for what in PLAYER_FIELDS]
    what, seat = rng.choice(fields)
    value = rng.choice((get_value(state, what, seat), *ODD_VALUES))
    try:
        case = of_position(set_value(state, what, value, seat))
    except GameError:
        return
    if not labels(case) <= seen:
        yield case


ODD_VALUES = ("0", "1", "5", "9", "17", "-1", "-", "7", "yes", "STAY,STAY,STAY", "RRRRRR", "oooooo", "encounters")
"""Values that are wrong for one field or another."""

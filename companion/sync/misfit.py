"""Where does the table differ from the game?  Single things of wood, named by where they are seen or missed."""

from collections.abc import Iterable

import msgspec

from companion.istanbul.state import GameState
from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.reading import Evidence
from companion.sync.table import Standing, expected


class Misfit(msgspec.Struct, frozen=True):
    """One difference left: ``thing`` is seen on ``place`` but not expected (``seen``), or expected and not seen."""

    thing: Thing
    place: int
    seen: bool


def misfits(state: GameState, evidence: Evidence, policy: Policy) -> tuple[Misfit, ...]:
    """Clear differences between the table the state wants and the table that is seen."""
    wanted = expected(state)
    missing = (Misfit(*standing, seen=False) for standing in wanted if evidence.log_odds(standing) <= -policy.strong)
    singles = {
        thing: evidence.scores.get((thing, place), 0.0) for thing, place in wanted if thing.kind is not Kind.ASSISTANT
    }
    extra = (
        Misfit(*standing, seen=True)
        for standing in evidence.seen(policy.strong)
        if standing not in wanted and not _may_be_here(singles.get(standing[0], 0.0), evidence, standing, policy)
    )
    return tuple(sorted((*missing, *extra), key=lambda misfit: (misfit.thing, misfit.place)))


def _may_be_here(here: float, evidence: Evidence, elsewhere: Standing, policy: Policy) -> bool:
    """Whether the one thing of its kind may as well stand ``here`` as where it is seen, as the eye says itself."""
    told = here != 0.0 and here > evidence.absent / 2
    return told and evidence.scores[elsewhere] - here < policy.either


def still_missing(missed: Iterable[Misfit], state: GameState, evidence: Evidence) -> tuple[Misfit, ...]:
    """What of it is still to stand there and is still not seen."""
    wanted = expected(state)
    still = (
        one for one in missed if (one.thing, one.place) in wanted and evidence.log_odds((one.thing, one.place)) < 0
    )
    return tuple(sorted(still, key=lambda one: (one.thing, one.place)))

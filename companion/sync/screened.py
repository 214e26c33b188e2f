"""What did a hand hide?  Several things that vanish in one look are rather screened than gone.

Nobody takes much off the board at once: whoever moves is seen elsewhere, and only the Fountain brings several
assistants home.
"""

from companion.istanbul.names import Place
from companion.sync.observation import Kind, Thing
from companion.sync.reading import Evidence
from companion.sync.table import Standing

CLEARLY = 1.0
"""Log-odds from which a thing is there, and below whose negative it is not."""
HIDDEN = -1.0
"""Log-odds that are left against a thing rather hidden than gone."""
TOGETHER = 2
"""So many things that vanish in one look are hidden; one may have been fetched."""


def screened(before: Evidence, now: Evidence) -> frozenset[Standing]:
    """What was there in the look ``before``, is not seen ``now``, and nobody's move accounts for; empty where it is
    little."""
    there = frozenset(now.seen(CLEARLY))
    gone = {one for one in before.seen(CLEARLY) if now.log_odds(one) <= -CLEARLY and not _accounted_for(one, there)}
    return frozenset(gone) if len(gone) >= TOGETHER else frozenset()


def _accounted_for(one: Standing, there: frozenset[Standing]) -> bool:
    """Whether a thing is seen elsewhere, or an assistant's merchant where he picks him up or calls all back."""
    thing, place = one
    if thing.kind is not Kind.ASSISTANT:
        return any(thing == other for other, _ in there)
    merchant = Thing(Kind.MERCHANT, thing.color)
    return not there.isdisjoint({(merchant, place), (merchant, int(Place.FOUNTAIN))})

"""How long did everybody think?  Time belongs to whoever ends it with an action; long pauses are nobody's."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from companion.session.log import Entry

LONGEST_PAUSE_S = 600.0  # a break for dinner is nobody's turn


def thinking_seconds(entries: Sequence[Entry]) -> dict[str, float]:
    """Seconds each seat took, keyed by the seat as text."""
    spent: Counter[str] = Counter()
    for before, after in pairwise(entries):
        pause_s = _pause(before, after)
        if after.seat is not None and pause_s:
            spent[str(after.seat)] += round(pause_s)
    return dict(spent)


def played_seconds(entries: Sequence[Entry]) -> float:
    """From the first entry to the last, without long pauses."""
    return sum(_pause(before, after) for before, after in pairwise(entries))


def _pause(before: Entry, after: Entry) -> float:
    pause_s = after.at_s - before.at_s
    return pause_s if 0 <= pause_s < LONGEST_PAUSE_S else 0.0

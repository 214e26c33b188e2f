"""How likely is what the eye says, given what lies there?  Frequencies by kind, visibility and what was seen before.

A score falls into one of ``BINS``.  Looks at an untouched place err alike: there the bin before tells most (``kept``);
where wood came or went the eye begins anew (``fresh``).
"""

import math
from bisect import bisect_right
from collections.abc import Mapping

import msgspec

from companion.sync.observation import Kind

EDGES = (-3.0, -1.5, -0.5, 0.5, 1.5, 3.0, 4.5)
BINS = len(EDGES) + 1
PLAIN, BESIDE, POOR = "plain", "beside", "poor"
VISIBILITIES = (PLAIN, BESIDE, POOR)
GROUPS = {
    Kind.MERCHANT: "merchant",
    Kind.ASSISTANT: "assistant",
    Kind.FAMILY: "family",
    Kind.GOVERNOR: "single",
    Kind.SMUGGLER: "single",
}


def bin_of(score: float) -> int:
    """The bin of a log-odds."""
    return bisect_right(EDGES, score)


class Sight(msgspec.Struct, frozen=True):
    """Natural logarithms of frequencies, by ``key``.

    ``fresh``: of each bin for something that is there (or not) and was just put there, taken away or uncovered.
    ``kept``: of each bin for what lies untouched, by the bin before.  ``counted``: of how much more assistants are
    counted under a merchant than there are, from ``-COUNT_REACH`` to ``COUNT_REACH``.  ``made_by`` tells how it was
    fitted.
    """

    fresh: Mapping[str, tuple[float, ...]]
    kept: Mapping[str, tuple[tuple[float, ...], ...]]
    counted: tuple[float, ...]
    made_by: str = ""

    def anew(self, kind: Kind, visibility: str, there: bool, seen: int) -> float:
        """How likely that bin is where wood came, went or was uncovered."""
        return self.fresh[key(kind, visibility, there)][seen]

    def still(self, kind: Kind, visibility: str, there: bool, before: int, seen: int) -> float:
        """How likely that bin is where nothing was touched since it was in the bin ``before``."""
        return self.kept[key(kind, visibility, there)][before][seen]

    def count(self, counted: int, stack: int) -> float:
        """How likely so many are counted where a stack is so high."""
        off = max(-COUNT_REACH, min(COUNT_REACH, counted - stack))
        return self.counted[off + COUNT_REACH]


COUNT_REACH = 2


def key(kind: Kind, visibility: str, there: bool) -> str:
    """The name of a class of visibility in the tables."""
    return f"{GROUPS[kind]} {visibility} {'there' if there else 'not there'}"


def logs(counts: list[float], prior: list[float], weight: float) -> tuple[float, ...]:
    """Logarithms of frequencies, drawn towards a prior of so many observations."""
    total = sum(counts) + weight
    pairs = zip(counts, prior, strict=True)
    return tuple(round(math.log((count + weight * share) / total), 4) for count, share in pairs)

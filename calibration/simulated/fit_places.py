"""How do places look where wood came, went or was left alone?  Frequencies counted from a bank of looks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import exp, log

import msgspec

from calibration.simulated.bank import Banked, Truth
from calibration.simulated.fit import WEIGHTS, visibility
from companion.sync.model import AFRESH, Sight, bin_of
from companion.sync.observation import Kind
from companion.sync.table import Standing

SHARES = tuple(at / 100 for at in range(1, 100))
"""What the share of things seen afresh may be."""
HALF = 0.5
"""What was never seen counts as seen half a time."""


class PlacePair(msgspec.Struct, frozen=True):
    """Two looks, one after the other, at a place that both could see, and the wood that came to it or went."""

    before: Truth
    now: Truth
    place: int
    moved: frozenset[Standing]

    @property
    def another_picture(self) -> bool:
        """Whether most of the table looks otherwise: a camera that was knocked, another exposure."""
        was, seen = self.before.appearance, self.now.appearance
        changed = [place for place, number in seen.items() if was.get(place) != number]
        return bool(was and seen) and len(changed) > len(seen) // 2

    @property
    def is_compared(self) -> bool:
        """Whether the place was compared with how it looked before."""
        compared = self.place in self.before.appearance and self.place in self.now.appearance
        return compared and not self.another_picture

    @property
    def looks_otherwise(self) -> bool:
        """Whether the comparison says that it looks otherwise."""
        return self.before.appearance[self.place] != self.now.appearance[self.place]


def fit_places(games: Sequence[Banked], sight: Sight) -> Sight:
    """The tables, counted from the same games, with what is counted of whole places.

    These are the pictures that changed or did not, and what is seen afresh though nobody touched it.
    """
    pairs = [one for game in games if WEIGHTS[game.sight] == 1.0 for one in pairs_of(game.looks)]
    return msgspec.structs.replace(sight, pictures=_pictures(pairs), afresh=_afresh(pairs, sight))


def pairs_of(looks: Sequence[Truth]) -> Iterator[PlacePair]:
    """Each place in each two looks that follow each other."""
    for before, now in pairwise(looks):
        moved = frozenset(before.lies) ^ frozenset(now.lies)
        for place in sorted(set(range(1, 17)) - {*before.blind, *now.blind}):
            yield PlacePair(before, now, place, frozenset(one for one in moved if one[1] == place))


def _pictures(pairs: Iterable[PlacePair]) -> tuple[float, float]:
    compared = [one for one in pairs if one.is_compared]
    moved = [one.looks_otherwise for one in compared if one.moved]
    alone = [one.looks_otherwise for one in compared if not one.moved]
    return _share(len(moved) - sum(moved), len(moved)), _share(sum(alone), len(alone))


def _share(did: int, of: int) -> float:
    return round(log((did + HALF) / (of + 2 * HALF)), 2)


def _afresh(pairs: Sequence[PlacePair], sight: Sight) -> tuple[float, ...]:
    """The likeliest share of untouched things that are seen afresh, for each cause."""
    told: dict[str, list[tuple[float, float]]] = {cause: [] for cause in AFRESH}
    for pair in pairs:
        if (cause := _cause(pair)) is not None:
            told[cause] += _untouched(pair, sight)
    return tuple(_likeliest(told[cause]) for cause in AFRESH)


def _cause(pair: PlacePair) -> str | None:
    if pair.another_picture:
        return "picture"
    if not pair.moved:
        return None
    return "merchant" if any(thing.kind is Kind.MERCHANT for thing, _ in pair.moved) else "wood"


def _untouched(pair: PlacePair, sight: Sight) -> Iterator[tuple[float, float]]:
    """How likely each untouched thing is seen so: as before, and afresh."""
    before, now = pair.before, pair.now
    was, seen, lies = dict(before.scores), dict(now.scores), frozenset(now.lies)
    for one in sorted({*was, *seen, *lies} - pair.moved):
        visible = visibility(one, lies, now.poor)
        if one[1] == pair.place and visible == visibility(one, frozenset(before.lies), before.poor):
            bins = bin_of(was.get(one, before.absent)), bin_of(seen.get(one, now.absent))
            there, kind = one in lies, one[0].kind
            yield sight.still(kind, visible, there, *bins), sight.anew(kind, visible, there, bins[1])


def _likeliest(told: Sequence[tuple[float, float]]) -> float:
    """The share of things seen afresh with which all of this is likeliest."""
    return max(SHARES, key=lambda share: sum(log((1 - share) * exp(still) + share * exp(anew)) for still, anew in told))

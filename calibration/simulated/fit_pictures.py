"""How do places look where wood came, went or was left alone?  Frequencies counted from a bank of looks."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log

from calibration.simulated.bank import Banked, Truth
from calibration.simulated.fit import WEIGHTS

HALF = 0.5
"""What was never seen counts as seen half a time."""


def fit_pictures(games: Sequence[Banked]) -> tuple[float, float]:
    """Natural logarithms of how often a place looks as before though wood came to it or went, and otherwise though none
    did; made-up sight says nothing of it.
    """
    moved, alone = list[bool](), list[bool]()
    for game in games:
        for before, now in pairwise(game.looks if WEIGHTS[game.sight] == 1.0 else ()):
            for came_or_went, looks_otherwise in _compared(before, now):
                (moved if came_or_went else alone).append(looks_otherwise)
    return _share(len(moved) - sum(moved), len(moved)), _share(sum(alone), len(alone))


def _compared(before: Truth, now: Truth) -> Iterator[tuple[bool, bool]]:
    """Of each place that both looks could see, whether wood came or went, and whether it looks otherwise; nothing where
    most of the table does: the camera was knocked, or the light is another one."""
    both = set(before.appearance) & set(now.appearance)
    otherwise = {place for place in both if before.appearance[place] != now.appearance[place]}
    if len(otherwise) > len(both) // 2:
        return
    moved = {place for _, place in set(before.lies) ^ set(now.lies)}
    for place in sorted(both - {*before.blind, *now.blind}):
        yield place in moved, place in otherwise


def _share(did: int, of: int) -> float:
    return round(log((did + HALF) / (of + 2 * HALF)), 2)

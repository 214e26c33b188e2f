"""How often does the eye say what, and how often do people do what?  Tables counted from a bank of looks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, log
from pathlib import Path

import msgspec

from calibration.simulated.bank import Banked, Truth
from companion.sync.model import (
    BESIDE,
    BINS,
    BY_SEAT,
    GROUPS,
    PLAIN,
    POOR,
    VISIBILITIES,
    Sight,
    bin_of,
    key,
)  # fmt: skip
from companion.sync.observation import Kind, Thing
from companion.sync.table import Standing

WEIGHTS = {"painted": 1.0, "noisy": 0.05, "perfect": 0.0}
"""What one look counts: made-up errors are only to keep the tables from what the real eye has never been seen to do."""
FRESH_WEIGHT, KEPT_WEIGHT, COUNT_WEIGHT = 4.0, 2.0, 4.0
"""So many observations the prior of a table counts for: a floor under what was never seen."""
COUNT_REACH = 2
"""By so many stacks are counted too high or too low at most; what is off by more counts as off by that."""
FLOOR = 0.002
NEVER_DONE = 0.05
"""So many times what was never done counts as done."""


Likelihoods = tuple[float, float, float]
"""The weight of a look, and how likely it is if the thing is seen as before, and if it is seen afresh."""
SHARES = tuple(step / 1000 for step in range(1, 1000))


class Case(msgspec.Struct, frozen=True):
    """One thing on one place in one look: what was there, in which bin it was seen before (None: touched), and is;
    ``shaken``: a merchant came to the place or went."""

    name: str
    before: int | None
    seen: int
    shaken: bool


def read_bank(folder: Path) -> list[Banked]:
    """All games of a bank."""
    return [msgspec.json.decode(path.read_bytes(), type=Banked) for path in sorted(folder.glob("*.json"))]


def fit_sight(games: Sequence[Banked], pictures: tuple[float, float], made_by: str) -> Sight:
    """The tables of sight, each look with the weight of its sight; ``pictures`` as counted elsewhere."""
    fresh: dict[str, list[float]] = defaultdict(lambda: [0.0] * BINS)
    kept: dict[str, list[list[float]]] = defaultdict(lambda: [[0.0] * BINS for _ in range(BINS)])
    for weight, case in ((WEIGHTS[game.sight], one) for game in games for one in cases(game.looks)):
        if case.before is None:
            fresh[case.name][case.seen] += weight
        else:
            kept[case.name][case.before][case.seen] += weight
    names = [key(kind, seen, there) for kind in GROUPS for seen in VISIBILITIES for there in (True, False)]
    anew = {name: _logs(fresh[name], _pooled(fresh, name), FRESH_WEIGHT) for name in names}
    still = {name: tuple(_logs(kept[name][at], _near(at), KEPT_WEIGHT) for at in range(BINS)) for name in names}
    return Sight(anew, still, _counted(games), pictures, fit_shaken(games, anew, still), made_by)


def _pooled(fresh: dict[str, list[float]], name: str) -> list[float]:
    """What a class with few observations is drawn towards: all kinds under the same visibility, and a floor."""
    alike = name.partition(" ")[2]
    total = [sum(counts[at] for other, counts in fresh.items() if other.endswith(alike)) for at in range(BINS)]
    whole = sum(total) or 1.0
    return [(1 - FLOOR * BINS) * count / whole + FLOOR for count in total]


def _near(at: int) -> list[float]:
    near = [0.9 if one == at else 0.03 if abs(one - at) == 1 else FLOOR for one in range(BINS)]
    return [one / sum(near) for one in near]


def _counted(games: Sequence[Banked]) -> tuple[float, ...]:
    off: dict[int, float] = defaultdict(float)
    for game in games:
        for miscounted in miscounts(game.looks):
            off[max(-COUNT_REACH, min(COUNT_REACH, miscounted))] += WEIGHTS[game.sight]
    counts = [off[at] for at in range(-COUNT_REACH, COUNT_REACH + 1)]
    return _logs(counts, [0.02, 0.12, 0.8, 0.04, 0.02], COUNT_WEIGHT)


def miscounts(looks: Sequence[Truth]) -> Iterator[int]:
    """By how many each stack is counted too high, once for each time it was touched: what lies still goes on being
    counted as before, which is no second observation.
    """
    told: dict[str, object] = {}
    for look in looks:
        if look.bumped:
            told.clear()
        for color, count in look.counted.items():
            touched = (_merchants(look).get(color), look.stacks.get(color))
            if color in look.stacks and told.get(color) != touched:
                told[color] = touched
                yield count - look.stacks[color]


def _merchants(look: Truth) -> dict[str, int]:
    return {thing.color: place for thing, place in look.lies if thing.kind is Kind.MERCHANT}


def cases(looks: Sequence[Truth]) -> Iterator[Case]:
    """Everything that each look says of things that were, are or seem to be somewhere."""
    before: Truth | None = None
    for look in looks:
        if before is None or look.bumped:
            before = look
            continue
        yield from _between(before, look)
        before = look


def _between(before: Truth, now: Truth) -> Iterator[Case]:
    was, seen = dict(before.scores), dict(now.scores)
    lay, lies = frozenset(before.lies), frozenset(now.lies)
    shaken = {place for thing, place in lay ^ lies if thing.kind is Kind.MERCHANT}
    colors = {thing.color for thing, _ in lies}
    blind = set(before.blind) | set(now.blind)
    for thing, place in sorted(_possible(colors)):
        if place in blind:
            continue
        one = (thing, place)
        name = key(thing.kind, visibility(one, lies, now.poor), one in lies)
        same = (one in lay) == (one in lies) and visibility(one, lay, before.poor) == visibility(one, lies, now.poor)
        start = bin_of(was.get(one, before.absent)) if same else None
        yield Case(name, start, bin_of(seen.get(one, now.absent)), place in shaken)


def _possible(colors: Iterable[str]) -> Iterator[Standing]:
    for color in colors:
        for kind in Kind:
            if (kind is Kind.GOVERNOR) == (color == "purple") and (kind is Kind.SMUGGLER) == (color == "black"):
                yield from ((Thing(kind, color), place) for place in range(1, 17))


def visibility(one: Standing, lies: frozenset[Standing], poor: Iterable[int]) -> str:
    """How well something can be seen where it stands."""
    if one[1] in poor:
        return POOR
    beside = any(place == one[1] and thing.kind is Kind.MERCHANT and thing != one[0] for thing, place in lies)
    return BESIDE if beside else PLAIN


def fit_shaken(
    games: Sequence[Banked],
    fresh: Mapping[str, Sequence[float]],
    kept: Mapping[str, Sequence[Sequence[float]]],
) -> float:
    """The likeliest share of untouched things that are seen afresh, as ``Sight.shaken``, by these tables of sight."""
    seen = list[Likelihoods]()
    for weight, before, now in ((WEIGHTS[game.sight], *pair) for game in games for pair in pairwise(game.looks)):
        for case in _between(before, now):
            if case.before is not None and (case.shaken or now.bumped):
                still, anew = kept[case.name][case.before][case.seen], fresh[case.name][case.seen]
                seen.append((weight, exp(still), exp(anew)))
    return _likeliest_share(seen)


def _likeliest_share(seen: Sequence[Likelihoods]) -> float:
    """The share of the latter of two likelihoods, each pair of them with its weight."""

    def likely(share: float) -> float:
        return sum([weight * log((1.0 - share) * still + share * anew) for weight, still, anew in seen])

    return max(SHARES, key=likely)


def fit_rates(games: Sequence[Banked]) -> dict[str, float]:
    """How often each kind of action is done where it may be, as ``Habits.rates``."""
    could, did = Counter[str](), Counter[str]()
    for one in (done for game in games for done in game.done):
        for name in set(one.could).difference(BY_SEAT):
            could[f"{one.step} {name}"] += 1
        did[f"{one.step} {one.did}"] += 1
    return {name: round(log((did[name] + NEVER_DONE) / (count + 1)), 4) for name, count in sorted(could.items())}


def reliability(games: Sequence[Banked], sight: Sight) -> Iterator[tuple[str, int, float, float]]:
    """Class, count, mean log-loss of the class and of guessing by its own frequencies."""
    by = defaultdict[str, list[Case]](list)
    for case in (one for game in games for one in cases(game.looks)):
        by[f"{case.name}{' kept' if case.before is not None else ''}"].append(case)
    for name, some in sorted(by.items()):
        losses = [
            sight.fresh[one.name][one.seen] if one.before is None else sight.kept[one.name][one.before][one.seen]
            for one in some
        ]
        counts = Counter(one.seen for one in some)
        own = sum(count * log(count / len(some)) for count in counts.values()) / len(some)
        yield name, len(some), -sum(losses) / len(losses), -own


def _logs(counts: list[float], prior: list[float], weight: float) -> tuple[float, ...]:
    """Logarithms of frequencies, drawn towards a prior of so many observations."""
    total = sum(counts) + weight
    pairs = zip(counts, prior, strict=True)
    return tuple(round(log((count + weight * share) / total), 4) for count, share in pairs)

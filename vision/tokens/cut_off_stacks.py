"""A stack whose front goes on behind something else: it may be higher than it looks."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.sync.observation import Kind
from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.feet import Top, standing_so, stands_on
from vision.tokens.stacks import foot_of, height_of
from vision.tokens.view import Ints, Scale

ACROSS = np.radians(np.linspace(-1, 1, 7))
"""Where the front of a disc is looked at, as shares of how wide it is, in radians a degree."""
DOWN = np.linspace(0.2, 1.0, 4)[:, None]
"""The same from its upper rim to its lower one."""


@dataclass(frozen=True, slots=True, eq=False)
class TallBodies:
    """Tall tokens in the view: ``cells`` (N, 2) and ``tops_px`` (N, 2) of their tops, ``along_px`` (N, 2) from there to
    where each likely stands, ``radius_px`` (N,).
    """

    cells: Ints
    tops_px: Floats
    along_px: Floats
    radius_px: Floats


def with_hidden_fronts(scale: Scale, tops: Sequence[Top], params: TokenParams = TOKENS) -> list[Top]:
    """The same tops; a merchant's whose front goes on behind other tall tokens less sure of their place."""
    tall = [top for top in tops if top.thing.kind != Kind.ASSISTANT and top.log_odds > params.told]
    stacks: dict[tuple[object, ...], list[Top]] = defaultdict(list)
    for top in tops:
        stacks[top.cell, top.thing].append(top)
    if not tall:
        return [one for alike in stacks.values() for one in alike]
    bodies = _bodies(scale, tall, params)
    return [one for alike in stacks.values() for one in _unsure(scale, alike, bodies, params)]


def _bodies(scale: Scale, tall: Sequence[Top], params: TokenParams) -> TallBodies:
    feet = [foot_of(scale, one.at_px, height_of(one.thing.kind, _likely_under(one), params)) for one in tall]
    tops = np.array([one.at_px for one in tall], np.float64)
    radius = np.array([params.radius_mm[one.thing.kind] for one in tall], np.float64) * scale.px_per_mm
    return TallBodies(np.array([one.cell for one in tall], np.int16), tops, np.array(feet) - tops, radius)


def _unsure(scale: Scale, alike: Sequence[Top], bodies: TallBodies, params: TokenParams) -> list[Top]:
    """What one top is on each place it may stand on.  As much of its share as others hide of where one more disc would
    be goes to all the stacks that may end unseen."""
    top, likely = alike[0], _likely_under(alike[0])
    if likely + 1 >= len(top.feet):
        return list(alike)
    hidden = min(_hidden_share(scale, top, likely, bodies, params), params.most_hidden)
    if not hidden:
        return list(alike)
    higher = len(top.feet) - likely
    mixed = tuple(
        foot._replace(share=(1 - hidden) * foot.share + hidden * (under >= likely) / higher)
        for under, foot in enumerate(top.feet)
    )
    there = sum(1 / (1 + np.exp(-one.log_odds)) for one in alike)
    return [
        replace(standing_so(top, mixed, stand), log_odds=_log_odds(there * np.exp(stand.log_share)))
        for stand in stands_on(mixed, params)
    ]


def _likely_under(top: Top) -> int:
    return max(range(len(top.feet)), key=lambda under: top.feet[under].share, default=0)


def _hidden_share(scale: Scale, top: Top, likely: int, bodies: TallBodies, params: TokenParams) -> float:
    """How much of the front of one more disc than the likely ones other tokens would hide."""
    ends = [foot_of(scale, top.at_px, height_of(Kind.MERCHANT, likely + more, params)) for more in (0, 1)]
    front = _front_of(scale, ends[0], ends[1], params)
    away = front[:, None] - bodies.tops_px
    squared = np.maximum((bodies.along_px**2).sum(axis=1), 1e-9)
    share = np.clip((away * bodies.along_px).sum(axis=2) / squared, 0.0, 1.0)
    far_px = np.linalg.norm(away - share[..., None] * bodies.along_px, axis=2)
    others = (bodies.cells != top.cell).any(axis=1)
    return float(((far_px <= bodies.radius_px) & others).any(axis=1).mean())


def _front_of(scale: Scale, upper_px: Floats, lower_px: Floats, params: TokenParams) -> Floats:
    """Pixels (N, 2) of the front of a disc whose rims have these middles (2,)."""
    towards = np.arctan2(*(scale.nadir_px - upper_px)[::-1])
    around = params.front_deg * ACROSS + towards
    rim = np.stack([np.cos(around), np.sin(around)], axis=1) * params.radius_mm[Kind.MERCHANT] * scale.px_per_mm
    middles = upper_px + DOWN * (lower_px - upper_px)
    return np.asarray((middles[:, None] + rim).reshape(-1, 2), np.float64)


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-12), 1 - 1e-7)
    return float(np.log(share) - np.log1p(-share))

"""A stack whose front goes on behind something else: it may be higher than it looks."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.sync.observation import Kind
from vision.changes.steady import Mask
from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.feet import Top, standing_so, stands_on
from vision.tokens.stacks import foot_of, height_of
from vision.tokens.view import Scale


def with_hidden_fronts(scale: Scale, tops: Sequence[Top], params: TokenParams = TOKENS) -> list[Top]:
    """The same tops; a merchant's whose front goes on behind other tall tokens less sure of their place."""
    tall = [top for top in tops if top.thing.kind != Kind.ASSISTANT and top.log_odds > params.told]
    stacks: dict[tuple[object, ...], list[Top]] = defaultdict(list)
    for top in tops:
        stacks[top.cell, top.thing].append(top)
    return [one for alike in stacks.values() for one in _unsure(scale, alike, tall, params)]


def _unsure(scale: Scale, alike: Sequence[Top], tall: Sequence[Top], params: TokenParams) -> list[Top]:
    """What one top is on each place it may stand on.  As much of its share as others hide of where one more disc would
    be goes to all the stacks that may end unseen."""
    top = alike[0]
    if len(top.feet) < 2:
        return list(alike)
    likely = _likely_under(top)
    others = [other for other in tall if other.cell != top.cell]
    hidden = min(_hidden_share(scale, top, others, params), params.most_hidden)
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


def _hidden_share(scale: Scale, top: Top, others: Sequence[Top], params: TokenParams) -> float:
    """How much of the front of one more disc than the likely ones other tokens would hide."""
    likely = _likely_under(top)
    if not others or likely + 1 >= len(top.feet):
        return 0.0
    ends = [foot_of(scale, top.at_px, height_of(Kind.MERCHANT, likely + more, params)) for more in (0, 1)]
    front = _front_of(scale, ends[0], ends[1], params)
    return float(np.any([_covers(scale, other, front, params) for other in others], axis=0).mean())


def _front_of(scale: Scale, upper_px: Floats, lower_px: Floats, params: TokenParams) -> Floats:
    """Pixels (N, 2) of the front of a disc whose rims have these middles (2,)."""
    towards = np.arctan2(*(scale.nadir_px - upper_px)[::-1])
    around = np.radians(np.linspace(-params.front_deg, params.front_deg, 7)) + towards
    rim = np.column_stack([np.cos(around), np.sin(around)]) * params.radius_mm[Kind.MERCHANT] * scale.px_per_mm
    middles = upper_px + np.linspace(0.2, 1.0, 4)[:, None] * (lower_px - upper_px)
    return np.asarray((middles[:, None] + rim).reshape(-1, 2), np.float64)


def _covers(scale: Scale, other: Top, points_px: Floats, params: TokenParams) -> Mask:
    """Which of these points (N, 2) lie on another token, from its top to where it likely stands."""
    height_mm = height_of(other.thing.kind, _likely_under(other), params)
    along = foot_of(scale, other.at_px, height_mm) - other.at_px
    away = points_px - other.at_px
    share = np.clip(away @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
    far_px = np.linalg.norm(away - share[:, None] * along, axis=1)
    return np.asarray(far_px <= params.radius_mm[other.thing.kind] * scale.px_per_mm)


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-12), 1 - 1e-7)
    return float(np.log(share) - np.log1p(-share))

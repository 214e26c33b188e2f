"""A stack whose front ends where something else begins: it may be higher than it looks."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.sync.observation import Kind
from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.feet import Top, standing_so, stands_on
from vision.tokens.stacks import foot_of, height_of
from vision.tokens.view import Scale


def with_hidden_fronts(scale: Scale, tops: Sequence[Top], params: TokenParams = TOKENS) -> list[Top]:
    """The same tops; a merchant's whose front seems to end behind another tall token less sure of their place."""
    tall = [top for top in tops if top.thing.kind != Kind.ASSISTANT and top.log_odds > params.told]
    stacks: dict[tuple[object, ...], list[Top]] = defaultdict(list)
    for top in tops:
        stacks[top.cell, top.thing].append(top)
    return [one for alike in stacks.values() for one in _unsure(scale, alike, tall, params)]


def _unsure(scale: Scale, alike: Sequence[Top], tall: Sequence[Top], params: TokenParams) -> list[Top]:
    """What one top is on each place it may stand on; half of its share goes to all the stacks that may end unseen."""
    top = alike[0]
    if len(top.feet) < 2:
        return list(alike)
    likely = max(range(len(top.feet)), key=lambda under: top.feet[under].share)
    others = [other.at_px for other in tall if other.cell != top.cell]
    end_mm = _end_mm(scale, top.at_px, likely, params)
    if not others or not _begins_there(scale, top.at_px, np.array(others), end_mm, params):
        return list(alike)
    higher = len(top.feet) - likely
    mixed = tuple(
        foot._replace(share=(foot.share + (under >= likely) / higher) / 2) for under, foot in enumerate(top.feet)
    )
    there = sum(1 / (1 + np.exp(-one.log_odds)) for one in alike)
    return [
        replace(standing_so(top, mixed, stand), log_odds=_log_odds(there * np.exp(stand.log_share)))
        for stand in stands_on(mixed, params)
    ]


def _end_mm(scale: Scale, top_px: Floats, under: int, params: TokenParams) -> float:
    """How far in the view the foot of a stack lies from its top."""
    away = foot_of(scale, top_px, height_of(Kind.MERCHANT, under, params)) - top_px
    return float(np.linalg.norm(away)) / scale.px_per_mm


def _begins_there(scale: Scale, top_px: Floats, others_px: Floats, end_mm: float, params: TokenParams) -> bool:
    """Whether one of the other tops (N, 2) lies in front of the stack, and begins where the stack seems to end."""
    towards = scale.nadir_px - top_px
    towards = towards / max(float(np.linalg.norm(towards)), 1e-6)
    away = (others_px - top_px) / scale.px_per_mm
    radius = params.radius_mm[Kind.MERCHANT]
    beside = np.abs(away @ (towards[1], -towards[0]))
    off = np.abs(away @ towards - 2 * radius - end_mm)
    return bool(((beside < radius) & (off < params.hidden_end_mm)).any())


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-12), 1 - 1e-7)
    return float(np.log(share) - np.log1p(-share))

"""Fit how sure the eye may say it is of tokens, of numbers under merchants and of things without a name.

Usage: python -m tools.fit_sure [N]   (N painted tables of each condition, 40 unless told; prints what ``TokenParams``
and ``UnseenParams`` call ``sure_…``, ``stack_…`` and ``thing_…``; of white discs, by how much ``burnt_cost``,
``uneven_cost`` and ``lamp_cost`` are too large, times the first weight, and the same of ``lamp_narrow_cost``; of tops
looked at again, how much the first look and the second count: ``SecondLookParams.weight`` is the second by the first)
"""

import math
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from calibration.cases import painted_cases
from calibration.figures import calibration_error
from companion.sync.observation import BoardObservation, Kind, Thing
from tools.fit_unseen import fitted, probability
from vision.frame import Floats, Frame
from vision.params import TOKENS
from vision.pipeline import look
from vision.pose import Pose
from vision.readers import TableReading
from vision.tokens.feet import Top
from vision.tokens.lamps import lamp_signs
from vision.tokens.nameless import in_picture, strange_things
from vision.tokens.net import NARROW, PLAIN, STICKER
from vision.tokens.peaks import peaks_of
from vision.tokens.read import GLARE_LIKE, SHADE_LIKE, judged, shape_of, stack_log_odds
from vision.tokens.second_look import SECOND_LOOK, against_top, bounded
from vision.tokens.unseen import strange_middle

CONDITIONS = ("nominal", "cheap", "dim", "clutter", "glossy")
FIRST = 600
NEAR_MM = 14.0
"""A strange part so near to what was not told is that."""
TOP_MM = 8.0
"""A top so near to that of a token is its."""
Named = tuple[str, str, int]


Point = tuple[float, float]
WHITE = {GLARE_LIKE: "white disc", SHADE_LIKE: "white family"}
"""What a mirrored lamp is taken for."""
SAID = ("token", "stack", "thing", *WHITE.values(), "again")


class SaidOfAThing(NamedTuple):
    """One thing said: what it is (of ``SAID``), its signs, and whether it is right."""

    what: str
    signs: Floats
    right: bool


def main(count: int) -> None:
    """Collect, fit, and tell how far what would be said is off."""
    rows = [row for name in CONDITIONS for case in painted_cases(name, FIRST, count) for row in _rows(case)]
    for what in SAID:
        tell(what, [row for row in rows if row.what == what])


def _rows(case: Any) -> Iterator[SaidOfAThing]:
    seen = look(Frame(case.bgr, source=case.name), case.profile)
    if isinstance(seen.observation, BoardObservation) and seen.kept is not None and seen.pose is not None:
        yield from rows_of(seen.kept, seen.pose, case.truth)


def rows_of(kept: TableReading, pose: Pose, truth: dict[str, Any]) -> Iterator[SaidOfAThing]:
    """What was said of one table and whether it was right."""
    _, told = judged(kept.view, pose, kept.tops)
    standing = {(t["kind"], t["color"], t["place"]): t for t in truth["tokens"]}
    for top in told:
        true = standing.get(_named(top))
        yield SaidOfAThing("token", np.array([min(top.log_odds, TOKENS.most_odds)]), true is not None)
        if true is not None and top.under is not None:
            yield SaidOfAThing("stack", np.array([stack_log_odds(top.under_share)]), true["under"] == top.under)
    yield from _white_tops(kept, pose, truth)
    missed = [true["px"] for name, true in standing.items() if name not in {_named(top) for top in told}]
    missed += [thing["px"] for thing in truth.get("nameless", ())]
    middle = strange_middle(kept.view, kept.strange, pose, told)
    for one in strange_things(kept.view, pose, kept.answer, middle):
        if one.place not in kept.glare:
            at_px = in_picture(kept.view, pose, one.at_px)
            yield SaidOfAThing("thing", one.signs, _away_mm(pose, at_px, missed) < NEAR_MM)
    yield from _looked_at_again(kept, pose, truth)


def _white_tops(kept: TableReading, pose: Pose, truth: dict[str, Any]) -> Iterator[SaidOfAThing]:
    """What may be a white disc or a white family member, told or not, and what takes it for a lamp."""
    standing = [(one["kind"], one["color"], one["px"]) for one in truth["tokens"]]
    by_odds = sorted(kept.tops, key=lambda one: one.log_odds)
    for top in {(one.cell, one.thing): one for one in by_odds if one.thing in WHITE}.values():
        alike = [px for kind, color, px in standing if (kind, color) == (str(top.thing.kind), top.thing.color)]
        burnt, uneven, seen = lamp_signs(kept.view, kept.answer, top.at_px)
        signs = [top.log_odds, burnt, uneven, seen] if top.thing == GLARE_LIKE else [top.log_odds, seen]
        near = _away_mm(pose, in_picture(kept.view, pose, top.at_px), alike) < TOP_MM
        yield SaidOfAThing(WHITE[top.thing], np.array(signs, np.float64), near)


def _looked_at_again(kept: TableReading, pose: Pose, truth: dict[str, Any]) -> Iterator[SaidOfAThing]:
    """What was in doubt: the log-odds of the first look, and of the second."""
    for shape in (PLAIN, STICKER, NARROW):
        alike = [one["px"] for one in truth["tokens"] if shape_of(Thing(Kind(one["kind"]), one["color"])) == shape]
        for peak in peaks_of(kept.answer, shape):
            if SECOND_LOOK.least < peak.log_odds < SECOND_LOOK.most:
                against = bounded(against_top(kept.view, peak.at_px, shape))
                near = _away_mm(pose, in_picture(kept.view, pose, peak.at_px), alike) < TOP_MM
                yield SaidOfAThing("again", np.array([peak.log_odds, -against], np.float64), near)


def _away_mm(pose: Pose, at_px: Point, others_px: list[Point]) -> float:
    """How far away the nearest of other points of the picture is, as seen in the middle of the board."""
    mm_px = math.dist(*pose.project_plane(np.array([[0.0, 0.0], [10.0, 0.0]]))) / 10
    return min((math.dist(at_px, px) for px in others_px), default=math.inf) / mm_px


def _named(top: Top) -> Named:
    return str(top.thing.kind), top.thing.color, top.place or 0


def tell(what: str, rows: list[SaidOfAThing]) -> None:
    """The weights and the shift of one kind of thing, and its calibration error on the rows it was fitted on."""
    signs, right = np.array([row.signs for row in rows]), np.array([row.right for row in rows])
    if right.all() or not right.any():
        print(f"{what}: {len(rows)} said, {right.sum()} right: nothing to fit")
        return
    *weights, shift = fitted(signs, right)
    sure = probability(signs, [*weights, shift])
    error = calibration_error((what, float(p), bool(is_right)) for p, is_right in zip(sure, right, strict=True))
    scales = tuple(round(weight, 2) for weight in weights)
    print(f"{what}: {len(rows)} said, {right.sum()} right; scale {scales} shift {shift:.2f}, error {error}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)

"""How well does the eye read?  Pictures with known answers are read and scored; every share comes with its interval."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.sync.observation import BoardObservation, NotSeen
from vision.arrays import Array
from vision.frame import Frame, Image
from vision.geometry import CORNERS_MM
from vision.pipeline import Look, look
from vision.pose import Pose
from vision.profile import Profile

CERTAIN = 0.9
"""A layout stated with this confidence counts as certain."""

EVERY_S = 0.2
"""From one picture of a film to the next."""

LOCK = "lock"
"""What is wrong where a picture without the board is read."""

BURNT = 0.25
"""Share of burnt-out tile pixels above which no reader can be expected to succeed."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture with its answer (the fields of ``NAME.json`` beside a picture); ``truth`` None: there is no board.

    ``later`` are further pictures of the same, ``EVERY_S`` apart; what is told of the last one counts.
    """

    name: str
    condition: str
    bgr: Image
    truth: dict[str, Any] | None
    profile: Profile
    later: tuple[Image, ...] = ()


Statement = tuple[str, float, bool]
"""Something told (``cell`` or ``token``), how sure the eye was of it (0 to 1), and whether it was right."""

BINS = 10


class Outcome(msgspec.Struct, frozen=True):
    """What came of one case.  Counts of tokens are over kind x colour x place, and 0 with a hand in the picture.

    ``silent`` tokens were missed without a word, ``flagged`` places told as ``unseen`` though nothing was missed there.
    """

    name: str
    condition: str
    reason: str = ""
    exact: bool = False
    silent_wrong: bool = False
    certain: bool = False
    confidence: float = 0.0
    tiles_right: int = 0
    corner_mm: float = 0.0
    hits: int = 0
    extra: int = 0
    missed: int = 0
    silent: int = 0
    flagged: int = 0
    whole: bool = False
    dice_told: bool = False
    dice_right: bool = False
    cold_ms: float = 0.0
    yard_ms: float = 0.0
    wrong: str = ""
    said: tuple[Statement, ...] = ()


def run_cases(cases: Iterable[Case]) -> Iterator[tuple[Case, Outcome, Look]]:
    """Read and score each case; the yardstick runs on the same picture in between."""
    yardstick = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), cv2.aruco.DetectorParameters()
    )
    for case in cases:
        grey = cv2.resize(cv2.cvtColor(case.bgr, cv2.COLOR_BGR2GRAY), (1920, 1080))
        start = time.process_time()
        yardstick.detectMarkers(grey)
        middle = time.process_time()
        seen = look(Frame(case.bgr.copy(), source=case.name), case.profile)
        end = time.process_time()
        for number, bgr in enumerate(case.later, 1):
            seen = look(Frame(bgr, number, number * EVERY_S, case.name), case.profile, before=seen)
        yield case, score(case, seen, 1000 * (end - middle), 1000 * (middle - start)), seen


def score(case: Case, seen: Look, cold_ms: float, yard_ms: float) -> Outcome:
    """What came of a case."""
    told = seen.observation
    base: dict[str, Any] = {"name": case.name, "condition": case.condition, "cold_ms": cold_ms, "yard_ms": yard_ms}
    if isinstance(told, NotSeen) or seen.pose is None:
        reason = told.reason if isinstance(told, NotSeen) else ""
        return Outcome(**base, reason=reason, exact=case.truth is None)
    certain = told.layout_confidence >= CERTAIN and None not in told.layout
    if case.truth is None:
        return Outcome(**base, silent_wrong=certain, certain=certain, confidence=told.layout_confidence, wrong=LOCK)
    return Outcome(
        **base,
        certain=certain,
        **_layout_score(case.truth, told, seen.pose, certain),
        **_things(case.truth, told),
        said=_said(case.truth, told),
    )


def _layout_score(truth: dict[str, Any], told: BoardObservation, pose: Pose, certain: bool) -> dict[str, Any]:
    true, flipped = _answer(truth, told)
    right = [a == b for a, b in zip(told.layout, true, strict=True)]
    turned = {cell.place for cell in told.cells if cell.upside_down} == flipped
    allowed = all(a in (None, b) for a, b in zip(told.layout, true, strict=True))
    exact = allowed if truth.get("hand") else all(right) and turned
    return {
        "exact": exact,
        "silent_wrong": certain and not all(right),
        "confidence": told.layout_confidence,
        "tiles_right": sum(right),
        "corner_mm": float(np.median(corner_errors_mm(pose, truth))),
        "wrong": "" if exact else " ".join(f"{b}:{a}" for a, b in zip(told.layout, true, strict=True) if a != b),
    }


def _answer(truth: dict[str, Any], told: BoardObservation) -> tuple[list[int | None], set[int]]:
    """The true layout and the tiles upside down in it, seen from the side from which it was told.

    With half of the tiles turned either side may be called the lower one.
    """
    true, flipped = [place for row in truth["layout"] for place in row], set(truth.get("flipped", ()))
    agree = sum(a == b for a, b in zip(told.layout, true, strict=True))
    agree_turned = sum(a == b for a, b in zip(told.layout, reversed(true), strict=True))
    if 2 * len(flipped) >= len(true) and agree_turned > agree:
        return true[::-1], set(true) - flipped - {None}
    return true, flipped


def _things(truth: dict[str, Any], told: BoardObservation) -> dict[str, Any]:
    if truth.get("hand"):
        return {}
    true = Counter((t["kind"], t["color"], t["place"]) for t in truth["tokens"])
    seen = Counter((str(s.thing.kind), s.thing.color, s.place) for s in told.sightings)
    hits = sum((true & seen).values())
    dice = truth.get("dice")
    return {
        "hits": hits,
        "extra": sum(seen.values()) - hits,
        "missed": sum(true.values()) - hits,
        "silent": sum(count for (_, _, place), count in (true - seen).items() if place not in told.unseen),
        "flagged": len(told.unseen.keys() - {place for _, _, place in true - seen}),
        "whole": true == seen and list(told.layout) == [place for row in truth["layout"] for place in row],
        "dice_told": told.dice is not None,
        "dice_right": told.dice is not None and dice is not None and sorted(told.dice) == sorted(dice),
    }


def _said(truth: dict[str, Any], told: BoardObservation) -> tuple[Statement, ...]:
    """Every cell and token told; tokens only without a hand in the picture."""
    true, _ = _answer(truth, told)
    cells = tuple(
        ("cell", cell.confidence, cell.place == place)
        for cell, place in zip(told.cells, true, strict=True)
        if cell.place is not None
    )
    if truth.get("hand"):
        return cells
    standing = {(t["kind"], t["color"], t["place"]) for t in truth["tokens"]}
    sightings = ((s.confidence, (str(s.thing.kind), s.thing.color, s.place) in standing) for s in told.sightings)
    return cells + tuple(("token", sure, right) for sure, right in sightings)


def corner_errors_mm(pose: Pose, truth: dict[str, Any]) -> Array:
    """Mean error of the corners of each tile read, in mm on the tile; [nan] where none was."""
    errors = [np.nan]
    for tile in pose.tiles:
        if tile.place is not None:
            true_px = np.array(truth["tile_corners_px"][str(tile.place)], np.float32)
            to_tile = cv2.getPerspectiveTransform(true_px, CORNERS_MM.astype(np.float32))
            found = cv2.perspectiveTransform(pose.project_plane(tile.corners_mm).reshape(-1, 1, 2), to_tile)
            errors.append(float(np.linalg.norm(found.reshape(-1, 2) - CORNERS_MM, axis=1).mean()))
    return np.array(errors[1:] or errors)


def wilson(count: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> wilson(50, 50)[0] > 0.92
    True
    >>> wilson(0, 300)[0]
    0.0
    """
    if total == 0:
        return 0.0, 1.0
    share = count / total
    middle = share + z * z / (2 * total)
    spread = z * float(np.sqrt(share * (1 - share) / total + z * z / (4 * total * total)))
    low, high = ((middle + side * spread) / (1 + z * z / total) for side in (-1, 1))
    return max(0.0, low), min(1.0, high)


def calibration_error(statements: Iterable[Statement]) -> float | None:
    """Expected calibration error: how far, on average, the share that was right is from how sure the eye was.

    Over ``BINS`` equal bins of confidence (Guo et al. 2017); None where nothing was told.

    >>> calibration_error([("cell", 0.95, True)] * 19 + [("cell", 0.95, False)])
    0.0
    """
    bins: dict[int, list[tuple[float, bool]]] = {}
    for _, sure, right in statements:
        bins.setdefault(min(BINS - 1, int(BINS * sure)), []).append((sure, right))
    total = sum(map(len, bins.values()))
    apart = sum(abs(sum(sure for sure, _ in said) - sum(right for _, right in said)) for said in bins.values())
    return round(apart / total, 4) if total else None


def figures(outcomes: list[Outcome]) -> dict[str, Any]:
    """All figures of some outcomes; shares as (share, low, high)."""
    total, certain = len(outcomes), [o for o in outcomes if o.certain]
    told = [o for o in outcomes if o.dice_told]
    corners = [o.corner_mm for o in outcomes if o.tiles_right and np.isfinite(o.corner_mm)]
    times = [o.cold_ms / max(o.yard_ms, 1e-3) for o in outcomes]
    said = [statement for o in outcomes for statement in o.said]
    return {
        "n": total,
        "layout_exact": _share(sum(o.exact for o in outcomes), total),
        "refused": sum(bool(o.reason) for o in outcomes),
        "false_locks": sum(o.wrong == LOCK for o in outcomes),
        "silent_wrong": _share(sum(o.silent_wrong for o in outcomes), len(certain)),
        "tile_acc": round(sum(o.tiles_right for o in outcomes) / max(1, 16 * total), 4),
        "corner_mm": _quantile(corners, 0.5),
        "corner_p95_mm": _quantile(corners, 0.95),
        **_token_figures(outcomes),
        "whole_exact": _share(sum(o.whole for o in outcomes), total),
        "dice_right": _share(sum(o.dice_right for o in told), len(told)),
        "dice_told": len(told),
        "cell_ece": calibration_error(statement for statement in said if statement[0] == "cell"),
        "token_ece": calibration_error(statement for statement in said if statement[0] == "token"),
        "cold_x": _quantile(times, 0.5),
        "cold_p95_x": _quantile(times, 0.95),
    }


def _token_figures(outcomes: list[Outcome]) -> dict[str, float | None]:
    """Precision, recall and F1; None where no token stood or was told."""
    hits, extra, missed = (sum(getattr(o, name) for o in outcomes) for name in ("hits", "extra", "missed"))
    return {
        "token_p": _ratio(hits, hits + extra),
        "token_r": _ratio(hits, hits + missed),
        "token_f1": _ratio(2 * hits, 2 * hits + extra + missed),
        "token_silent": _ratio(sum(o.silent for o in outcomes), hits + missed),
        "place_flagged": _ratio(sum(o.flagged for o in outcomes), 16 * sum(not o.reason for o in outcomes)),
    }


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _quantile(values: list[float], share: float) -> float | None:
    return round(float(np.quantile(values, share)), 2) if values else None


def _share(count: int, total: int) -> tuple[float, float, float]:
    low, high = wilson(count, total)
    return round(count / max(1, total), 4), round(low, 4), round(high, 4)

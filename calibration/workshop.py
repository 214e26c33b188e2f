"""How well does the eye read?  Pictures with known answers are read and scored; every share comes with its interval."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.sync.observation import BoardObservation, Kind, NotSeen, Sighting
from vision.arrays import Array
from vision.frame import Frame, Image
from vision.geometry import CORNERS_MM
from vision.pipeline import look
from vision.pose import Pose
from vision.profile import Profile
from vision.task import Look

CERTAIN = 0.9
"""A layout stated with this confidence counts as certain."""

EVERY_S = 0.2
"""From one picture of a film to the next."""

LOCK = "lock"
"""What is wrong where a picture without the board is read."""

TRACKS = ("13", "16")
"""Places whose rubies lie on a track; those in corners are not counted."""

BURNT = 0.25
"""Share of burnt-out tile pixels above which no reader can be expected to succeed."""


@dataclass(frozen=True, slots=True, eq=False)
class AnsweredPicture:
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
"""Something told, how sure the eye was of it (0 to 1), and whether it was right.

A ``cell``, a ``token``, the ``stack`` under a merchant; a place with ``unseen`` wood, an ``unknown`` thing; what is
``printed`` or laid on tiles and the ``dice``, which are told with no number beside them.
"""


class Outcome(msgspec.Struct, frozen=True):
    """What came of one case.  Counts of tokens are over kind x colour x place, and 0 with a hand in the picture.

    ``silent`` tokens were missed without a word, ``flagged`` places named as doubtful (unseen, unknown, glare) in vain.
    ``nameless`` things (wood on edge, a glass) lie on the tiles, ``passed_over`` are those of which no word was said.
    ``merchants`` were told on the right place, ``printed`` is all that is printed or laid on tiles to be read.
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
    nameless: int = 0
    passed_over: int = 0
    merchants: int = 0
    printed: int = 0
    whole: bool = False
    dice_told: bool = False
    dice_right: bool = False
    cold_ms: float = 0.0
    yard_ms: float = 0.0
    wrong: str = ""
    said: tuple[Statement, ...] = ()


def run_cases(cases: Iterable[AnsweredPicture]) -> Iterator[tuple[AnsweredPicture, Outcome, Look]]:
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


def score(case: AnsweredPicture, seen: Look, cold_ms: float, yard_ms: float) -> Outcome:
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
    hits, missing = sum((true & seen).values()), true - seen
    warned = told.unseen.keys() | told.glare | {thing.place for thing in told.unknown}
    nameless = [thing["place"] for thing in truth.get("nameless", ())]
    amiss = {place for _, _, place in missing} | set(nameless)
    dice = truth.get("dice")
    return {
        "hits": hits,
        "extra": sum(seen.values()) - hits,
        "missed": sum(missing.values()),
        "silent": sum(count for (_, _, place), count in missing.items() if place not in warned),
        "flagged": len(warned - amiss),
        "nameless": len(nameless),
        "passed_over": sum(place not in warned for place in nameless),
        "merchants": sum(s.thing.kind == Kind.MERCHANT and _named(s) in true for s in told.sightings),
        "printed": len(printed_truth(truth)),
        "whole": true == seen and list(told.layout) == [place for row in truth["layout"] for place in row],
        "dice_told": told.dice is not None,
        "dice_right": told.dice is not None and dice is not None and sorted(told.dice) == sorted(dice),
    }


def _named(sighting: Sighting) -> tuple[str, str, int]:
    return str(sighting.thing.kind), sighting.thing.color, sighting.place


def _said(truth: dict[str, Any], told: BoardObservation) -> tuple[Statement, ...]:
    """Everything told; of what lies on tiles only without a hand in the picture."""
    true, _ = _answer(truth, told)
    cells = tuple(
        ("cell", cell.confidence, cell.place == place)
        for cell, place in zip(told.cells, true, strict=True)
        if cell.place is not None
    )
    return cells if truth.get("hand") else (*cells, *_said_of_wood(truth, told), *_said_of_print(truth, told))


def _said_of_wood(truth: dict[str, Any], told: BoardObservation) -> Iterator[Statement]:
    standing = {(t["kind"], t["color"], t["place"]): t.get("under") for t in truth["tokens"]}
    seen = {_named(sighting) for sighting in told.sightings}
    amiss = {place for _, _, place in standing.keys() - seen}
    strange = amiss | {thing["place"] for thing in truth.get("nameless", ())}
    for sighting in told.sightings:
        yield "token", sighting.confidence, _named(sighting) in standing
        if sighting.under is not None and _named(sighting) in standing:
            yield "stack", sighting.under_confidence, sighting.under == standing[_named(sighting)]
    for place, sure in told.unseen.items():
        yield "unseen", sure, place in strange
    for thing in told.unknown:
        yield "unknown", thing.confidence, thing.place in strange


def _said_of_print(truth: dict[str, Any], told: BoardObservation) -> Iterator[Statement]:
    right = printed_truth(truth)
    for name, value in _printed(told).items():
        if value is not None:
            yield "printed", 1.0, value == right.get(name, value)


def printed_truth(truth: dict[str, Any]) -> dict[str, Any]:
    """What is to be read of what the game lays on tiles, by name; nothing where the truth does not say."""
    demand = truth.get("demand", {})
    told = {"mail": truth.get("mail_down"), "large": demand.get("large"), "small": demand.get("small")}
    told |= {f"rubies {place}": count for place, count in truth.get("rubies", {}).items() if place in TRACKS}
    told |= {f"mosque {good}": top for good, top in truth.get("mosque", {}).items()}
    return {name: value for name, value in told.items() if value is not None}


def _printed(told: BoardObservation) -> dict[str, Any]:
    read = {"mail": told.mail_down, "large": told.demand_large, "small": told.demand_small}
    read |= {f"rubies {place}": count for place, count in told.rubies.items()}
    return read | {f"mosque {good}": top for good, top in told.mosque.items()}


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

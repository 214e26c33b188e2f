"""What do the two dice beside the board show?

The table is seen straight in the plane of the dice's tops: there a top face is a true square with its pips on a grid,
whatever the camera's tilt; side faces are squeezed.  Pips are found first; every face they could belong to is tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Frame, Image
from vision.params import DICE, DiceParams
from vision.pose import Pose
from vision.steady import straight_maps

GRID: Floats = np.array([[x, y] for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
"""Where pips can be on a face, in pip steps from its middle, row by row."""
PATTERNS: tuple[tuple[int, str], ...] = (
    (1, "000010000"),
    (2, "100000001"),
    (2, "001000100"),
    (3, "100010001"),
    (3, "001010100"),
    (4, "101000101"),
    (5, "101010101"),
    (6, "101101101"),
    (6, "111000111"),
)
"""Faces as pips on the grid."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face that might be there: value, middle (2,) in mm on the board, how well it fits (1 is best), its pips."""

    value: int
    at_mm: Floats
    fit: float
    pips: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class TopPlane:
    """The table seen straight at the height of the dice's tops: grey (h, w), what may be looked at, the scale,
    and how bright white paper is."""

    grey: Image
    open: NDArray[np.bool_]
    origin_mm: Floats
    px_per_mm: float
    paper: float


@dataclass(frozen=True, slots=True, eq=False)
class DiceSeen:
    """What looked like tops of dice, and how bright white paper was."""

    tops: tuple[Face, ...]
    paper: float


def read_dice(frame: Frame, pose: Pose, params: DiceParams = DICE) -> tuple[int, int] | None:
    """The two dice beside the board, left one first; None where not exactly two are seen well."""
    return two_dice(look_for_dice(frame.bgr, pose, params).tops, params)


def look_for_dice(picture_bgr: Image, pose: Pose, params: DiceParams = DICE) -> DiceSeen:
    """Everything beside the board that looks like the top of a die."""
    corners = np.concatenate([tile.corners_mm for tile in pose.tiles])
    low, high = corners.min(axis=0) - params.margin_mm, corners.max(axis=0) + params.margin_mm
    plane = top_plane(picture_bgr, pose, (low, high), None, params)
    return DiceSeen(tuple(_tops_in(plane, pose, params)), plane.paper)


def look_again(
    picture_bgr: Image, pose: Pose, before: DiceSeen, changed_mm: list[tuple[Floats, Floats]], params: DiceParams = DICE
) -> DiceSeen:
    """The same where only some boxes of the board's plane changed, given by their low and high corners (2,)."""
    tops, foot, camera_mm = list(before.tops), *_camera(pose)
    for low, high in changed_mm:
        lean = (np.stack([low, high]) - foot) * params.top_mm / (camera_mm - params.top_mm)
        low = low - params.beside_mm - np.maximum(lean[0], 0)
        high = high + params.beside_mm + np.maximum(-lean[1], 0)
        plane = top_plane(picture_bgr, pose, (low - params.around_mm, high + params.around_mm), before.paper, params)
        tops = [top for top in tops if not _within(top, low, high)]
        tops += [top for top in _tops_in(plane, pose, params) if _within(top, low, high)]
    return DiceSeen(tuple(_tops(tops, foot, params)), before.paper)


def _within(top: Face, low: Floats, high: Floats) -> bool:
    return bool((top.at_mm >= low).all() and (top.at_mm < high).all())


def _camera(pose: Pose) -> tuple[Floats, float]:
    """The board point (2,) below the camera, and its height in mm."""
    camera = -cv2.Rodrigues(np.asarray(pose.rvec, np.float64))[0].T @ np.asarray(pose.tvec, np.float64).reshape(3)
    return np.asarray(camera[:2], np.float64), float(-camera[2])


def _tops_in(plane: TopPlane, pose: Pose, params: DiceParams) -> list[Face]:
    pips_px = find_pips(plane, params)
    if not 1 <= len(pips_px) <= params.most_pips:
        return []
    faces, foot = _faces(plane, pips_px, params), _camera(pose)[0]
    pips_mm = pips_px / plane.px_per_mm + plane.origin_mm
    faces = [face for face in faces if face.value > 1 or _is_alone(face, pips_mm, foot, params)]
    tops = _tops(_without_parts(faces, params), foot, params)
    return [top for top in tops if top.value > 1 or not _may_be_two(top, faces, params)]


def _may_be_two(one: Face, faces: Sequence[Face], params: DiceParams) -> bool:
    """Whether a single pip may as well be one of the two pips of a top."""
    return any(face.value == 2 and one.pips < face.pips and face.fit > params.rival_fit for face in faces)


def top_plane(
    picture_bgr: Image, pose: Pose, around_mm: tuple[Floats, Floats], paper: float | None, params: DiceParams = DICE
) -> TopPlane:
    """A part of the table, low and high corner (2,), straight in the plane of the dice's tops; tiles are closed."""
    low, high = around_mm
    width, height = (int(n) for n in np.ceil((high - low) * params.px_per_mm))
    maps = straight_maps(pose, low, params.px_per_mm, (height, width), params.top_mm)
    straight = cv2.remap(picture_bgr, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    grey = cv2.min(cv2.min(straight[..., 0], straight[..., 1]), straight[..., 2])
    x, y = cv2.split(maps[0])
    edge = np.array(picture_bgr.shape[1::-1]) - 3
    inside = cv2.bitwise_and(cv2.inRange(x, 2, int(edge[0])), cv2.inRange(y, 2, int(edge[1]))) > 0
    tiles = np.zeros((height, width), np.uint8)
    for tile in pose.tiles:
        cv2.fillConvexPoly(tiles, np.round((tile.corners_mm - low) * params.px_per_mm).astype(np.int32), 1)
    if paper is None:
        paper = float(np.percentile(grey[tiles > 0][::11], params.paper_percentile)) if (tiles > 0).any() else 255.0
    return TopPlane(np.asarray(grey, np.uint8), inside & (tiles == 0), low, params.px_per_mm, paper)


def find_pips(plane: TopPlane, params: DiceParams = DICE) -> Floats:
    """Dark dots with brightness all around, (N, 2) x, y in the plane's pixels."""
    scale = plane.px_per_mm
    soft = np.asarray(cv2.GaussianBlur(plane.grey, (0, 0), params.pip_blur_mm * scale), np.uint8)
    around = np.asarray(cv2.erode(soft, _circle(params.pip_ring_mm * scale)), np.uint8)
    reach = int(params.pip_ring_mm * scale) | 1
    peak = (soft <= cv2.erode(soft, np.ones((reach, reach), np.uint8))) & plane.open
    peak &= (around > params.least_white * plane.paper) & (soft < around * np.float32(1 - params.pip_depth))
    count, _, _, middles = cv2.connectedComponentsWithStats(peak.astype(np.uint8))
    return np.asarray(middles[1:count], np.float64)


def _circle(radius_px: float) -> Image:
    """Eight points of a circle as a neighbourhood."""
    reach = int(np.ceil(radius_px))
    angles = np.arange(8) * np.pi / 4
    circle = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    circle[
        reach + np.round(radius_px * np.sin(angles)).astype(int),
        reach + np.round(radius_px * np.cos(angles)).astype(int),
    ] = 1
    return circle


def _faces(plane: TopPlane, pips_px: Floats, params: DiceParams) -> list[Face]:
    """Every face with a pip of its own on one of the pips found."""
    step = params.pip_step_mm * plane.px_per_mm
    soft = np.asarray(cv2.GaussianBlur(plane.grey, (0, 0), params.pip_blur_mm * plane.px_per_mm), np.uint8)
    low = np.asarray(cv2.erode(soft, np.ones((3, 3), np.uint8)), np.uint8)
    blank = np.array(params.blank_points) * step
    faces = []
    for turn in np.radians(np.arange(0, 90, params.turn_step_deg)):
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        middles = (pips_px[:, None] - (GRID * step @ axes)[None]).reshape(-1, 2)
        spots_px = middles[:, None] + (GRID * step @ axes)[None]
        grid = np.stack([_looked_up(layer, spots_px) for layer in (soft, low)], axis=1)
        white = _looked_up(soft, middles[:, None] + (blank @ axes)[None])
        for index, value, fit in _fits(grid, white, params.least_white * plane.paper, params):
            spots = middles[index] + GRID[[c == "1" for c in PATTERNS[value][1]]] * step @ axes
            own = _nearest(pips_px, spots, params.pip_near_mm * plane.px_per_mm)
            if len(own) >= len(spots) - (len(spots) > 3):
                at = middles[index] / plane.px_per_mm + plane.origin_mm
                faces.append(Face(PATTERNS[value][0], at, fit, frozenset(own)))
    return faces


def _looked_up(image: Image, points_px: Floats) -> Floats:
    rows = np.clip(np.round(points_px[..., 1]).astype(np.intp), 0, image.shape[0] - 1)
    columns = np.clip(np.round(points_px[..., 0]).astype(np.intp), 0, image.shape[1] - 1)
    return np.asarray(image[rows, columns], np.float64)


def _fits(grid: Floats, white: Floats, least_white: float, params: DiceParams) -> list[tuple[int, int, float]]:
    """(row, pattern index, fit) of the rows that look like a face.

    ``grid`` (N, 2, 9) is brightness where pips may be, and the least beside it, ``white`` (N, M) where none is.
    """
    level = np.median(white, axis=1)
    even = np.sort(white, axis=1)[:, 1] / np.maximum(np.sort(white, axis=1)[:, -2], 1)
    dark = 1 - grid / np.maximum(level, 1)[:, None, None]
    deepest = np.maximum(dark[:, 1].max(axis=1), params.pip_depth)
    there, near = (dark[:, i, None] / deepest[:, None, None] for i in (0, 1))
    pips = np.array([[c == "1" for c in text] for _, text in PATTERNS])
    misfit = np.where(pips, 1 - near, np.abs(there)).max(axis=2)
    best = misfit.argmin(axis=1)
    fit = 1 - misfit[np.arange(len(best)), best]
    good = (fit > params.least_fit) & (even > params.least_even) & (level > least_white)
    fit = fit - params.uneven_cost * np.maximum(params.usual_even - even, 0)
    return [(int(i), int(best[i]), float(fit[i])) for i in np.flatnonzero(good & (fit > params.least_fit))]


def _nearest(pips_px: Floats, spots_px: Floats, reach_px: float) -> set[int]:
    apart = np.linalg.norm(pips_px[None] - spots_px[:, None], axis=2)
    return {int(row.argmin()) for row in apart if row.min() <= reach_px}


def _is_alone(face: Face, pips_mm: Floats, foot_mm: Floats, params: DiceParams) -> bool:
    """Whether a single pip has no neighbours but those on sides, which lie on the way to the camera's foot."""
    away, inward = pips_mm - face.at_mm, foot_mm - face.at_mm
    far = np.linalg.norm(away, axis=1)
    along = away @ inward / np.maximum(far * np.linalg.norm(inward), 1e-6)
    near, beside = params.alone_mm
    return not bool(((far > 1) & ((far < near) | ((far < beside) & (along < params.side_along)))).any())


def _without_parts(faces: list[Face], params: DiceParams) -> list[Face]:
    """The faces that share no pip with a better one; more pips of its own make a face better."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda one: -one.fit - params.pip_bonus * len(one.pips)):
        if not any(face.pips & other.pips for other in kept):
            kept.append(face)
    return kept


def _tops(faces: list[Face], foot_mm: Floats, params: DiceParams) -> list[Face]:
    """One face a die: its sides are seen on the way from the top to the camera's foot."""
    tops: list[Face] = []
    for face in sorted(faces, key=lambda one: -float(np.linalg.norm(one.at_mm - foot_mm))):
        if not any(_is_side(face, other, foot_mm, params) for other in tops):
            tops.append(face)
    return tops


def _is_side(face: Face, top: Face, foot_mm: Floats, params: DiceParams) -> bool:
    away, inward = face.at_mm - top.at_mm, foot_mm - top.at_mm
    far = float(np.linalg.norm(away))
    along = float(away @ inward) / max(far * float(np.linalg.norm(inward)), 1e-6)
    return far < params.apart_mm or (far < params.side_mm and along > params.side_along)


def two_dice(tops: Sequence[Face], params: DiceParams = DICE) -> tuple[int, int] | None:
    """What two dice show, left one first; None where not exactly two tops fit well."""
    best = sorted(tops, key=lambda one: -one.fit)[:3]
    if len(best) < 2 or best[1].fit < params.sure_fit:
        return None
    if len(best) == 3 and best[2].fit > best[1].fit - params.third_margin:
        return None
    left, right = sorted(best[:2], key=lambda one: float(one.at_mm[0]))
    return left.value, right.value

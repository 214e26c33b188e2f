"""What lies on places and has no name: wood on edge or lying, a glass, a coin?

Two things speak for it: the net has seen it, and a part of the tile as wide as wood is not as it is bare.
``tools/fit_sure.py`` says how much each counts.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.sync.observation import Unknown
from vision.arrays import spots
from vision.changes.steady import Mask
from vision.frame import Floats
from vision.params import UNSEEN, UnseenParams
from vision.pose import Pose
from vision.tokens.net import STRIDE, NetAnswer
from vision.tokens.unseen import sigmoid
from vision.tokens.view import StraightView

AROUND = np.ones((5, 5), np.uint8)
"""Cells of the net's answer of which one thing is the likeliest."""


class Strange(NamedTuple):
    """Something that may have no name: its place, where it is (2,) in the view, and what speaks for it (4,).

    That is how surely the net has seen it (log-odds above the least), and of the part of the tile that is not as it is
    bare the log of 1 + its pixels, how far its hue is off the bare tile's, and how broad it is for its length.
    """

    place: int
    at_px: Floats
    signs: Floats


def unknown_things(
    view: StraightView,
    pose: Pose,
    strange: Sequence[Strange],
    glare: frozenset[int],
    params: UnseenParams = UNSEEN,
) -> tuple[Unknown, ...]:
    """What lies on places and has no name, likeliest first, as far as it is worth telling.

    In the places of ``glare`` a mirrored lamp looks as strange, and people are told of it.
    """
    likely = ((sigmoid(float(one.signs @ params.thing_weights) + params.thing_bias), one) for one in strange)
    told = [
        Unknown(one.place, in_picture(view, pose, one.at_px), sure)
        for sure, one in likely
        if one.place not in glare and sure >= params.thing_told
    ]
    return tuple(sorted(told, key=lambda thing: -thing.confidence))


def strange_things(
    view: StraightView, pose: Pose, answer: NetAnswer, middle: Mask, params: UnseenParams = UNSEEN
) -> list[Strange]:
    """Whatever the net has seen or ``middle`` shows; ``middle`` is that of what ``strange_middle`` found."""
    parts = list(_parts(view, pose, middle, params))
    seen = [_with_part(one, parts, view, params) for one in _seen_by_net(view, pose, answer, params)]
    return seen + [one for one in parts if not any(_is_near(one, other, view, params) for other in seen)]


def _seen_by_net(view: StraightView, pose: Pose, answer: NetAnswer, params: UnseenParams) -> Iterator[Strange]:
    """What the net has seen on tiles, with no part."""
    layer = answer.nameless
    peaks = (layer >= cv2.dilate(layer, AROUND)) & (layer > params.thing_least)
    for cell in spots(peaks):
        at_px = STRIDE * cell[::-1].astype(np.float64)
        row, column = np.minimum(STRIDE * cell, np.array(view.tile.shape) - 1)
        tile = int(view.tile[row, column])
        place = pose.tiles[tile].place if tile >= 0 else None
        if place is not None:
            yield Strange(place, at_px, np.array([layer[*cell] - params.thing_least, 0.0, 0.0, 0.0], np.float64))


def _with_part(one: Strange, parts: Sequence[Strange], view: StraightView, params: UnseenParams) -> Strange:
    """The same with the largest part of the tile that is near."""
    near = (part.signs for part in parts if _is_near(one, part, view, params))
    return one._replace(signs=one.signs + max(near, key=lambda signs: float(signs[1]), default=np.zeros(4)))


def _is_near(one: Strange, other: Strange, view: StraightView, params: UnseenParams) -> bool:
    return math.dist(one.at_px, other.at_px) < params.thing_mm * view.scale.px_per_mm


def _parts(view: StraightView, pose: Pose, middle: Mask, params: UnseenParams) -> Iterator[Strange]:
    """Each part of ``middle`` that hangs together, not seen by the net."""
    rim = params.part_rim_px
    for outline in cv2.findContours(middle.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        left, top, width, height = cv2.boundingRect(outline)
        window = slice(max(0, top - rim), top + height + rim), slice(max(0, left - rim), left + width + rim)
        corner = window[1].start, window[0].start
        filled = cv2.fillPoly(np.zeros(view.tile[window].shape, np.uint8), [outline - corner], 1)
        here = middle[window] & (filled > 0)
        inside = cv2.dilate(here.astype(np.uint8), np.ones((2 * rim - 1, 2 * rim - 1)))
        place = pose.tiles[int(np.bincount(view.tile[window][here]).argmax())].place
        if place is not None:
            seen, bare = (cv2.mean(picture[window], inside)[:3] for picture in (view.seen, view.bare))
            ratio = [max(one / max(other, 0.01), 0.01) for one, other in zip(seen, bare, strict=True)]
            hue = math.log(max(ratio) / min(ratio))
            pixels = spots(here)
            signs = [0.0, math.log1p(len(pixels)), hue, min(width, height) / max(width, height)]
            yield Strange(place, corner + pixels[:, ::-1].mean(axis=0), np.array(signs, np.float64))


def in_picture(view: StraightView, pose: Pose, spot: Floats) -> tuple[float, float]:
    """Where a spot (2,) of the view is in the camera's picture."""
    x, y = pose.project_plane(view.scale.mm(spot[None]))[0]
    return float(x), float(y)

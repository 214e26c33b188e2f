"""On which places does wood probably stand that is not told?

Two things speak for it: the net nearly told some, and something as wide as wood is there that is not the bare tile.
In dim and noisy pictures both are so more often.  ``tools/fit_unseen.py`` says how much each counts.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np

from companion.istanbul.names import Place
from vision.changes.steady import CELL, Box, Mask, grown
from vision.frame import Floats, Reals
from vision.identify.covered_areas import LAID
from vision.params import UNSEEN, UnseenParams
from vision.pose import Pose
from vision.printed.spaces import changed_share, spot_px, wood_mask
from vision.tokens.feet import Top
from vision.tokens.read import TokenReading
from vision.tokens.view import Scale, StraightView, part_of


def unseen_wood(
    view: StraightView, pose: Pose, middle: Mask, tokens: TokenReading, params: UnseenParams = UNSEEN
) -> dict[int, float]:
    """The probability that wood stands untold on a place, for the places where it is worth telling.

    ``middle`` is that of what ``strange_middle`` found, ``tokens`` what was told.
    """
    signs = signs_of(view, pose, middle, tokens, params)
    likely = {place: sigmoid(float(one @ params.weights) + params.bias) for place, one in signs.items()}
    return {place: share for place, share in likely.items() if share >= params.told}


def signs_of(
    view: StraightView, pose: Pose, middle: Mask, tokens: TokenReading, params: UnseenParams = UNSEEN
) -> Mapping[int, Floats]:
    """What speaks for untold wood on each place that was read (3,): whether something was nearly told there, how
    nearly (log-odds above the least), and how much is the middle of something strange (log of 1 + square pixels)."""
    nearly = _nearly_told(tokens)
    wide = np.bincount(view.tile[middle], minlength=len(pose.tiles))
    signs = dict[int, Floats]()
    for tile, area in zip(pose.tiles, wide, strict=True):
        if tile.place is not None:
            above = nearly.get(tile.place, tokens.absent_log_odds) - tokens.absent_log_odds
            above = min(max(above, 0.0), params.most)
            signs[tile.place] = np.array([tile.place in nearly, above, math.log1p(area)], np.float64)
    return signs


def strangeness(view: StraightView, params: UnseenParams = UNSEEN) -> Reals:
    """How surely each pixel (h, w) and those around it are not the bare tile, 0 to 1."""
    around = (params.around_px, params.around_px)
    return np.asarray(cv2.blur(changed_share(view), around), np.float32)


def strangeness_again(view: StraightView, before: Reals, boxes: Iterable[Box], params: UnseenParams = UNSEEN) -> Reals:
    """The same where only boxes of cells of the view have changed since ``before``."""
    after, shape = before.copy(), (view.tile.shape[0] // CELL, view.tile.shape[1] // CELL)
    for changed in boxes:
        top, bottom, left, right = grown(changed, params.reach_cells, shape)
        box = CELL * np.array([[left, top], [right, bottom]], np.float64)
        part = part_of(view, box, CELL * params.reach_cells)
        x, y = np.round((part.scale.origin_mm - view.scale.origin_mm) * view.scale.px_per_mm).astype(int)
        rows, columns = slice(CELL * top, CELL * bottom), slice(CELL * left, CELL * right)
        inner = slice(rows.start - y, rows.stop - y), slice(columns.start - x, columns.stop - x)
        after[rows, columns] = strangeness(part, params)[inner]
    return after


def _nearly_told(tokens: TokenReading) -> dict[int, float]:
    """The log-odds of the likeliest thing that is not told, by place."""
    told = {(one.thing, one.place) for one in tokens.sightings}
    nearly = dict[int, float]()
    for score in tokens.scores:
        if (score.thing, score.place) not in told:
            nearly[score.place] = max(nearly.get(score.place, -math.inf), score.log_odds)
    return nearly


def strange_middle(
    view: StraightView, strange: Reals, pose: Pose, tops: Sequence[Top], params: UnseenParams = UNSEEN
) -> Mask:
    """Where on tiles (h, w) the middle of something strange as wide as wood is, which is not told.

    ``strange`` is what ``strangeness`` said of the view, ``tops`` what was told.
    """
    free = (strange > params.strange) & ~wood_mask(view, tops) & ~_laid(view.scale, pose, params)
    side = round(params.wide_mm * view.scale.px_per_mm)
    middle = cv2.erode(free.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))) > 0
    return np.asarray(middle & (view.tile >= 0), np.bool_)


def sigmoid(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


@lru_cache(maxsize=4)
def _laid(scale: Scale, pose: Pose, params: UnseenParams) -> Mask:
    """Where the game itself lays things on tiles (h, w)."""
    mask = np.zeros(scale.size_px[::-1], np.uint8)
    for tile in pose.tiles:
        for spot in () if tile.place is None else LAID.spots_mm.get(Place(tile.place), ()):
            outline = spot_px(scale, tile, spot)
            middle = outline.mean(axis=0)
            grown = middle + params.laid_times * (outline - middle)
            cv2.fillConvexPoly(mask, grown.round().astype(np.int32), 1)
    return mask > 0

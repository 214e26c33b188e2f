"""Where could something stand unseen?  Under spots that glare has burnt white."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, Kind, Score, Thing
from vision.arrays import least, spots
from vision.changes.steady import CELL
from vision.frame import Floats, Reals
from vision.params import TOKENS, TokenParams
from vision.pose import Pose
from vision.tokens.net import COLORS
from vision.tokens.view import StraightView, part_of

PLAYED = (Kind.MERCHANT, Kind.ASSISTANT, Kind.FAMILY)
THINGS = (
    *(Thing(kind, color) for kind in PLAYED for color in COLORS if color not in (GOVERNOR_COLOR, SMUGGLER_COLOR)),
    Thing(Kind.GOVERNOR, GOVERNOR_COLOR),
    Thing(Kind.SMUGGLER, SMUGGLER_COLOR),
)


def burnt_shares(view: StraightView, pose: Pose, params: TokenParams = TOKENS) -> dict[int, float]:
    """The share of each place on which a disc would be all but hidden by white, where there is any."""
    sampled = least(view.seen[::CELL, ::CELL])  # every burnt disc holds four of these pixels
    bright = spots(cv2.blur(sampled, (2, 2)) > params.burnt_paper)
    if not len(bright):
        return {}
    part = part_of(view, CELL * bright[:, ::-1].astype(np.float64), 2.0 * params.burnt_px)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (params.burnt_px, params.burnt_px))
    burnt = cv2.erode(_burnt(part.seen, part.whites, params), disc) > 0
    if not burnt.any():
        return {}
    tiles = part.tile[burnt]
    hidden = np.bincount(tiles[tiles >= 0], minlength=len(pose.tiles))
    shares = {int(tile): hidden[tile] / np.count_nonzero(view.tile == tile) for tile in np.flatnonzero(hidden)}
    return {
        place: float(share)
        for tile, share in shares.items()
        if share > params.least_burnt and (place := pose.tiles[tile].place) is not None
    }


def burnt_part(view: StraightView, at_px: Floats, radius_px: float, params: TokenParams = TOKENS) -> float:
    """The share of a disc about a point (2,) of the view that is burnt white."""
    size = round(2 * radius_px) | 1
    middle = (float(at_px[0]), float(at_px[1]))
    parts = (cv2.getRectSubPix(picture, (size, size), middle) for picture in (view.seen, view.whites))
    seen, whites = (np.asarray(part, np.float32) for part in parts)
    inside = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return float((_burnt(seen, whites, params) * inside).sum() / inside.sum())


def _burnt(seen: Reals, whites: Reals, params: TokenParams) -> NDArray[np.uint8]:
    """1 where a part of the view (h, w, 3) is burnt white, else 0."""
    white = (_least(seen * whites) > params.burnt) & _bright(seen, params)
    return white.astype(np.uint8)


def _bright(seen: Reals, params: TokenParams) -> NDArray[np.bool_]:
    """Where a part of the view (h, w, 3) is brighter than white paper."""
    return np.asarray(_least(seen) > params.burnt_paper)


def _least(picture: Reals) -> Reals:
    """The least channel of each pixel, without its noise."""
    return np.asarray(cv2.blur(least(picture), (5, 5)), np.float32)


def unseen_scores(view: StraightView, pose: Pose, params: TokenParams = TOKENS) -> list[Score]:
    """The log-odds left to anything standing on a place of which a part cannot be seen."""
    return [
        Score(thing, place, math.log(share + (1 - share) * math.exp(params.absent)))
        for place, share in burnt_shares(view, pose, params).items()
        for thing in THINGS
    ]

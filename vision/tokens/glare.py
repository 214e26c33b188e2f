"""In which tiles is a lamp mirrored?  Where light is added to the learnt art, and ends softly.

Cards, tiles and wood hide the art as well but have sharp edges; light and shade that fall unevenly add little.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import least
from vision.changes.steady import CELL, Box, Mask
from vision.frame import Reals
from vision.pose import Pose
from vision.printed.spaces import spot_px, wood_mask
from vision.tokens.feet import Top
from vision.tokens.glare_params import GLARE, GlareParams
from vision.tokens.view import StraightView


def mirrored_in(view: StraightView, pose: Pose, tops: Sequence[Top], params: GlareParams = GLARE) -> frozenset[int]:
    """The places in whose tiles a lamp is mirrored so that wood could stand there unseen; ``tops`` are the tokens seen.

    Small and weak spots are not told, nor is a wide faint veil.
    """
    step, a_mm = params.step_px, view.scale.px_per_mm / params.step_px
    clear = (view.tile >= 0) & ~wood_mask(view, tops) & ~_cards(view, pose, params)
    inside = _coarser(clear.astype(np.float32), step) > params.inside
    seen, bare, whites = (_coarser(picture, step) for picture in (view.seen, view.bare, view.whites))
    light = _Light(*_over(seen, bare, whites, params), inside.astype(np.float32))
    tiles, told = view.tile[::step, ::step], set[int]()
    for spot in _spots(light, view.soft_mm, a_mm, params):
        parts = np.bincount(tiles[spot & (tiles >= 0)], minlength=len(pose.tiles))
        told.update(int(index) for index in np.flatnonzero(parts >= min(params.least_mm2 * a_mm**2, parts.max())))
    return frozenset(place for index in told if (place := pose.tiles[index].place) is not None)


def may_mirror(view: StraightView, boxes: Sequence[Box], params: GlareParams = GLARE) -> bool:
    """Whether so much more light than the bare tiles' lies in boxes of cells that a lamp may be mirrored there."""
    lit = 0
    for top, bottom, left, right in boxes:
        part = slice(CELL * top, CELL * bottom), slice(CELL * left, CELL * right)
        over, room = _over(view.seen[part], view.bare[part], view.whites[part], params)
        lit += int(np.count_nonzero(over > params.least * room))
    return lit >= params.least_mm2 * view.scale.px_per_mm**2


def _over(seen: Reals, bare: Reals, whites: Reals, params: GlareParams) -> tuple[Reals, Reals]:
    """What the least channel is above the bare tile, and would be at most, each (h, w)."""
    over, room = (least(above) for above in (seen - bare, params.white / whites - bare))
    return over, np.clip(room, *params.room).astype(np.float32)


def _cards(view: StraightView, pose: Pose, params: GlareParams) -> Mask:
    """Where cards may lie on tiles (h, w): some are white."""
    mask = np.zeros(view.tile.shape, np.uint8)
    for tile in pose.tiles:
        for spot in params.cards_mm.get(tile.place or 0, ()):
            foot = spot_px(view.scale, tile, spot)
            both = np.concatenate([foot, view.scale.leaning(foot, params.cards_high_mm)])
            cv2.fillConvexPoly(mask, cv2.convexHull(both.round().astype(np.int32)), 1)
    return mask > 0


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """What the least channel is above the bare tile (``over``), and would be at most (``room``), each (h, w).

    ``clear`` (h, w) is 1 where a tile and no wood is seen, else 0.
    """

    over: Reals
    room: Reals
    clear: Reals

    def added(self, sigma_px: float, params: GlareParams) -> Reals:
        """The share of the room (h, w) that is filled around each pixel; 0 where too little is in the clear."""
        over, room, clear = (
            cv2.GaussianBlur(picture, (0, 0), sigma_px)
            for picture in (self.over * self.clear, self.room * self.clear, self.clear)
        )
        return np.where(
            clear > params.least_clear, over / np.maximum(room, params.least_clear * params.room[0]), np.float32(0)
        )


def _coarser(picture: Reals, step: int) -> Reals:
    """The mean of each ``step`` times ``step`` pixels."""
    size = (-(-picture.shape[1] // step), -(-picture.shape[0] // step))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _spots(light: _Light, soft_mm: float, a_mm: float, params: GlareParams) -> Iterator[Mask]:
    """Masks (h, w) of mirrored lamps; ``a_mm`` are pixels a mm.  One so large ends at the edges of tiles and art."""
    added = light.added(params.blur_mm * a_mm, params)
    if added.max() < params.least_peak:
        return
    inside = light.clear > 0
    steep = _steepness(light.added(params.edge_blur_mm * a_mm, params), inside)
    wide_px = (params.wide_mm + params.soft_times * soft_mm) * a_mm
    count, numbers, boxes, _ = cv2.connectedComponentsWithStats((added > params.least).astype(np.uint8))
    for number in range(1, count):
        if min(boxes[number][2:4]) < 2 * params.radius_mm * a_mm:
            continue
        spot = numbers == number
        peak = float(np.percentile(added[spot], params.peak))
        if peak < params.least_peak or _radius_px(spot) < params.radius_mm * a_mm:
            continue
        half = (spot & (added > peak / 2)).astype(np.uint8)
        rim = (cv2.dilate(half, np.ones((3, 3))) > half) & (cv2.erode(inside.astype(np.uint8), np.ones((3, 3))) > 0)
        large = boxes[number][4] >= params.large_mm2 * a_mm**2 and peak >= params.large_peak
        soft = rim.sum() >= params.least_rim_mm * a_mm and peak >= wide_px * np.percentile(steep[rim], params.rim)
        if large or soft:
            yield spot


def _steepness(added: Reals, inside: Mask) -> Reals:
    """How steeply what is added changes at each pixel or beside it, per pixel (h, w)."""
    across, down = (cv2.Sobel(added, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    return np.asarray(cv2.dilate(np.where(inside, np.hypot(across, down), np.float32(0)), np.ones((3, 3))), np.float32)


def _radius_px(spot: Mask) -> float:
    """The radius of the largest disc in a spot (h, w)."""
    return float(cv2.distanceTransform(spot.astype(np.uint8), cv2.DIST_L2, 3).max())

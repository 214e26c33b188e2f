"""In which tiles is a lamp mirrored?  Where light is added to the learnt art, and ends softly.

Cards, tiles and wood hide the art as well but have sharp edges; light and shade that fall unevenly add little.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.frame import Reals
from vision.params_glare import GLARE, GlareParams
from vision.pose import Pose
from vision.printed.spaces import wood_mask
from vision.steady import Mask
from vision.tokens.stands import Top
from vision.tokens.view import View


def mirrored_in(view: View, pose: Pose, tops: Sequence[Top], params: GlareParams = GLARE) -> frozenset[int]:
    """The places in whose tiles a lamp is mirrored so that wood could stand there unseen; ``tops`` are the tokens seen.

    Small and weak spots are not told, nor is a wide faint veil.
    """
    step, a_mm = params.step_px, view.scale.px_per_mm / params.step_px
    clear = (view.tile >= 0) & ~wood_mask(view, tops)
    over = np.where(clear, np.minimum.reduce(cv2.split(view.seen - view.bare)), np.float32(0))
    spots = _spots(_coarser(over, step), _coarser(clear.astype(np.float32), step), view.soft_mm, a_mm, params)
    tiles, told = view.tile[::step, ::step], set[int]()
    for spot in spots:
        parts = np.bincount(tiles[spot & (tiles >= 0)], minlength=len(pose.tiles))
        told.update(int(index) for index in np.flatnonzero(parts >= min(params.least_mm2 * a_mm**2, parts.max())))
    return frozenset(place for index in told if (place := pose.tiles[index].place) is not None)


def _coarser(picture: Reals, step: int) -> Reals:
    """The mean of each ``step`` times ``step`` pixels."""
    size = (-(-picture.shape[1] // step), -(-picture.shape[0] // step))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _spots(over: Reals, clear: Reals, soft_mm: float, a_mm: float, params: GlareParams) -> Iterator[Mask]:
    """Masks (h, w) of mirrored lamps.

    ``over`` (h, w) is what the least channel is above the bare tile, ``clear`` (h, w) the share of each pixel on which
    a tile and no wood is seen; ``a_mm`` are pixels a mm.
    """
    added = _averaged(over, clear, params.blur_mm * a_mm, params)
    if added.max() < params.least_peak:
        return
    inside = clear > params.inside
    steep = _steepness(_averaged(over, clear, params.edge_blur_mm * a_mm, params), inside)
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
        if rim.sum() >= params.least_rim_mm * a_mm and peak >= wide_px * np.median(steep[rim]):
            yield spot


def _averaged(over: Reals, clear: Reals, sigma_px: float, params: GlareParams) -> Reals:
    """What is added (h, w), averaged over what is clear around; 0 where too little is."""
    share, total = (cv2.GaussianBlur(picture, (0, 0), sigma_px) for picture in (clear, over))
    return np.where(share > params.least_clear, total / np.maximum(share, params.least_clear), np.float32(0))


def _steepness(added: Reals, inside: Mask) -> Reals:
    """How steeply what is added changes at each pixel or beside it, per pixel (h, w)."""
    across, down = (cv2.Sobel(added, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    return np.asarray(cv2.dilate(np.where(inside, np.hypot(across, down), np.float32(0)), np.ones((3, 3))), np.float32)


def _radius_px(spot: Mask) -> float:
    """The radius of the largest disc in a spot (h, w)."""
    return float(cv2.distanceTransform(spot.astype(np.uint8), cv2.DIST_L2, 3).max())

"""What do pieces on the spaces of a tile cover, and which number of them does a picture show?"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import least, mean_grey, total
from vision.changes.steady import Mask
from vision.frame import Floats, Image, Reals
from vision.identify.covered_areas import Spot
from vision.params import TILE_MM, TOKENS, TokenParams
from vision.pose import Pose, TilePose
from vision.printed.params import PRINTED, PrintedParams
from vision.tokens.feet import Top
from vision.tokens.stacks import foot_of, height_of
from vision.tokens.view import Scale, StraightView


@dataclass(frozen=True, slots=True, eq=False)
class Speech:
    """What is said for each number (N,): log-odds, and the share of all the change that it explains, -1 to 1.

    ``counts`` is the share of the log-odds that counts for the number that leads, 0 to 1.
    """

    log_odds: Floats
    fits: Floats
    counts: float = 1.0

    def likeliest(self, besides: Floats, margin: float, least_fit: float, most: float = np.inf) -> int | None:
        """The number that leads, with log-odds (N,) of what is known besides; None where it explains too little.

        Against any other number neither of the two counts for more than ``most``: one alone may be wrong.  What is said
        against the leading number counts in full.
        """
        best = int((self.log_odds + besides).argmax())
        said, known = (log_odds[best] - log_odds for log_odds in (self.log_odds, besides))
        ahead = np.minimum(np.minimum(said, self.counts * said), most) + np.minimum(known, most)
        clear = float(np.delete(ahead, best).min()) > margin
        return best if clear and self.fits[best] > least_fit else None


@dataclass(frozen=True, slots=True, eq=False)
class TileSeen:
    """One tile in a picture: the part of the straight view that holds it, and what wood hides of that part, (h, w)."""

    view: StraightView
    picture: Image
    pose: Pose
    tile: TilePose
    hidden: Mask


def on_board(tile: TilePose, points_mm: Floats) -> Floats:
    """Board points (N, 2) of points of the tile."""
    corner = tile.corners_mm[0]
    right, down = (tile.corners_mm[1] - corner) / TILE_MM[0], (tile.corners_mm[3] - corner) / TILE_MM[1]
    return np.asarray(corner + points_mm[:, :1] * right + points_mm[:, 1:] * down, np.float64)


def spot_px(scale: Scale, tile: TilePose, spot: Spot) -> Floats:
    """The corners (4, 2) of a spot of the tile in the view."""
    x, y, across, down = spot
    corners = np.array([x, y]) + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (across / 2, down / 2)
    return scale.px(on_board(tile, corners))


def wood_mask(view: StraightView, tops: Sequence[Top], params: TokenParams = TOKENS) -> Mask:
    """What tokens cover in the view, (h, w)."""
    mask = np.zeros(view.tile.shape, np.uint8)
    for top in tops:
        height = height_of(top.thing.kind, top.under or top.likely_under, params)
        foot = foot_of(view.scale, top.at_px, height)
        radius = params.radius_mm[top.thing.kind] * view.scale.px_per_mm + 1.5
        ends = [(round(float(x)), round(float(y))) for x, y in (foot, top.at_px)]
        cv2.line(mask, ends[0], ends[1], 1, max(1, round(2 * radius)))
        for end in ends:
            cv2.circle(mask, end, round(radius), 1, -1)
    return mask > 0


def changed_share(view: StraightView, params: PrintedParams = PRINTED) -> Reals:
    """How surely each pixel is not the bare tile, 0 to 1, (h, w): it has another colour, and other detail around it."""
    near = np.ones((3, 3), np.uint8)
    over = np.maximum(view.seen - cv2.dilate(view.bare, near), cv2.erode(view.bare, near) - view.seen)
    off = np.sqrt(total(np.maximum(over, 0) ** 2))
    unlike = 1 - np.clip(_likeness(view.seen, view.bare, params.detail_px), 0, 1)
    return np.asarray((np.tanh(off / params.change) + unlike) / 2, np.float32)


def _likeness(one: Reals, other: Reals, size_px: int) -> Reals:
    """Correlation of two pictures (h, w, 3) around each pixel, (h, w)."""
    size = (size_px, size_px)
    mean, mean_other = cv2.blur(one, size), cv2.blur(other, size)
    both = cv2.blur(total(one * other), size) - total(mean * mean_other)
    own = cv2.blur(total(one * one), size) - total(mean * mean)
    its = cv2.blur(total(other * other), size) - total(mean_other * mean_other)
    return np.asarray(both / np.sqrt(np.maximum(own, 3e-4) * np.maximum(its, 3e-4)), np.float32)


def piece(view: StraightView, tile: TilePose, spot_mm: tuple[float, float], size_mm: float, high_mm: float) -> Mask:
    """What a piece of ``size_mm`` across on a spot of the tile covers in the view, (h, w)."""
    foot, top = _foot_and_top(view, tile, spot_mm, high_mm)
    mask = np.zeros(view.tile.shape, np.uint8)
    ends = [(round(float(x) * 8), round(float(y) * 8)) for x, y in (foot, top)]
    radius = size_mm / 2 * view.scale.px_per_mm
    cv2.line(mask, ends[0], ends[1], 1, max(1, round(2 * radius)), cv2.LINE_8, 3)
    for end in ends:
        cv2.circle(mask, end, round(radius * 8), 1, -1, cv2.LINE_8, 3)
    return mask > 0


def color_at(
    seen: TileSeen, pixels: Reals, spot_mm: tuple[float, float], high_mm: float, params: PrintedParams
) -> Floats | None:
    """Colour (3,) of the view's ``pixels`` so high above a spot; None where wood or a reflection hides most of it."""
    view, hidden = seen.view, seen.hidden
    at = _foot_and_top(view, seen.tile, spot_mm, high_mm)[1]
    radius = params.top_mm * view.scale.px_per_mm
    low = np.maximum(np.floor(at - radius).astype(int), 0)
    high = np.minimum(np.ceil(at + radius).astype(int) + 1, view.tile.shape[::-1])
    window = slice(low[1], high[1]), slice(low[0], high[0])
    across, down = np.arange(low[0], high[0]) - at[0], np.arange(low[1], high[1]) - at[1]
    around = across**2 + down[:, None] ** 2 < radius**2
    here = around & ~hidden[window] & (least(view.seen[window]) < params.burnt)
    if here.sum() <= 0.5 * around.sum():
        return None
    return np.asarray(pixels[window][here].mean(axis=0), np.float64)


def _foot_and_top(
    view: StraightView, tile: TilePose, spot_mm: tuple[float, float], high_mm: float
) -> tuple[Floats, Floats]:
    """Where a spot of the tile, and a point so high above it, are in the view, (2,) each."""
    foot = view.scale.px(on_board(tile, np.array([spot_mm])))[0]
    return foot, view.scale.leaning(foot, high_mm)


def together(pieces: Sequence[Mask], view: StraightView) -> Mask:
    """What any of the pieces covers, (h, w)."""
    return np.asarray(np.logical_or.reduce([np.zeros(view.tile.shape, bool), *pieces]), bool)


def grain(view: StraightView) -> float:
    """How much pixels on the tiles differ from those beside them where the bare tiles do not (white paper is 1)."""
    off = mean_grey(view.seen - view.bare)
    fine = np.abs(off - cv2.GaussianBlur(off, (0, 0), 1.0))[view.tile >= 0]
    return float(1.48 * np.median(fine)) if len(fine) else 0.0


def spoken_for(
    covers: Sequence[Mask], changed: Reals, hidden: Mask, params: PrintedParams, grainy: float = 0.0
) -> Speech | None:
    """What the change says for each number, by its cover alone being changed; None where too much is hidden.

    It counts by the square of the share that a number explains at best, and for less the more ``grainy`` (as ``grain``
    says) the picture is: what is left may be something else, and so may the rest be.
    """
    everywhere = np.logical_or.reduce(covers) & ~hidden
    if everywhere.sum() < params.least_free * np.logical_or.reduce(covers).sum():
        return None
    speaks = changed[everywhere] - np.percentile(changed[everywhere], params.ends).mean()
    speaks = params.usual_speech * speaks / max(float(np.abs(speaks).mean()), params.least_contrast)
    scores = np.array([np.where(cover[everywhere], speaks, -speaks).sum() for cover in covers]) / params.area_px
    fits = scores * params.area_px / float(np.abs(speaks).sum() + 1e-6)
    explained = max(float(fits.max()), 0.0)
    return Speech(scores, fits, explained**2 * min(1.0, params.usual_grain / max(grainy, 1e-6)))


def angle(colors: Reals, other: Floats) -> Floats:
    """Angle between colours (..., 3) and another as seen from black, rad."""
    size = np.sqrt(np.einsum("...c,...c->...", colors, colors)) * np.linalg.norm(other) + 1e-9
    return np.asarray(np.arccos(np.clip(colors @ other / size, -1, 1)), np.float64)

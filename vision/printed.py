"""What is laid on the printed spaces of tiles?  Mail indicators, rubies on the tracks, the top demand tiles.

Each possible number of pieces covers its own part of a tile; the number whose part differs from the bare tile, and
whose spared part does not, is told.  Where wood stands on the spaces, or two numbers fit alike, nothing is told.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.istanbul.names import Place
from vision.frame import Floats, Reals
from vision.params import PRINTED, TILE_MM, TOKENS, PrintedParams, TokenParams
from vision.pose import Pose, TilePose
from vision.steady import Mask
from vision.tokens.stacks import foot_of, height_of
from vision.tokens.stands import Top
from vision.tokens.view import View, part_of

RUBY_PLACES = (Place.SULTANS_PALACE, Place.GEMSTONE_DEALER)
FIELDS = {
    Place.POST_OFFICE: "mail_down",
    Place.LARGE_MARKET: "demand_large",
    Place.SMALL_MARKET: "demand_small",
}


@dataclass(frozen=True, slots=True)
class PrintedReading:
    """Mail indicators down, goods of the top demand tiles (top icon first), rubies on the tracks; None: not told."""

    mail_down: int | None = None
    demand_large: str | None = None
    demand_small: str | None = None
    rubies: dict[int, int] = field(default_factory=dict)


PLACES = (Place.POST_OFFICE, Place.LARGE_MARKET, Place.SMALL_MARKET, Place.SULTANS_PALACE, Place.GEMSTONE_DEALER)
"""Places with something to read."""


def read_printed(
    view: View,
    pose: Pose,
    tops: Sequence[Top] = (),
    params: PrintedParams = PRINTED,
    only: Collection[int] = PLACES,
    before: PrintedReading | None = None,
) -> PrintedReading:
    """What lies on the spaces of the tiles, as far as the tokens seen (``tops``) leave them free.

    Of places not among ``only`` is told what was told ``before``.
    """
    told = before or PrintedReading()
    tiles = {tile.place: tile for tile in pose.tiles if tile.place in PLACES and not tile.covered}
    for place in (place for place in PLACES if place in only):
        told = _with_place(told, place, _on_place(view, tiles[place], place, tops, params) if place in tiles else None)
    return told


def spaces_px(view: View, pose: Pose, place: Place, params: PrintedParams = PRINTED) -> Floats | None:
    """Low and high corner (2, 2) of what may lie on the spaces of a place, in the view; None where it was not read."""
    tile = next((tile for tile in pose.tiles if tile.place == place), None)
    if tile is None:
        return None
    if place in RUBY_PLACES:
        spots, high_mm = np.array(params.ruby_spots[place]), params.ruby_high_mm
    elif place == Place.POST_OFFICE:
        spots, high_mm = np.array([(x, y) for x in params.mail_x_mm for y in params.mail_y_mm]), params.mail_high_mm
    else:
        spots, high_mm = _icon_spots(params), max(params.demand_high_mm)
    foot, nadir = view.scale.px(_on_board(tile, spots)), view.scale.px(view.scale.foot_mm[None])[0]
    both = np.concatenate([foot, nadir + (foot - nadir) * view.scale.growth(high_mm)])
    reach = params.mail_mm * view.scale.px_per_mm
    return np.stack([both.min(axis=0) - reach, both.max(axis=0) + reach])


def _with_place(told: PrintedReading, place: Place, value: int | str | None) -> PrintedReading:
    if place in RUBY_PLACES:
        rubies = {other: count for other, count in told.rubies.items() if other != place}
        return replace(told, rubies=rubies if value is None else rubies | {int(place): int(value)})
    return replace(told, **{FIELDS[place]: value})  # type: ignore[arg-type]


def _on_place(view: View, tile: TilePose, place: Place, tops: Sequence[Top], params: PrintedParams) -> int | str | None:
    """What lies on the spaces of one tile."""
    part = part_of(view, view.scale.px(tile.corners_mm), params.around_px)
    off = (part.scale.origin_mm - view.scale.origin_mm) * view.scale.px_per_mm
    hidden = wood_mask(part, [replace(top, at_px=top.at_px - off) for top in tops])
    if place == Place.LARGE_MARKET:
        return _demand(part, tile, hidden, params.large_demands, params)
    if place == Place.SMALL_MARKET:
        return _demand(part, tile, hidden, params.small_demands, params)
    changed = changed_share(part, params)
    if place == Place.POST_OFFICE:
        return _mail_down(part, tile, changed, hidden, params)
    return _count_rubies(part, tile, changed, hidden, params.ruby_spots[place], params)


def changed_share(view: View, params: PrintedParams = PRINTED) -> Reals:
    """How surely each pixel is not the bare tile, 0 to 1, (h, w): it has another colour, and other detail around it."""
    near = np.ones((3, 3), np.uint8)
    over = np.maximum(view.seen - cv2.dilate(view.bare, near), cv2.erode(view.bare, near) - view.seen)
    off = np.sqrt((np.maximum(over, 0) ** 2).sum(axis=2))
    unlike = 1 - np.clip(_likeness(view.seen, view.bare, params.detail_px), 0, 1)
    return np.asarray((np.tanh(off / params.change) + unlike) / 2, np.float32)


def _likeness(one: Reals, other: Reals, size_px: int) -> Reals:
    """Correlation of two pictures (h, w, 3) around each pixel, (h, w)."""
    size = (size_px, size_px)
    mean, mean_other = cv2.blur(one, size), cv2.blur(other, size)
    both = (cv2.blur(one * other, size) - mean * mean_other).sum(axis=2)
    own = (cv2.blur(one * one, size) - mean * mean).sum(axis=2)
    its = (cv2.blur(other * other, size) - mean_other * mean_other).sum(axis=2)
    return np.asarray(both / np.sqrt(np.maximum(own, 3e-4) * np.maximum(its, 3e-4)), np.float32)


def wood_mask(view: View, tops: Sequence[Top], params: TokenParams = TOKENS) -> Mask:
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


def _count_rubies(
    view: View,
    tile: TilePose,
    changed: Reals,
    hidden: Mask,
    spots: Sequence[tuple[float, float]],
    params: PrintedParams,
) -> int | None:
    pieces = [_piece(view, tile, spot, params.ruby_mm, params.ruby_high_mm) for spot in spots]
    covers = [_together(pieces[len(pieces) - count :], view) for count in range(len(pieces) + 1)]
    return _likeliest(covers, changed, hidden, params)


def _mail_down(view: View, tile: TilePose, changed: Reals, hidden: Mask, params: PrintedParams) -> int | None:
    covers = []
    for down in range(len(params.mail_x_mm) + 1):
        spots = [(x, params.mail_y_mm[1 if i < down else 0]) for i, x in enumerate(params.mail_x_mm)]
        covers.append(_together([_piece(view, tile, s, params.mail_mm, params.mail_high_mm) for s in spots], view))
    return _likeliest(covers, changed, hidden, params)


def _piece(view: View, tile: TilePose, spot_mm: tuple[float, float], size_mm: float, high_mm: float) -> Mask:
    """What a piece of ``size_mm`` across on a spot of the tile covers in the view, (h, w)."""
    foot = view.scale.px(_on_board(tile, np.array([spot_mm])))[0]
    nadir = view.scale.px(view.scale.foot_mm[None])[0]
    top = nadir + (foot - nadir) * view.scale.growth(high_mm)
    mask = np.zeros(view.tile.shape, np.uint8)
    ends = [(round(float(x) * 8), round(float(y) * 8)) for x, y in (foot, top)]
    radius = size_mm / 2 * view.scale.px_per_mm
    cv2.line(mask, ends[0], ends[1], 1, max(1, round(2 * radius)), cv2.LINE_8, 3)
    for end in ends:
        cv2.circle(mask, end, round(radius * 8), 1, -1, cv2.LINE_8, 3)
    return mask > 0


def _on_board(tile: TilePose, points_mm: Floats) -> Floats:
    """Board points (N, 2) of points of the tile."""
    corner = tile.corners_mm[0]
    right, down = (tile.corners_mm[1] - corner) / TILE_MM[0], (tile.corners_mm[3] - corner) / TILE_MM[1]
    return np.asarray(corner + points_mm[:, :1] * right + points_mm[:, 1:] * down, np.float64)


def _together(pieces: Sequence[Mask], view: View) -> Mask:
    return np.asarray(np.logical_or.reduce([np.zeros(view.tile.shape, bool), *pieces]), bool)


def _likeliest(covers: Sequence[Mask], changed: Reals, hidden: Mask, params: PrintedParams) -> int | None:
    """The number whose cover alone is changed; None where no number fits, or two do."""
    everywhere = np.logical_or.reduce(covers) & ~hidden
    if everywhere.sum() < params.least_free * np.logical_or.reduce(covers).sum():
        return None
    speaks = changed[everywhere] - np.percentile(changed[everywhere], params.ends).mean()
    speaks = params.usual_speech * speaks / max(float(np.abs(speaks).mean()), params.least_contrast)
    scores = np.array([np.where(cover[everywhere], speaks, -speaks).sum() for cover in covers]) / params.area_px
    best = int(scores.argmax())
    fits = float(scores[best]) * params.area_px / float(np.abs(speaks).sum() + 1e-6)
    sure = scores[best] - np.delete(scores, best).max() > params.margin
    return best if sure and fits > params.least_fit else None


def _demand(view: View, tile: TilePose, hidden: Mask, known: Sequence[str], params: PrintedParams) -> str | None:
    """The goods of the demand tile on a market, if they are among those the game has; None where not sure."""
    foot = view.scale.px(_on_board(tile, _icon_spots(params))).reshape(1, -1, 5, 2)
    nadir = view.scale.px(view.scale.foot_mm[None])[0]
    growth = np.array([view.scale.growth(high) for high in params.demand_high_mm])[:, None, None, None]
    seen = np.round(nadir + (foot - nadir) * growth).astype(int).reshape(-1, 5, 2)
    room = np.array(view.tile.shape[::-1]) - params.icon_px
    seen = seen[((seen >= params.icon_px) & (seen < room)).all(axis=(1, 2))]
    if not len(seen):
        return None
    goods = _goods_of(view, seen, hidden, params)
    names = tuple(params.good_bgr)
    scores = {tile_goods: goods[:, range(5), [names.index(g) for g in tile_goods]].sum(axis=1) for tile_goods in known}
    totals = {tile_goods: float(np.logaddexp.reduce(score)) for tile_goods, score in scores.items()}
    first, second = sorted(known, key=lambda tile_goods: -totals[tile_goods])[:2]
    clear = totals[first] - totals[second] > params.icons_margin
    return first if clear and float(scores[first].max()) > params.least_icons else None


def _icon_spots(params: PrintedParams) -> Floats:
    """The five icons on the tile (N * 5, 2) in mm, for each way the stack may be shifted."""
    shifts = [(dx, dy) for dx in params.demand_shift_mm for dy in params.demand_shift_mm]
    return np.concatenate([np.array(params.icon_mm) + np.array(params.demand_mm) + np.array(shift) for shift in shifts])


def _goods_of(view: View, icons_px: NDArray[np.intp], hidden: Mask, params: PrintedParams) -> Floats:
    """Log-shares (N, 5, 4) of the goods for each icon (N, 5, 2), by the most colourful part of its pixels."""
    reach = np.arange(-params.icon_px, params.icon_px + 1)
    rows = icons_px[..., 1, None, None] + reach[:, None]
    columns = icons_px[..., 0, None, None] + reach
    pixels = view.seen[rows, columns].reshape(*icons_px.shape[:2], -1, 3)
    colorful = pixels.max(axis=3) - pixels.min(axis=3)
    order = np.argsort(colorful, axis=2)[..., -max(1, round(0.4 * colorful.shape[2])) :]
    color = np.median(np.take_along_axis(pixels, order[..., None], axis=2), axis=2)
    off = np.stack([_angle(color, np.array(bgr)) for bgr in params.good_bgr.values()], axis=2) / params.good_spread
    scores = np.maximum(-0.5 * off**2, params.odd_icon - 2)
    total = np.logaddexp(np.logaddexp.reduce(-0.5 * off**2, axis=2), params.odd_icon)
    shares = scores - total[..., None]
    under = hidden[rows, columns].reshape(*icons_px.shape[:2], -1).any(axis=2)
    return np.asarray(np.where(under[..., None], -np.log(len(params.good_bgr)), shares), np.float64)


def _angle(colors: Reals, other: Floats) -> Floats:
    """Angle between colours (..., 3) and another as seen from black, rad."""
    size = np.linalg.norm(colors, axis=-1) * np.linalg.norm(other) + 1e-9
    return np.asarray(np.arccos(np.clip(colors @ other / size, -1, 1)), np.float64)

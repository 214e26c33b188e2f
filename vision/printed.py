"""What is laid on the printed spaces of tiles?  Mail indicators, rubies on the tracks, the top demand tiles.

Each possible number of pieces covers its own part of a tile; the number whose part differs from the bare tile, and
whose spared part does not, is told.  Where wood stands on the spaces, or two numbers fit alike, nothing is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.istanbul.names import Place
from vision.frame import Floats
from vision.params import PRINTED, TILE_MM, TOKENS, PrintedParams, TokenParams
from vision.pose import Pose, TilePose
from vision.tokens.read import Top
from vision.tokens.stacks import foot_of, height_of
from vision.tokens.view import Reals, View

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PrintedReading:
    """Mail indicators down, goods of the top demand tiles (top icon first), rubies on the tracks; None: not told."""

    mail_down: int | None = None
    demand_large: str | None = None
    demand_small: str | None = None
    rubies: dict[int, int] = field(default_factory=dict)


def read_printed(view: View, pose: Pose, tops: Sequence[Top] = (), params: PrintedParams = PRINTED) -> PrintedReading:
    """What lies on the spaces of the tiles, as far as the tokens seen (``tops``) leave them free."""
    tiles = {tile.place: tile for tile in pose.tiles if tile.place is not None and not tile.covered}
    hidden = wood_mask(view, tops)
    changed = changed_share(view, params)
    rubies = {}
    for place, spots in params.ruby_spots.items():
        if place in tiles:
            count = _count_rubies(view, tiles[place], changed, hidden, spots, params)
            if count is not None:
                rubies[int(place)] = count
    return PrintedReading(
        _mail_down(view, tiles.get(Place.POST_OFFICE), changed, hidden, params),
        _demand(view, tiles.get(Place.LARGE_MARKET), hidden, params.large_demands, params),
        _demand(view, tiles.get(Place.SMALL_MARKET), hidden, params.small_demands, params),
        rubies,
    )


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
        height = height_of(top.thing.kind, top.under or 0, params)
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


def _mail_down(view: View, tile: TilePose | None, changed: Reals, hidden: Mask, params: PrintedParams) -> int | None:
    if tile is None:
        return None
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


def _demand(view: View, tile: TilePose | None, hidden: Mask, known: Sequence[str], params: PrintedParams) -> str | None:
    """The goods of the demand tile on a market, if they are among those the game has; None where not sure."""
    if tile is None:
        return None
    shifts = [
        (dx, dy, high)
        for high in params.demand_high_mm
        for dx in params.demand_shift_mm
        for dy in params.demand_shift_mm
    ]
    told = [_icons(view, tile, hidden, (dx, dy), high, params) for dx, dy, high in shifts]
    chances = [one for one in told if one is not None]
    if not chances:
        return None
    scores = {
        goods: np.array([sum(one[i][good] for i, good in enumerate(goods)) for one in chances]) for goods in known
    }
    totals = {goods: float(np.logaddexp.reduce(score)) for goods, score in scores.items()}
    first, second = sorted(known, key=lambda goods: -totals[goods])[:2]
    clear = totals[first] - totals[second] > params.icons_margin
    return first if clear and float(scores[first].max()) > params.least_icons else None


def _icons(
    view: View, tile: TilePose, hidden: Mask, shift_mm: tuple[float, float], high_mm: float, params: PrintedParams
) -> list[Mapping[str, float]] | None:
    """Log-shares of the goods for each of the five icons, if the demand tile lies there; None where wood hides one."""
    spots = np.array(params.icon_mm) + np.array(params.demand_mm) + np.array(shift_mm)
    foot = view.scale.px(_on_board(tile, spots))
    nadir = view.scale.px(view.scale.foot_mm[None])[0]
    seen = np.round(nadir + (foot - nadir) * view.scale.growth(high_mm)).astype(int)
    height, width = view.tile.shape
    reach = params.icon_px
    if (seen < reach).any() or (seen >= np.array([width, height]) - reach).any():
        return None
    told = []
    for column, row in seen:
        window = slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)
        told.append(_good_of(view.seen[window].reshape(-1, 3), bool(hidden[window].any()), params))
    return told


def _good_of(pixels: Reals, hidden: bool, params: PrintedParams) -> Mapping[str, float]:
    """Log-shares of the goods by the pixels of one icon: the direction of their most colourful part."""
    names = tuple(params.good_bgr)
    if hidden:
        return dict.fromkeys(names, -float(np.log(len(names))))
    colorful = pixels.max(axis=1) - pixels.min(axis=1)
    color = np.median(pixels[colorful >= np.percentile(colorful, 60)], axis=0)
    off = np.array([_angle(color, np.array(params.good_bgr[name])) / params.good_spread for name in names])
    scores = -0.5 * off**2
    total = np.logaddexp.reduce([*scores, params.odd_icon])
    return dict(zip(names, (float(score - total) for score in np.maximum(scores, params.odd_icon - 2)), strict=True))


def _angle(one: Floats, other: Floats) -> float:
    """Angle between two colours as seen from the grey axis and black, rad."""
    return float(np.arccos(np.clip(one @ other / (np.linalg.norm(one) * np.linalg.norm(other) + 1e-9), -1, 1)))

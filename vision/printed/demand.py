"""Which goods does the top demand tile of a market show?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import least, most
from vision.changes.steady import Mask
from vision.frame import Floats
from vision.printed.params import PrintedParams
from vision.printed.spaces import TileSeen, angle, on_board
from vision.tokens.view import StraightView


@dataclass(frozen=True, slots=True, eq=False)
class Icons:
    """What is seen where the five icons of a demand tile may be, at N places of its stack.

    Log-shares of the goods (N, 5, 4); how colourful and how bright an icon is, and whether it is seen at all (N, 5).
    """

    shares: Floats
    colorful: Floats
    bright: Floats
    free: Mask


def demand(on: TileSeen, known: Sequence[str], params: PrintedParams) -> str | None:
    """The goods of the demand tile on a market, if they are among those the game has; None where not sure."""
    view, hidden = on.view, on.hidden
    foot = view.scale.px(on_board(on.tile, icon_spots(params))).reshape(-1, 5, 2)
    leaning = np.concatenate([view.scale.leaning(foot, high_mm) for high_mm in params.demand_high_mm])
    seen = np.round(leaning).astype(int)
    room = np.array(view.tile.shape[::-1]) - params.icon_px
    inside = ((seen >= params.icon_px) & (seen < room)).all(axis=(1, 2))
    if not inside.any():
        return None
    icons = _icons(view, seen[inside], hidden, params)
    beside = params.gap_cost * np.minimum(_between(view, leaning[inside]) / np.median(icons.colorful, axis=1), 1.5)
    names = tuple(params.good_bgr)
    scores = {
        tile_goods: icons.shares[:, range(5), [names.index(g) for g in tile_goods]].sum(axis=1) for tile_goods in known
    }
    totals = {
        tile_goods: float(np.logaddexp.reduce(score + _as_bright(icons, tile_goods, params) - beside))
        for tile_goods, score in scores.items()
    }
    first, second = sorted(known, key=lambda tile_goods: -totals[tile_goods])[:2]
    clear = totals[first] - totals[second] > params.icons_margin and totals[first] > params.least_tile
    return first if clear and float(scores[first].max()) > params.least_icons else None


def icon_spots(params: PrintedParams) -> Floats:
    """The five icons on the tile (N * 5, 2) in mm, for each way the stack may be shifted."""
    shifts = np.array([(dx, dy) for dx in params.demand_shift_mm for dy in params.demand_shift_mm])
    return np.asarray((shifts[:, None] + (np.array(params.icon_mm) + params.demand_mm)).reshape(-1, 2), np.float64)


def _between(view: StraightView, icons_px: Floats) -> Floats:
    """How colourful it is between the lower four of five icons (N, 5, 2), where a tile is plain: (N,)."""
    pairs = ((1, 2), (3, 4), (1, 3), (2, 4))
    at = np.stack([(icons_px[:, i] + icons_px[:, j]) / 2 for i, j in pairs], axis=1).round().astype(int)
    pixels = view.seen[at[..., 1], at[..., 0]]
    return np.asarray((pixels.max(axis=2) - pixels.min(axis=2)).mean(axis=1), np.float64)


def _as_bright(icons: Icons, tile_goods: str, params: PrintedParams) -> Floats:
    """Log-likelihood (N,) of the icons' brightness, compared with one another, if they are these goods.

    The light is the same on all five: a yellow icon is brighter than a green one beside it, however dim it is.
    """
    off = icons.bright - np.array([params.good_bright[good] for good in tile_goods])
    off -= (off * icons.free).sum(axis=1, keepdims=True) / np.maximum(icons.free.sum(axis=1, keepdims=True), 1)
    unlikely = np.minimum(0.5 * (off / params.bright_spread) ** 2, params.odd_brightness)
    return np.asarray(-(unlikely * icons.free).sum(axis=1), np.float64)


def _icons(view: StraightView, icons_px: NDArray[np.intp], hidden: Mask, params: PrintedParams) -> Icons:
    """The icons at (N, 5, 2), by the most colourful part of their pixels."""
    reach = np.arange(-params.icon_px, params.icon_px + 1)
    rows = icons_px[..., 1, None, None] + reach[:, None]
    columns = icons_px[..., 0, None, None] + reach
    pixels = view.seen[rows, columns].reshape(*icons_px.shape[:2], -1, 3)
    each = pixels.reshape(-1, *pixels.shape[2:])
    colorful = (most(each) - least(each)).reshape(pixels.shape[:3])
    order = np.argsort(colorful, axis=2)[..., -max(1, round(0.4 * colorful.shape[2])) :]
    color = np.median(np.take_along_axis(pixels, order[..., None], axis=2), axis=2)
    spread = np.hypot(params.good_spread, params.icon_noise / (np.linalg.norm(color, axis=2) + 1e-6))
    off = np.stack([angle(color, np.array(bgr)) / spread for bgr in params.good_bgr.values()], axis=2)
    scores = np.maximum(-0.5 * off**2, params.odd_icon - 2)
    total = np.logaddexp(np.logaddexp.reduce(-0.5 * off**2, axis=2), params.odd_icon)
    colorful = np.maximum(color.max(axis=2) - color.min(axis=2), 1e-3)
    shares = np.where(colorful[..., None] < params.least_colorful, params.odd_icon, scores - total[..., None])
    under = hidden[rows, columns].reshape(*icons_px.shape[:2], -1).any(axis=2)
    shares = np.where(under[..., None], -np.log(len(params.good_bgr)), shares)
    bright = np.log(np.maximum(color.max(axis=2), 0.02))
    return Icons(
        np.asarray(shares, np.float64), np.asarray(colorful, np.float64), np.asarray(bright, np.float64), ~under
    )

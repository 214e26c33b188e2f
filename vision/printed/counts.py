"""How many mail indicators are down, and how many rubies lie on a track?"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from vision.frame import Floats, Reals
from vision.params_printed import PrintedParams
from vision.pose import TilePose
from vision.printed.spaces import leading, likeliest, piece, spoken_for, together, top_color
from vision.steady import Mask
from vision.tokens.view import View

Spot = TypeVar("Spot")


def rubies_left(
    view: View,
    tile: TilePose,
    changed: Reals,
    hidden: Mask,
    spots: Sequence[tuple[float, float]],
    params: PrintedParams,
) -> int | None:
    pieces = [piece(view, tile, spot, params.ruby_mm, params.ruby_high_mm) for spot in spots]
    covers = [together(pieces[len(pieces) - count :], view) for count in range(len(pieces) + 1)]
    return likeliest(covers, changed, hidden, params)


def mail_down(view: View, tile: TilePose, changed: Reals, hidden: Mask, params: PrintedParams) -> int | None:
    """How many of the four indicators are down.

    What of the tile is changed says less where an indicator has the tile's own colour; but the four are alike.
    """
    rows = [[(x, y) for x in params.mail_x_mm] for y in params.mail_y_mm]
    pieces = [[piece(view, tile, s, params.mail_mm, params.mail_high_mm) for s in row] for row in rows]
    said = spoken_for([together(four, view) for four in _each_number(*pieces)], changed, hidden, params)
    if said is None:
        return None
    tops = [[top_color(view, tile, s, params.mail_high_mm, hidden, params.mail_top_mm) for s in row] for row in rows]
    unlike = np.array([unlikeness(four) for four in _each_number(*tops)])
    if np.isnan(unlike).any():
        return None
    # three free colours of three channels each, of one unknown spread
    best = leading(said.log_odds - 4.5 * np.log(unlike**2 + params.mail_noise**2), params.mail_margin)
    sure = best is not None and said.fits[best] > params.mail_fit and unlike[best] < params.most_unlike
    return best if sure else None


def unlikeness(colors: Sequence[Floats | None]) -> float:
    """How much colours differ from their mean, as a share of it; nan with fewer than three."""
    seen = np.array([color for color in colors if color is not None])
    if len(seen) < 3:
        return float("nan")
    mean = seen.mean(axis=0)
    return float(np.sqrt(((seen - mean) ** 2).sum() / (len(seen) - 1)) / (np.linalg.norm(mean) + 1e-6))


def _each_number(up: Sequence[Spot], down: Sequence[Spot]) -> list[list[Spot]]:
    """The spaces that are covered with 0, 1, 2... indicators down, the leftmost first."""
    return [[*down[:number], *up[number:]] for number in range(len(up) + 1)]

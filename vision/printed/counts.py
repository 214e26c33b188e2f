"""How many mail indicators are down, and how many rubies lie on a track?"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from vision.arrays import least
from vision.changes.steady import Mask
from vision.frame import Floats, Reals
from vision.printed.params import PrintedParams
from vision.printed.spaces import TileSeen, color_at, grain, piece, spoken_for, together

Spot = TypeVar("Spot")


def rubies_left(
    on: TileSeen, changed: Reals, spots: Sequence[tuple[float, float]], params: PrintedParams
) -> int | None:
    """How many rubies are left, by how many spaces are changed and how many are red.

    A shadow or a reflection changes spaces as well, and some spaces are printed as red as rubies.
    """
    view = on.view
    pieces = [piece(view, on.tile, spot, params.ruby_mm, params.ruby_high_mm) for spot in spots]
    covers = [together(pieces[len(pieces) - count :], view) for count in range(len(pieces) + 1)]
    said = spoken_for(covers, changed, on.hidden | _burnt(on, params), params, grain(view))
    if said is None:
        return None
    seen, bare = (
        np.array([_known(color_at(on, pixels, spot, high_mm, params)) for spot in spots])
        for pixels, high_mm in ((view.seen, params.ruby_high_mm), (view.bare, 0.0))
    )
    margin = _lead(params.ruby_margin, on, params)
    return said.likeliest(_as_red(seen, bare, params), margin, params.ruby_fit, most=margin)


def _burnt(on: TileSeen, params: PrintedParams) -> Mask:
    """Where a reflection has burnt out what is not white by itself, (h, w): no ruby looks so."""
    seen, bare = least(on.view.seen), least(on.view.bare)
    return np.asarray((seen > params.burnt) & (bare <= params.burnt), bool)


def _as_red(seen: Floats, bare: Floats, params: PrintedParams) -> Floats:
    """Log-likelihood (N + 1,) of 0, 1, 2... rubies on the last of N spaces, by colours (N, 3); nan is no space seen.

    Rubies are one another's red, whatever that is in this light; a bare space looks as it is printed, red above all.
    """
    known = ~np.isnan(seen + bare).any(axis=1)
    red, unlike = _redness(seen), np.abs(seen - bare).max(axis=1) / params.color_spread
    covered = _likely((red - np.array(params.ruby_red)[:, None]) / params.red_spread, params.red_spread, params)
    off = np.maximum(np.abs(red - _redness(bare)) / params.bare_spread, unlike)
    spared = _likely(off, params.bare_spread, params)
    covered, spared = np.where(known, covered, 0), np.where(known, spared, 0)
    first = range(len(seen), -1, -1)
    return np.array([np.logaddexp.reduce(covered[:, i:].sum(axis=1)) + spared[:i].sum() for i in first])


def _likely(off: Floats, spread: float, params: PrintedParams) -> Floats:
    """Log-likelihood of what is so many spreads off."""
    return np.asarray(np.maximum(-0.5 * off**2, -params.odd_red) - np.log(spread), np.float64)


def _known(color: Floats | None) -> Floats:
    """The colour (3,); nan for none."""
    return np.full(3, np.nan) if color is None else color


def _redness(colors: Floats) -> Floats:
    """Red less the stronger of blue and green, (N,), of colours (N, 3)."""
    return np.asarray(colors[:, 2] - colors[:, :2].max(axis=1), np.float64)


def mail_down(on: TileSeen, changed: Reals, params: PrintedParams) -> int | None:
    """How many of the four indicators are down.

    What of the tile is changed says less where an indicator has the tile's own colour; but the four are alike.
    """
    rows = [[(x, y) for x in params.mail_x_mm] for y in params.mail_y_mm]
    pieces = [[piece(on.view, on.tile, s, params.mail_mm, params.mail_high_mm) for s in row] for row in rows]
    covers = [together(four, on.view) for four in _each_number(*pieces)]
    said = spoken_for(covers, changed, on.hidden, params, grain(on.view))
    if said is None:
        return None
    tops = [[color_at(on, on.view.seen, s, params.mail_high_mm, params) for s in row] for row in rows]
    unlike = np.array([unlikeness(four) for four in _each_number(*tops)])
    if np.isnan(unlike).any():
        return None
    # three free colours of three channels each, of one unknown spread
    alike = -4.5 * np.log(unlike**2 + params.mail_noise**2)
    best = said.likeliest(alike, _lead(params.mail_margin, on, params), params.mail_fit)
    return best if best is not None and unlike[best] < params.most_unlike else None


def _lead(margin: float, on: TileSeen, params: PrintedParams) -> float:
    """The margin that is needed in this picture: in a soft one, spaces look like what is beside them."""
    return margin * (1 + params.soft_doubt * on.view.soft_mm)


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

"""Which colour of wood is this top?  Learned colours of this copy, where there are any, beside what the net says.

A profile keeps them in ``colors`` under ``wood.red`` and so on: blue-green-red, white paper in the same light being 1.
"""

from collections.abc import Mapping

import numpy as np

from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.net import COLORS, NARROW, STICKER
from vision.tokens.view import StraightView

PREFIX = "wood."


def top_color(view: StraightView, at_px: Floats, shape: int, params: TokenParams = TOKENS) -> Floats:
    """The wood's colour at a top (2,), (3,): the median of its rim, or of its whole face where it has no sticker."""
    radius = params.narrow_rim_px if shape == NARROW else params.wide_rim_px
    inner = params.rim[0] * radius if shape == STICKER else 0.0
    reach = int(np.ceil(radius))
    column, row = (round(float(n)) for n in at_px)
    rows, columns = np.mgrid[row - reach : row + reach + 1, column - reach : column + reach + 1]
    far = np.hypot(columns - at_px[0], rows - at_px[1])
    height, width = view.tile.shape
    on = (far <= radius) & (far >= inner) & (rows >= 0) & (columns >= 0) & (rows < height) & (columns < width)
    if not on.any():
        return np.full(3, 0.5)
    return np.asarray(np.median(view.seen[rows[on], columns[on]], axis=0), np.float64)


def color_scores(
    view: StraightView, at_px: Floats, shape: int, colors: Mapping[str, tuple[float, ...]], params: TokenParams = TOKENS
) -> Floats:
    """Log-likelihood (7,) of each colour by what was learned of this copy; zero for all where nothing was."""
    learned = {name: np.array(colors[PREFIX + name]) for name in COLORS if PREFIX + name in colors}
    if len(learned) < 2:
        return np.zeros(len(COLORS))
    seen = top_color(view, at_px, shape, params)
    scores = np.full(len(COLORS), -params.wood_limit / 2)
    for index, name in enumerate(COLORS):
        if name in learned:
            mean = learned[name]
            light = np.clip(seen @ mean / max(float(mean @ mean), 1e-3), 0.5, 1.5)
            off = float(np.linalg.norm(seen - light * mean)) / params.wood_spread
            scores[index] = max(-0.5 * off**2 - 2 * abs(light - 1), -params.wood_limit)
    return params.wood_weight * scores

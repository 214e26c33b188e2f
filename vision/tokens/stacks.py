"""How many assistants are under a merchant?  Its stack's side, seen from the camera, against the bare table."""

import numpy as np
from numpy.typing import NDArray

from companion.sync.observation import Kind
from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.view import Reals, Scale, View


def foot_of(scale: Scale, top_px: Floats, height_mm: float) -> Floats:
    """Where in the view something stands whose top at ``height_mm`` is seen at ``top_px`` (2,)."""
    nadir = scale.px(scale.foot_mm[None])[0]
    return np.asarray(nadir + (top_px - nadir) / scale.growth(height_mm), np.float64)


def height_of(kind: Kind, under: int, params: TokenParams = TOKENS) -> float:
    """Height of a token's top above the tile, with what is under it."""
    return params.height_mm[kind] + under * params.height_mm[Kind.ASSISTANT]


def count_under(view: View, top_px: Floats, guess: Floats, params: TokenParams = TOKENS) -> tuple[int, bool]:
    """The likeliest number of assistants under a merchant whose top is at ``top_px`` (2,), and whether it is certain.

    ``guess`` (6,) are log-shares of the numbers from elsewhere, for where the side does not tell.
    """
    side, step_px = _side(view, top_px, params)
    ends = np.flatnonzero(side < params.side_ends)
    if len(ends) == 0:
        return int(np.argmax(guess)), False
    under = max(int(ends[0]) - 1, 0)
    clear = side[: under + 1].min() > params.side_clear[1] and side[under + 1] < params.side_clear[0]
    return under, bool(clear and step_px >= params.under_step_mm * view.scale.px_per_mm)


def _side(view: View, top_px: Floats, params: TokenParams) -> tuple[Floats, float]:
    """How woody (-1 to 1) each part of a stack's side is, from the merchant's own (6,), and the length of a part."""
    feet = [foot_of(view.scale, top_px, height_of(Kind.MERCHANT, n, params)) for n in range(params.most_under + 1)]
    radius = params.radius_mm[Kind.MERCHANT] * view.scale.px_per_mm
    rows, columns = _around(view, top_px, feet[-1], radius)
    from_top = np.hypot(columns - top_px[0], rows - top_px[1]) / radius
    wood, before = _is_wood(view, rows, columns, from_top, params), from_top <= 1
    side = np.zeros(len(feet))
    for n, foot in enumerate(feet):
        part = (_apart(rows, columns, top_px, foot) <= radius) & ~before
        side[n] = wood[part].mean() if part.any() else 0.0
        before |= part
    return side, float(np.linalg.norm(feet[-1] - top_px)) / len(feet)


def _around(view: View, top_px: Floats, foot_px: Floats, radius: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels within ``radius`` of the line from top to foot."""
    low = np.floor(np.minimum(top_px, foot_px) - radius).astype(int)
    high = np.ceil(np.maximum(top_px, foot_px) + radius).astype(int) + 1
    low, high = np.maximum(low, 0), np.minimum(high, view.tile.shape[::-1])
    rows, columns = (part.ravel() for part in np.mgrid[low[1] : max(high[1], low[1]), low[0] : max(high[0], low[0])])
    near = _apart(rows, columns, top_px, foot_px) <= radius
    return rows[near], columns[near]


def _apart(rows: NDArray[np.intp], columns: NDArray[np.intp], start: Floats, end: Floats) -> Floats:
    """Distance of pixels from the line from ``start`` to ``end``."""
    way = end - start
    x, y = columns - start[0], rows - start[1]
    along = np.clip((x * way[0] + y * way[1]) / max(float(way @ way), 1e-6), 0, 1)
    return np.asarray(np.hypot(x - along * way[0], y - along * way[1]), np.float64)


def _is_wood(
    view: View, rows: NDArray[np.intp], columns: NDArray[np.intp], from_top: Floats, params: TokenParams
) -> Reals:
    """Between -1 (bare table) and 1 (wood of the colour of the merchant's rim) for each pixel."""
    seen, bare = view.seen[rows, columns], view.bare[rows, columns]
    rim = np.median(seen[(from_top > params.rim[0]) & (from_top < params.rim[1])], axis=0)
    light = seen @ rim / max(float(rim @ rim), 1e-3)
    off_wood = np.linalg.norm(seen - light[:, None] * rim, axis=1) / (
        0.05 + 0.6 * params.wood_spread * light.clip(0, 2)
    )
    off_wood += 4 * np.maximum(np.maximum(params.side_light[0] - light, light - params.side_light[1]), 0)
    off_bare = np.linalg.norm(seen - bare, axis=1) / params.wood_spread
    return np.asarray(np.tanh((off_bare**2 - off_wood**2) / 4), np.float32)

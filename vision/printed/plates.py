"""Where is the top tile of a stack, and what does it look like from straight above?

The stack may be a little turned and off its bed, and its height moves its top in the picture: its plain colour ends at
all four sides, whatever is printed in the middle.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import length
from vision.changes.steady import Mask
from vision.frame import Floats, Image, Reals
from vision.printed.params import MOSQUE, MosqueParams
from vision.printed.spaces import TileSeen, angle, on_board


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """The top tile of a stack, upright: ``seen`` (h, w, 3), white paper being 1, and what wood ``hidden`` (h, w) of it.

    ``plain`` (3,) is its plain colour.
    """

    seen: Reals
    hidden: Mask
    plain: Floats


@dataclass(frozen=True, slots=True)
class Edges:
    """Where a profile is high, from a pixel on and for how many, and the contrast of the weaker end."""

    contrast: float
    start: int
    length: int


def plate_on(
    on: TileSeen, at_mm: tuple[float, float], color_bgr: Floats, params: MosqueParams = MOSQUE
) -> Plate | None:
    """The top of about this colour (3,), white paper being 1, on a stack at a spot of the tile.

    None where its edges are not clear.
    """
    seen, wood = _around(on, at_mm, params)
    plain = _plain(seen, color_bgr, params)
    if plain is None:
        return None
    off = length(seen - plain.astype(np.float32)) / np.linalg.norm(plain)
    alike = np.asarray(np.exp(-((off / params.alike) ** 2)), np.float32)
    across, down, turn_deg = max((_outline(alike, turn, params) for turn in params.turns_deg), key=_contrast)
    if min(across.contrast, down.contrast) < params.least_edge or across.contrast + down.contrast < params.least_edges:
        return None
    window = slice(down.start, down.start + down.length), slice(across.start, across.start + across.length)
    upright = _turned(seen, turn_deg)[window]
    return Plate(upright, _turned(wood.astype(np.float32), turn_deg)[window] > 0, plain)


def _around(on: TileSeen, at_mm: tuple[float, float], params: MosqueParams) -> tuple[Reals, Mask]:
    """What is seen around a spot of the tile in the plane of the tops (n, n, 3), and what wood hides of it (n, n)."""
    reach, size = params.around_mm, round(2 * params.around_mm * params.px_per_mm)
    square = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    board, view = on_board(on.tile, square + np.array(at_mm)), on.view
    leaning = view.scale.leaning(view.scale.px(board), params.usual_high_mm)
    own = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5

    def straight(image: Image, corners: Floats, how: int) -> Image:
        maps = cv2.getPerspectiveTransform(own, corners.astype(np.float32))
        flags = how | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(image, maps, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE))

    seen = straight(on.picture, on.pose.project_plane(board, params.usual_high_mm), cv2.INTER_LINEAR)
    column, row = np.clip(leaning.mean(axis=0).astype(int), 0, np.array(on.hidden.shape[::-1]) - 1)
    wood = straight(on.hidden.astype(np.uint8), leaning, cv2.INTER_NEAREST) > 0
    return np.asarray(seen / np.float32(255) / view.whites[row, column], np.float32), wood


def _plain(seen: Reals, color_bgr: Floats, params: MosqueParams) -> Floats | None:
    """The plain colour (3,) of what has about this colour in the middle of (n, n, 3); None where too little has."""
    rim = len(seen) // 5
    middle = seen[rim:-rim, rim:-rim].reshape(-1, 3)
    good = angle(middle, color_bgr) < params.good_rad
    return np.median(middle[good], axis=0).astype(np.float64) if good.mean() > params.least_good else None


def _outline(alike: Reals, turn_deg: float, params: MosqueParams) -> tuple[Edges, Edges, float]:
    """The edges across and down of what is alike (n, n) when turned so."""
    turned = _turned(alike, turn_deg)
    middle = slice(2 * len(turned) // 5, 3 * len(turned) // 5)
    across = _edges(turned[middle].mean(axis=0), params)
    rim = round(params.edge_mm * params.px_per_mm)
    down = _edges(turned[:, across.start + rim : across.start + across.length - rim].mean(axis=1), params)
    return across, down, turn_deg


def _contrast(outline: tuple[Edges, Edges, float]) -> float:
    return outline[0].contrast + outline[1].contrast


def _edges(profile: Reals, params: MosqueParams) -> Edges:
    """Where the profile rises, and falls again as far away as a top is wide."""
    rim, size = round(params.edge_mm * params.px_per_mm), len(profile)
    sums = np.concatenate([[0], np.cumsum(profile, dtype=np.float64)])
    lengths = np.round(np.array(params.sides_mm) * params.px_per_mm).astype(int)
    rises, falls = np.full(size, -1.0), np.full(size + lengths.max(), -1.0)
    rises[rim : size - rim + 1] = (sums[2 * rim :] - 2 * sums[rim:-rim] + sums[: -2 * rim]) / rim
    falls[rim : size - rim + 1] = -rises[rim : size - rim + 1]
    both = np.minimum(rises, falls[np.arange(size) + lengths[:, None]])
    which, start = np.unravel_index(int(both.argmax()), both.shape)
    return Edges(float(both[which, start]), int(start), int(lengths[which]))


def _turned(image: Reals, turn_deg: float) -> Reals:
    """An image (n, n) or (n, n, 3) turned around its middle."""
    size = len(image)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), turn_deg, 1)
    return np.asarray(cv2.warpAffine(image, turn, (size, size), borderMode=cv2.BORDER_REPLICATE), np.float32)

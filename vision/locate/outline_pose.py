"""Where does the board lie, roughly, however soft or small it is?  Outlines are tried as whole boards, in colour.

An outline need only be right to half a tile: its sixteen cells are compared with the tiles at some mm a pixel, each
shifted to where it fits best, and the shifts that agree with one another mend the outline.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from operator import mul

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.geometry import CORNERS_MM as TILE_CORNERS_MM
from vision.geometry import HALF_MM, Points, TableGeometry, apply_homography, grid_places
from vision.identify.cells import contrasts
from vision.locate.grid import ROUGH_FIT
from vision.locate.outline import USUAL_PITCH_MM, board_outlines
from vision.params_layout import IDENTIFY, ROUGH, TILE_MM, RoughParams
from vision.profile import PX_PER_MM, Profile, kept_with_profile
from vision.refine.table_fit import Fitting, Lens, fit_map

MIDDLES_MM: Array = grid_places(USUAL_PITCH_MM)[:, :2]
REACH_MM: Array = MIDDLES_MM.max(0) + HALF_MM
CORNERS_MM: Array = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * REACH_MM
MAPPED_LENS = Lens(focal_spread=0.3, k1_spread=0.03)  # a cut-out seems to be taken by another lens
MAPPED_FIT = replace(ROUGH_FIT, outlier_px=40.0)  # no point of a map is a stray


@dataclass(frozen=True, slots=True, eq=False)
class RoughTiles:
    """The tiles at ``px_per_mm``: ``looks`` (D, 32) unit vectors (upright, then upside down) of ``size`` px times three
    channels, ``weight`` (height, width, 3) what each counts.
    """

    px_per_mm: float
    size: tuple[int, int]
    looks: Array
    weight: Array


@dataclass(frozen=True, slots=True, eq=False)
class RoughBoard:
    """A board: ``to_px`` (3, 3) from board mm to pixels, and how much its cells look like tiles (0 to 16 together)."""

    to_px: Array
    likeness: float


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The cells of a board seen from above, each shifted by up to ``reach`` px.

    ``windows`` (16, shifts, shifts, height, width times three channels), their ``lengths`` (16, shifts, shifts), and
    ``middles_mm`` (16, 2) unshifted.
    """

    to_px: Array
    reach: int
    middles_mm: Array
    windows: Array
    lengths: Array


def rough_table(bgr: Image, profile: Profile, params: RoughParams = ROUGH) -> TableGeometry | None:
    """The table of the likeliest board in a picture, to within some mm; None where no outline holds one."""
    board = find_rough(bgr, profile, params)
    return None if board is None else table_of_map(board.to_px, (bgr.shape[1], bgr.shape[0]))


def table_of_map(to_px: Array, size_px: tuple[int, int]) -> TableGeometry:
    """The table that a map (3, 3) from board mm to pixels shows, by all of its cells; the picture may be a cut-out."""
    places = grid_places(USUAL_PITCH_MM)
    corners_mm = (MIDDLES_MM[:, None] + TILE_CORNERS_MM - HALF_MM).reshape(-1, 2)
    cells = np.repeat(np.arange(16.0), 4)
    points = Points(cells, np.tile(TILE_CORNERS_MM, (16, 1)), apply_homography(to_px, corners_mm), np.ones(64))
    return fit_map(to_px, size_px, points, places, Fitting(MAPPED_LENS, MAPPED_FIT))[1]


def find_rough(bgr: Image, profile: Profile, params: RoughParams = ROUGH) -> RoughBoard | None:
    """The board whose cells look most like tiles; outlines are tried until one is plainly a board."""
    halves = _halves(bgr)
    best = RoughBoard(np.eye(3), 0.0)
    for parts in board_outlines(bgr, params):
        for outlines in parts:
            best = _best_of(halves, boards_of(outlines, bgr, params), profile, best, params)
            if best.likeness > params.plenty:
                return best
        if best.likeness > params.least:
            return best
    return None


def _best_of(
    halves: list[Image], boards: Iterator[Array], profile: Profile, best: RoughBoard, params: RoughParams
) -> RoughBoard:
    """The best so far, or one of these boards where that looks more like tiles; each is looked at once, few again."""
    first = [_first_look(halves, to_px, profile, params) for to_px in boards]
    first.sort(key=lambda board: -board.likeness)
    for board in first[: params.finalists]:
        if board.likeness < params.worth_more:
            break
        for look in params.looks:
            board = _again(halves, board, profile, look, params)
        best = board if board.likeness > best.likeness else best
        if best.likeness > params.plenty:
            break
    return best


def boards_of(outlines: list[Array], bgr: Image, params: RoughParams) -> Iterator[Array]:
    """From board mm to pixels, for each way in which an outline may be a board seen by a usual camera."""
    for quad in outlines:
        for first in (0, 1):
            corners = quad[[first, first + 1, first + 2, first - 1]].astype(np.float32)
            to_px = np.asarray(cv2.getPerspectiveTransform(CORNERS_MM.astype(np.float32), corners), np.float64)
            if _oddness(to_px, bgr) < params.most_odd:
                yield to_px


def _oddness(to_px: Array, bgr: Image) -> float:
    """How far sides of the board are from being as long and square as they are, for the focal length that suits best.

    For a flat thing seen by a camera the first two columns of the map, without the camera, are a turn.
    """
    height, width = bgr.shape[:2]
    odd = list[float]()
    for widths in (0.6, 0.8, 1.1):
        focal = widths * max(width, height)
        x, y = (((u - width / 2 * w) / focal, (v - height / 2 * w) / focal, w) for u, v, w in to_px.T[:2].tolist())
        long, wide = math.hypot(*x), math.hypot(*y)
        if min(long, wide) < 1e-9:
            return float("inf")
        odd.append(abs(math.log(long / wide)) + abs(sum(map(mul, x, y))) / (long * wide))
    return min(odd)


@kept_with_profile(8)
def rough_tiles(profile: Profile, px_per_mm: float, params: RoughParams = ROUGH) -> RoughTiles:
    """The tiles as a soft picture shows them; what all tiles share counts little."""
    size = (round(TILE_MM[0] * px_per_mm), round(TILE_MM[1] * px_per_mm))
    soft = (cv2.GaussianBlur(tile, (0, 0), params.soft_mm * PX_PER_MM) for tile in profile.tiles)
    small = (cv2.resize(tile, size, interpolation=cv2.INTER_AREA) for tile in soft)
    upright = np.stack([_contrast(image(tile), px_per_mm, params) for tile in small])
    both = np.concatenate([upright, upright[:, ::-1, ::-1]])
    spread = upright.std(0)
    weight = np.minimum(spread, spread[::-1, ::-1])
    weighted = (weight * both).reshape(32, -1)
    norms = np.sqrt((weighted * both.reshape(32, -1)).sum(1, keepdims=True))
    return RoughTiles(px_per_mm, size, np.ascontiguousarray((weighted / norms).T), weight)


def _contrast(bgr: Image, px_per_mm: float, params: RoughParams) -> Array:
    """Local contrast (height, width, 3) of brightness and two tints."""
    coarse = replace(IDENTIFY, px_per_mm=px_per_mm, neighbourhood_mm=params.neighbourhood_mm)
    return np.ascontiguousarray(np.moveaxis(contrasts(bgr, coarse), 0, -1))


def _halves(bgr: Image) -> list[Image]:
    """The picture and ever smaller copies, each half the size of the one before."""
    copies = [bgr]
    while min(copies[-1].shape[:2]) > 100:
        copies.append(image(cv2.resize(copies[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)))
    return copies


def _first_look(halves: list[Image], to_px: Array, profile: Profile, params: RoughParams) -> RoughBoard:
    """The board nearby whose cells look most like tiles; the board as it was where every other shift of each cell by
    itself shows little that looks like them."""
    tiles = rough_tiles(profile, params.first[0], params)
    cells = _cells(halves, to_px, tiles, params.first[1], params)
    most = float(_likeness(cells, tiles, 2).max((1, 2)).sum())
    return RoughBoard(to_px, most) if most < params.promising else _mended(cells, tiles)


def _again(
    halves: list[Image], board: RoughBoard, profile: Profile, look: tuple[float, float], params: RoughParams
) -> RoughBoard:
    """The board near another whose cells look most like tiles; ``look``: px a mm, and how far off (mm) cells may be."""
    tiles = rough_tiles(profile, look[0], params)
    return _mended(_cells(halves, board.to_px, tiles, look[1], params), tiles)


def _mended(seen: _Cells, tiles: RoughTiles) -> RoughBoard:
    """The board with its cells shifted to where they look most like tiles and agree with one another."""
    reach, likeness = seen.reach, _likeness(seen, tiles)
    shifts = _agreed(likeness, reach)
    cells = np.arange(16)
    near = np.full((16, 2 * reach + 5, 2 * reach + 5), -1.0)
    near[:, 2:-2, 2:-2] = likeness
    around = np.lib.stride_tricks.sliding_window_view(near, (5, 5), axis=(1, 2))[
        cells, shifts[:, 1] + reach, shifts[:, 0] + reach
    ].reshape(16, 25)
    best = around.argmax(1)
    worth = around[cells, best]
    moved = seen.middles_mm + (shifts + np.column_stack([best % 5 - 2, best // 5 - 2])) / tiles.px_per_mm
    return RoughBoard(seen.to_px @ _carried(MIDDLES_MM, moved, np.clip(worth - 0.25, 0.02, None)), float(worth.sum()))


def _cells(halves: list[Image], to_px: Array, tiles: RoughTiles, reach_mm: float, params: RoughParams) -> _Cells:
    """The cells of a board at the size of the tiles."""
    scale, (width, height) = tiles.px_per_mm, tiles.size
    reach = round(reach_mm * scale)
    edge_mm = REACH_MM + reach_mm + 2 / scale
    contrast = _contrast(_straight(halves, to_px, edge_mm, scale), scale, params)
    corner = np.round((MIDDLES_MM - HALF_MM + edge_mm) * scale).astype(int)
    squared = contrast * contrast
    norms = sum(cv2.filter2D(squared[..., k], -1, tiles.weight[..., k], anchor=(0, 0)) for k in range(3))
    flat = contrast.reshape(len(contrast), -1)
    boxes = [(slice(y - reach, y + reach + height), slice(3 * (x - reach), 3 * (x + reach + width))) for x, y in corner]
    cut = np.stack([flat[box] for box in boxes])
    windows = np.lib.stride_tricks.sliding_window_view(cut, (height, 3 * width), axis=(1, 2))[:, :, ::3]
    length = np.stack([np.asarray(norms)[y - reach : y + reach + 1, x - reach : x + reach + 1] for x, y in corner])
    return _Cells(to_px, reach, corner / scale - edge_mm + HALF_MM, windows, np.sqrt(np.maximum(length, 1e-6)))


def _likeness(seen: _Cells, tiles: RoughTiles, step: int = 1) -> Array:
    """How much each cell, shifted by every ``step`` px, looks like the tile it looks most like (16, shifts, shifts)."""
    windows, lengths = seen.windows[:, ::step, ::step], seen.lengths[:, ::step, ::step]
    said: Array = (windows.reshape(-1, len(tiles.looks)) @ tiles.looks).max(1)
    return said.reshape(lengths.shape) / lengths


def _straight(halves: list[Image], to_px: Array, edge_mm: Array, px_per_mm: float) -> Image:
    """The board seen from above, out to ``edge_mm`` (2,) from its middle."""
    across = apply_homography(to_px, np.array([[-50.0, 0.0], [50.0, 0.0]]))
    step_px = float(np.linalg.norm(across[1] - across[0])) / 100 / px_per_mm
    level = int(np.clip(np.log2(max(step_px, 1.0) / 1.4), 0, len(halves) - 1))
    shrink = 0.5**level
    to_small = np.array([[shrink, 0, (shrink - 1) / 2], [0, shrink, (shrink - 1) / 2], [0, 0, 1]])
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, px_per_mm]]) / px_per_mm
    to_mm[:2, 2] -= edge_mm
    size = (round(2 * edge_mm[0] * px_per_mm), round(2 * edge_mm[1] * px_per_mm))
    straight = cv2.warpPerspective(
        halves[level],
        to_small @ to_px @ to_mm,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return image(straight)


def _agreed(likeness: Array, reach: int) -> Array:
    """The shift (16, 2) in px of each cell by the one tilt of the board under which cells look most like tiles.

    Every three cells that lie in no line propose one, by the shifts they would like best.
    """
    side = 2 * reach + 1
    own = likeness.reshape(16, -1).argmax(1)
    wished = np.column_stack([own % side, own // side]) - reach
    proposed = np.rint(_THREES @ wished).astype(int).reshape(-1, 16, 2)
    at = np.clip(proposed + reach, 0, side - 1)
    inside = (at == proposed + reach).all(2)
    worth = np.where(inside, likeness[np.arange(16), at[..., 1], at[..., 0]], 0.0).sum(1)
    result: Array = at[int(worth.argmax())] - reach
    return result


def _threes() -> Array:
    """(16 T, 16) from the shifts of cells to those of all cells by an even stretch, for each three in no line."""
    cells = np.column_stack([np.arange(16) % 4, np.arange(16) // 4, np.ones(16)]).astype(float)
    rows = []
    for three in combinations(range(16), 3):
        chosen = cells[list(three)]
        if abs(np.linalg.det(chosen)) > 1.5:
            weights = np.zeros((16, 16))
            weights[:, list(three)] = cells @ np.linalg.inv(chosen)
            rows.append(weights)
    return np.concatenate(rows)


_THREES = _threes()


def _carried(source: Array, target: Array, weight: Array) -> Array:
    """The map (3, 3) of the plane nearest to none at all that carries points (N, 2) where they are wanted."""
    unit = float(REACH_MM[0])
    (x, y), (u, v) = (source / unit).T, (target / unit).T
    one, none = np.ones(len(x)), np.zeros(len(x))
    rows = np.vstack(
        [
            np.column_stack([x, y, one, none, none, none, -u * x, -u * y]),
            np.column_stack([none, none, none, x, y, one, -v * x, -v * y]),
        ]
    )
    trust = np.tile(weight, 2)[:, None]
    calm = np.diag([0.1, 0.1, 0.0, 0.1, 0.1, 0.0, 0.3, 0.3])
    usual = np.array([0.1, 0, 0, 0, 0.1, 0, 0, 0])
    solved = np.linalg.lstsq(
        np.vstack([rows * trust, calm]), np.concatenate([np.concatenate([u, v]) * trust[:, 0], usual]), rcond=None
    )[0]
    to_unit = np.diag([1 / unit, 1 / unit, 1.0])
    result: Array = np.linalg.inv(to_unit) @ np.append(solved, 1).reshape(3, 3) @ to_unit
    return result

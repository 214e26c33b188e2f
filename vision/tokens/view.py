"""What does the table look like from straight above, and what would it look like with nothing on it?

In the straight view the table (the plane of the tiles' faces) is to scale.  A level disc above the table stays a circle
there: it only moves away from the camera's foot and grows a little.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes.steady import CELL, Box, Sheet, Update, sheet_of
from vision.frame import Floats, Image, Reals
from vision.params import TILE_MM, VIEW, ViewParams
from vision.pose import Pose
from vision.tokens.focus import sharpened, sharpened_from_px, softness_mm

Ints = NDArray[np.int16]
Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """Board millimetres to pixels of the straight view: ``origin_mm`` is the board point at pixel (0, 0).

    ``foot_mm`` (2,) is the board point below the camera, ``camera_mm`` the camera's height above it.
    """

    px_per_mm: float
    origin_mm: Floats
    size_px: tuple[int, int]
    foot_mm: Floats
    camera_mm: float

    def px(self, points_mm: Floats) -> Floats:
        """Pixels (N, 2) of the straight view, of board points (N, 2)."""
        return (np.asarray(points_mm, np.float64) - self.origin_mm) * self.px_per_mm

    def mm(self, points_px: Floats) -> Floats:
        """Board points (N, 2) of pixels (N, 2) of the straight view."""
        return np.asarray(points_px, np.float64) / self.px_per_mm + self.origin_mm

    @property
    def nadir_px(self) -> Floats:
        """The pixel (2,) of the board point below the camera."""
        return (self.foot_mm - self.origin_mm) * self.px_per_mm

    def growth(self, height_mm: float) -> float:
        """How many times larger a level thing looks at a height than on the table."""
        return self.camera_mm / (self.camera_mm - height_mm)

    def leaning(self, foot_px: Floats, height_mm: float) -> Floats:
        """Pixels (..., 2) of what is so high above the table at pixels (..., 2): it leans away from the foot."""
        nadir = self.nadir_px
        return np.asarray(nadir + (foot_px - nadir) * self.growth(height_mm), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class StraightView:
    """The straight view: ``seen`` and ``bare`` (h, w, 3) float32 blue-green-red, white paper in this light being 1.

    ``bare`` is the table without anything on it.  ``tile`` (h, w) is the index of the tile in the pose, -1 beside them.
    ``whites`` (h, w, 3) is white paper in the picture's own units (0 to 1, gamma kept); ``sheet`` is the view with
    more of the table around, as the camera saw it.  ``soft_mm`` is how soft that is, 0 where it is sharp.
    """

    scale: Scale
    seen: Reals
    bare: Reals
    tile: Ints
    whites: Reals
    sheet: Sheet
    soft_mm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class TilePrints:
    """The learnt tiles by place, each as fine as the view shows it, and white paper in their light (3,), 0 to 1."""

    tiles: Mapping[int, Image]
    paper: Floats


@dataclass(frozen=True, slots=True, eq=False)
class TilePatch:
    """One tile in the straight view: its window, ``inside`` (h, w) that window, ``printed`` (h, w, 3) its art."""

    rows: slice
    columns: slice
    inside: NDArray[np.bool_]
    printed: Reals


def prints_of(art: Mapping[int, Image], params: ViewParams = VIEW) -> TilePrints:
    """What a view needs of the learned picture of each place's tile (any size, whole tile)."""
    tiles = {}
    for place, picture in art.items():
        shrink = picture.shape[1] / (TILE_MM[0] * params.px_per_mm)
        tiles[place] = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.3, 0.4 * shrink)), np.uint8)
    return TilePrints(tiles, _paper(list(art.values()), params))


def straight_view(picture_bgr: Image, pose: Pose, prints: TilePrints, params: ViewParams = VIEW) -> StraightView:
    """The straight view of a picture.  A soft picture is sharpened, for wood is known by its edges."""
    scale = view_scale(pose, params)
    rim, (width, height) = params.rim_px, scale.size_px
    origin_mm = scale.origin_mm - rim / params.px_per_mm
    sheet = sheet_of(picture_bgr, pose, origin_mm, params.px_per_mm, (height + 2 * rim, width + 2 * rim))
    inner = slice(rim, rim + height), slice(rim, rim + width)
    seen = np.asarray(sheet.straight(picture_bgr, *inner) / np.float32(255), np.float32)
    patches = {
        index: _tile_patch(scale, scale.px(spot.corners_mm), prints.tiles[spot.place])
        for index, spot in enumerate(pose.tiles)
        if spot.place is not None and spot.place in prints.tiles
    }
    bare, whites, tile = _relit(seen, patches, prints.paper, params)
    soft_mm = softness_mm(seen, bare, tile, params.px_per_mm)
    if soft_mm:
        seen = sharpened(seen, soft_mm * params.px_per_mm)
        bare[tile < 0] = seen[tile < 0]
    return StraightView(scale, seen / whites, bare / whites, tile, whites, sheet, soft_mm)


def inner_cells(cells: NDArray[np.bool_], params: ViewParams = VIEW) -> NDArray[np.bool_]:
    """The cells of a sheet that are cells of its view."""
    rim = params.rim_px // CELL
    return cells[rim:-rim, rim:-rim]


def view_again(view: StraightView, now: Update, boxes: Sequence[Box]) -> StraightView:
    """The view with what is now in some boxes of cells."""
    seen, bare, light = view.seen.copy(), view.bare, now.seen.light.astype(np.float32)
    for top, bottom, left, right in boxes:
        window = slice(CELL * top, CELL * bottom), slice(CELL * left, CELL * right)
        seen[window] = _seen_again(view, now, window) / (255 * light * view.whites[window])
        beside = view.tile[window] < 0
        if beside.any():
            bare = bare.copy() if bare is view.bare else bare
            bare[window][beside] = seen[window][beside]
    return replace(view, seen=seen, bare=bare, sheet=now.sheet)


def _seen_again(view: StraightView, now: Update, window: Window, params: ViewParams = VIEW) -> Image | Reals:
    """A window of the view (h, w, 3) as it is in the new picture, 0 to 255, sharpened as the view is."""
    soft_px = view.soft_mm * params.px_per_mm
    around = sharpened_from_px(soft_px)
    rows, columns = (slice(at.start + params.rim_px - around, at.stop + params.rim_px + around) for at in window)
    straight = now.sheet.straight(now.picture, rows, columns)
    if not around:
        return straight
    return sharpened(np.asarray(straight, np.float32), soft_px)[around:-around, around:-around]


def part_of(view: StraightView, points_px: Floats, reach_px: float) -> StraightView:
    """The part of a view around some points (N, 2), as a view of its own."""
    width, height = view.scale.size_px
    low = np.clip(np.floor(points_px.min(axis=0) - reach_px).astype(int), 0, (width - 2, height - 2))
    high = np.clip(np.ceil(points_px.max(axis=0) + reach_px).astype(int), low + 2, (width, height))
    window = slice(low[1], high[1]), slice(low[0], high[0])
    origin_mm, size = view.scale.origin_mm + low / view.scale.px_per_mm, (int(high[0] - low[0]), int(high[1] - low[1]))
    scale = replace(view.scale, origin_mm=origin_mm, size_px=size)
    return StraightView(
        scale, view.seen[window], view.bare[window], view.tile[window], view.whites[window], view.sheet, view.soft_mm
    )


def view_scale(pose: Pose, params: ViewParams = VIEW) -> Scale:
    """A scale that shows all tiles with a margin for what leans out over them; the same size for every board."""
    corners = np.concatenate([tile.corners_mm for tile in pose.tiles])
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    size_mm = np.array(params.size_mm)
    width, height = (int(side * params.px_per_mm) for side in size_mm)
    camera = -cv2.Rodrigues(np.asarray(pose.rvec, np.float64))[0].T @ np.asarray(pose.tvec, np.float64).reshape(3)
    return Scale(params.px_per_mm, middle - size_mm / 2, (width, height), camera[:2], float(-camera[2]))


def _tile_patch(scale: Scale, corners_px: Floats, tile: Image) -> TilePatch:
    """The learned tile laid where the pose says."""
    width, height = scale.size_px
    low = np.clip(np.floor(corners_px.min(axis=0)).astype(int) - 1, 0, (width - 2, height - 2))
    high = np.clip(np.ceil(corners_px.max(axis=0)).astype(int) + 2, low + 2, (width, height))
    corners = (corners_px - low).astype(np.float32)
    rows, columns = tile.shape[:2]
    own = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    laid = cv2.warpPerspective(tile, cv2.getPerspectiveTransform(own, corners), size, borderMode=cv2.BORDER_REPLICATE)
    inside = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    window = slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
    return TilePatch(*window, inside > 0, np.asarray(laid / np.float32(255), np.float32))


def _paper(art: list[Image], params: ViewParams) -> Floats:
    """What white paper looks like in the learned pictures, (3,) 0 to 1: their brightest share, channel by channel."""
    pixels = np.concatenate([tile[::4, ::4].reshape(-1, 3) for tile in art])
    channels = np.ascontiguousarray(pixels.T)
    return np.asarray(np.percentile(channels, params.paper_percentile, axis=1) / 255, np.float64)


def _relit(
    seen: Reals, patches: Mapping[int, TilePatch], paper: Floats, params: ViewParams
) -> tuple[Reals, Reals, Ints]:
    """The bare table in this picture's light, white paper at each pixel, and the index of the tile at each pixel."""
    bare, tile = seen.copy(), np.full(seen.shape[:2], -1, np.int16)
    samples = {index: _samples(seen, patch, params) for index, patch in patches.items()}
    first = _board_light(np.concatenate(list(samples.values())), params)
    lights_of = dict(zip(patches, _tile_lights(list(samples.values()), first, params), strict=True))
    centres, whites = [], []
    for index, patch in patches.items():
        lights = lights_of[index]
        cv2.copyTo(_lit(patch, lights), patch.inside.view(np.uint8), bare[patch.rows, patch.columns])
        np.copyto(tile[patch.rows, patch.columns], np.int16(index), where=patch.inside)
        centres.append(((patch.columns.start + patch.columns.stop) / 2, (patch.rows.start + patch.rows.stop) / 2))
        whites.append(lights[:, 0] * paper + lights[:, 3])
    return bare, _smooth_whites(np.array(centres), np.array(whites), tile.shape), tile


def _samples(seen: Reals, patch: TilePatch, params: ViewParams) -> Floats:
    """Rows (u, v, printed b, g, r, seen b, g, r) of one tile on a coarse grid; u and v run from -1 to 1."""
    height, width = patch.inside.shape
    size = (max(4, width // params.fit_step_px), max(4, height // params.fit_step_px))
    inside = cv2.resize(patch.inside.astype(np.float32), size, interpolation=cv2.INTER_AREA) > params.fit_inside
    printed = cv2.resize(patch.printed, size, interpolation=cv2.INTER_AREA)
    small = cv2.resize(seen[patch.rows, patch.columns], size, interpolation=cv2.INTER_AREA)
    v, u = np.meshgrid(np.linspace(-1, 1, size[1]), np.linspace(-1, 1, size[0]), indexing="ij")
    return np.concatenate([u[..., None], v[..., None], printed, small], axis=2)[inside].astype(np.float64)


def _board_light(samples: Floats, params: ViewParams) -> Floats:
    """Gain and veil per channel, (3, 2), of all tiles together."""
    printed, seen = (np.ascontiguousarray(samples[:, column : column + 3].T) for column in (2, 5))
    design = np.stack([printed, np.ones_like(printed)], axis=1)
    gain = np.median(seen, axis=1) / np.maximum(np.median(printed, axis=1), 0.02)
    start = np.column_stack([gain, np.zeros(3)])
    return _robust_fit(design, seen, start, np.full((3, 2), (0.5, 0.05)), params)


def _tile_lights(samples: Sequence[Floats], first: Floats, params: ViewParams) -> Floats:
    """(N, 3, 6) per tile and channel: gain, its slopes in u and v, veil, its slopes; drawn to the light of the board.

    Tiles with fewer samples are filled up with ones that say nothing.
    """
    filled = np.zeros((len(samples), 9, max(map(len, samples))))
    for tile, some in zip(filled, samples, strict=True):
        tile[:8, : len(some)], tile[8, : len(some)] = some.T, 1
    places, printed, seen = filled[:, None, [8, 0, 1]], filled[:, 2:5, None], filled[:, 5:8]
    design = np.concatenate([printed * places, np.broadcast_to(places, (len(filled), 3, *places.shape[2:]))], axis=2)
    start, spread = np.zeros((3, 6)), np.tile(params.light_spread, (3, 1))
    start[:, [0, 3]] = first
    spread[:, :3] *= np.maximum(first[:, :1], 1e-3)
    return _robust_fit(design, seen, start, spread, params)


def _robust_fit(design: Floats, target: Floats, start: Floats, spread: Floats, params: ViewParams) -> Floats:
    """Least squares that ignores what fits badly, of several targets (..., c, n) at once, each with its design
    (..., c, k, n).

    The unknowns (..., c, k) are drawn to ``start`` with ``spread``, (c, k) each.
    """
    value, prior = start, 1 / spread**2
    drawn = np.eye(spread.shape[1]) * prior[:, None]
    for scale in params.fit_scales:
        rest = target - np.matmul(value[..., None, :], design)[..., 0, :]
        weight = 1 / (1 + (rest / scale) ** 2) ** 2 / scale**2 / params.fit_correlated
        weighted = design * weight[..., None, :]
        normal = weighted @ design.swapaxes(-1, -2) + drawn
        pull = np.matmul(weighted, target[..., None])[..., 0] + start * prior
        value = np.linalg.solve(normal, pull[..., None])[..., 0]
    return np.asarray(value, np.float64)


def _lit(patch: TilePatch, lights: Floats) -> Reals:
    height, width = patch.inside.shape
    u, v = (np.linspace(-1, 1, side, dtype=np.float32)[:, None] for side in (width, height))
    g, gu, gv, o, ou, ov = lights.T.astype(np.float32)
    lit = v * np.tile(gv, width) + (g + gu * u).ravel()
    lit *= patch.printed.reshape(height, -1)
    lit += v * np.tile(ov, width) + (o + ou * u).ravel()
    return np.asarray(lit.reshape(height, width, 3), np.float32)


def _smooth_whites(centres_px: Floats, whites: Floats, shape: tuple[int, ...]) -> Reals:
    """White paper at each pixel, (h, w, 3): a plane through the tiles' whites, with the worst tiles left out."""
    height, width = shape[0], shape[1]
    design = np.column_stack([np.ones(len(centres_px)), centres_px / [width, height] - 0.5])
    y, x = (np.linspace(-0.5, 0.5, side, dtype=np.float32)[:, None] for side in (height, width))
    planes = np.empty((3, 3), np.float32)
    for channel in range(3):
        weight = np.ones(len(design))
        for _ in range(5):
            value = np.linalg.lstsq(design * weight[:, None], whites[:, channel] * weight, rcond=None)[0]
            rest = np.abs(whites[:, channel] - design @ value)
            weight = 1 / (1 + (rest / (np.median(rest) + 0.01)) ** 2)
        planes[:, channel] = value
    flat, across, down = planes
    smooth = (flat + across * x).ravel() + y * np.tile(down, width)
    return np.maximum(smooth, np.float32(0.05)).reshape(height, width, 3)

"""What has changed in front of a camera that stands still?  The straight table, cell by cell, against the last look."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import middle, most
from vision.frame import Floats, Image
from vision.params import STEADY, SteadyParams
from vision.pose import Pose

Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]
"""First row, end row, first column, end column."""
CELL = 4
"""Pixels of the sheet per cell."""
SAMPLE = 2
"""Cells are the means of every second pixel of the sheet, across and down."""
COARSE = 16
"""Pixels of a straight plane between nodes, at which maps are exact: straight between them."""
RIM_PX = 1 / 16
"""So far from the last pixels is their rim: between two pixels, where ``cv2.remap`` is fast."""


Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""Where pixels come from, as ``cv2.remap`` likes it best: whole pixels (h, w, 2), and 32nds of them (h, w)."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The table from straight above in ``cells`` (h/4, w/4, 3) uint8, and the maps that make it.

    ``maps`` are those of each pixel, ``sampled`` those of every second one in a picture of half the size, of which
    cells are made.  ``origin_mm`` is the board point at pixel (0, 0), ``size_px`` the width and height of the picture;
    ``halved`` says that the maps are for a picture of half the size, in which the mean of four pixels is one: less
    noise, sooner done.
    """

    cells: Image
    maps: Maps
    sampled: Maps
    origin_mm: Floats
    px_per_mm: float
    size_px: tuple[int, int]
    halved: bool

    def pictured(self) -> Mask:
        """The cells (h/4, w/4) that are in the picture; what is beside it was filled in with its rim."""
        px = self.maps[0][CELL // 2 :: CELL, CELL // 2 :: CELL]
        last = np.array(self.size_px) // (2 if self.halved else 1) - 2
        return np.asarray(((px > 0) & (px < last)).all(axis=2), np.bool_)

    def straight(self, picture: Image, rows: slice, columns: slice) -> Image:
        """A part of the table as it is in a picture, straight: uint8 (rows, columns, 3)."""
        px, parts = (np.ascontiguousarray(one[rows, columns]) for one in self.maps)
        times = 2 if self.halved else 1
        across, down = cv2.split(px)
        low, high = (int(across.min()), int(down.min())), (int(across.max()) + 2, int(down.max()) + 2)
        seen = picture[times * low[1] : times * high[1], times * low[0] : times * high[0]]
        seen = halved(seen) if self.halved else seen
        straight = cv2.remap(
            seen, px - np.array(low, np.int16), parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(straight, np.uint8)


def sheet_of(picture: Image, pose: Pose, origin_mm: Floats, px_per_mm: float, shape: tuple[int, int]) -> Sheet:
    """The table's plane around ``origin_mm`` in cells of ``shape`` (rows, columns) pixels."""
    size = (picture.shape[1], picture.shape[0])
    half, quarter = (round(size[0] / 2), round(size[1] / 2)), (round(size[0] / 4), round(size[1] / 4))
    is_halved = pose.px_per_mm() >= STEADY.halved_px * px_per_mm
    small, within = (pose.halved(), (half, quarter)) if is_halved else (pose, (size, half))
    maps = straight_maps(small, origin_mm, px_per_mm, shape, within_px=within[0])
    between = origin_mm + (SAMPLE - 1) / 2 / px_per_mm
    fewer = (shape[0] // SAMPLE, shape[1] // SAMPLE)
    sampled = straight_maps(small.halved(), between, px_per_mm / SAMPLE, fewer, within_px=within[1])
    return _seen(Sheet(picture, maps, sampled, origin_mm, px_per_mm, size, is_halved), picture)


def sheet_again(before: Sheet, picture: Image) -> Sheet | None:
    """The same for the next picture of a camera that did not move; None where the picture has another size."""
    if before.size_px != (picture.shape[1], picture.shape[0]):
        return None
    return _seen(before, picture)


def _seen(sheet: Sheet, picture: Image) -> Sheet:
    small = halved(halved(picture) if sheet.halved else picture)
    sampled = cv2.remap(small, *sheet.sampled, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    size = (sampled.shape[1] * SAMPLE // CELL, sampled.shape[0] * SAMPLE // CELL)
    return replace(sheet, cells=np.asarray(cv2.resize(sampled, size, interpolation=cv2.INTER_AREA), np.uint8))


def halved(picture: Image) -> Image:
    """The picture at half its width and height."""
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def straight_maps(
    pose: Pose,
    origin_mm: Floats,
    px_per_mm: float,
    shape: tuple[int, int],
    height_mm: float = 0.0,
    within_px: tuple[int, int] | None = None,
) -> Maps:
    """Where in the picture each pixel of a straight plane comes from.

    What is beside a picture of ``within_px`` (width and height) comes from its rim.
    """
    rows, columns = shape
    x, y = (COARSE * np.arange(side // COARSE + 2) - 0.5 for side in (columns, rows))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2) / px_per_mm + origin_mm
    px = pose.project_plane(grid, height_mm).reshape(len(y), len(x), 2).astype(np.float32)
    inner = slice(COARSE // 2, COARSE // 2 + rows), slice(COARSE // 2, COARSE // 2 + columns)
    across_px, down_px = (cv2.resize(at, None, fx=COARSE, fy=COARSE)[inner] for at in cv2.split(px))
    if within_px is not None:
        across_px, down_px = (
            np.clip(at, 0, side - (1 + RIM_PX)) for at, side in zip((across_px, down_px), within_px, strict=True)
        )
    whole, parts = cv2.convertMaps(across_px, down_px, cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(parts, np.uint16)


@dataclass(frozen=True, slots=True, eq=False)
class PictureChange:
    """Cells (h/4, w/4) that look otherwise than before, and how many times brighter (3,) the light is."""

    cells: Mask
    light: Floats


def change(before: Sheet, now: Sheet, params: SteadyParams = STEADY) -> PictureChange | None:
    """What changed from one sheet to the next; None where the light, the camera or nearly everything did."""
    some = slice(None, None, params.light_step)
    was, seen = (sheet.cells[some, some].reshape(-1, 3).astype(np.float32) + 1 for sheet in (before, now))
    light = middle((seen / was).T).astype(np.float64)
    if np.abs(light - 1).max() > params.light_drift:
        return None
    expected = cv2.transform(before.cells, np.diag(light))
    off = most(cv2.absdiff(now.cells, expected))
    noise = float(middle(off[some, some].ravel()))
    if noise > params.most_noise:
        return None
    cells = off > params.least_grey + params.noise_times * noise
    return None if np.count_nonzero(cells) > params.most_changed * cells.size else PictureChange(cells, light)


class Update(NamedTuple):
    """The next picture of a camera that did not move, its sheet, and what changed in it."""

    picture: Image
    sheet: Sheet
    seen: PictureChange


def update_of(before: Sheet, picture: Image) -> Update | None:
    """What the next picture shows; None where it has another size, or where the light, the camera or nearly everything
    changed."""
    sheet = sheet_again(before, picture)
    seen = None if sheet is None else change(before, sheet)
    return None if sheet is None or seen is None else Update(picture, sheet, seen)


def tinted(before: Sheet, now: Sheet, seen: PictureChange, params: SteadyParams = STEADY) -> Mask:
    """Of the cells that changed those whose colour did, not only how much light falls on them."""
    was = before.cells[seen.cells] * seen.light.astype(np.float32) + 1
    then = now.cells[seen.cells] + np.float32(1)
    gain = (was * then).sum(axis=1) / (was * was).sum(axis=1)
    off = np.abs(then - gain[:, None] * was).max(axis=1)
    shade = (gain > params.shade_least) & (gain < 1 / params.shade_least)
    cells = np.zeros_like(seen.cells)
    cells[seen.cells] = (off > params.tint_grey) | ~shade
    return cells


def settled(before: Sheet, now: Sheet, seen: PictureChange) -> Sheet:
    """The new sheet, to be compared with later ones: cells that did not change are those of before, in their light."""
    changed = widened(seen.cells, 1)
    cells = before.cells.copy()
    cells[changed] = np.clip(now.cells[changed] / seen.light, 0, 255)
    return replace(now, cells=cells)


def widened(cells: Mask, reach: int) -> Mask:
    """The cells and those up to ``reach`` beside them."""
    return cv2.dilate(cells.astype(np.uint8), np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) > 0


def boxes_of(cells: Mask, reach: int) -> list[Box]:
    """Boxes of cells around what changed, ``reach`` cells wider; those that overlap are one."""
    if not cells.any():
        return []
    wide = widened(cells, reach).astype(np.uint8)
    outlines = cv2.findContours(wide, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return _merged([(y, y + h, x, x + w) for x, y, w, h in map(cv2.boundingRect, outlines)])


def _merged(boxes: list[Box]) -> list[Box]:
    merged: list[Box] = []
    for box in boxes:
        while (other := next((one for one in merged if _meet(box, one)), None)) is not None:
            merged.remove(other)
            box = min(box[0], other[0]), max(box[1], other[1]), min(box[2], other[2]), max(box[3], other[3])
        merged.append(box)
    return merged


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def grown(box: Box, reach: int, shape: tuple[int, ...]) -> Box:
    """The box ``reach`` wider on each side, as far as there is room."""
    return grown_within(box, reach, (0, shape[0], 0, shape[1]))


def grown_within(box: Box, reach: int, other: Box) -> Box:
    """The box ``reach`` wider on each side, as far as that is in another one."""
    (top, bottom, left, right), (first, last, start, end) = box, other
    return max(top - reach, first), min(bottom + reach, last), max(left - reach, start), min(right + reach, end)

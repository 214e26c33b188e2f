"""How many goods does the top mosque tile of a stack ask for?

They stand in a row near the tile's upper left corner, on its plain colour.  The length of that row and how like its
parts are to one another tell the number, whatever is drawn there.
"""

from collections import Counter
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import least, length, percentile
from vision.changes.steady import Mask
from vision.frame import Floats, Reals
from vision.printed.params import MOSQUE, MosqueParams, PrintedParams
from vision.printed.plates import Plate, plate_on
from vision.printed.spaces import TileSeen, angle, spot_px

NUMBERS = (2, 3, 4, 5)


class GoodsRow(NamedTuple):
    """A row of goods on a top tile: where it begins and ends and the line it stands on, in pixels of the plate.

    ``smear``: so many pixels its end is spread over.  ``at_rim``: its left end cannot be told from the rim, so it
    begins there or a little later.  ``profile`` is how far each column of the line is from plain, (w,).
    """

    start: float
    end: float
    line: int
    smear: float
    profile: Reals
    at_rim: bool = False


def bed_corners(params: MosqueParams = MOSQUE) -> Floats:
    """Corners (8, 2) in mm of the two beds of a tile."""
    half = max(params.sides_mm) / 2
    return np.array([(x + a * half, y + b * half) for x, y in params.beds_mm for a in (-1, 1) for b in (-1, 1)])


def top_tiles(
    on: TileSeen, changed: Reals, goods: tuple[str, str], printed: PrintedParams, params: MosqueParams = MOSQUE
) -> dict[str, int]:
    """The number on each stack's top tile, by its good, where it can be told; 0 where the bare bed shows."""
    told = {}
    for good, at_mm in zip(goods, params.beds_mm, strict=True):
        color = np.array(printed.good_bgr[good.lower()])
        plate = plate_on(on, at_mm, color, params)
        number = None if plate is None else number_on(plate, params)
        if number is None and _is_bare(on, changed, at_mm, color, params):
            number = 0
        if number is not None:
            told[good] = number
    return told


def _is_bare(on: TileSeen, changed: Reals, at_mm: tuple[float, float], color_bgr: Floats, params: MosqueParams) -> bool:
    """Whether the middle of a bed looks like the bare tile, and not like a stack that lay there when it was learnt."""
    bed = np.zeros(on.hidden.shape, np.uint8)
    cv2.fillConvexPoly(bed, spot_px(on.view.scale, on.tile, (*at_mm, *params.bare_mm)).round().astype(np.int32), 1)
    free = (bed > 0) & ~on.hidden
    if free.sum() < params.least_bare * max(int(bed.sum()), 1) or changed[free].mean() > params.bare:
        return False
    return bool((angle(on.view.seen[free], color_bgr) < params.good_rad).mean() < params.bare_good)


def number_on(plate: Plate, params: MosqueParams = MOSQUE) -> int | None:
    """The number of goods in the row on a top tile; None where most of the places where it may begin do not tell it."""
    marks = _marks(plate, params)
    row = _row(marks, params)
    if row is None or _hides(plate.hidden, row, params) or _is_burnt(plate, row, params):
        return None
    strip = np.asarray(plate.seen[_line(row, params)] - plate.plain, np.float32)
    told = [_number(strip, row._replace(start=start), params) for start in _starts(row, params)]
    number, often = Counter(told).most_common(1)[0]
    if row.smear > params.px_per_mm * (params.smear_mm if number == 2 else params.pitch_mm[0]):
        return None  # only its length tells two, and what may be one good longer tells nothing
    return number if 2 * often > len(told) and set(told) <= {number, None} else None


def _starts(row: GoodsRow, params: MosqueParams) -> list[float]:
    """Where the row may begin."""
    latest = params.latest_mm * params.px_per_mm
    return np.linspace(row.start, latest, params.starts).tolist() if row.at_rim else [row.start]


def _number(strip: Reals, row: GoodsRow, params: MosqueParams) -> int | None:
    """The number of goods in a row that begins there; None where none stands out.

    ``strip`` (h, w, 3) is what is not plain on the row's line.
    """
    length_mm = (row.end - row.start) / params.px_per_mm
    able = [number for number in NUMBERS if _may_be(number, length_mm, params) and _even(strip, row, number, params)]
    able = [number for number in able if _is_marked(row, number, params)]
    if able == [2] or not able:
        return 2 if able else None
    near = [number for number in NUMBERS if _may_be(number, length_mm, params, params.pitch_slack_mm)]
    level = _level(strip[:, int(row.start) : int(row.end) + 1])
    alike = {number: _likeness(level, (row.end - row.start) / number) for number in near}
    sure = [number for number in able if _stands_out(number, alike, params)]
    return sure[0] if len(sure) == 1 else None


def _may_be(number: int, length_mm: float, params: MosqueParams, slack_mm: float = 0.0) -> bool:
    """Whether so many goods may stand in a row of this length."""
    least, most = params.pitch_mm
    return least - slack_mm <= length_mm / number <= most + slack_mm


def _marks(plate: Plate, params: MosqueParams) -> Reals:
    """How far each pixel (h, w) of the upper part of a top is from the plain colour there."""
    rows = round((max(params.row_mm) + 2 * params.row_half_mm + 2) * params.px_per_mm)
    upper = plate.seen[:rows]
    off = length(upper - plate.plain.astype(np.float32))
    plain = np.median(upper[off <= percentile(off, 40)], axis=0)
    off = np.minimum(length(upper - plain) / np.linalg.norm(plain), params.most_off)
    return np.asarray(np.sqrt(cv2.blur(np.square(off).astype(np.float32), (3, 3))), np.float32)


def _row(marks: Reals, params: MosqueParams) -> GoodsRow | None:
    """The row of goods, one mark after the other from the left; None where there is more than that, or nothing."""
    scale = params.px_per_mm
    rim, half = round(params.margin_mm * scale), round(params.row_half_mm * scale)
    contrast, line, profile, plain = max(
        (_contrast(marks, round(line_mm * scale), half, rim, scale) for line_mm in params.row_mm),
        key=lambda one: one[0],
    )
    if contrast < params.least_contrast or contrast + plain < params.least_times * plain:
        return None
    level = plain + params.level * contrast
    runs = _runs(profile[:-rim] > level, round(params.gap_mm * scale))
    if not runs or runs[0][0] > params.latest_mm * scale:
        return None
    if any(first < len(profile) - 2.5 * rim for first, _ in runs[1:]):
        return None
    first, last = runs[0][0], runs[0][1] - 1
    at_rim = first == 0
    start = 0.0 if at_rim else first - _over(profile[first], profile[first - 1], level)
    upper, lower = (_last_falls(profile, last, plain + share * contrast) for share in params.smear_levels)
    return GoodsRow(start, _falls(profile, last, level), line, lower - upper, profile, at_rim)


def _contrast(marks: Reals, line: int, half: int, rim: int, scale: float) -> tuple[float, int, Reals, float]:
    """How far the goods stand out of a row on that line, the line, its profile, and how plain the rest of it is."""
    profile = cv2.blur(marks[max(line - half, 0) : line + half + 1].mean(axis=0)[None], (3, 1))[0]
    marked = percentile(profile[round(2 * scale) : round(9 * scale)], 60)
    plain = percentile(profile[rim:-rim], 15)
    if plain > marked / 2:
        plain = percentile(marks[round(6 * scale) :, rim:-rim], 10)
    return marked - plain, line, np.asarray(profile, np.float32), plain


def _falls(profile: Reals, first: int, level: float) -> float:
    """Where a profile falls below the level, from a pixel on; its end where it never does."""
    below = np.flatnonzero(profile[first:] < level)
    last = first + int(below[0]) - 1 if len(below) else len(profile) - 1
    return last + (_over(profile[last], profile[last + 1], level) if len(below) else 0.0)


def _last_falls(profile: Reals, last: int, level: float) -> float:
    """Where what is above the level up to a pixel, and perhaps on from there, falls below it for the last time."""
    above = np.flatnonzero(profile[: last + 1] >= level)
    return _falls(profile, int(above[-1]), level) if len(above) else 0.0


def _over(inside: float, outside: float, level: float) -> float:
    """How far beyond the last pixel inside a profile falls to the level, 0 to 1."""
    return float(np.clip((inside - level) / max(inside - outside, 1e-6), 0, 1))


def _runs(marked: NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """First pixels and ends of what is marked, with gaps that are not wider closed."""
    turns = np.flatnonzero(np.diff(np.concatenate([[0], marked.astype(np.int8), [0]])))
    runs: list[tuple[int, int]] = []
    for first, end in turns.reshape(-1, 2).tolist():
        joins = bool(runs) and first - runs[-1][1] <= gap
        runs = [*runs[:-1], (runs[-1][0], end)] if joins else [*runs, (first, end)]
    return runs


def _hides(hidden: Mask, row: GoodsRow, params: MosqueParams) -> bool:
    """Whether wood is on the row or right behind it."""
    scale = params.px_per_mm
    half = round(params.row_half_mm * scale)
    return bool(hidden[max(row.line - half, 0) : row.line + half, : round(row.end + params.free_mm * scale)].any())


def _is_burnt(plate: Plate, row: GoodsRow, params: MosqueParams) -> bool:
    """Whether most of the row is burnt out, so that one good looks like the next."""
    here = plate.seen[_line(row, params), int(row.start) : int(row.end) + 1]
    return bool((least(here) > params.burnt).mean() > 0.5)


def _even(strip: Reals, row: GoodsRow, number: int, params: MosqueParams) -> bool:
    """Whether each of so many goods looks like the next, as strong and all."""
    pitch = (row.end - row.start) / number
    starts = [row.start + i * pitch for i in range(number - 1)]
    return all(
        any(
            _alike(strip, round(start), round(start + pitch + off), int(pitch)) > params.even
            for off in params.pitch_off_px
        )
        for start in starts
    )


def _is_marked(row: GoodsRow, number: int, params: MosqueParams) -> bool:
    """Whether the last of so many goods is marked like the others: what is fainter is a shade or blur behind them."""
    first, last, end = round(row.start), round(row.end - (row.end - row.start) / number), round(row.end)
    return bool(row.profile[last:end].mean() > params.marked * row.profile[first:end].mean())


def _alike(strip: Reals, one: int, other: int, wide: int) -> float:
    """How alike two parts of a strip (h, w, 3) are from these columns on: 1 if the same, 0 if unrelated."""
    wide = min(wide, strip.shape[1] - other)
    here, there = strip[:, one : one + wide], strip[:, other : other + wide]
    return 1 - float(np.square(here - there).sum() / (np.square(here).sum() + np.square(there).sum() + 1e-9))


def _line(row: GoodsRow, params: MosqueParams) -> slice:
    """The lines of pixels on which the row's goods stand."""
    half = round((params.row_half_mm + 0.3) * params.px_per_mm)
    return slice(max(row.line - half, 0), row.line + half + 1)


def _likeness(strip: Reals, pitch: float) -> float:
    """How much better a row repeats itself after so many pixels than in between, as a difference of correlations."""
    again = max(_repeats(strip, round(pitch) + more) for more in (-1, 0, 1))
    return again - max(_repeats(strip, round(pitch * parts)) for parts in (0.5, 1.5))


def _level(strip: Reals) -> Reals:
    """A strip (h, w, 3) without what changes slowly along it, as light does: a parabola for each channel."""
    at = np.linspace(-1, 1, strip.shape[1])
    slow = np.polynomial.polynomial.polyvander(at, 2)
    mean = strip.mean(axis=0)
    return np.asarray(strip - slow @ np.linalg.lstsq(slow, mean, rcond=None)[0], np.float32)


def _repeats(strip: Reals, step: int) -> float:
    """Correlation of a strip (h, w, 3) with itself so many pixels on; -1 where hardly anything is left to compare."""
    if not 0 < step < strip.shape[1] - 3:
        return -1.0
    return _correlation(strip[:, :-step], strip[:, step:])


def _correlation(one: Reals, other: Reals) -> float:
    one, other = one - one.mean(axis=(0, 1)), other - other.mean(axis=(0, 1))
    return float((one * other).sum() / np.sqrt((one * one).sum() * (other * other).sum() + 1e-9))


def _stands_out(number: int, alike: dict[int, float], params: MosqueParams) -> bool:
    """Whether the row repeats itself so many times, and not as well another number of times that may be."""
    others = [likeness for other, likeness in alike.items() if other != number]
    return alike[number] > params.likeness and alike[number] > max(others, default=-1.0) + params.likelier

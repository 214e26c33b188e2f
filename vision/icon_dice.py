"""Which icons do the dice of the dice game show?  Bright rounded squares, compared with icons learnt from a photo.

A die is found as a bright blob at several levels of brightness.  Each blob offers squares (as they lie, a little moved,
turned and scaled); each square is compared with every icon in four turns, colours and light taken out.  What fits no
icon well, or two icons alike, is not read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image

ICONS = "RYGBLK"
"""Red, yellow, green, blue good, coin, card: the letters of ``companion.dice_game``."""
FACE_PX = 64
Floats32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Wobble:
    """How else a square may lie: turned by degrees, moved by shares of its side, scaled."""

    turns_deg: tuple[float, ...]
    moves: tuple[float, ...]
    scales: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class IconDiceParams:
    """Thresholds of finding and comparing, with what they buy."""

    longest_px: int = 1200  # pictures are made as small as this first: speed
    levels: tuple[int, ...] = tuple(range(60, 240, 12))  # brightness (darkest channel) at which blobs are looked for
    least_share: float = 0.0004  # of the picture that a die covers: smaller ones show too few pixels
    most_share: float = 0.06
    most_long: float = 1.55  # length to width of a die with the side one sees of it
    least_solid: float = 0.88  # blob to its hull: what is jagged is no die
    least_full: float = 0.74  # hull to the smallest rectangle around it: what is round or pointed is no die
    grid: int = 24  # samples a side by which squares are compared
    inner: float = 0.84  # share of the side that is compared: edges are left out
    rough: Wobble = Wobble((-12.0, -6.0, 0.0, 6.0, 12.0), (-0.16, -0.08, 0.0, 0.08, 0.16), (0.82, 0.9, 1.0))
    fine: Wobble = Wobble((-4.0, -2.0, 0.0, 2.0, 4.0), (-0.06, -0.03, 0.0, 0.03, 0.06), (0.96, 1.0, 1.04))
    looked_at: int = 3  # icons that are compared closely
    color_weight: float = 1.6  # colours against brightness
    least_fit: float = 0.62  # correlation below which a square shows no icon
    least_lead: float = 0.3  # share by which the best icon's misfit must be less than the second's


PARAMS = IconDiceParams()


@dataclass(frozen=True, slots=True, eq=False)
class Square:
    """Where a face may lie: middle (2,) and side in pixels, turn in radians."""

    middle_px: Floats
    side_px: float
    turn: float


@dataclass(frozen=True, slots=True, eq=False)
class DieSeen:
    """One die: its letter, where it lies in the picture given, how well it fits (1 is best), and its lead: the share
    by which its misfit is less than that of the second icon."""

    icon: str
    middle_px: Floats
    side_px: float
    fit: float
    lead: float


@dataclass(frozen=True, slots=True, eq=False)
class IconDice:
    """All dice of a picture: those read, and the middles of those seen and not read for sure."""

    dice: tuple[DieSeen, ...]
    unsure: tuple[tuple[float, float], ...]

    @property
    def letters(self) -> str:
        """The icons in their fixed order."""
        return "".join(sorted((die.icon for die in self.dice), key=ICONS.index))


def read_icon_dice(bgr: Image, faces: Sequence[Image], params: IconDiceParams = PARAMS) -> IconDice:
    """The dice of a picture; ``faces`` are the learnt icons (64, 64, 3) in the order of ICONS."""
    small, scale = _smaller(bgr, params)
    templates = _templates(faces, params)
    seen = [_best_icon(small, blobs, templates, params) for blobs in find_blobs(small, params)]
    seen = _one_each([die for die in seen if die.fit >= params.least_fit * 0.8])
    sure = [die for die in seen if die.fit >= params.least_fit and die.lead >= params.least_lead]
    dice = tuple(DieSeen(d.icon, d.middle_px / scale, d.side_px / scale, d.fit, d.lead) for d in sure)
    unsure = tuple((float(d.middle_px[0] / scale), float(d.middle_px[1] / scale)) for d in seen if d not in sure)
    return IconDice(dice, unsure)


def _smaller(bgr: Image, params: IconDiceParams) -> tuple[Image, float]:
    scale = min(1.0, params.longest_px / max(bgr.shape[:2]))
    if scale == 1:
        return bgr, 1.0
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


# ------------------------------------------------------------------------- finding


def find_blobs(bgr: Image, params: IconDiceParams = PARAMS) -> list[list[Square]]:
    """Bright blobs shaped like dice; each as the squares it was at the different levels."""
    darkest = cv2.GaussianBlur(bgr.min(axis=2), (0, 0), 1.2)
    found: list[list[Square]] = []
    for level in params.levels:
        for square in _squares(np.asarray(darkest > level, np.uint8), params):
            near = next((group for group in found if _same_place(group[0], square)), None)
            if near is None:
                found.append([square])
            else:
                near.append(square)
    return found


def _squares(bright: Image, params: IconDiceParams) -> list[Square]:
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least, most = (share * bright.size for share in (params.least_share, params.most_share))
    squares = [_square(np.asarray(outline, np.int32), least, most, params) for outline in outlines]
    return [square for square in squares if square is not None]


def _square(outline: NDArray[np.int32], least: float, most: float, params: IconDiceParams) -> Square | None:
    area = cv2.contourArea(outline)
    if not least <= area <= most:
        return None
    hull = cv2.convexHull(outline)
    hull_area = max(cv2.contourArea(hull), 1.0)
    middle, (width, height), angle = cv2.minAreaRect(hull)
    short, long = sorted((width, height))
    if short < 1 or long > params.most_long * short or area < params.least_solid * hull_area:
        return None
    if hull_area < params.least_full * width * height:
        return None
    return Square(np.array(middle, np.float64), float(short), float(np.radians(angle)))


def _same_place(one: Square, other: Square) -> bool:
    return float(np.linalg.norm(one.middle_px - other.middle_px)) < 0.5 * max(one.side_px, other.side_px)


def _one_each(dice: list[DieSeen]) -> list[DieSeen]:
    """Of two readings of one place the better."""
    kept: list[DieSeen] = []
    for die in sorted(dice, key=lambda one: -one.fit):
        if all(np.linalg.norm(die.middle_px - one.middle_px) > 0.7 * one.side_px for one in kept):
            kept.append(die)
    return kept


# ------------------------------------------------------------------------- comparing


def cut_face(bgr: Image, square: Square, size_px: int = FACE_PX) -> Image:
    """The face that lies in a square, straight."""
    grid = _grid(size_px, 1.0)[None] * square.side_px
    x, y = _placed(grid, np.array([square.turn]), square.middle_px[None])
    face = cv2.remap(bgr, x.reshape(size_px, size_px), y.reshape(size_px, size_px), cv2.INTER_LINEAR)
    return np.asarray(face, np.uint8)


def _grid(count: int, share: float) -> Floats32:
    """(count², 2) points of a unit square around 0."""
    line = (np.arange(count, dtype=np.float32) + 0.5) / count - 0.5
    x, y = np.meshgrid(line * share, line * share)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def _placed(grid: Floats32, turns: Floats, middles: Floats) -> tuple[Floats32, Floats32]:
    cos, sin = np.cos(turns)[:, None], np.sin(turns)[:, None]
    x = grid[..., 0] * cos - grid[..., 1] * sin + middles[:, :1]
    y = grid[..., 0] * sin + grid[..., 1] * cos + middles[:, 1:]
    return x.astype(np.float32), y.astype(np.float32)


def _best_icon(bgr: Image, blob: Sequence[Square], templates: Floats32, params: IconDiceParams) -> DieSeen:
    """The icon that fits one of the blob's squares best: all icons roughly, then the best few closely."""
    white = _white(bgr, max(blob, key=lambda square: square.side_px))
    rough = _fits(bgr, [_varied(square, params.rough) for square in _typical(blob)], white, templates, params)
    closely = sorted(rough, key=lambda one: -one[0])[: params.looked_at]
    fine = [_fits(bgr, [_varied(square, params.fine)], white, templates, params)[icon] for _, icon, square in closely]
    (best, icon, square), (second, *_) = sorted(fine, key=lambda one: -one[0])[:2]
    return DieSeen(ICONS[icon], square.middle_px, square.side_px, best, 1 - (1 - best) / (1 - second))


Squares = tuple[Floats, Floats, Floats]
"""Sides, turns and middles of many squares."""
Fit = tuple[float, int, Square]
"""How well an icon (its index) fits which square."""


def _white(bgr: Image, square: Square) -> Floats32:
    """How bright the body of a die is, in each channel."""
    face = cut_face(bgr, square).reshape(-1, 3)
    return np.maximum(np.percentile(face, 92, axis=0), 20.0).astype(np.float32)


def _fits(
    bgr: Image, squares: Sequence[Squares], white: Floats32, templates: Floats32, params: IconDiceParams
) -> list[Fit]:
    """For each icon the square that it fits best."""
    sides, turns, middles = (np.concatenate([one[i] for one in squares]) for i in range(3))
    grid = _grid(params.grid, params.inner)[None] * sides[:, None, None].astype(np.float32)
    x, y = _placed(grid, turns, middles)
    patches = np.asarray(cv2.remap(bgr, x, y, cv2.INTER_LINEAR), np.float32)
    fits = (_features(patches, white, params) @ templates.T).reshape(-1, len(ICONS), 4).max(axis=2)
    where = fits.argmax(axis=0)
    return [
        (float(fits[at, icon]), icon, Square(middles[at], float(sides[at]), float(turns[at])))
        for icon, at in enumerate(where)
    ]


def _typical(blob: Sequence[Square]) -> list[Square]:
    """The smallest, middle and largest of a blob's squares: with and without the sides of the die."""
    ordered = sorted(blob, key=lambda square: square.side_px)
    return [ordered[at] for at in sorted({0, len(ordered) // 2, len(ordered) - 1})]


def _varied(square: Square, wobble: Wobble) -> Squares:
    """The squares tried instead of this one."""
    ways = list(product(wobble.scales, wobble.turns_deg, wobble.moves, wobble.moves))
    scales, turns, right, down = (np.array(column, np.float64) for column in zip(*ways, strict=True))
    moves = np.stack([right, down], axis=1) * square.side_px
    return square.side_px * scales, square.turn + np.radians(turns), square.middle_px + moves


def _templates(faces: Sequence[Image], params: IconDiceParams) -> Floats32:
    """Features of every icon in four turns, (24, grid² * 3)."""
    middle = np.full((1, 2), (FACE_PX - 1) / 2)
    grid = _grid(params.grid, params.inner)[None] * np.float32(FACE_PX)
    rows = [_turned(face, grid, quarter * np.pi / 2, middle, params) for face, quarter in product(faces, range(4))]
    return np.concatenate(rows)


def _turned(face: Image, grid: Floats32, turn: float, middle: Floats, params: IconDiceParams) -> Floats32:
    x, y = _placed(grid, np.array([turn]), middle)
    white = _white(face, Square(middle[0], float(FACE_PX), 0.0))
    return _features(np.asarray(cv2.remap(face, x, y, cv2.INTER_LINEAR), np.float32), white, params)


def _features(patches: Floats32, white: Floats32, params: IconDiceParams) -> Floats32:
    """Brightness and two colours of (K, N, 3) BGR patches, beside the white of their die, each of length 1."""
    blue, green, red = np.moveaxis(np.minimum(patches / white, 1.3), 2, 0)
    light = (blue + green + red) / 3
    planes = np.stack([light, params.color_weight * (red - green), params.color_weight * ((red + green) / 2 - blue)], 2)
    planes -= planes.mean(axis=1, keepdims=True)
    flat = planes.reshape(len(planes), -1)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6), np.float32)

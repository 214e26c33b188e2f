"""What does the small learnt net say of each point of the straight view?

It is shown the view as it is and as it would be bare, so that it has to learn wood, not art.  For every second
millimetre it tells whether the middle of a top is there, of which kind and in which colour, whether something
without a name touches the tile, and whether a lamp is mirrored in it.  ``tools/token_net`` makes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from vision.changes.steady import CELL, Box, grown_within
from vision.frame import Floats, Reals
from vision.nets import Net, folded, unfolded
from vision.params import STEADY, TOKENS, SteadyParams, TokenParams
from vision.tokens.view import StraightView

STRIDE = 2
"""Pixels of the view per cell of the net's answer."""
COLORS = ("red", "blue", "green", "yellow", "white", "purple", "black")
NOTHING = -20.0
"""Log-odds of a top where nobody looks."""
PLAIN, STICKER, NARROW = range(3)
"""Shapes of tops: a plain disc, a disc with a sticker, a narrow cylinder."""
NAMELESS, LAMP = 12, 13
"""What of the answer says that something without a name touches the tile, or that a lamp is mirrored here."""
NEAR = 3
"""Cells around a token in which something without a name, or a lamp, is taken for it."""
BAND_CELLS = 20
"""About so many rows of cells the stem is shown at a time: they fit into the memory of the last ones."""
STEM_CELLS = 1
"""Cells around one that the stem has to see for it."""
_STEM, _TRUNK = Net("vision.tokens", "tokens_stem.onnx"), Net("vision.tokens", "tokens_trunk.onnx")


class StemAnswer(NamedTuple):
    """What the stem made of a box of cells, (channels, rows, columns); the trunk sees nothing else."""

    cells: Reals
    box: Box

    def window(self, box: Box) -> tuple[slice, slice, slice]:
        """Where in ``cells`` a box within that box is."""
        top, left = self.box[0], self.box[2]
        return slice(None), slice(box[0] - top, box[1] - top), slice(box[2] - left, box[3] - left)


@dataclass(frozen=True, slots=True, eq=False)
class NetAnswer:
    """``told`` (14, h, w): per cell log-odds of a top of each of 3 shapes, logits of 7 colours, the way from the cell's
    middle to the top's, x and y in cells, log-odds of something without a name and of a mirrored lamp.  ``stem`` is
    what it was told of."""

    told: Reals
    stem: StemAnswer | None = None

    @property
    def tops(self) -> Reals:
        """(3, h, w) log-odds of a top of each shape."""
        return np.asarray(self.told[:3], np.float32)

    @property
    def nameless(self) -> Reals:
        """(h, w) log-odds that something without a name touches the tile here."""
        return np.asarray(self.told[NAMELESS], np.float32)

    def most_near(self, what: int, at_px: Floats) -> float:
        """The highest log-odds of ``NAMELESS`` or ``LAMP`` within ``NEAR`` cells of a point (2,) of the view."""
        middle = np.round(at_px[::-1] / STRIDE).astype(int)
        rows, columns = (slice(max(at - NEAR, 0), max(at + NEAR + 1, 0)) for at in middle)
        return float(self.told[what, rows, columns].max(initial=NOTHING))

    def at(self, row: int, column: int) -> tuple[Floats, Floats]:
        """In one cell: log-shares (7,) of colours, and (2,) the way to the top's middle."""
        told = self.told[:, row, column].astype(np.float64)
        return _log_share(told[3:10]), told[10:12]


def ask_net(view: StraightView, params: TokenParams = TOKENS, box: Box | None = None) -> NetAnswer:
    """The net's answer for a view, or for a box of its cells: beside that there is nothing."""
    whole = (0, view.tile.shape[0] // CELL, 0, view.tile.shape[1] // CELL)
    box = whole if box is None else box
    shown = StemAnswer(_stem_in_bands(view, box, params), box)
    part = unfolded(_TRUNK.answer(shown.cells), STRIDE)
    rows, columns = _halves(whole)
    told = np.full((len(part), rows.stop, columns.stop), NOTHING, np.float32)
    told[:, *_halves(box)] = part
    return NetAnswer(told, shown)


def ask_again(
    view: StraightView,
    before: NetAnswer,
    boxes: Sequence[Box],
    asked: Sequence[Box],
    params: TokenParams = TOKENS,
    steady: SteadyParams = STEADY,
) -> NetAnswer:
    """The answer for a view in which only some ``boxes`` of cells are new; those ``asked`` are told anew."""
    if before.stem is None:
        return ask_net(view, params)
    box, cells, told = before.stem.box, before.stem.cells.copy(), before.told.copy()
    shown = StemAnswer(cells, box)
    for new in boxes:
        part = grown_within(new, STEM_CELLS, box)
        cells[shown.window(part)] = _stem(view, part, box, params)
    for part in asked:
        wide = grown_within(part, steady.input_cells, box)
        seen = unfolded(_TRUNK.answer(np.ascontiguousarray(cells[shown.window(wide)])), STRIDE)
        inside = _halves((part[0] - wide[0], part[1] - wide[0], part[2] - wide[2], part[3] - wide[2]))
        told[:, *_halves(part)] = seen[:, *inside]
    return NetAnswer(told, shown)


def _stem_in_bands(view: StraightView, box: Box, params: TokenParams) -> Reals:
    """What the stem makes of a box of cells, band by band."""
    top, bottom, left, right = box
    count = max(1, round((bottom - top) / BAND_CELLS))
    ends = [top + (bottom - top) * band // count for band in range(count + 1)]
    bands = [_stem(view, (first, last, left, right), box, params) for first, last in pairwise(ends)]
    return np.concatenate(bands, axis=1)


def _stem(view: StraightView, part: Box, box: Box, params: TokenParams) -> Reals:
    """What the stem makes of a part of a box of cells, of which it sees a little around the part."""
    wide = grown_within(part, STEM_CELLS, box)
    cells = _STEM.answer(folded(net_input(view, wide, params), STRIDE))
    return cells[:, part[0] - wide[0] : part[1] - wide[0], part[2] - wide[2] : part[3] - wide[2]]


def _halves(box: Box) -> tuple[slice, slice]:
    """A box of cells among the cells of the answer, which are half as large."""
    times = CELL // STRIDE
    return slice(times * box[0], times * box[1]), slice(times * box[2], times * box[3])


def net_input(view: StraightView, box: Box, params: TokenParams = TOKENS) -> Reals:
    """(9, h, w) of a box of cells: seen, bare, whether there is a tile, and the lean of 10 mm, x and y."""
    top, bottom, left, right = (CELL * side for side in box)
    foot = view.scale.nadir_px
    lean = params.lean_mm / (view.scale.camera_mm - params.lean_mm) / 10
    stack = np.empty((9, bottom - top, right - left), np.float32)
    for first, picture in ((0, view.seen), (3, view.bare)):
        channels = stack[first : first + 3]
        shares = picture[top:bottom, left:right].transpose(2, 0, 1)
        np.multiply(shares, params.input_gain / params.input_span, out=channels)
        np.clip(channels, 0, 255 / params.input_span, out=channels)
        channels -= params.input_zero
    stack[6] = view.tile[top:bottom, left:right] >= 0
    stack[7] = (np.arange(left, right)[None] - foot[0]) * lean
    stack[8] = (np.arange(top, bottom)[:, None] - foot[1]) * lean
    return stack


def _log_share(logits: Floats) -> Floats:
    return np.asarray(logits - np.logaddexp.reduce(logits), np.float64)

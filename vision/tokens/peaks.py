"""Where does the net's answer peak?"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import spots
from vision.changes.steady import Mask
from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.net import STRIDE, NetAnswer


@dataclass(frozen=True, slots=True, eq=False)
class Peak:
    """A peak of the net's answer: cell, where (2,) in the view, shape, log-odds, log-shares of colours."""

    cell: tuple[int, int]
    at_px: Floats
    shape: int
    log_odds: float
    colors: Floats


def peaks_of(answer: NetAnswer, shape: int, where: Mask | None = None, params: TokenParams = TOKENS) -> Iterator[Peak]:
    """The peaks of one shape that are worth looking at, in the cells ``where`` (h, w) if that is given."""
    top, left, window = 0, 0, (slice(None), slice(None))
    if where is not None:
        x, y, width, height = cv2.boundingRect(where.astype(np.uint8))
        top, left = max(y - 1, 0), max(x - 1, 0)
        window = slice(top, y + height + 1), slice(left, x + width + 1)
    layer = answer.tops[shape][window] * params.logit_scale + params.logit_shift
    peaks = (layer >= cv2.dilate(layer, np.ones((3, 3), np.uint8))) & (layer > params.propose)
    for row, column in spots(peaks if where is None else peaks & where[window]):
        yield _peak(answer, shape, (top + int(row), left + int(column)), float(layer[row, column]))


def _peak(answer: NetAnswer, shape: int, cell: tuple[int, int], log_odds: float) -> Peak:
    colors, away = answer.at(*cell)
    return Peak(cell, STRIDE * (np.array(cell[::-1]) + away), shape, log_odds, colors)

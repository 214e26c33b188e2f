"""What does the small learnt net say of each point of the straight view?

It is shown the view as it is and as it would be bare, so that it has to learn wood, not art.  For every second
millimetre it tells whether the middle of a top is there, of which kind, in which colour, and what is under it.
``tools/train_tokens.py`` makes it.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np

from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.view import Reals, View

STRIDE = 2
"""Pixels of the view per cell of the net's answer."""
COLORS = ("red", "blue", "green", "yellow", "white", "purple", "black")
PLAIN, STICKER, NARROW = range(3)
"""Shapes of tops: a plain disc, a disc with a sticker, a narrow cylinder."""


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """Per cell: ``tops`` (3, h, w) log-odds of a top of each shape, ``colors`` (7, h, w) and ``under`` (6, h, w)
    log-shares, ``offset`` (2, h, w) from the cell's middle to the top's, x and y in cells."""

    tops: Reals
    colors: Reals
    under: Reals
    offset: Reals


def ask_net(view: View, params: TokenParams = TOKENS) -> Answer:
    """The net's answer for a view."""
    net = _net()
    net.setInput(net_input(view, params)[None])
    told = np.asarray(net.forward(), np.float32)[0]
    return Answer(told[:3], _log_share(told[3:10]), _log_share(told[10:16]), told[16:18])


def net_input(view: View, params: TokenParams = TOKENS) -> Reals:
    """(9, h, w): seen, bare, whether there is a tile, and how far the top of something 10 mm high leans, x and y."""
    height, width = view.tile.shape
    foot: Floats = view.scale.px(view.scale.foot_mm[None])[0]
    lean = params.lean_mm / (view.scale.camera_mm - params.lean_mm) / 10
    stack = np.empty((9, height, width), np.float32)
    for first, picture in ((0, view.seen), (3, view.bare)):
        grey = np.clip(picture * params.input_gain, 0, 255) / params.input_span - params.input_zero
        stack[first : first + 3] = grey.transpose(2, 0, 1)
    stack[6] = view.tile >= 0
    stack[7] = (np.arange(width)[None] - foot[0]) * lean
    stack[8] = (np.arange(height)[:, None] - foot[1]) * lean
    return stack


@lru_cache(maxsize=1)
def _net() -> cv2.dnn.Net:
    model = files("vision.tokens").joinpath("tokens.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))


def _log_share(logits: Reals) -> Reals:
    top = logits.max(axis=0)
    return np.asarray(logits - top - np.log(np.exp(logits - top).sum(axis=0)), np.float32)

"""How many assistants are under a merchant?  The front of its stack, unrolled, shown to a tiny learnt net.

``tools/token_net/stacks.py`` makes the net.
"""

import cv2
import numpy as np

from companion.sync.observation import Kind
from vision.frame import Floats, Reals
from vision.nets import Net
from vision.params import STACKS, TOKENS, StackParams, TokenParams
from vision.tokens.view import Scale, StraightView

_NET = Net("vision.tokens", "stacks.onnx")


def foot_of(scale: Scale, top_px: Floats, height_mm: float) -> Floats:
    """Where in the view something stands whose top at ``height_mm`` is seen at ``top_px`` (2,)."""
    nadir = scale.nadir_px
    return np.asarray(nadir + (top_px - nadir) / scale.growth(height_mm), np.float64)


def height_of(kind: Kind, under: int, params: TokenParams = TOKENS) -> float:
    """Height of a token's top above the tile, with what is under it."""
    return params.height_mm[kind] + under * params.height_mm[Kind.ASSISTANT]


def under_shares(view: StraightView, top_px: Floats) -> Floats:
    """Log-shares (6,) of the numbers of assistants under a merchant whose top is at ``top_px`` (2,)."""
    logits = _NET.answer(stack_input(view.seen, view.bare, view.scale, top_px)).astype(np.float64)
    return np.asarray(logits - np.logaddexp.reduce(logits), np.float64)


def stack_input(seen: Reals, bare: Reals, scale: Scale, top_px: Floats, params: StackParams = STACKS) -> Reals:
    """(8, rows, columns): seen, bare, their difference, and how far a row is from the next; rows run down the front.

    The first rows are on the top, the others as far below it as ``params`` says; columns run around the front.
    """
    at = _front(scale, top_px, params).astype(np.float32)
    layers = []
    for picture in (seen, bare):
        strip = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        grey = np.clip(strip * TOKENS.input_gain, 0, 255)
        layers.append((grey / TOKENS.input_span - TOKENS.input_zero).transpose(2, 0, 1))
    apart = np.abs(layers[0] - layers[1]).max(axis=0, keepdims=True)
    first = len(params.top_shares)
    pitch = float(np.linalg.norm((at[-1] - at[first]).mean(axis=0))) / (params.rows - 1)
    step = np.full_like(apart, min(pitch, params.most_pitch_px) / params.pitch_px)
    return np.concatenate([*layers, apart, step]).astype(np.float32)


def _front(scale: Scale, top_px: Floats, params: StackParams) -> Floats:
    """Pixels (rows, columns, 2) of a top's near half and of where the stack's front would meet the table below it."""
    nadir = scale.nadir_px
    towards = np.arctan2(*(nadir - top_px)[::-1])
    around = np.radians(np.linspace(-params.around_deg, params.around_deg, params.columns)) + towards
    ring = np.column_stack([np.cos(around), np.sin(around)]) * TOKENS.radius_mm[Kind.MERCHANT] * scale.px_per_mm
    on_top = top_px + np.array(params.top_shares)[:, None, None] * ring
    shrunk = 1 - np.arange(params.rows) * params.row_mm / scale.camera_mm
    below = (nadir + (top_px - nadir) * shrunk[:, None])[:, None] + ring
    return np.concatenate([on_top, below])

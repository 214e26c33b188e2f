"""Is a top what the token net takes it for?  A patch around it, turned to the camera, is shown to a small net.

The token net says what is where.  Wood that leans or lies, mirrored lamps and printed discs look much like tops; this
net sees nothing else and tells them apart.  ``tools/token_net/second_look.py`` makes it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.changes.steady import Mask
from vision.frame import Floats, Reals
from vision.nets import Net
from vision.params import TOKENS
from vision.tokens.peaks import Peak
from vision.tokens.view import Scale, StraightView

NO_TOP = 3
"""The last of the net's four answers; the others are the shapes of ``net.py``."""
SIZE_PX = 40
"""Side of the patch."""
_NET = Net("vision.tokens", "second_look.onnx")


@dataclass(frozen=True, slots=True)
class SecondLookParams:
    """What is looked at again and how much that counts, in log-odds; counted on tables to tune with."""

    least: float = -3.0  # what is less likely a top is not looked at again
    most: float = 4.0  # nor what is likelier; a second look makes nothing likelier than this
    weight: float = 0.45  # taken for each by which the second look says that it is none
    bound: float = 6.0  # that is believed so far, either way
    shift: float = -0.4  # added to all that is looked at again


SECOND_LOOK = SecondLookParams()


def looked_at_again(view: StraightView, peak: Peak, params: SecondLookParams = SECOND_LOOK) -> Peak:
    """The peak, more or less likely by a second look where it is neither likely nor hardly worth naming."""
    if not params.least < peak.log_odds < params.most:
        return peak
    against = bounded(against_top(view, peak.at_px, peak.shape), params)
    return replace(peak, log_odds=min(peak.log_odds - params.weight * against + params.shift, params.most))


def bounded(against: float, params: SecondLookParams = SECOND_LOOK) -> float:
    """What the second look says, as far as it is believed."""
    return min(max(against, -params.bound), params.bound)


def against_top(view: StraightView, top_px: Floats, shape: int) -> float:
    """The log-odds that what is seen at ``top_px`` (2,) of the view is not a top of this shape."""
    shares = _NET.answer(patch_input(view.seen, view.bare, view.tile >= 0, view.scale, top_px)).astype(np.float64)
    return float(np.logaddexp.reduce(np.delete(shares, shape)) - shares[shape])


def patch_input(seen: Reals, bare: Reals, tile: Mask, scale: Scale, top_px: Floats) -> Reals:
    """(9, n, n): seen, bare, their difference, whether there is a tile, and how flatly the camera looks.

    The first row is furthest from the camera's foot.
    """
    away = top_px - scale.nadir_px
    far_px = max(float(np.hypot(*away)), 1e-6)
    up = away / far_px
    across = np.array([-up[1], up[0]])
    steps = np.arange(SIZE_PX) - (SIZE_PX - 1) / 2
    at = (top_px - steps[:, None, None] * up + steps[None, :, None] * across).astype(np.float32)
    patch = np.empty((9, SIZE_PX, SIZE_PX), np.float32)
    for first, picture in ((0, seen), (3, bare)):
        straight = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        grey = np.clip(straight * TOKENS.input_gain, 0, 255)
        patch[first : first + 3] = (grey / TOKENS.input_span - TOKENS.input_zero).transpose(2, 0, 1)
    patch[6] = np.abs(patch[:3] - patch[3:6]).max(axis=0)
    patch[7] = cv2.remap(tile.astype(np.uint8), at[..., 0], at[..., 1], cv2.INTER_NEAREST)
    patch[8] = far_px / (scale.camera_mm * scale.px_per_mm)
    return patch

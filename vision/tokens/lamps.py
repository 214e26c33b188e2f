"""Is a white top a bare lamp, mirrored in glossy print?  The net sees one, or it is brighter than white paper and not
round or not even.

White wood may be as bright, on a copy that has no white in its print; but its top is round and the same all over.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.sync.observation import Kind
from vision.changes.steady import Mask
from vision.frame import Floats
from vision.params import TOKENS, TokenParams
from vision.tokens.hidden import burnt_part
from vision.tokens.net import LAMP, NetAnswer
from vision.tokens.view import StraightView


@dataclass(frozen=True, slots=True)
class BareLampParams:
    """What of a bright spot tells a lamp from a disc; white paper is 1."""

    bright: float = 1.3  # darkest channel from which a white disc may be a lamp
    part: float = 0.72  # share of its brightness that still belongs to it
    lone: float = 1.27  # of a disc's radius: a larger spot is more than one thing
    inside: float = 0.68  # of its radius, within which wood is even
    uneven: float = 0.05  # standard deviation there beside its brightness, more than of wood
    round: float = 0.89  # short axis over long one, at least, of a disc


BARE_LAMP = BareLampParams()


def disc_doubt(view: StraightView, answer: NetAnswer, at_px: Floats, params: TokenParams = TOKENS) -> float:
    """The log-odds that a white disc about a point (2,) of the view loses, as it may be a lamp."""
    burnt, uneven, seen = lamp_signs(view, answer, at_px, params)
    return params.burnt_cost * burnt + params.uneven_cost * uneven + params.lamp_cost * seen


def lamp_signs(
    view: StraightView, answer: NetAnswer, at_px: Floats, params: TokenParams = TOKENS
) -> tuple[float, bool, float]:
    """What takes a white disc about a point (2,) of the view for a lamp: the share of it that is burnt white, whether
    it is bright and not round or not even, and how surely the net sees a lamp (log-odds above the least)."""
    radius_px = params.radius_mm[Kind.ASSISTANT] * view.scale.px_per_mm
    burnt = burnt_part(view, at_px, params.burnt_within * radius_px, params)
    return burnt, like_a_lamp(view, at_px, radius_px), lamp_seen(answer, at_px, params)


def lamp_seen(answer: NetAnswer, at_px: Floats, params: TokenParams = TOKENS) -> float:
    """How surely the net sees a lamp at a point (2,) of the view, in log-odds above the least."""
    return max(0.0, answer.most_near(LAMP, at_px) - params.lamp_least)


def like_a_lamp(view: StraightView, at_px: Floats, radius_px: float, params: BareLampParams = BARE_LAMP) -> bool:
    """Whether what looks like a white disc of this radius about a point (2,) of the view is more like a lamp."""
    reach = round(3 * radius_px)
    size, middle = 2 * reach + 1, (float(at_px[0]), float(at_px[1]))
    bright = np.asarray(cv2.getRectSubPix(view.seen, (size, size), middle), np.float32).min(axis=2)
    top = float(bright[reach - 2 : reach + 3, reach - 2 : reach + 3].mean())
    if top <= params.bright:
        return False
    _, parts = cv2.connectedComponents((bright > params.part * top).astype(np.uint8))
    spot = parts == parts[reach, reach]
    if spot.sum() > np.pi * (params.lone * radius_px) ** 2:
        return False
    away = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1])
    uneven = float(bright[away < params.inside * radius_px].std()) / top
    return uneven > params.uneven or _roundness(spot) < params.round


def _roundness(spot: Mask) -> float:
    """The short axis of a spot (h, w) over its long one."""
    short, long = np.sqrt(np.linalg.eigvalsh(np.cov(np.argwhere(spot).T)))
    return float(short / max(long, 1e-6))

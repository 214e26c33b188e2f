"""What does this copy's wood look like under this lamp?  Learnt from tokens on the table, by themselves or by a tap.

The net tells colours of usual wood; a copy whose green is nearly blue, or a very yellow lamp, is told apart better by
its own wood.  What is learnt goes into ``Profile.colors`` and is read by ``vision/tokens/wood.py``.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, Kind
from vision.frame import Floats, Frame
from vision.params import WOOD, WoodParams
from vision.pose import Pose
from vision.profile import Profile, make_profile
from vision.tokens.feet import Top
from vision.tokens.net import COLORS, NARROW, PLAIN, STICKER
from vision.tokens.read import table_view, tokens_in
from vision.tokens.wood import PREFIX, top_color

SHAPES = {Kind.ASSISTANT: PLAIN, Kind.FAMILY: NARROW}
WoodColors = dict[str, tuple[float, ...]]


def learn_wood(
    frame: Frame, pose: Pose, profile: Profile, players: Sequence[str] | None = None, params: WoodParams = WOOD
) -> WoodColors:
    """Colours of the wood seen for certain in one picture, best the set-up position, by name as in ``Profile.colors``.

    A colour is learnt where at least ``least_tokens`` agree, or where there is only one of it (Governor, Smuggler).
    """
    view = table_view(frame, pose, profile)
    seen: dict[str, list[Floats]] = defaultdict(list)
    for top in tokens_in(view, pose, profile, players)[1]:
        if top.log_odds >= params.certain:
            seen[top.thing.color].append(top_color(view, top.at_px, SHAPES.get(top.thing.kind, STICKER)))
    learnt = {color: _agreed(tops, color, params) for color, tops in seen.items()}
    return {PREFIX + color: mean for color, mean in learnt.items() if mean is not None}


def _agreed(tops: Sequence[Floats], color: str, params: WoodParams) -> tuple[float, ...] | None:
    least = 1 if color in (GOVERNOR_COLOR, SMUGGLER_COLOR) else params.least_tokens
    middle = np.median(np.array(tops), axis=0)
    near = [top for top in tops if np.linalg.norm(top - middle) <= params.agree]
    return _rounded(np.mean(near, axis=0)) if len(near) >= least else None


def learn_disc(frame: Frame, pose: Pose, profile: Profile, color: str, at_px: tuple[float, float]) -> WoodColors:
    """The colour of one disc a person points at in the picture, ``at_px`` (x, y), saying which colour it is.

    A finger is wider than a disc: the token nearest to it is taken, and the very point where none is near.
    """
    if color not in COLORS:
        raise ValueError(f"wood is {', '.join(COLORS)}, not {color}")
    view = table_view(frame, pose, profile)
    at = view.scale.px(board_point(pose, at_px)[None])[0]
    near = min(tokens_in(view, pose, profile)[1], key=lambda top: _away(top, at), default=None)
    if near is None or _away(near, at) > view.scale.px_per_mm * WOOD.finger_mm:
        return {PREFIX + color: _rounded(top_color(view, at, STICKER))}
    return {PREFIX + color: _rounded(top_color(view, near.at_px, SHAPES.get(near.thing.kind, STICKER)))}


def _away(top: Top, at_px: Floats) -> float:
    return float(np.linalg.norm(top.at_px - at_px))


def board_point(pose: Pose, at_px: tuple[float, float]) -> Floats:
    """The point (2,) of the tiles' plane, in mm, seen at a pixel (x, y)."""
    lens = np.array([pose.k1, 0.0, 0.0, 0.0])
    straight = cv2.undistortPoints(np.array([[at_px]], np.float64), pose.camera_matrix, lens).reshape(2)
    rotation = np.asarray(cv2.Rodrigues(np.asarray(pose.rvec, np.float64))[0], np.float64)
    way = rotation.T @ np.array([*straight, 1.0])
    camera = -rotation.T @ np.asarray(pose.tvec, np.float64).reshape(3)
    return np.asarray((camera - way * camera[2] / way[2])[:2], np.float64)


def with_wood(profile: Profile, wood: Mapping[str, tuple[float, ...]]) -> Profile:
    """The profile with these colours of wood in place of older ones; it has a new id."""
    return make_profile(profile.name, profile.tiles, {**profile.colors, **wood})


def without_wood(profile: Profile, color: str) -> Profile:
    """The profile that knows nothing of this colour of wood."""
    return make_profile(
        profile.name, profile.tiles, {name: mean for name, mean in profile.colors.items() if name != PREFIX + color}
    )


def _rounded(color: Floats) -> tuple[float, ...]:
    return tuple(round(float(part), 4) for part in color)

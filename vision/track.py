"""Is the board still where it was?  The last pose is checked, and mended if camera or tiles moved a little."""

import numpy as np

from vision.arrays import Array
from vision.frame import Image
from vision.identify import assign, cell_pictures, compare
from vision.locate import finish, working_grey
from vision.params_layout import LOCATE, TRACK, TrackParams
from vision.pose import Pose
from vision.profile import Profile
from vision.state import Found, state, table_of


def verify(bgr: Image, profile: Profile, before: Pose, params: TrackParams = TRACK) -> Found | None:
    """The board near where it was; None where it is not, and must be looked for."""
    grey, scale = working_grey(bgr)
    table = table_of(before, scale)
    odds, shifts = compare(cell_pictures(grey, table, LOCATE.near_px), profile.signatures)
    assignment = assign(odds)
    steady = assignment.score > params.steady_odds
    if steady.sum() < params.steady_tiles or not _same_tiles(before, assignment.tile, steady):
        return None
    column = assignment.tile + 16 * assignment.upside_down
    moved = steady & (shifts[np.arange(16), column] != 0).any(1)
    if moved.sum() > params.moved_tiles:
        found = finish(grey, scale, table, assignment, profile, LOCATE)
    else:
        found = state(table, assignment, (grey.shape[1], grey.shape[0]), scale)
    return None if isinstance(found, str) else found


def _same_tiles(before: Pose, tile: Array, steady: Array) -> bool:
    """Whether the tiles now seen well are those that were there."""
    places = np.array([pose.place or 0 for pose in before.tiles])
    return bool(((places == tile + 1) | (places == 0) | ~steady).all())

"""Is the board still where it was?  The last pose is checked, and mended if camera or tiles moved a little."""

from dataclasses import replace

import numpy as np

from vision.arrays import Array
from vision.frame import Image
from vision.identify.cells import assign, cell_pictures, compare
from vision.identify.fine_match import looked_closely
from vision.identify.stated_cells import FoundBoard, state, table_of
from vision.params_layout import LOCATE, TRACK, LocateParams, TrackParams
from vision.pose import Pose
from vision.profile import Profile
from vision.refine.tile_fit import lay, working_grey


def verify(bgr: Image, profile: Profile, before: Pose, params: TrackParams = TRACK) -> FoundBoard | None:
    """The board near where it was; None where it is not, and must be looked for."""
    grey, scale = working_grey(bgr)
    table = table_of(before, scale)
    odds, shifts = compare(cell_pictures(grey, table, LOCATE.near_px), profile.signatures)
    assignment = assign(odds, profile.signatures.hidden)
    steady = assignment.score > params.steady_odds
    if steady.sum() < params.steady_tiles or not _same_tiles(before, assignment.tile, steady):
        return None
    column = assignment.tile + 16 * assignment.upside_down
    shown = assignment.score > LOCATE.least_odds
    if (shown & (shifts[np.arange(16), column] != 0).any(1)).any():
        table, assignment = lay(grey, table, assignment, profile)
    found = state(table, assignment, grey, scale, known=True)
    return None if isinstance(found, str) else looked_closely(bgr, found, profile, _told_covered(before))


def rests(bgr: Image, profile: Profile, before: Pose, touched: list[int], params: LocateParams = LOCATE) -> bool:
    """Whether the touched tiles (indices in the pose) still lie where they were, and those not read still cannot be."""
    if not touched:
        return True
    grey, scale = working_grey(bgr)
    table = table_of(before, scale)
    here = replace(table, places=table.places[touched])
    odds, shifts = compare(cell_pictures(grey, here, params.near_px), profile.signatures)
    tiles = [before.tiles[tile] for tile in touched]
    own = np.array([(tile.place or 0) - 1 + 16 * tile.upside_down for tile in tiles])
    rows = np.arange(len(touched))
    moved = np.abs(shifts[rows, own]).max(1) > params.settled_mm
    same = (odds.argmax(1) == own) & (odds[rows, own] > params.least_odds) & ~moved
    unread = np.array([tile.place is None for tile in tiles])
    return bool(np.where(unread, odds.max(1) < params.least_odds, same).all())


def _told_covered(pose: Pose) -> frozenset[int]:
    """The cells whose tile was told from the little it shows."""
    return frozenset(cell for cell, tile in enumerate(pose.tiles) if tile.covered and tile.place is not None)


def _same_tiles(before: Pose, tile: Array, steady: Array) -> bool:
    """Whether the tiles now seen well are those that were there."""
    places = np.array([pose.place or 0 for pose in before.tiles])
    return bool(((places == tile + 1) | (places == 0) | ~steady).all())

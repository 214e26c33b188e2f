"""How does a person say where the tiles lie?  Four corners, the gap between tiles, and a push for a single tile."""

from dataclasses import dataclass, replace

import numpy as np

from calibration.tiles import Learnt, cut_out, cut_tile, pose_from_table, turned
from vision.arrays import Array
from vision.frame import Image
from vision.identify.stated_cells import table_of
from vision.locate.outline import table_from_corners
from vision.params_layout import TILE_MM
from vision.pose import Pose, TilePose

OUTER = ((0, 0), (3, 1), (15, 2), (12, 3))
"""Cell and corner of the outer corners of the board, beginning at the top-left of the first tile, clockwise."""


@dataclass(frozen=True, slots=True)
class Push:
    """A single tile moved by hand: mm to the right and down as the board is read, degrees clockwise, share larger."""

    right_mm: float = 0.0
    down_mm: float = 0.0
    turn_deg: float = 0.0
    larger: float = 0.0


def pose_at_corners(bgr: Image, layout: tuple[int, ...], corners_px: Array, gap_mm: float) -> Pose:
    """Sixteen tiles exactly between four outer corners (4, 2) px, ``gap_mm`` apart; no edge in the picture is asked."""
    pitch_mm = (TILE_MM[0] + gap_mm, TILE_MM[1] + gap_mm)
    return pose_from_table(table_from_corners(corners_px, (bgr.shape[1], bgr.shape[0]), pitch_mm)[1], layout, 1.0)


def outer_corners(pose: Pose) -> Array:
    """Where the outer corners (4, 2) of the sixteen tiles lie in the picture, px."""
    return np.concatenate([pose.project_plane(pose.tiles[cell].corners_mm[corner]) for cell, corner in OUTER])


def pushed(pose: Pose, cell: int, push: Push) -> Pose:
    """The pose with one tile moved, turned or made larger about its middle."""
    tile = pose.tiles[cell]
    middle = tile.corners_mm.mean(0)
    c, s = np.cos(np.radians(push.turn_deg)), np.sin(np.radians(push.turn_deg))
    around = (tile.corners_mm - middle) @ np.array([[c, s], [-s, c]]) * (1 + push.larger)
    moved = replace(tile, corners_mm=around + middle + np.array([push.right_mm, push.down_mm]))
    return _with_tiles(pose, tuple(moved if at == cell else one for at, one in enumerate(pose.tiles)))


def half_turned(pose: Pose) -> Pose:
    """The same tiles read from the far side: the last cell becomes the first, and down becomes up."""
    layout = tuple(tile.place for tile in pose.tiles)
    return pose_from_table(turned(table_of(pose, 1.0)), layout, 1.0)


def learn_at(bgr: Image, pose: Pose) -> Learnt | None:
    """The tiles of a photo whose pose a person has approved; None where nothing is to be seen on any of them."""
    return cut_out(bgr, pose, tuple(tile.place or 0 for tile in pose.tiles))


def learn_pushed(bgr: Image, learnt: Learnt, cell: int, push: Push) -> Learnt:
    """What was learnt, with one tile moved by hand and cut out anew."""
    pose = pushed(learnt.pose, cell, push)
    fresh = cut_tile(bgr, pose, cell, learnt.tiles[cell].place)
    return Learnt(pose, tuple(fresh if at == cell else tile for at, tile in enumerate(learnt.tiles)))


def renamed(learnt: Learnt, layout: tuple[int, ...]) -> Learnt:
    """The same cut-outs as other places."""
    tiles = zip(learnt.tiles, learnt.pose.tiles, layout, strict=True)
    named = [(replace(tile, place=place), replace(lying, place=place)) for tile, lying, place in tiles]
    return Learnt(_with_tiles(learnt.pose, tuple(lying for _, lying in named)), tuple(tile for tile, _ in named))


def _with_tiles(pose: Pose, tiles: tuple[TilePose, ...]) -> Pose:
    return replace(pose, tiles=tiles)

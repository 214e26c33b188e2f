"""What can be stated of the sixteen cells?  Certainties, cells that are not read, and the pose in reading order."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array
from vision.frame import Image
from vision.geometry import TableGeometry, tile_corners
from vision.identify.cells import Assignment
from vision.identify.visible_frames import framed
from vision.params_layout import LOCATE, TILE_MM, LocateParams
from vision.pose import Pose, TilePose


@dataclass(frozen=True, slots=True, eq=False)
class FoundBoard:
    """The board: its pose in the picture, and how sure the layout is as a whole, 0..1.

    ``soft_mm`` is how soft the tiles it was compared with had to be made.
    """

    pose: Pose
    confidence: float
    scores: Array
    hand: bool = False
    soft_mm: float = 0.0


def state(
    table: TableGeometry,
    assignment: Assignment,
    picture: Image,
    scale: float,
    params: LocateParams = LOCATE,
    *,
    known: bool = False,
) -> FoundBoard | str:
    """The board as far as it is certain, in pixels of the picture as it came; or a reason to state nothing.

    ``scale`` is the size of the ``picture`` the table was fitted on over that of the picture as it came.  Unless it is
    ``known`` where the board lies, a hidden row at its edge might as well be missing there and lie on the other side.
    """
    certainty = certainty_of(np.minimum(assignment.margin, assignment.turn), params)
    other = assignment.lead < params.least_lead
    unread = (assignment.score < params.least_odds) | (certainty < params.least_certainty) | other
    unread &= other | ~_left_over(picture, table, assignment, unread, params)
    cut = outside(table, (picture.shape[1], picture.shape[0]))
    if unread.sum() > params.most_unread or (unread & cut).sum() > params.most_outside:
        return _too_little(table, unread, cut, params)
    if not known and _edge_is_hidden(unread):
        return "cut_off" if (unread & cut).any() else "hand"
    covered = unread | (assignment.score < params.least_odds)
    pose = _pose(table, assignment, certainty, unread, covered, scale)
    return FoundBoard(pose, float(certainty[~unread].min()), assignment.score, bool((unread & ~cut).any()))


def certainty_of(margin: Array | float, params: LocateParams = LOCATE) -> Array:
    """How sure cells are, 0..1, whose tiles are so many log-odds likelier than the best other pairing."""
    certainty: Array = 1 / (1 + np.exp(-params.slope * (margin - params.even_margin)))
    return certainty


def tiles_read(told: FoundBoard | str) -> int:
    """How many tiles are told."""
    return 0 if isinstance(told, str) else told.pose.tiles_read


def _edge_is_hidden(unread: Array) -> bool:
    """Whether no tile of the first or last row or column is read."""
    square = unread.reshape(4, 4)
    return bool(square[[0, 3]].all(1).any() or square[:, [0, 3]].all(0).any())


def _left_over(
    picture: Image, table: TableGeometry, assignment: Assignment, unread: Array, params: LocateParams
) -> Array:
    """Which unread cells (16,) show enough of the tile that the others leave over, where nearly all others are read.

    Less will do where the tile's frame shows all around what lies on it.
    """
    count = int(unread.sum())
    if count == 0 or count > params.left_tiles:
        return np.zeros(16, bool)
    seen: Array = (assignment.shows > params.left_shows) & (assignment.margin > params.left_margin)
    if count <= params.framed_tiles and (unread & ~seen).any():
        around_it = framed(picture, table, ~unread) > params.framed_least
        likely = (assignment.shows > params.framed_shows) & (assignment.margin > params.framed_margin)
        seen = seen | (around_it & likely)
    return unread & seen & (assignment.turn > params.left_turn)


def outside(table: TableGeometry, size_px: tuple[int, int]) -> Array:
    """Which cells (16,) have their middle outside of the picture or near its edge."""
    quarter = TILE_MM[1] / 4
    ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * quarter
    px = table.project((table.places[:, None, :2] + ring).reshape(-1, 2)).reshape(16, 4, 2)
    return np.asarray(((px < 0) | (px > np.array(size_px) - 1)).any((1, 2)))


def _too_little(table: TableGeometry, unread: Array, cut: Array, params: LocateParams) -> str:
    if (unread & cut).sum() > 0 and (~unread).sum() >= params.sure_tiles:
        return "cut_off"
    if (~unread).sum() >= params.sure_tiles:
        return "hand"
    middle = table.project(np.array([[-45.0, 0.0], [45.0, 0.0]]))
    if np.linalg.norm(middle[1] - middle[0]) < params.least_tile_px:
        return "too_small"
    return "not_this_game"


def _pose(
    table: TableGeometry, assignment: Assignment, certainty: Array, unread: Array, covered: Array, scale: float
) -> Pose:
    """The pose in reading order; a tile that is told from the little it shows is called covered all the same."""
    tiles = []
    for cell in range(16):
        corners = tile_corners(table.places[cell])
        over = bool(assignment.upside_down[cell]) and not unread[cell]
        number = None if unread[cell] else int(assignment.tile[cell]) + 1
        corners = np.roll(corners, 2, 0) if over else corners
        tiles.append(TilePose(number, over, corners, float(certainty[cell]), bool(covered[cell])))
    cx, cy = ((c + 0.5) / scale - 0.5 for c in table.centre_px)
    focal = table.focal_px / scale
    camera = np.array([[focal, 0, cx], [0, focal, cy], [0, 0, 1]])
    return _read_upright(Pose(camera, table.k1, table.rvec, table.tvec, tuple(tiles)))


def _read_upright(pose: Pose) -> Pose:
    """The same pose in the reading order in which most tiles are upright."""
    read = [tile for tile in pose.tiles if tile.place is not None]
    if sum(tile.upside_down for tile in read) * 2 <= len(read):
        return pose
    rotation = cv2.Rodrigues(pose.rvec)[0] @ np.diag([-1.0, -1.0, 1.0])
    tiles = tuple(_from_other_side(tile) for tile in reversed(pose.tiles))
    return Pose(
        pose.camera_matrix, pose.k1, np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel(), pose.tvec, tiles
    )


def _from_other_side(tile: TilePose) -> TilePose:
    if tile.place is None:
        return replace(tile, corners_mm=np.roll(-tile.corners_mm, 2, 0))
    return replace(tile, upside_down=not tile.upside_down, corners_mm=-tile.corners_mm)


def table_of(pose: Pose, scale: float) -> TableGeometry:
    """The table of a pose, in a picture ``scale`` times the size: the way back from ``state``."""
    camera = pose.camera_matrix
    centre = ((camera[0, 2] + 0.5) * scale - 0.5, (camera[1, 2] + 0.5) * scale - 0.5)
    places = np.array([_place_of(tile) for tile in pose.tiles])
    return TableGeometry(float(camera[0, 0]) * scale, centre, pose.k1, pose.rvec, pose.tvec, places)


def _place_of(tile: TilePose) -> Array:
    corners = np.roll(tile.corners_mm, 2, 0) if tile.upside_down else tile.corners_mm
    right = corners[1] - corners[0]
    return np.array([*corners.mean(0), np.arctan2(right[1], right[0])])

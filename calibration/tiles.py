"""What do the sixteen tiles of this copy look like?  Learnt from photos of the bare tiles in a known order."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, image, sized
from vision.frame import Image
from vision.geometry import TableGeometry, scaled_table, tile_corners
from vision.locate.feature_index import shows_anything
from vision.locate.grid import find_grid
from vision.locate.outline import board_tables, is_large_enough, table_from_corners
from vision.params_learn import ALIKE, ANY_EDGES, GRID, LEARN, LINES, LearnParams
from vision.pose import Pose, TilePose
from vision.profile import PX_PER_MM
from vision.rectify import rectify_tile
from vision.refine.common_lines import lined, on_lines
from vision.refine.edges import settled
from vision.refine.rim import rim_margin, with_rim
from vision.refine.shared_print import as_neat, freed, laid_alike, likeness, without_strays
from vision.refine.table_fit import Lens


@dataclass(frozen=True, slots=True, eq=False)
class LearntTile:
    """One tile from one photo: its picture (252, 360, 3) BGR, its width in the photo, how sharp it is (0..1)."""

    place: int
    picture: Image
    width_px: float
    sharpness: float


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """What one photo taught: the pose of the tiles in it and the tiles, in reading order."""

    pose: Pose
    tiles: tuple[LearntTile, ...]


def learn_photo(
    bgr: Image, layout: tuple[int, ...], corners_px: Array | None = None, turn: int = 0, params: LearnParams = LEARN
) -> Learnt | None:
    """The tiles of one photo laid in ``layout`` (16 places, reading order); None where none are found or all are blank.

    ``corners_px`` (4, 2), from a person, are the outer corners of the board beginning at the top-left of the first
    tile, clockwise.  Without them the side nearest to the photographer is taken for the bottom; ``turn`` 180 says
    that it is the top.
    """
    pose = pose_of_tiles(bgr, layout, corners_px, turn, params)
    return None if pose is None else cut_out(bgr, pose, layout)


def cut_out(bgr: Image, pose: Pose, layout: tuple[int, ...]) -> Learnt | None:
    """The sixteen tiles of a photo whose pose is known; None where nothing is to be seen on any of them."""
    tiles = tuple(cut_tile(bgr, pose, cell, place) for cell, place in enumerate(layout))
    return Learnt(pose, tiles) if any(shows_anything(tile.picture) for tile in tiles) else None


def cut_tile(bgr: Image, pose: Pose, cell: int, place: int) -> LearntTile:
    """The tile in one cell."""
    picture = rectify_tile(bgr, pose, cell, PX_PER_MM)
    corners = pose.project_plane(pose.tiles[cell].corners_mm)
    width = (np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    return LearntTile(place, picture, float(width), sharpness(picture))


def sharpness(picture: Image) -> float:
    """How much of a picture's contrast is in its finest details, 0..1."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 2.0)
    return float(min(1.0, fine.std() / max(float(grey.std()), 1.0)))


def pose_of_tiles(
    bgr: Image, layout: tuple[int, ...], corners_px: Array | None, turn: int, params: LearnParams = LEARN
) -> Pose | None:
    """Camera and tiles of a photo of bare tiles; None where none are found, or nothing is seen between the corners."""
    small, scale = sized(bgr, GRID.working_px)
    if corners_px is None:
        found = found_tiles(small)
        if found is None:
            return None
        start = _upright(found, turn)
    else:
        corners = table_from_corners(corners_px * scale, (small.shape[1], small.shape[0]))[1]
        if cut_out(small, pose_from_table(corners, layout, 1.0), layout) is None:
            return None
        start = laid_alike(_grey(small), corners, Lens(), ALIKE.middle)
    large, more = sized(bgr, params.working_px)
    table = _laid_finely(large, scaled_table(start, more / scale), params)
    if corners_px is None and not (_likeness(_grey(small), start) > ALIKE.least or _is_outlined(large, table)):
        return None
    return pose_from_table(table, layout, 1 / more)


def _laid_finely(bgr: Image, table: TableGeometry, params: LearnParams) -> TableGeometry:
    """The table laid by what tiles share and by their rim; where that is little, by their edges if those fit better."""
    grey, table = _grey(bgr), without_strays(table)

    def laid(step: Callable[[TableGeometry], TableGeometry]) -> list[TableGeometry]:
        tables = [with_rim(bgr, step(table))]
        for _ in range(params.rounds - 1):
            tables.append(with_rim(bgr, step(tables[-1])))
        return tables

    alike = _likeness(grey, table)
    if alike > ALIKE.plenty:
        return laid(lambda rough: laid_alike(grey, rough, Lens(), ALIKE.fine))[-1]
    tables = laid(lambda rough: laid_alike(grey, rough, Lens(), as_neat(rough, ALIKE.fine)))
    if alike <= ALIKE.least:
        tables += laid(lambda rough: settled(bgr, rough, Lens(), ANY_EDGES))[-1:]
    return max(tables, key=lambda one: lined(bgr, one))


def _grey(bgr: Image) -> Image:
    return image(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY))


def _likeness(grey: Image, table: TableGeometry) -> float:
    return likeness(grey, table, ALIKE.middle[-1].px_per_mm)


def _is_outlined(bgr: Image, table: TableGeometry) -> bool:
    """Whether the cells are tiles by their outlines, however little their print has in common."""
    shared = LINES.alike * _likeness(_grey(bgr), table)
    return lined(bgr, table) + shared > LINES.least and rim_margin(bgr, table) > LINES.least_margin


def found_tiles(bgr: Image) -> TableGeometry | None:
    """Of all places where sixteen tiles may lie the one where they look most alike; None where there is no place.

    Patches of the shape of a whole board are tried first; a lattice of like outlines takes longer to find.  Where
    tiles are nowhere alike, the place with the sharpest outlines.
    """
    grey = _grey(bgr)
    outlined: list[TableGeometry] = []
    trials: list[TableGeometry] = []
    for starts in (board_tables, grid_tables):
        fresh = [on_lines(bgr, start) for start in starts(bgr)]
        rough = _most_alike(grey, [laid_alike(grey, one, Lens(), ALIKE.rough) for one in fresh])[: ALIKE.kept]
        outlined += fresh
        trials = _most_alike(grey, [*trials, *fresh, *(laid for one in rough for laid in _laid_free(grey, one))])
        if trials and _likeness(grey, trials[0]) > ALIKE.plenty:
            return trials[0]
    if trials and _likeness(grey, trials[0]) > ALIKE.least:
        return trials[0]
    return max(outlined, key=lambda table: lined(bgr, table), default=None)


def _most_alike(grey: Image, tables: list[TableGeometry]) -> list[TableGeometry]:
    """The tables with those first on which cells look most alike."""
    return sorted(tables, key=lambda one: -_likeness(grey, one))


def _laid_free(grey: Image, table: TableGeometry) -> list[TableGeometry]:
    """The table laid more finely, as it is and, where cells may be caught on a wrong line, once these are freed."""
    free = freed(grey, table, ALIKE.rough[-1].px_per_mm)
    as_it_is = laid_alike(grey, table, Lens(), ALIKE.freed)
    if np.array_equal(free.places, table.places):
        return [as_it_is]
    return [as_it_is, laid_alike(grey, free, Lens(), ALIKE.freed)]


def grid_tables(bgr: Image) -> list[TableGeometry]:
    """Where sixteen tiles may lie by a lattice of like outlines: one or none."""
    grid = find_grid(bgr)
    return [] if grid is None or not is_large_enough(grid.table) else [grid.table]


def _upright(table: TableGeometry, turn: int) -> TableGeometry:
    """The same table numbered from the corner that is top-left for the photographer (or for one facing him)."""
    points = table.project(np.array([[0.0, -100.0], [0.0, 100.0], [-100.0, 0.0], [100.0, 0.0]]))
    down = points[1] - points[0]
    lies = down[1] < 0 if abs(down[1]) >= abs(down[0]) * 0.2 else down[0] > 0
    if bool(lies) == (turn == 180):
        return table
    return turned(table)


def turned(table: TableGeometry) -> TableGeometry:
    """The same table read from the other side: cells in reverse order, the board frame turned by half a turn."""
    rotation = cv2.Rodrigues(table.rvec)[0] @ np.diag([-1.0, -1.0, 1.0])
    places = table.places[::-1] * np.array([-1, -1, 1])
    return TableGeometry(
        table.focal_px, table.centre_px, table.k1, cv2.Rodrigues(rotation)[0].ravel(), table.tvec, places
    )


def pose_from_table(table: TableGeometry, layout: tuple[int | None, ...], scale: float) -> Pose:
    """A pose in a picture ``scale`` times as large as the one the table was fitted on."""
    cx, cy = ((c + 0.5) * scale - 0.5 for c in table.centre_px)
    focal = table.focal_px * scale
    camera = np.array([[focal, 0, cx], [0, focal, cy], [0, 0, 1]])
    tiles = tuple(
        TilePose(number, False, tile_corners(place), 1.0) for number, place in zip(layout, table.places, strict=True)
    )
    return Pose(camera, table.k1, table.rvec, table.tvec, tiles)


def best_tiles(photos: list[Learnt]) -> tuple[LearntTile, ...]:
    """Of each tile the sharpest picture without glare, in the order of the places."""
    by_place: dict[int, list[LearntTile]] = {}
    for photo in photos:
        for tile in photo.tiles:
            by_place.setdefault(tile.place, []).append(tile)
    return tuple(max(by_place[place], key=_worth) for place in sorted(by_place))


def _worth(tile: LearntTile) -> float:
    burnt = float((tile.picture.min(2) >= LEARN.white).mean())
    return float(tile.sharpness * np.sqrt(tile.width_px) * (1 - min(1.0, 10 * burnt)))

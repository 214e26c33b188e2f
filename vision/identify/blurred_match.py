"""What can be told where features tell too little?  The board by its outline, tiles as soft pictures show them."""

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import image, sized
from vision.frame import Image
from vision.geometry import TableGeometry, scaled_table
from vision.identify.cells import assign, cell_pictures, compare
from vision.identify.stated_cells import FoundBoard, certainty_of, state, tiles_read
from vision.locate.outline_pose import rough_table
from vision.params_layout import LOCATE, SEARCH, LocateParams
from vision.pose import TilePose
from vision.profile import Profile, softened
from vision.refine.tile_fit import brightened, identify, lay


def told_softly(
    bgr: Image,
    found: TableGeometry | None,
    plain: bool,
    profile: Profile,
    told: FoundBoard | str,
    params: LocateParams = LOCATE,
) -> FoundBoard | str:
    """What can be told in grey, and in colour where that is not sure: ``told`` already, or more.

    ``found``: where features say the board lies, in px of the picture, and whether that is ``plain``.  Then a picture
    that is not soft is compared in colour only.
    """
    table = found if plain else rough_table(bgr, profile) or found
    if table is None:
        return told
    for colour in (False, True):
        least_mm = params.plainly_soft_mm if plain and not colour else 0.0
        again = _compared(bgr, table, profile, colour, least_mm, params)
        if _is_sure(again, params) and not disputed(again, told, params.disputes):
            return again
        told = agreed(told, again, params)
    return told


def _is_sure(told: FoundBoard | str, params: LocateParams) -> bool:
    return not isinstance(told, str) and tiles_read(told) == 16 and told.confidence >= params.sure


def _compared(
    bgr: Image, table: TableGeometry, profile: Profile, colour: bool, least_mm: float, params: LocateParams
) -> FoundBoard | str:
    """What can be told of a board that lies there, compared with the tiles as soft as suits the picture best.

    Nothing where the picture is not as soft as ``least_mm``.
    """
    across = table.project(np.array([[-45.0, 0.0], [45.0, 0.0]]))
    width_px = float(np.linalg.norm(across[1] - across[0]))
    whole_px = max(bgr.shape[:2])
    size_px = round(float(np.clip(whole_px * params.tile_px / width_px, SEARCH.working_px, SEARCH.largest_px)))
    picture, scale = sized(bgr, size_px)
    picture = brightened(picture if colour else image(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)))
    table, _ = identify(picture, scaled_table(table, scale), softened(profile, params.first_soft_mm, colour), params)
    soft_mm = _softness(picture, table, profile, colour, params)
    if soft_mm < least_mm:
        return "not_this_game"
    soft = softened(profile, soft_mm, colour)
    table, assignment = lay(picture, *identify(picture, table, soft, params), soft, params)
    told = state(table, assignment, picture, scale, params)
    return told if isinstance(told, str) else replace(told, soft_mm=soft_mm)


def _softness(picture: Image, table: TableGeometry, profile: Profile, colour: bool, params: LocateParams) -> float:
    """How soft, in mm, tiles must be to look most like the cells."""
    cells = cell_pictures(picture, table, params.near_px)

    def worth(soft_mm: float) -> float:
        odds, _ = compare(cells, softened(profile, soft_mm, colour).signatures)
        return float(assign(odds).score.sum())

    return max(params.soft_mm, key=worth)


def agreed(one: FoundBoard | str, other: FoundBoard | str, params: LocateParams = LOCATE) -> FoundBoard | str:
    """The one that reads more, or is surer where they differ; nothing where many cells remain doubtful.

    A cell that the other reads otherwise is told only as far as the one is surer of it than the other, and one that
    only the other reads as the other does.
    """
    if isinstance(one, str):
        return other if one == "not_this_game" or not isinstance(other, str) else one
    if isinstance(other, str):
        return one
    doubtful = disputed(one, other) | disputed(other, one)
    if len(doubtful) > params.most_unread:
        return "unsure"

    def worth(found: FoundBoard) -> tuple[int, float, float]:
        surest = min((_log_odds(found, cell) for cell in doubtful), default=0.0)
        return tiles_read(found), surest, float(found.scores.sum())

    worse, best = sorted((one, other), key=worth)
    tiles = list(best.pose.tiles)
    for cell in disputed(best, worse):
        margin = _log_odds(best, cell) - _log_odds(worse, cell)
        sure = float(certainty_of(margin, params))
        place = None if sure < params.least_certainty else tiles[cell].place
        tiles[cell] = replace(tiles[cell], confidence=sure, covered=place is None, place=place)
    known = {tile.place for tile in tiles}
    for cell, tile in enumerate(worse.pose.tiles):
        if tiles[cell].place is None and cell not in doubtful and tile.place not in known:
            tiles[cell] = tile
    if sum(tile.place is None for tile in tiles) > params.most_unread:
        return "unsure"
    sure = min((tile.confidence for tile in tiles if tile.place is not None), default=0.0)
    unread = any(tile.place is None for tile in tiles)
    hand = unread and (best.hand or any(tiles[cell].place is None for cell in doubtful))
    return replace(best, pose=replace(best.pose, tiles=tuple(tiles)), confidence=sure, hand=hand)


def _log_odds(found: FoundBoard, cell: int) -> float:
    """How sure a cell was told."""
    sure = min(found.pose.tiles[cell].confidence, 1 - 1e-12)
    return float(np.log(sure / (1 - sure)))


def disputed(one: FoundBoard | str, other: FoundBoard | str, sure: float = 0.0) -> set[int]:
    """The cells told by one that the other tells otherwise, or whose tile it tells elsewhere; both as sure as this."""
    if isinstance(one, str) or isinstance(other, str):
        return set()
    there: dict[int | None, TilePose] = {tile.place: tile for tile in other.pose.tiles if tile.place is not None}
    cells = set()
    for cell, (tile, here) in enumerate(zip(one.pose.tiles, other.pose.tiles, strict=True)):
        rivals = [rival for rival in (here, there.get(tile.place)) if rival is not None and rival.place is not None]
        apart = [rival for rival in rivals if rival is not here or rival.place != tile.place]
        if tile.place is not None and any(min(tile.confidence, rival.confidence) >= sure for rival in apart):
            cells.add(cell)
    return cells

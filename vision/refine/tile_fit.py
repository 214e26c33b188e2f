"""Which tiles lie near where a table says they do, and how exactly?  Compared, followed, and compared again."""

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import image, sized
from vision.frame import Image
from vision.geometry import TableGeometry, slid
from vision.identify.cells import Assignment, assign, cell_pictures, compare
from vision.params_layout import IDENTIFY, LOCATE, REGISTER, SEARCH, LocateParams
from vision.profile import Profile
from vision.refine.register import register


def lay(
    picture: Image, table: TableGeometry, assignment: Assignment, profile: Profile, params: LocateParams = LOCATE
) -> tuple[TableGeometry, Assignment]:
    """Lay the tiles exactly and compare again, in a picture in grey or in colour as the profile is compared."""
    grey = picture if picture.ndim == 2 else image(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    for reach_mm in params.lay_mm:
        sure = np.where(assignment.score > params.follow_odds, assignment.tile, -1)
        near = replace(REGISTER, reach_mm=reach_mm)
        table = register(grey, table, sure, assignment.upside_down, profile.art, near)
        settled, assignment = identify(picture, table, profile, params)
        if np.abs(settled.places - table.places).max() < params.settled_mm:
            break
        table = settled
    return table, assignment


def identify(
    picture: Image, table: TableGeometry, profile: Profile, params: LocateParams = LOCATE
) -> tuple[TableGeometry, Assignment]:
    """The tiles in the cells, and the table with each tile moved to where it looks most like itself.

    Tiles are moved about a little; those that look like none of the sixteen much more, and turned.
    """
    odds, shifts = compare(cell_pictures(picture, table, params.near_px), profile.signatures)
    turns = np.zeros_like(odds)
    weak = np.flatnonzero(odds.max(1) < params.weak_odds)
    if len(weak):
        cells, turn = np.tile(weak, len(params.weak_turns)), np.repeat(params.weak_turns, len(weak))
        places = table.places[cells] + np.outer(turn, (0.0, 0.0, 1.0))
        pictures = cell_pictures(picture, replace(table, places=places), IDENTIFY.shift_px)
        more, more_shifts = compare(pictures, profile.signatures, params.coarse_px)
        for some in range(0, len(cells), len(weak)):
            now = slice(some, some + len(weak))
            better = more[now] > odds[weak]
            odds[weak] = np.where(better, more[now], odds[weak])
            shifts[weak] = np.where(better[..., None], more_shifts[now], shifts[weak])
            turns[weak] = np.where(better, turn[some], turns[weak])
    assignment = assign(odds, profile.signatures.hidden)
    rows = np.arange(16)
    column = assignment.tile + 16 * assignment.upside_down
    chosen = assignment.score > params.follow_odds
    places = slid(table.places, shifts[rows, column] * chosen[:, None], turns[rows, column] * chosen)
    return replace(table, places=places), assignment


def working_grey(bgr: Image, most_px: int = SEARCH.working_px) -> tuple[Image, float]:
    """A grey picture of the size the search runs on, its bright parts made bright, and its scale."""
    grey, scale = sized(image(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)), most_px)
    return brightened(grey), scale


def brightened(picture: Image) -> Image:
    """The picture with its bright parts made bright."""
    bright = float(np.quantile(picture[::6, ::6], 0.98))
    return picture if bright >= 180 else image(cv2.convertScaleAbs(picture, alpha=200 / max(bright, 8.0)))

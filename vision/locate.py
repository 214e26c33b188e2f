"""Where is the board in this picture, and which tiles lie on it?  From pixels to a Pose, or a reason why not."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.geometry import (
    HALF_MM,
    Lens,
    Points,
    Table,
    fit_cost,
    fit_table,
    grid_places,
    scaled_table,
    tables_from_homography,
)
from vision.identify import Assignment, assign, cell_pictures, compare
from vision.outline import board_tables
from vision.params_layout import GEOMETRY, IDENTIFY, LOCATE, REGISTER, SEARCH, LocateParams
from vision.profile import Profile, softened
from vision.refuse import why_not
from vision.register import register
from vision.search import Matches, Plane, on_cell, searches
from vision.state import Found, outside, state

SEARCH_FIT = replace(GEOMETRY, point_px=1.0, outlier_px=3.0, place_spread=(3.0, 3.0, 0.04))


def locate(bgr: Image, profile: Profile, params: LocateParams = LOCATE) -> Found | str:
    """The board in a picture, found with no prior knowledge of where; or a reason of ``REASONS``."""
    grey, scale = working_grey(bgr)
    size_px = (grey.shape[1], grey.shape[0])
    best = Trial(profile)
    large = working_grey(bgr, SEARCH.looks[-1][0])[0]
    for matches, plane in searches(large, profile.index, max(grey.shape) / max(large.shape)):
        best = best.better(grey, _tables(plane, matches_of(plane, matches), size_px), params)
        if best.plain(params):
            break
    else:
        best = _by_outline(bgr, grey, best, params)
    if best.found is None:
        return why_not(bgr, grey, profile.index)
    found = finish(grey, scale, *best.found, best.profile, params)
    return why_not(bgr, grey, profile.index) if found == "not_this_game" else found


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The best layout so far: the profile it was compared with, the table and its tiles, what it is worth."""

    profile: Profile
    found: tuple[Table, Assignment] | None = None
    worth: float = -np.inf

    def plain(self, params: LocateParams) -> bool:
        """Whether so many tiles are seen well that nothing else need be tried."""
        return self.found is not None and bool((self.found[1].score > params.weak_odds).sum() >= params.plain_tiles)

    def better(self, grey: Image, starts: Iterable[Table], params: LocateParams, rounds: int = 1) -> "Trial":
        """This one, or the best of the tables to start from where that is worth more."""
        best = self
        for table in starts:
            for _ in range(rounds):
                table, assignment = identify(grey, table, self.profile, params)
            worth = float(assignment.score[~outside(table, (grey.shape[1], grey.shape[0]))].sum())
            if worth > best.worth:
                best = Trial(self.profile, (table, assignment), worth)
        return best


def _by_outline(bgr: Image, grey: Image, best: Trial, params: LocateParams) -> Trial:
    """What is better than the best so far where a patch looks like a whole board, seen sharply or softly."""
    small = working_size(bgr, params.outline_px)
    starts = [scaled_table(table, max(grey.shape) / max(small.shape)) for table in board_tables(small)]
    if best.found is not None:
        starts.append(best.found[0])
    for profile in (softened(best.profile), best.profile):
        best = replace(best, profile=profile).better(grey, starts, params, params.outline_rounds)
        starts = [] if best.found is None else [best.found[0]]
    return best


def identify(grey: Image, table: Table, profile: Profile, params: LocateParams = LOCATE) -> tuple[Table, Assignment]:
    """The tiles in the cells, and the table with each tile moved to where it looks most like itself.

    Tiles are moved about a little; those that look like none of the sixteen much more, and turned.
    """
    odds, shifts = compare(cell_pictures(grey, table, params.near_px), profile.signatures)
    turns = np.zeros_like(odds)
    weak = np.flatnonzero(odds.max(1) < params.weak_odds)
    for turn in params.weak_turns if len(weak) else ():
        places = table.places[weak] + np.array([0.0, 0.0, turn])
        pictures = cell_pictures(grey, replace(table, places=places), IDENTIFY.shift_px)
        more, more_shifts = compare(pictures, profile.signatures)
        better = more > odds[weak]
        odds[weak] = np.where(better, more, odds[weak])
        shifts[weak] = np.where(better[..., None], more_shifts, shifts[weak])
        turns[weak] = np.where(better, turn, turns[weak])
    assignment = assign(odds)
    rows = np.arange(16)
    column = assignment.tile + 16 * assignment.upside_down
    return _moved(table, shifts[rows, column], turns[rows, column], assignment.score > params.follow_odds), assignment


def _moved(table: Table, shift_mm: Array, turn: Array, chosen: Array) -> Table:
    """The table with the chosen tiles shifted along their own sides and turned."""
    angle = table.places[:, 2] + turn
    c, s = np.cos(angle), np.sin(angle)
    x, y = shift_mm.T
    step = np.column_stack([c * x - s * y, s * x + c * y, turn])
    return replace(table, places=table.places + step * chosen[:, None])


def working_size(picture: Image, most_px: int) -> Image:
    """The picture made no larger than so many pixels."""
    scale = min(1.0, most_px / max(picture.shape[:2]))
    if scale == 1:
        return picture
    return image(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def working_grey(bgr: Image, most_px: int = SEARCH.working_px) -> tuple[Image, float]:
    """A grey picture of the size the search runs on, its bright parts made bright, and its scale."""
    scale = min(1.0, most_px / max(bgr.shape[:2]))
    grey = working_size(image(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)), most_px)
    bright = float(np.quantile(grey[::6, ::6], 0.98))
    if bright < 180:
        grey = image(cv2.convertScaleAbs(grey, alpha=200 / max(bright, 8.0)))
    return grey, scale


def matches_of(plane: Plane, matches: Matches) -> tuple[Array, Array, Array]:
    """Cell (M, 2), points on the cell in mm (M, 2) and px (M, 2) of the matches that made the plane."""
    cells, points, px = [], [], []
    for i in np.flatnonzero(plane.cells[:, 0] > -99):
        members = plane.guesses[i].members
        points.append(on_cell(matches.at_mm[members], int(plane.turned[i])))
        px.append(matches.px[members])
        cells.append(np.tile(plane.cells[i], (len(members), 1)))
    return np.vstack(cells), np.vstack(points), np.vstack(px)


def _tables(plane: Plane, found: tuple[Array, Array, Array], size_px: tuple[int, int]) -> list[Table]:
    """A fitted table for each 4x4 window that holds all cells found."""
    cells, on_cells, px = found
    low, high = cells.min(0).astype(int), cells.max(0).astype(int)
    tables: list[Table] = []
    for left in range(high[0] - 3, low[0] + 1):
        for top in range(high[1] - 3, low[1] + 1):
            tables.append(_fit_window(plane, cells - [left, top], on_cells, px, (left, top), size_px))
    return tables


def _fit_window(
    plane: Plane, cells: Array, on_cells: Array, px: Array, first: tuple[int, int], size_px: tuple[int, int]
) -> Table:
    pitch = plane.pitch_mm
    places = grid_places((float(pitch[0]), float(pitch[1])))
    shift = (np.array(first) + 1.5) * pitch
    to_px = np.linalg.inv(plane.to_plane) @ np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    index = cells @ np.array([1, 4])
    points = Points(index, on_cells + HALF_MM, px, np.ones(len(px)))
    few = points.some(LOCATE.first_points)
    starts = tables_from_homography(to_px / to_px[2, 2], size_px, places)
    fits = [fit_table(start, few, places, Lens(), SEARCH_FIT, rounds=3) for start in starts]
    best = min(fits, key=lambda table: fit_cost(table, few, places, Lens(), SEARCH_FIT))
    return fit_table(best, points.some(LOCATE.most_points), places, Lens(), SEARCH_FIT, rounds=6)


def finish(
    grey: Image, scale: float, table: Table, assignment: Assignment, profile: Profile, params: LocateParams
) -> Found | str:
    """Lay the tiles exactly, compare again, and state what is sure."""
    for reach_mm in params.lay_mm:
        sure = np.where(assignment.score > params.follow_odds, assignment.tile, -1)
        near = replace(REGISTER, reach_mm=reach_mm)
        table, _ = register(grey, table, sure, assignment.upside_down, profile.art, near)
        settled, assignment = identify(grey, table, profile, params)
        if np.abs(settled.places - table.places).max() < params.settled_mm:
            break
        table = settled
    return state(table, assignment, (grey.shape[1], grey.shape[0]), scale, params)

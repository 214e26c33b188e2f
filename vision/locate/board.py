"""Where is the board in this picture, and which tiles lie on it?  From pixels to a Pose, or a reason why not."""

from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np

from vision.arrays import Array
from vision.frame import Image
from vision.geometry import HALF_MM, Points, TableGeometry, grid_places, pitch_of, scaled_table
from vision.identify.blurred_match import told_softly
from vision.identify.cells import Assignment, assign, cell_pictures, compare
from vision.identify.fine_match import looked_closely
from vision.identify.stated_cells import FoundBoard, outside, state, tiles_read
from vision.locate.feature_search import Attempt, Matches, Plane, on_cell, searches
from vision.locate.refusal import why_not
from vision.params_layout import GEOMETRY, IDENTIFY, LOCATE, SEARCH, LocateParams
from vision.profile import Profile, tile_index
from vision.refine.table_fit import Fitting, Lens, fit_map, fit_table
from vision.refine.tile_fit import identify, lay, working_grey

SEARCH_FIT = replace(GEOMETRY, point_px=1.0, outlier_px=3.0, place_spread=(3.0, 3.0, 0.04))


def locate(bgr: Image, profile: Profile, params: LocateParams = LOCATE, *, thorough: bool = True) -> FoundBoard | str:
    """The board in a picture, found with no prior knowledge of where; or a reason of ``REASONS``.

    Where it need not be ``thorough`` only the first look is made, a tenth of the work, and no reason is looked for.
    """
    grey, scale = working_grey(bgr)
    best, attempts = LayoutTrial(profile), list[Attempt]()
    for attempt in islice(searches(grey, tile_index(profile)), None if thorough else 1):
        attempts.append(attempt)
        if attempt.plane is not None and attempt.tiles >= SEARCH.least_tiles:
            start = _start(grey, attempt.plane, attempt.matches, profile)
            best = best.better(grey, *_beside(grey, *lay(grey, *start, profile), profile))
            if best.plain(params):
                break
    told = _closely(bgr, best.told(grey, scale, params), profile)
    here = any(attempt.tiles >= SEARCH.least_tiles for attempt in attempts)
    if thorough and tiles_read(told) < 16:
        table = None if best.found is None else scaled_table(best.found[0], 1 / scale)
        told = _closely(bgr, told_softly(bgr, table, best.plain(params), profile, told, params), profile)
    if told != "not_this_game" and (here or told != "too_small"):
        return told
    return why_not(bgr, grey, tile_index(profile), attempts[-1]) if thorough else "no_board"


def _closely(bgr: Image, told: FoundBoard | str, profile: Profile) -> FoundBoard | str:
    """The same, with the last cells looked at closely."""
    return told if isinstance(told, str) else looked_closely(bgr, told, profile)


@dataclass(frozen=True, slots=True, eq=False)
class LayoutTrial:
    """The best layout so far: the profile it was compared with, the table and its tiles, what it is worth."""

    profile: Profile
    found: tuple[TableGeometry, Assignment] | None = None
    worth: float = -np.inf

    def plain(self, params: LocateParams) -> bool:
        """Whether so many tiles are seen well that nothing else need be tried."""
        return self.found is not None and bool((self.found[1].score > params.weak_odds).sum() >= params.plain_tiles)

    def better(self, grey: Image, table: TableGeometry, assignment: Assignment) -> "LayoutTrial":
        """This one, or another layout where that is worth more."""
        worth = float(assignment.score[~outside(table, (grey.shape[1], grey.shape[0]))].sum())
        return LayoutTrial(self.profile, (table, assignment), worth) if worth > self.worth else self

    def told(self, grey: Image, scale: float, params: LocateParams) -> FoundBoard | str:
        """What can be stated of it."""
        if self.found is None:
            return "not_this_game"
        return state(*self.found, grey, scale, params)


def matches_of(plane: Plane, matches: Matches) -> tuple[Array, Array, Array]:
    """Cell (M, 2), points on the cell in mm (M, 2) and px (M, 2) of the matches that made the plane."""
    cells, points, px = [], [], []
    for i in np.flatnonzero(plane.cells[:, 0] > -99):
        members = plane.guesses[i].members
        points.append(on_cell(matches.at_mm[members], int(plane.turned[i])))
        px.append(matches.px[members])
        cells.append(np.tile(plane.cells[i], (len(members), 1)))
    return np.vstack(cells), np.vstack(points), np.vstack(px)


def _start(grey: Image, plane: Plane, matches: Matches, profile: Profile) -> tuple[TableGeometry, Assignment]:
    """The table of the plane, with the 4x4 window of its lattice that looks most like the tiles."""
    cells, on_cells, px = matches_of(plane, matches)
    low, high = cells.min(0).astype(int), cells.max(0).astype(int)
    first = (int(high[0]) - 3, int(high[1]) - 3)
    table = _fit_window(plane, cells - first, on_cells, px, first, (grey.shape[1], grey.shape[0]))
    steps = [(x, y) for x in range(low[0] - first[0] + 1) for y in range(low[1] - first[1] + 1)]
    return identify(grey, _best_window(grey, table, steps, plane.pitch_mm, profile), profile)


def _best_window(
    grey: Image, table: TableGeometry, steps: list[tuple[int, int]], pitch_mm: Array, profile: Profile
) -> TableGeometry:
    """Of the tables that begin so many cells further right and down, the one that looks most like the tiles."""
    if len(steps) == 1:
        return table
    best = LayoutTrial(profile, worth=-np.inf)
    for step in steps:
        moved = shifted(table, step, pitch_mm)
        odds, _ = compare(cell_pictures(grey, moved, LOCATE.near_px), profile.signatures)
        best = best.better(grey, moved, assign(odds))
    return table if best.found is None else best.found[0]


def _beside(
    grey: Image, table: TableGeometry, assignment: Assignment, profile: Profile
) -> tuple[TableGeometry, Assignment]:
    """The same, or laid rows or columns further, where whole ones show no tile and tiles are seen beyond them."""
    for _ in range(LOCATE.beside):
        moved = _further(grey, table, assignment.score > LOCATE.weak_odds, profile)
        if moved is None:
            break
        again = lay(grey, *identify(grey, moved, profile), profile)
        if again[1].score.sum() < assignment.score.sum() + LOCATE.weak_odds:
            break
        table, assignment = again
    return table, assignment


def _further(grey: Image, table: TableGeometry, seen: Array, profile: Profile) -> TableGeometry | None:
    """The window that looks most like the tiles, of all others that hold the cells ``seen`` (16,); None without others.

    Beyond them it is only roughly known where tiles lie.
    """
    if not seen.any():
        return None
    rows_columns = np.argwhere(seen.reshape(4, 4))
    (top, left), (bottom, right) = rows_columns.min(0), rows_columns.max(0)
    steps = [(x, y) for x in range(right - 3, left + 1) for y in range(bottom - 3, top + 1) if (x, y) != (0, 0)]
    windows = [shifted(table, step, pitch_of(table.places)) for step in steps]

    def likeness(window: TableGeometry) -> float:
        cells = cell_pictures(grey, window, IDENTIFY.shift_px)
        return float(assign(compare(cells, profile.signatures, LOCATE.coarse_px)[0]).score.sum())

    return max(windows, key=likeness, default=None)


def shifted(table: TableGeometry, cells: tuple[int, int], pitch_mm: Array) -> TableGeometry:
    """The table that begins so many cells further right and down; cells new in it lie where the grid has them."""
    grid = grid_places((float(pitch_mm[0]), float(pitch_mm[1])))
    off, places = (table.places - grid).reshape(4, 4, 3), grid.copy().reshape(4, 4, 3)
    to_x, from_x = _overlap(cells[0])
    to_y, from_y = _overlap(cells[1])
    places[to_y, to_x] += off[from_y, from_x]
    tvec = table.tvec + cv2.Rodrigues(table.rvec)[0][:, :2] @ (np.array(cells) * pitch_mm)
    return replace(table, tvec=tvec, places=places.reshape(16, 3))


def _overlap(step: int) -> tuple[slice, slice]:
    """Of four cells moved by a step: where the ones that stay are now, and where they were."""
    return slice(max(0, -step), 4 - max(0, step)), slice(max(0, step), 4 - max(0, -step))


def _fit_window(
    plane: Plane, cells: Array, on_cells: Array, px: Array, first: tuple[int, int], size_px: tuple[int, int]
) -> TableGeometry:
    pitch = plane.pitch_mm
    places = grid_places((float(pitch[0]), float(pitch[1])))
    shift = (np.array(first) + 1.5) * pitch
    to_px = np.linalg.inv(plane.to_plane) @ np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    index = cells @ np.array([1, 4])
    points = Points(index, on_cells + HALF_MM, px, np.ones(len(px)))
    few = points.some(LOCATE.first_points)
    _, best = fit_map(to_px, size_px, few, places, Fitting(Lens(), SEARCH_FIT, rounds=3))
    return fit_table(best, points.some(LOCATE.most_points), places, Lens(), SEARCH_FIT, rounds=6)

"""Does each place look as it did?  What came or went is noticed even where nobody can name it.

Wood in the mirrored light of a lamp, or of the colour of what it stands on, still changes the picture.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.istanbul.names import Place
from vision.changes.steady import CELL, Mask, PictureChange, Sheet, change, sheet_again, tinted
from vision.frame import Frame
from vision.identify.covered_areas import LAID, LaidParams
from vision.params import STEADY, SteadyParams
from vision.pose import Pose
from vision.printed.spaces import spot_px
from vision.readers import TableReading, tile_cells
from vision.tokens.view import Ints, StraightView, inner_cells

PLACES = tuple(int(place) for place in Place)
Numbers = Mapping[int, int]
"""Place number to a number that stands for how the place looks."""
_NUMBERS = itertools.count()
"""No two cameras give the same number, so that nobody takes what one saw for what the other one did."""


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """How the table looked in a picture without a hand that the next one confirmed.

    ``known`` (h/4, w/4) are the cells of its view in which wood was clear or cards are discarded, ``places`` the place
    number of each, 0 beside the tiles.  ``appearance`` and ``unnamed`` are those of ``BoardObservation``.
    """

    sheet: Sheet
    known: Mask
    places: Ints
    appearance: Numbers
    unnamed: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Unconfirmed:
    """A picture read since, until the next one shows the same: a hand that nobody told from wood is gone by then.

    ``sheet`` is made with the maps of the last appearance, and ``seen`` is what changed since that.
    """

    kept: TableReading
    pose: Pose
    sheet: Sheet
    seen: PictureChange


@dataclass(frozen=True, slots=True, eq=False)
class Appearances:
    """The last appearances, newest first, and what is told of the newest picture."""

    latest: tuple[Appearance, ...]
    appearance: Numbers
    unnamed: Numbers
    waiting: Unconfirmed | None = None


def noticed(
    before: Appearances | None, frame: Frame, kept: TableReading, pose: Pose, slow: bool, params: SteadyParams = STEADY
) -> Appearances:
    """After a picture without a hand was read, and ``kept`` made of it.

    Where pictures come slowly (``slow``) each was taken on purpose and needs nothing to confirm it.
    """
    sheet = None if before is None else _same_maps(before.latest[0].sheet, kept.sheet, frame)
    seen = None if before is None or sheet is None else change(before.latest[0].sheet, sheet)
    if before is None or sheet is None or seen is None or before.latest[0].known.shape != kept.wood.shape:
        return _anew(kept, pose)
    changed = [*_wide(before.latest[0], seen.cells, params), *_unread(pose)]
    appearance = {**before.latest[0].appearance, **dict.fromkeys(changed, next(_NUMBERS))}
    after = Appearances(before.latest, appearance, before.unnamed, Unconfirmed(kept, pose, sheet, seen))
    return confirmed(after) if slow or _is_as_before(before, sheet, params) else after


def confirmed(appearances: Appearances, params: SteadyParams = STEADY) -> Appearances:
    """After one more picture like the last one: each place looks as on the newest appearance that it looks like."""
    if (waiting := appearances.waiting) is None:
        return appearances
    kept, pose, sheet = waiting.kept, waiting.pose, waiting.sheet
    number, known = next(_NUMBERS), _known(kept, pose)
    appearance = dict.fromkeys(PLACES, number)
    unnamed = dict.fromkeys(PLACES, number)
    for earlier in reversed(appearances.latest):
        seen = waiting.seen if earlier is appearances.latest[0] else change(earlier.sheet, sheet)
        if seen is not None:
            changed, strange = _wide(earlier, seen.cells, params), _strange(earlier, sheet, seen, known, params)
            appearance |= {place: was for place, was in earlier.appearance.items() if place not in changed}
            unnamed |= {place: was for place, was in earlier.unnamed.items() if place not in strange}
    unread = dict.fromkeys(_unread(pose), number)
    newest = Appearance(kept.sheet, known, _places(kept.view, pose), appearance | unread, unnamed | unread)
    alike = (older for older in appearances.latest if older.sheet.maps is kept.sheet.maps)
    return Appearances((newest, *alike)[: params.appearances], newest.appearance, newest.unnamed)


def _anew(kept: TableReading, pose: Pose) -> Appearances:
    """Nothing can be compared with what was before."""
    every = dict.fromkeys(PLACES, next(_NUMBERS))
    return Appearances(
        (Appearance(kept.sheet, _known(kept, pose), _places(kept.view, pose), every, every),), every, every
    )


def _strange(earlier: Appearance, sheet: Sheet, seen: PictureChange, known: Mask, params: SteadyParams) -> set[int]:
    """The places on which something large enough changed which is no shadow and has no name."""
    coloured = tinted(earlier.sheet, sheet, seen, params)
    cell_mm2 = (CELL / sheet.px_per_mm) ** 2
    wide = _wide(earlier, coloured, params, but=earlier.known | known)
    return {place for place, cells in wide.items() if cells * cell_mm2 >= params.unnamed_mm2}


def _is_as_before(before: Appearances, sheet: Sheet, params: SteadyParams) -> bool:
    """Whether nothing as wide as wood has changed since the picture that waits."""
    seen = None if before.waiting is None else change(before.waiting.sheet, sheet)
    return seen is not None and not _wide(before.latest[0], seen.cells, params)


def _unread(pose: Pose) -> set[int]:
    """The places of tiles that were not read."""
    return set(PLACES) - {tile.place for tile in pose.tiles if tile.place is not None}


def _same_maps(before: Sheet, now: Sheet, frame: Frame) -> Sheet | None:
    """The new sheet, made as the one before was; None where the picture has another size."""
    return now if now.maps is before.maps else sheet_again(before, frame.bgr)


def _places(view: StraightView, pose: Pose) -> Ints:
    """The place number of each cell (h/4, w/4), 0 beside the tiles."""
    numbers = np.array([*(tile.place or 0 for tile in pose.tiles), 0], np.int16)
    return np.asarray(numbers[tile_cells(view)], np.int16)


def _known(kept: TableReading, pose: Pose, params: LaidParams = LAID) -> Mask:
    """Cells (h/4, w/4) in which wood is clear, or cards are discarded whoever moves."""
    cards = np.zeros(kept.wood.shape, np.uint8)
    for tile in (tile for tile in pose.tiles if tile.place == Place.CARAVANSARY):
        for spot in params.spots_mm[Place.CARAVANSARY]:
            outline = spot_px(kept.view.scale, tile, spot) / CELL - 0.5
            cv2.fillConvexPoly(cards, outline.round().astype(np.int32), 1)
    return kept.wood | (cards > 0)


def _wide(earlier: Appearance, cells: Mask, params: SteadyParams, but: Mask | None = None) -> dict[int, int]:
    """How many cells of each place are the middle of changes as wide as wood, ``but`` those left aside."""
    inner = inner_cells(cells) if but is None else inner_cells(cells) & ~but
    side = max(1, round(params.wood_mm * earlier.sheet.px_per_mm / CELL))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    middle = cv2.erode(inner.astype(np.uint8), disc) > 0
    counts = np.bincount(earlier.places[middle], minlength=len(PLACES) + 1)
    return {place: int(counts[place]) for place in PLACES if counts[place]}

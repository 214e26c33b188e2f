"""Which tile lies under so much wood?  The last cells, looked at closely: small patches in grey and in colour.

Where wood, cards and mosque tiles hide nearly all of a tile, what is left are a number, a title, a piece of its
picture.  They tell only at the size the camera saw them, compared with tiles as coarse as the slant makes them there.
Most patches are hidden, so a patch that is unlike the tile's says hardly anything against it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import image, sized
from vision.frame import Image
from vision.geometry import TableGeometry, on_board
from vision.identify.cells import Signatures, compare, contrasts, tile_signatures
from vision.identify.stated_cells import FoundBoard, certainty_of, table_of
from vision.maps import cell_pictures_grey
from vision.params_layout import IDENTIFY, SEARCH, TILE_MM
from vision.pose import TilePose
from vision.profile import PX_PER_MM, Profile, kept_with_profile
from vision.refine.tile_fit import brightened

CLOSELY = replace(
    IDENTIFY,
    px_per_mm=2.0,
    shift_px=6,
    neighbourhood_mm=5.0,
    blocks=(12, 9),
    other_mean=0.07,
    other_spread=0.3,
    same_spread=0.15,
    seen_share=0.2,
)
"""Comparing a cell that is nearly hidden, in small patches."""


@dataclass(frozen=True, slots=True)
class CloseParams:
    """Telling the last tiles from the little that shows of them; log-odds are of grey and colour together."""

    tiles: int = 3  # no more tiles than this are looked for so
    least_lead: float = 2.5  # how much likelier a tile must be than any other
    least_shows: float = 9.5  # how much of it must show
    least_turn: float = 1.0  # and how much likelier it must be than the other way up
    soft_px: float = 0.5  # how soft a picture is, in its pixels
    soft_step_mm: float = 0.25  # in such steps


CLOSE = CloseParams()
ALL_CELLS = frozenset(range(16))


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What shows in a cell: the place (1..16) of the likeliest tile, whether it lies upside down, and three log-odds:

    how much likelier it is than any other, how much of it shows (as ``Assignment.shows``), and ``turn``, how much
    likelier upright than upside down.
    """

    place: int
    lead: float
    shows: float
    turn: float


def looked_closely(
    bgr: Image,
    found: FoundBoard,
    profile: Profile,
    cells: frozenset[int] = ALL_CELLS,
    params: CloseParams = CLOSE,
) -> FoundBoard:
    """The board with those of its last unread cells told whose tile shows at least a little; only of these ``cells``.

    A tile told so is called covered.  Each cell costs about as much as a first look at the whole board.
    """
    unread = [cell for cell, tile in enumerate(found.pose.tiles) if tile.place is None]
    if not 0 < len(unread) <= params.tiles:
        return found
    picture, scale = sized(bgr, SEARCH.largest_px)
    pictures = brightened(image(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))), brightened(picture)
    table, tiles = table_of(found.pose, scale), list(found.pose.tiles)
    usual_turn = _usual_turn(found.pose.tiles)
    for cell in cells.intersection(unread):
        glimpse = _glimpse(pictures, table, cell, found.soft_mm, profile)
        if all(tile.place != glimpse.place for tile in tiles) and _is_plain(glimpse, usual_turn, params):
            tiles[cell] = _told(tiles[cell], glimpse, usual_turn)
    if tiles == list(found.pose.tiles):
        return found
    read = [tile for tile in tiles if tile.place is not None]
    sure = min(tile.confidence for tile in read)
    pose = replace(found.pose, tiles=tuple(tiles))
    return replace(found, pose=pose, confidence=sure, hand=found.hand and len(read) < len(tiles))


def _usual_turn(tiles: tuple[TilePose, ...]) -> float:
    """The log-odds of a tile lying upright, by how those read lie (rule of succession)."""
    over = [tile.upside_down for tile in tiles if tile.place is not None]
    return float(np.log((len(over) - sum(over) + 1) / (sum(over) + 1)))


def _is_plain(glimpse: Glimpse, usual_turn: float, params: CloseParams) -> bool:
    """Whether enough shows to tell the tile, and which way up it lies: what shows and what is usual agree on it."""
    turn = glimpse.turn + usual_turn
    agreed = abs(glimpse.turn) > params.least_turn and turn * glimpse.turn > 0
    return agreed and glimpse.lead > params.least_lead and glimpse.shows > params.least_shows


def _told(tile: TilePose, glimpse: Glimpse, usual_turn: float) -> TilePose:
    over = glimpse.turn < 0
    corners = np.roll(tile.corners_mm, 2, 0) if over else tile.corners_mm
    sure = float(certainty_of(min(glimpse.lead, abs(glimpse.turn + usual_turn))))
    return TilePose(glimpse.place, over, corners, sure, covered=True)


def _glimpse(
    pictures: tuple[Image, Image], table: TableGeometry, cell: int, soft_mm: float, profile: Profile
) -> Glimpse:
    """What shows in a cell, in grey and in colour together."""
    odds, hidden = np.zeros(32), np.zeros(16)
    across_mm, down_mm = (max(soft_mm, coarse) for coarse in _coarse_mm(table, cell))
    for picture in pictures:
        signatures = _signatures(profile, across_mm, down_mm, picture.ndim == 3)
        seen = cell_pictures_grey(picture, table, np.array([cell]), CLOSELY.px_per_mm, CLOSELY.shift_px)
        odds += compare(contrasts(seen, CLOSELY)[None], signatures, params=CLOSELY)[0][0]
        hidden += signatures.hidden
    upright, over = odds[:16], odds[16:]
    both = np.maximum(upright, over)
    best = int(both.argmax())
    lead = float(both[best] - np.delete(both, best).max())
    shows = lead + float(both[best] - hidden[best]) / 2
    return Glimpse(best + 1, lead, shows, float(upright[best] - over[best]))


def _coarse_mm(table: TableGeometry, cell: int, params: CloseParams = CLOSE) -> tuple[float, float]:
    """How soft, in mm, a pixel of the picture makes a tile there, across and down, in steps."""
    ring = np.array([[-5.0, 0.0], [5.0, 0.0], [0.0, -5.0], [0.0, 5.0]]) + np.array(TILE_MM) / 2
    px = table.project(on_board(table.places[[cell] * 4], ring))
    mm_a_px = [10 / max(float(np.linalg.norm(px[k + 1] - px[k])), 1e-6) for k in (0, 2)]
    across, down = (params.soft_step_mm * round(params.soft_px * mm / params.soft_step_mm) for mm in mm_a_px)
    return across, down


@kept_with_profile(8)
def _signatures(profile: Profile, across_mm: float, down_mm: float, colour: bool) -> Signatures:
    """The tiles in small patches, as soft as told."""
    sigma_x, sigma_y = (max(mm * PX_PER_MM, 0.01) for mm in (across_mm, down_mm))
    soft = tuple(image(cv2.GaussianBlur(tile, (0, 0), sigma_x, sigmaY=sigma_y)) for tile in profile.tiles)
    return tile_signatures(soft, colour, CLOSELY)

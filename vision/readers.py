"""What lies on the tiles?  The readers of tokens, dice and printed things, called one after the other.

``read_table`` reads a whole picture; ``read_again`` only what changed since, for a camera that stands still.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.sync.observation import Score, Sighting, Unknown
from vision.arrays import spots
from vision.changes.steady import CELL, Box, Mask, Sheet, Update, boxes_of, settled, widened
from vision.dice import DieTops, look_again, look_for_dice, two_dice
from vision.frame import Floats, Frame, Reals
from vision.params import STEADY, SteadyParams
from vision.pose import Pose
from vision.printed.read import PLACES, PrintedReading, out_of_glare, read_printed, spaces_px
from vision.printed.spaces import wood_mask
from vision.profile import GameSet
from vision.tokens.background import Background, known_bare
from vision.tokens.feet import Top
from vision.tokens.glare import may_mirror, mirrored_in
from vision.tokens.hand import comes_from_beside, has_come, reaches_in
from vision.tokens.nameless import strange_things, unknown_things
from vision.tokens.net import STICKER, STRIDE, NetAnswer, ask_again, ask_net
from vision.tokens.read import TokenReading, find_tops, judged, shape_of, table_view
from vision.tokens.unseen import strange_middle, strangeness, strangeness_again, unseen_wood
from vision.tokens.view import Ints, Scale, StraightView, inner_cells, view_again


@dataclass(frozen=True, slots=True)
class Readings:
    """Everything told beside the layout; ``hand`` is one over tiles of which enough is seen to know them.

    ``unseen`` are places on which wood probably stands that is not told, each with the probability; ``unknown`` are
    things that have no name.
    """

    sightings: tuple[Sighting, ...] = ()
    scores: tuple[Score, ...] = ()
    absent_log_odds: float = 0.0
    dice: tuple[int, int] | None = None
    mail_down: int | None = None
    demand_large: str | None = None
    demand_small: str | None = None
    rubies: dict[int, int] = field(default_factory=dict)
    mosque: dict[str, int] = field(default_factory=dict)
    glare: frozenset[int] = frozenset()
    unseen: dict[int, float] = field(default_factory=dict)
    unknown: tuple[Unknown, ...] = ()
    hand: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """What was made of a picture, for the next one of the same camera: the view and what every reader told of it.

    ``sheet`` is what the next picture is compared with; ``game`` is the profile's id and the players' colours it was
    read with; ``near`` are the cells in which wood may be, ``wood`` those in which some clearly is, ``beside`` those of
    the sheet that are beside the tiles; ``looks`` counts looks since all was read.
    ``glare`` are places in which a lamp is mirrored: looked for when all is read, and as long as one is.
    ``strange`` (h, w) is how surely each part of the view is not the bare tile; ``background`` is
    what was known of the bare tiles when all was read.
    """

    sheet: Sheet
    view: StraightView
    answer: NetAnswer
    tops: tuple[Top, ...]
    printed: PrintedReading
    dice: DieTops
    game: tuple[str, tuple[str, ...]]
    near: Mask
    beside: Mask
    wood: Mask
    strange: Reals
    looks: int = 0
    glare: frozenset[int] = frozenset()
    background: Background | None = None


def no_readings() -> Readings:
    """Nothing told."""
    return Readings()


def read_table(
    frame: Frame, pose: Pose, game: GameSet, background: Background | None = None
) -> tuple[Readings, TableReading]:
    """What lies on the tiles of a board whose pose is known, and the dice beside it."""
    view = table_view(frame, pose, game.profile)
    bare, near = known_bare(view, background), near_tiles(view, pose)
    answer = ask_net(bare, box=boxes_of(near, STEADY.input_cells)[0])
    tops = tuple(find_tops(bare, answer, pose, game))
    tokens, told = judged(view, pose, tops)
    printed = read_printed(view, frame.bgr, pose, told)
    dice = look_for_dice(frame.bgr, pose)
    glare = mirrored_in(view, pose, told)
    kept = TableReading(
        view.sheet,
        view,
        answer,
        tops,
        printed,
        dice,
        game.key,
        near,
        beside_tiles(view),
        wood_cells(view, told),
        strangeness(view),
        glare=glare,
        background=background,
    )
    return _readings(tokens, kept, pose, told, hand=reaches_in(view, tops)), kept


def read_again(
    frame: Frame, pose: Pose, game: GameSet, before: TableReading, update: Update, params: SteadyParams = STEADY
) -> tuple[Readings, TableReading]:
    """The same where only some cells of the sheet changed since ``before``."""
    sheet, seen = update.sheet, update.seen
    cells = inner_cells(seen.cells) & before.near
    stirred, asked = (boxes_of(cells, params.beside_cells + more) for more in (0, params.answer_cells))
    view = view_again(before.view, update, stirred)
    bare = known_bare(view, before.background)
    answer = ask_again(bare, before.answer, stirred, asked)
    where = _where(cells, asked, params)
    tops = [top for top in before.tops if not where[shape_of(top.thing)][top.cell]]
    tops += find_tops(bare, answer, pose, game, where=where)
    tokens, told = judged(view, pose, tops)
    places = _stirred_places(view, pose, cells, params)
    printed = read_printed(view, frame.bgr, pose, told, only=places, before=before.printed)
    dice = look_again(frame.bgr, pose, before.dice, _boxes_mm(seen.cells & before.beside, before.view, params))
    sheet = settled(before.sheet, sheet, seen)
    wood, strange = wood_cells(view, told), strangeness_again(view, before.strange, stirred)
    mirrors = before.glare or may_mirror(view, stirred)
    glare = mirrored_in(view, pose, told) if mirrors else before.glare
    kept = replace(
        before,
        sheet=sheet,
        view=view,
        answer=answer,
        tops=tuple(tops),
        printed=printed,
        dice=dice,
        wood=wood,
        strange=strange,
        looks=before.looks + 1,
        glare=glare,
    )
    hand = _has_come(before, view, tops, update)
    return _readings(tokens, kept, pose, told, hand=hand), kept


def has_come_since(before: TableReading, kept: TableReading, update: Update, params: SteadyParams = STEADY) -> bool:
    """Whether a hand has come since ``before``, where all was read anew as ``kept`` from where the camera stood."""
    cells = inner_cells(update.seen.cells) & before.near
    view = view_again(before.view, update, boxes_of(cells, params.beside_cells))
    return _has_come(before, view, kept.tops, update)


def _has_come(before: TableReading, view: StraightView, tops: Sequence[Top], update: Update) -> bool:
    """Whether a hand is in the view of a picture that was not in the one before."""
    wood = (*before.tops, *tops)
    if has_come(before.view, view, wood, inner_cells(update.seen.cells)):
        return True
    return comes_from_beside(before.view, view, wood, update.seen)


def near_tiles(view: StraightView, pose: Pose, highest_mm: float = 52.0, rim_px: int = 14) -> Mask:
    """Cells (h/4, w/4) in which wood that stands on a tile can be seen."""
    corners = view.scale.px(np.concatenate([tile.corners_mm for tile in pose.tiles]))
    leaning = view.scale.leaning(corners, highest_mm)
    rim = rim_px * np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]])
    around = (np.concatenate([corners, leaning])[:, None] + rim).reshape(-1, 2)
    cells = cv2.convexHull((around / CELL - 0.5).astype(np.float32)).round().astype(np.int32)
    shape = (view.tile.shape[0] // CELL, view.tile.shape[1] // CELL)
    return np.asarray(cv2.fillConvexPoly(np.zeros(shape, np.uint8), cells, 1) > 0)


def beside_tiles(view: StraightView) -> Mask:
    """Cells (h/4, w/4) of the view's sheet that are beside the tiles."""
    shape = (view.sheet.cells.shape[0], view.sheet.cells.shape[1])
    outline = cv2.convexHull(spots(tile_cells(view) >= 0)[:, ::-1].astype(np.int32))
    rim = (shape[0] - view.tile.shape[0] // CELL) // 2
    return np.asarray(cv2.fillConvexPoly(np.zeros(shape, np.uint8), outline + rim, 1) == 0)


def wood_cells(view: StraightView, tops: Sequence[Top], params: SteadyParams = STEADY) -> Mask:
    """Cells (h/4, w/4) in or beside which wood clearly stands."""
    clear = [top for top in tops if top.log_odds >= params.named]
    return widened(wood_mask(view, clear)[CELL // 2 :: CELL, CELL // 2 :: CELL], 1)


def stirred_tiles(view: StraightView, cells: Mask, params: SteadyParams = STEADY) -> list[int]:
    """Tiles of the pose of which so much looks otherwise that they may have been moved or covered."""
    tiles = tile_cells(view)
    changed, all_cells = (np.bincount(which[which >= 0], minlength=16) for which in (tiles[cells], tiles))
    return [int(tile) for tile in np.flatnonzero(changed > params.moved_share * all_cells)]


def tile_cells(view: StraightView) -> Ints:
    """The tile of the pose in the middle of each cell, -1 where there is none."""
    return view.tile[CELL // 2 :: CELL, CELL // 2 :: CELL]


def _stirred_places(view: StraightView, pose: Pose, cells: Mask, params: SteadyParams) -> list[int]:
    """Places with something to read whose spaces are near what changed."""
    changed = widened(cells, params.beside_cells)
    return [place for place, window in _space_cells(view.scale, pose) if changed[window].any()]


@lru_cache(maxsize=4)
def _space_cells(scale: Scale, pose: Pose) -> tuple[tuple[int, tuple[slice, slice]], ...]:
    """Each place with something to read that was read, with the cells of its spaces."""
    spaces = ((int(place), spaces_px(scale, pose, place)) for place in PLACES)
    return tuple((place, part_cells(box)) for place, box in spaces if box is not None)


def part_cells(box_px: Floats) -> tuple[slice, slice]:
    """The cells of a box of the view, low and high corner (2, 2), x and y."""
    low, high = np.maximum(np.floor(box_px[0] / CELL).astype(int), 0), np.ceil(box_px[1] / CELL).astype(int)
    return slice(low[1], max(high[1], 0)), slice(low[0], max(high[0], 0))


def _where(cells: Mask, asked: list[Box], params: SteadyParams) -> Mask:
    """Cells (3, h, w) of the net's answer whose tops of each shape are to be judged anew.

    Those with a sticker may stand on a stack whose foot is further away.
    """
    answered = np.zeros(cells.shape, bool)
    for top, bottom, left, right in asked:
        answered[top:bottom, left:right] = True
    times = CELL // STRIDE
    far = answered | widened(cells, params.top_cells)
    near, far = (part.repeat(times, axis=1).repeat(times, axis=0) for part in (answered, far))
    return np.stack([far if shape == STICKER else near for shape in range(3)])


def _boxes_mm(cells: Mask, view: StraightView, params: SteadyParams) -> list[tuple[Floats, Floats]]:
    """Low and high corners (2,) in mm of boxes of a sheet's cells."""
    corners = [
        np.array([[left, top], [right, bottom]], np.float64) * CELL / view.scale.px_per_mm + view.sheet.origin_mm
        for top, bottom, left, right in boxes_of(cells, params.beside_cells)
    ]
    return [(low, high) for low, high in corners]


def _readings(tokens: TokenReading, kept: TableReading, pose: Pose, told: Sequence[Top], *, hand: bool) -> Readings:
    printed = out_of_glare(kept.printed, kept.glare)
    middle = strange_middle(kept.view, kept.strange, pose, told)
    return Readings(
        sightings=tokens.sightings,
        scores=tokens.scores,
        absent_log_odds=tokens.absent_log_odds,
        dice=two_dice(kept.dice.tops),
        mail_down=printed.mail_down,
        demand_large=printed.demand_large,
        demand_small=printed.demand_small,
        rubies=printed.rubies,
        mosque=printed.mosque,
        glare=kept.glare,
        unseen=unseen_wood(kept.view, pose, middle, tokens),
        unknown=unknown_things(kept.view, pose, strange_things(kept.view, pose, kept.answer, middle), kept.glare),
        hand=hand,
    )

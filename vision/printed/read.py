"""What is laid on the printed spaces of tiles?  Mail, rubies on the tracks, the top demand tiles, top mosque tiles.

Each possible number of pieces covers its own part of a tile; the number whose part differs from the bare tile, and
whose spared part does not, is told.  Where wood stands on the spaces, or two numbers fit alike, nothing is told.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.istanbul.names import Place
from vision.frame import Floats, Image
from vision.pose import Pose, TilePose
from vision.printed.counts import mail_down, rubies_left
from vision.printed.demand import demand, icon_spots
from vision.printed.mosque import bed_corners, top_tiles
from vision.printed.params import MOSQUE, PRINTED, PrintedParams
from vision.printed.spaces import TileSeen, changed_share, on_board, wood_mask
from vision.tokens.feet import Top
from vision.tokens.view import Scale, StraightView, part_of

RUBY_PLACES = (Place.SULTANS_PALACE, Place.GEMSTONE_DEALER)
FIELDS = {
    Place.POST_OFFICE: "mail_down",
    Place.LARGE_MARKET: "demand_large",
    Place.SMALL_MARKET: "demand_small",
}
Value = int | str | dict[str, int] | None


@dataclass(frozen=True, slots=True)
class PrintedReading:
    """Mail indicators down, goods of the top demand tiles (top icon first), rubies on the tracks; None: not told.

    ``mosque`` is how many goods the top mosque tile of each good asks for, 0 where none is left.
    """

    mail_down: int | None = None
    demand_large: str | None = None
    demand_small: str | None = None
    rubies: dict[int, int] = field(default_factory=dict)
    mosque: dict[str, int] = field(default_factory=dict)


PLACES = (*FIELDS, *RUBY_PLACES, *MOSQUE.goods)
"""Places with something to read."""


def read_printed(
    view: StraightView,
    picture: Image,
    pose: Pose,
    tops: Sequence[Top] = (),
    only: Collection[int] = PLACES,
    before: PrintedReading | None = None,
) -> PrintedReading:
    """What lies on the spaces of the tiles, as far as the tokens seen (``tops``) leave them free.

    ``view`` is the straight view of the picture.  Of places not among ``only`` is told what was told ``before``.
    """
    told = before or PrintedReading()
    tiles = {tile.place: tile for tile in pose.tiles if tile.place in PLACES and not tile.covered}
    for place in (place for place in PLACES if place in only):
        tile = tiles.get(place)
        value = None if tile is None else _on_place(_tile_seen(view, picture, pose, tile, tops), place, PRINTED)
        told = _with_place(told, place, value)
    return told


def out_of_glare(told: PrintedReading, glare: Collection[int]) -> PrintedReading:
    """The same without counts of places in which a lamp is mirrored: its veil looks as if something were laid."""
    rubies = {place: count for place, count in told.rubies.items() if place not in glare}
    return replace(told, mail_down=None if Place.POST_OFFICE in glare else told.mail_down, rubies=rubies)


def spaces_px(scale: Scale, pose: Pose, place: Place, params: PrintedParams = PRINTED) -> Floats | None:
    """Low and high corner (2, 2) of what may lie on the spaces of a place, in the view; None where it was not read."""
    tile = next((tile for tile in pose.tiles if tile.place == place), None)
    if tile is None:
        return None
    if place in RUBY_PLACES:
        spots, high_mm = np.array(params.ruby_spots[place]), params.ruby_high_mm
    elif place in MOSQUE.goods:
        spots, high_mm = bed_corners(), MOSQUE.high_mm
    elif place == Place.POST_OFFICE:
        spots, high_mm = np.array([(x, y) for x in params.mail_x_mm for y in params.mail_y_mm]), params.mail_high_mm
    else:
        spots, high_mm = icon_spots(params), max(params.demand_high_mm)
    foot = scale.px(on_board(tile, spots))
    both = np.concatenate([foot, scale.leaning(foot, high_mm)])
    reach = params.mail_mm * scale.px_per_mm
    return np.stack([both.min(axis=0) - reach, both.max(axis=0) + reach])


def _with_place(told: PrintedReading, place: Place, value: Value) -> PrintedReading:
    if place in MOSQUE.goods:
        others = {good: number for good, number in told.mosque.items() if good not in MOSQUE.goods[place]}
        return replace(told, mosque=others | (value if isinstance(value, dict) else {}))
    if place in RUBY_PLACES:
        rubies = {other: count for other, count in told.rubies.items() if other != place}
        return replace(told, rubies=rubies | ({int(place): value} if isinstance(value, int) else {}))
    return replace(told, **{FIELDS[place]: value})  # type: ignore[arg-type]


def _tile_seen(view: StraightView, picture: Image, pose: Pose, tile: TilePose, tops: Sequence[Top]) -> TileSeen:
    """The part of the view around one tile, and what of it tokens hide."""
    part = part_of(view, view.scale.px(tile.corners_mm), PRINTED.around_px)
    off = (part.scale.origin_mm - view.scale.origin_mm) * view.scale.px_per_mm
    hidden = wood_mask(part, [replace(top, at_px=top.at_px - off) for top in tops])
    return TileSeen(part, picture, pose, tile, hidden)


def _on_place(on: TileSeen, place: Place, params: PrintedParams) -> Value:
    """What lies on the spaces of one tile."""
    if place == Place.LARGE_MARKET:
        return demand(on, params.large_demands, params)
    if place == Place.SMALL_MARKET:
        return demand(on, params.small_demands, params)
    changed = changed_share(on.view, params)
    if place in MOSQUE.goods:
        return top_tiles(on, changed, MOSQUE.goods[place], params)
    if place == Place.POST_OFFICE:
        return mail_down(on, changed, params)
    return rubies_left(on, changed, params.ruby_spots[place], params)

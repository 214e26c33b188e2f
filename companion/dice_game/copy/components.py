"""What does one copy of the game hold?  Its file (TOML) as frozen values, what is wrong with it, what is missing.

>>> components = read_components('[goods]\\nred = 8\\nyellow = 8\\ngreen = 8\\nblue = 8\\nbrown = 10')
>>> components.goods.brown, missing(components, 3)[:2]
(10, ('red', 'yellow'))
"""

import tomllib
from typing import Any

import msgspec

from companion.dice_game.copy.faces import parse_card, parse_tile
from companion.dice_game.names import Area, TileKind
from companion.dice_game.state import AreaInfo, Copy, Known
from companion.dice_game.tables import (
    AREAS,
    CARPET_START,
    COMMON_DICE,
    DIE_TILES,
    HIGHEST_PRICE,
    MOST_DICE,
    SIDE,
    SKIPPING_PLAYERS,
)
from companion.errors import BadNotation, GameError


class BadComponents(GameError):
    """A components file that cannot be; ``facts`` say where."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all parts of the file share."""


class Markers(_Part, frozen=True):
    """Goods markers by colour."""

    red: int = 8
    yellow: int = 8
    green: int = 8
    blue: int = 8
    brown: int = 10


class Coins(_Part, frozen=True):
    """Coins by value."""

    ones: int = msgspec.field(default=27, name="1")
    fives: int = msgspec.field(default=6, name="5")
    tens: int = msgspec.field(default=3, name="10")


class Totals(_Part, frozen=True):
    """How many of everything else."""

    dice: int = 9
    bazaar: int = 33
    mosque: int = 24
    rubies: int = 31
    crystals: int = 12


class AreaLine(_Part, frozen=True, omit_defaults=True):
    """One area of a side: number of circles and the price beside each, 0 unknown."""

    rubies: int = 0
    prices: tuple[int, ...] = ()
    source: str = ""
    confirmed: bool = False


class Skip(_Part, frozen=True, omit_defaults=True):
    """The circles that stay empty with two players, ``area:index``."""

    fields: tuple[str, ...] = ()
    confirmed: bool = False


class Side(_Part, frozen=True, omit_defaults=True):
    """One side of the board."""

    red: AreaLine = AreaLine()
    yellow: AreaLine = AreaLine()
    green: AreaLine = AreaLine()
    blue: AreaLine = AreaLine()
    lira: AreaLine = AreaLine()
    carpet: AreaLine = AreaLine()
    mosque: AreaLine = AreaLine()
    two_player_skip: Skip = Skip()


class FaceLine(_Part, frozen=True, omit_defaults=True):
    """A kind of tile or card and its copies, 0 unknown."""

    face: str
    copies: int = 0


class Preset(_Part, frozen=True, omit_defaults=True):
    """A published price list that nobody has confirmed."""

    source: str
    side: str
    confirmed: bool = False
    red: tuple[int, ...] = ()
    yellow: tuple[int, ...] = ()
    green: tuple[int, ...] = ()
    blue: tuple[int, ...] = ()
    lira: tuple[int, ...] = ()
    carpet: tuple[int, ...] = ()


class Components(_Part, frozen=True, omit_defaults=True):
    """The whole file."""

    goods: Markers = Markers()
    coins: Coins = Coins()
    totals: Totals = Totals()
    board: dict[str, Side] = {}
    mosque_tile: tuple[FaceLine, ...] = ()
    bazaar_card: tuple[FaceLine, ...] = ()
    preset: dict[str, Preset] = {}


def read_components(text: str) -> Components:
    """The file as values; raises BadComponents when it is no such file or does not add up."""
    try:
        components: Components = msgspec.convert(tomllib.loads(text), Components)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadComponents("not_components", why=str(error)) from error
    faults = component_faults(components)
    if faults:
        raise BadComponents("does_not_add_up", faults=list(faults))
    return components


def area_line(side: Side, area: Area) -> AreaLine:
    """The line of one area."""
    line: AreaLine = getattr(side, area)
    return line


# ------------------------------------------------------------------------- validators (1.11)


def component_faults(components: Components) -> tuple[str, ...]:
    """Everything that cannot be, as short codes."""
    faults = [f"unknown_side:{name}" for name in components.board if name not in SIDE.values()]
    faults += [fault for name, side in components.board.items() for fault in _side_faults(components, name, side)]
    faults += _face_faults("tile", components.mosque_tile, components.totals.mosque, parse_tile)
    faults += _face_faults("card", components.bazaar_card, components.totals.bazaar, parse_card)
    faults += [f"preset:{name}" for name, preset in components.preset.items() if preset.side not in SIDE.values()]
    faults += _total_faults(components)
    return tuple(faults)


def _side_faults(components: Components, name: str, side: Side) -> list[str]:
    faults = [f"{name}:{area}:{fault}" for area in AREAS for fault in _area_faults(area, area_line(side, area))]
    if sum(area_line(side, area).rubies for area in AREAS) > components.totals.rubies:
        faults.append(f"{name}:too_many_rubies")
    return faults + [f"{name}:bad_field:{field}" for field in side.two_player_skip.fields if not _is_field(side, field)]


def _area_faults(area: Area, line: AreaLine) -> list[str]:
    known = [price for price in line.prices if price]
    faults = ["price"] if any(not 0 <= price <= HIGHEST_PRICE for price in line.prices) else []
    faults += ["falling"] if known != sorted(known) else []
    faults += ["too_many_prices"] if line.rubies and len(line.prices) > line.rubies else []
    faults += ["mosque_has_no_prices"] if area is Area.MOSQUE and line.prices else []
    starts_wrong = area is Area.CARPET and line.prices and line.prices[0] not in (0, sum(CARPET_START))
    return faults + (["carpet_start"] if starts_wrong else []) + (["rubies"] if line.rubies < 0 else [])


def _is_field(side: Side, field: str) -> bool:
    name, _, index = field.partition(":")
    if name not in set(AREAS) or not index.isdecimal():
        return False
    rubies = area_line(side, Area(name)).rubies
    return not rubies or int(index) < rubies


def _face_faults(what: str, lines: tuple[FaceLine, ...], total: int, parse: Any) -> list[str]:
    faults = [f"{what}_twice:{line.face}" for at, line in enumerate(lines) if line.face in _faces(lines[:at])]
    for line in lines:
        try:
            parse(line.face)
        except BadNotation:
            faults.append(f"bad_{what}:{line.face}")
    faults += [f"{what}_copies:{line.face}" for line in lines if line.copies < 0]
    return faults + ([f"too_many_{what}s"] if sum(line.copies for line in lines) > total else [])


def _faces(lines: tuple[FaceLine, ...]) -> list[str]:
    return [line.face for line in lines]


def _total_faults(components: Components) -> list[str]:
    numbers = (*msgspec.structs.astuple(components.goods), *msgspec.structs.astuple(components.coins))
    faults = ["negative"] if min(numbers + msgspec.structs.astuple(components.totals)) < 0 else []
    die_tiles = sum(line.copies for line in components.mosque_tile if line.face.startswith(f"{TileKind.DIE}:"))
    faults += [] if COMMON_DICE <= components.totals.dice <= MOST_DICE else ["number_of_dice"]
    return faults + (["too_many_die_tiles"] if die_tiles > DIE_TILES else [])


# ------------------------------------------------------------------------- what a game knows of the copy


def copy_for(components: Components, players: int) -> Copy:
    """What is known for a game of so many players; unconfirmed prices become hints."""
    side, totals, coins = components.board.get(SIDE[players], Side()), components.totals, components.coins
    goods = components.goods
    return Copy(
        markers=(goods.red, goods.yellow, goods.green, goods.blue, goods.brown),
        lira=coins.ones + 5 * coins.fives + 10 * coins.tens,
        dice=totals.dice,
        crystals=totals.crystals,
        cards=totals.bazaar,
        tiles=totals.mosque,
        rubies=totals.rubies,
        areas=tuple(_area_info(side, area, players, _published(components, area, players)) for area in AREAS),
        tile_faces=tuple(Known(line.face, line.copies) for line in components.mosque_tile),
        card_faces=tuple(Known(line.face, line.copies) for line in components.bazaar_card),
    )


def _published(components: Components, area: Area, players: int) -> tuple[tuple[int, ...], ...]:
    """The price lists of the presets for this side."""
    lists = [getattr(preset, area, ()) for preset in components.preset.values() if preset.side == SIDE[players]]
    return tuple(prices for prices in lists if prices)


def _area_info(side: Side, area: Area, players: int, published: tuple[tuple[int, ...], ...]) -> AreaInfo:
    """With two players nothing holds before the marked circles are known: a price would stand at the wrong one."""
    line, skip = area_line(side, area), side.two_player_skip
    skipping = players == SKIPPING_PLAYERS
    if not line.confirmed or (skipping and not skip.confirmed):
        return AreaInfo(hints=tuple(dict.fromkeys((line.prices, *published) if line.prices else published)))
    pairs = [field.partition(":") for field in skip.fields] if skipping else []
    skipped = tuple(sorted({int(index) for name, _, index in pairs if name == area}))
    return AreaInfo(line.rubies - len(skipped) if line.rubies else None, line.prices, skipped)


def missing(components: Components, players: int) -> tuple[str, ...]:
    """What keeps the app from dealing cards and tiles itself; nothing when the copy is complete."""
    copy = copy_for(components, players)
    areas = [str(area) for area, info in zip(AREAS, copy.areas, strict=True) if not _is_complete(area, info)]
    tiles = [] if sum(known.copies for known in copy.tile_faces) == copy.tiles else ["tiles"]
    cards = [] if sum(known.copies for known in copy.card_faces) == copy.cards else ["cards"]
    return (*areas, *tiles, *cards)


def _is_complete(area: Area, info: AreaInfo) -> bool:
    if info.rubies is None:
        return False
    return area is Area.MOSQUE or (len(info.prices) == info.rubies + len(info.skipped) and 0 not in info.prices)

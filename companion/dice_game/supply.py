"""What lies beside the board, in the draw pile, on the stack and on the areas?  All of it is counted, none is kept."""

from collections import Counter
from functools import lru_cache

from companion.dice_game.copy.faces import parse_tile
from companion.dice_game.names import Area, Good, TileKind
from companion.dice_game.state import UNTOLD, AreaInfo, Code, GameState, Known, Player
from companion.dice_game.tables import (
    AREA_INDEX,
    COMMON_DICE,
    FACE_LETTERS,
    JOKER_INDEX,
    MOSQUE_TARGET,
    RUBY_TARGET,
    SELLING,
)


def held(player: Player, what: str) -> int:
    """How many of a resource a player has (``events.Resource``)."""
    if what == "L":
        return player.lira
    if what == "X":
        return player.crystals
    return player.markers[JOKER_INDEX if what == "J" else FACE_LETTERS.index(what)]


def in_supply(state: GameState, what: str) -> int:
    """How many of a resource nobody has."""
    copy = state.copy
    if what in "LX":
        total = copy.lira if what == "L" else copy.crystals
    else:
        total = copy.markers[JOKER_INDEX if what == "J" else FACE_LETTERS.index(what)]
    return total - sum(held(player, what) for player in state.players)


def spare_dice(state: GameState) -> int:
    """Dice that are neither common nor anybody's."""
    return state.copy.dice - COMMON_DICE - sum(player.dice for player in state.players)


# ------------------------------------------------------------------------- areas


def area_info(state: GameState, area: Area) -> AreaInfo:
    """What is known of an area."""
    return state.copy.areas[AREA_INDEX[area]]


def rubies_taken(state: GameState, area: Area) -> int:
    """Rubies taken from an area."""
    return state.taken[AREA_INDEX[area]]


def rubies_left(state: GameState, area: Area) -> int | None:
    """Rubies still lying there, None when nobody has said."""
    rubies = area_info(state, area).rubies
    return None if rubies is None else rubies - rubies_taken(state, area)


def may_have_ruby(state: GameState, area: Area) -> bool:
    """Is a ruby there, or not known to be gone?  Never more than the copy holds."""
    return rubies_left(state, area) != 0 and sum(state.taken) < state.copy.rubies


def next_circle(info: AreaInfo, taken: int) -> int:
    """The circle of the next ruby: circles that stay empty in this game are passed over.

    >>> next_circle(AreaInfo(skipped=(0, 2)), 1)
    3
    """
    circle, left = 0, taken
    while circle in info.skipped or left:
        left -= circle not in info.skipped
        circle += 1
    return circle


def price_of(state: GameState, area: Area) -> int:
    """The price beside the next ruby, 0 when nobody has said."""
    info = area_info(state, area)
    circle = next_circle(info, rubies_taken(state, area))
    return info.prices[circle] if circle < len(info.prices) else 0


# ------------------------------------------------------------------------- tiles


def owned_tiles(state: GameState) -> list[Code]:
    """Everybody's tiles."""
    return [tile for player in state.players for tile in player.tiles]


def stack_size(state: GameState) -> int:
    """Tiles in the face-down stack."""
    return state.copy.tiles - len(state.display) - len(owned_tiles(state))


def unseen_tiles(state: GameState) -> dict[Code, int]:
    """The app's stack without what was put under it, by tile."""
    return _less(state.copy.tile_faces, (*state.display, *state.under, *owned_tiles(state)))


def count_kind(tiles: tuple[Code, ...], kind: TileKind, good: Good | None = None) -> int:
    """How many of these tiles are of a kind (and good)."""
    faces = [parse_tile(tile) for tile in tiles]
    return sum(face.kind is kind and face.good is good for face in faces)


# ------------------------------------------------------------------------- cards


def deck_size(state: GameState) -> int:
    """Cards in the draw pile."""
    return state.copy.cards - len(state.discard) - len(state.revealed)


def unseen_cards(state: GameState) -> dict[Code, int]:
    """The draw pile by card, of those whose copies are known."""
    return _less(state.copy.card_faces, (*state.discard, *state.revealed))


@lru_cache(maxsize=4096)
def _less(faces: tuple[Known, ...], seen: tuple[Code, ...]) -> dict[Code, int]:
    gone = Counter(seen)
    left = {known.face: known.copies - gone[known.face] for known in faces}
    return {face: number for face, number in left.items() if number > 0}


# ------------------------------------------------------------------------- players


def ruby_target(state: GameState) -> int:
    """Rubies that trigger the end."""
    return RUBY_TARGET[len(state.players)]


def end_reached(state: GameState) -> bool:
    """Has somebody rubies enough, or is none left to be bought?"""
    enough = max([player.rubies for player in state.players]) >= ruby_target(state)
    return enough or not any(may_have_ruby(state, area) for area in SELLING)


def mosque_target(state: GameState) -> int:
    """Tiles that bring the mosque's ruby."""
    return MOSQUE_TARGET[len(state.players)]


def throw_size(state: GameState) -> int:
    """How many dice the player on turn throws: his own dice only where the tile worked at the start."""
    return COMMON_DICE + min(count_kind(state.working, TileKind.DIE), state.player.dice)


def untold(tiles: tuple[Code, ...]) -> int:
    """How many the app has not been told."""
    return tiles.count(UNTOLD)

"""What if nobody knows the copy?  A made-up complete one, and a stand-in for the table that answers from it.

For tests, demonstrations and practice without the box.  Nothing here is printed anywhere; a file made from it says so.
"""

from collections.abc import Sequence
from random import Random

from companion.dice_game.actions import Action, Revealed, TellEmpty, TellPrice, TellTile
from companion.dice_game.copy.components import AreaLine, Components, FaceLine, Side, Skip
from companion.dice_game.names import Area
from companion.dice_game.state import Copy, GameState, Known, Step
from companion.dice_game.supply import mosque_target, next_circle, owned_tiles, rubies_taken
from companion.dice_game.tables import AREA_INDEX, AREAS, COLOR_AREAS

SOURCE = "made up"
_TILES = (
    *("lira:RRR", "lira:YYY", "lira:GGG", "lira:BBB", "crystal:RRR", "crystal:YYY", "crystal:GGG", "crystal:BBB"),
    *("card:RRR", "card:YYY", "card:GGG", "card:BBB", "action:RRRR", "action:YYYY", "action:GGGG", "action:BBBB"),
    *("goods.R:RRR", "goods.Y:YYY", "goods.G:GGG", "goods.B:BBB", *("die:RYGB",) * 4),
)
_CARDS = (
    *("F1:R>4;R>3", "F1:X>4;B>3", "F2:J;R", "F2:J;Y", "F2:J;G", "F2:J;B", "F3:R;2>R", "F3:Y;2>Y", "F3:G;2>G"),
    *("F3:B;2>B", "F4:X3;X/3", "F4:R3;R/3", "F5:RYGB>ruby", "F5:RRBB>ruby", "F5:YYX9>ruby", "F6:KK=JX", "F6:KK=XX"),
    *("F6:KK=**", "F7:J=3", "F7:JJ=6", "F7:JJJ=9", "F7:JJ=*X", "F8:X>RR", "F8:**>J", "F8:tile>tile", "F8:3>J"),
    *("F1:R>4;R>3", "F2:J;R", "F4:X3;X/3", "F6:KK=JX", "F7:JJ=6", "F8:tile>tile", "F5:RYGB>ruby"),
)


def imagined_components(rng: Random) -> Components:
    """A complete copy: both sides, all tiles, all cards."""
    return Components(
        board={"2-3": _side(rng, ("red:0", "blue:3", "lira:0")), "4": _side(rng, ())},
        mosque_tile=_lines(_TILES),
        bazaar_card=_lines(_CARDS),
    )


def _side(rng: Random, fields: tuple[str, ...]) -> Side:
    lines = {area: _line(rng, area) for area in AREAS}
    return Side(
        red=lines[Area.RED],
        yellow=lines[Area.YELLOW],
        green=lines[Area.GREEN],
        blue=lines[Area.BLUE],
        lira=lines[Area.LIRA],
        carpet=lines[Area.CARPET],
        mosque=lines[Area.MOSQUE],
        two_player_skip=Skip(fields, True),
    )


def _line(rng: Random, area: Area) -> AreaLine:
    if area in COLOR_AREAS:
        prices = sorted(rng.randint(3, 7) for _ in range(4))
    elif area is Area.LIRA:
        prices = sorted(rng.randint(8, 24) for _ in range(6))
    elif area is Area.CARPET:
        prices = [4, *sorted(rng.randint(4, 7) for _ in range(3))]
    else:
        return AreaLine(rng.randint(2, 4), (), SOURCE, True)
    return AreaLine(len(prices), tuple(prices), SOURCE, True)


def _lines(faces: Sequence[str]) -> tuple[FaceLine, ...]:
    return tuple(FaceLine(face, faces.count(face)) for face in dict.fromkeys(faces))


# ------------------------------------------------------------------------- the table that knows


def answer(truth: Copy, state: GameState, rng: Random) -> Action:
    """What the table would say to what is due, if ``truth`` lay on it."""
    pending = state.agenda[-1]
    if pending.step is Step.TILE:
        return TellTile(_one_of(truth.tile_faces, (*state.display, *owned_tiles(state)), rng))
    if pending.step is Step.REVEAL:
        return Revealed(_one_of(truth.card_faces, (*state.discard, *state.revealed), rng))
    if pending.step is not Step.PRICE or pending.area is None:
        raise ValueError(f"the table is not asked: {pending}")
    return _price(truth, state, pending.area)


def _one_of(known: Sequence[Known], seen: Sequence[str], rng: Random) -> str:
    left = [one.face for one in known for _ in range(one.copies - seen.count(one.face))]
    return rng.choice(left)


def _price(truth: Copy, state: GameState, area: Area) -> Action:
    info, taken = truth.areas[AREA_INDEX[area]], rubies_taken(state, area)
    if info.rubies is not None and taken >= info.rubies:
        return TellEmpty(area)
    if area is Area.MOSQUE:
        return TellPrice(area, mosque_target(state))
    return TellPrice(area, info.prices[next_circle(info, taken)])

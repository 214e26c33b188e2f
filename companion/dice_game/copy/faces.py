"""What is printed on a tile or a card, and how is it written?  ``parse(format(x)) == x``.

die:RYGB        a tile: its kind, after the colon the goods it costs (``*`` any good)
goods.R:RRR     a tile that adds a red marker when Lira are taken
F1:R>4;R>3      a card: family, what is for the player on turn, after the semicolon what is for the others
F2:J;Y          take a brown marker; the others take a yellow one
F4:X3;X/3       a crystal and 3 Lira; the others one or the other
F5:RYG>ruby     discard these for a ruby
F6:KK=JX        with two card dice: a brown marker and a crystal
F7:JJ=6         own two brown markers: 6 Lira
F8:X>RR         discard what is left of the arrow for what is right of it; ``tile>tile`` swaps a mosque tile
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from companion.dice_game.names import Family, Good, TileKind
from companion.dice_game.state import Code, Goods, Markers
from companion.dice_game.tables import CARD_DICE, NO_MARKERS, SELL_LIRA
from companion.errors import BadNotation

How = Literal["take", "discard", "hold", "dice", "either"]


class Bundle(NamedTuple):
    """Markers, markers of one's choice (not brown), crystals and Lira."""

    markers: Markers = NO_MARKERS
    any: int = 0
    crystals: int = 0
    lira: int = 0


class TileFace(NamedTuple):
    """A mosque tile: what it does, for which good, and what it costs (``free``: goods of any colour)."""

    kind: TileKind
    good: Good | None
    cost: Goods
    free: int


class Half(NamedTuple):
    """One area of a card.  ``gain`` follows ``cost``; with ``either`` it is one or the other."""

    how: How
    cost: Bundle
    gain: Bundle
    special: Literal["", "ruby", "tile"] = ""


class CardFace(NamedTuple):
    """A bazaar card."""

    family: Family
    own: Half
    others: Half | None


EMPTY = Bundle()
_BUNDLE = re.compile(r"(R*Y*G*B*J*)(\**)(X*)([1-9][0-9]?)?")
_TILE = re.compile(r"([a-z]+)(?:\.([RYGB]))?:(R*Y*G*B*\**)")
_SIGNS: tuple[tuple[str, How], ...] = ((">", "discard"), ("=", "hold"), ("/", "either"))
_CARD_DICE = "K" * CARD_DICE
_SHAPES: dict[Family, tuple[How, How | None]] = {
    Family.SELL: ("discard", "discard"),
    Family.JOKER: ("take", "take"),
    Family.GOODS: ("take", "discard"),
    Family.AND_OR: ("take", "either"),
    Family.RUBY: ("discard", None),
    Family.CARD_DICE: ("dice", None),
    Family.JOKERS_HELD: ("hold", None),
    Family.EXCHANGE: ("discard", None),
}


def parse_bundle(text: str) -> Bundle:
    """
    >>> parse_bundle("RJX3")
    Bundle(markers=(1, 0, 0, 0, 1), any=0, crystals=1, lira=3)
    """
    found = _BUNDLE.fullmatch(text)
    if found is None or not text:
        raise BadNotation("bad_bundle", text=text, example="RJX3")
    letters, free, crystals, lira = found.groups()
    r, y, g, b, j = (letters.count(letter) for letter in "RYGBJ")
    return Bundle((r, y, g, b, j), len(free), len(crystals), int(lira or 0))


@lru_cache(maxsize=1024)
def parse_tile(code: Code) -> TileFace:
    """The tile behind a code; raises BadNotation.

    >>> parse_tile("goods.R:RRR").good
    <Good.RED: 'R'>
    """
    found = _TILE.fullmatch(code)
    if found is None or found.group(1) not in set(TileKind) or not found.group(3):
        raise BadNotation("bad_tile", text=code, example="die:RYGB")
    kind, letter, cost = found.groups()
    if (letter is not None) != (kind == TileKind.GOODS):
        raise BadNotation("bad_tile", text=code, example="goods.R:RRR")
    r, y, g, b, free = (cost.count(sign) for sign in "RYGB*")
    return TileFace(TileKind(kind), Good(letter) if letter else None, (r, y, g, b), free)


@lru_cache(maxsize=1024)
def parse_card(code: Code) -> CardFace:
    """The card behind a code; raises BadNotation.

    >>> parse_card("F1:R>4;R>3").own.gain.lira
    4
    """
    name, colon, rest = code.partition(":")
    if not colon or name not in set(Family):
        raise BadNotation("bad_card", text=code, example="F2:J;R")
    family = Family(name)
    own, semicolon, others = rest.partition(";")
    face = CardFace(family, _half(own), _half(others) if semicolon else None)
    shape = (face.own.how, face.others.how if face.others else None)
    if shape != _SHAPES[family] or not _fits(face):
        raise BadNotation("bad_card", text=code, family=family, shape=_SHAPES[family])
    return face


def _half(text: str) -> Half:
    for sign, how in _SIGNS:
        left, found, right = text.partition(sign)
        if found:
            return _condition(how, left, right)
    return Half("take", EMPTY, parse_bundle(text))


def _condition(how: How, left: str, right: str) -> Half:
    if how == "hold" and left == _CARD_DICE:
        return Half("dice", EMPTY, parse_bundle(right))
    if how == "discard" and (left, right) == ("tile", "tile"):
        return Half(how, EMPTY, EMPTY, "tile")
    if how == "discard" and right == "ruby":
        return Half(how, parse_bundle(left), EMPTY, "ruby")
    return Half(how, parse_bundle(left), parse_bundle(right))


def _fits(face: CardFace) -> bool:
    """What a family promises beyond its shape."""
    match face.family:
        case Family.SELL:
            halves = [face.own, *([face.others] if face.others else [])]
            return all(half.gain == Bundle(lira=half.gain.lira) and half.gain.lira in SELL_LIRA for half in halves)
        case Family.RUBY:
            return face.own.special == "ruby"
        case Family.JOKERS_HELD:
            return face.own.cost == Bundle((0, 0, 0, 0, face.own.cost.markers[4]))
        case Family.EXCHANGE:
            return face.own.special != "ruby"
    return face.own.special == ""

"""What are the things of the dice game called, and what do they do?  English msgids for names, in own words."""

from collections.abc import Iterable

from companion.dice_game.copy.faces import Bundle, Half, parse_card, parse_tile
from companion.dice_game.names import Area, Family, Income, TileKind
from companion.dice_game.state import UNTOLD, Code, Goods
from companion.dice_game.tables import MARKER_LETTERS
from companion.game import Say
from companion.words import Counted, mark, mark_counted

GOOD_NAMES = {
    "R": mark("fabric"),
    "Y": mark("fruit"),
    "G": mark("spice"),
    "B": mark("jewelry"),
    "J": mark("joker"),
    "L": mark("coin"),
    "K": mark("card"),
    "*": mark("any good"),
}
"""Goods, the brown marker and the two other faces of a die, by letter."""

COUNTED = {
    "R": mark_counted("{n} fabric", "{n} fabric"),
    "Y": mark_counted("{n} fruit", "{n} fruit"),
    "G": mark_counted("{n} spice", "{n} spice"),
    "B": mark_counted("{n} jewelry", "{n} jewelry"),
    "J": mark_counted("{n} joker", "{n} jokers"),
    "L": mark_counted("{n} coin", "{n} coins"),
    "K": mark_counted("{n} card", "{n} cards"),
    "*": mark_counted("{n} good of any kind", "{n} goods of any kind"),
    "X": mark_counted("{n} crystal", "{n} crystals"),
}
"""The same things and crystals, counted."""

AREAS = {
    Area.RED: mark("Fabric hall"),
    Area.YELLOW: mark("Fruit hall"),
    Area.GREEN: mark("Spice hall"),
    Area.BLUE: mark("Jewelry hall"),
    Area.CARPET: mark("Left carpet"),
    Area.LIRA: mark("Right carpet"),
    Area.MOSQUE: mark("Mosque"),
}
"""Where rubies lie, in the order in which the board shows it."""

AREA_HELP = {
    Area.RED: mark("A ruby for fabric alone."),
    Area.YELLOW: mark("A ruby for fruit alone."),
    Area.GREEN: mark("A ruby for spice alone."),
    Area.BLUE: mark("A ruby for jewelry alone."),
    Area.LIRA: mark("A ruby for Lira."),
    Area.CARPET: mark("A ruby for one of each good and some of any kind."),
    Area.MOSQUE: mark("A ruby for whoever owns just so many mosque tiles, once."),
}

TILES = {
    TileKind.LIRA: mark("Lira tile"),
    TileKind.CRYSTAL: mark("Crystal tile"),
    TileKind.CARD: mark("Card tile"),
    TileKind.ACTION: mark("Action tile"),
    TileKind.GOODS: mark("Goods tile"),
    TileKind.DIE: mark("Die tile"),
}

TILE_HELP = {
    TileKind.LIRA: mark("3 Lira at the start of each turn."),
    TileKind.CRYSTAL: mark("A crystal at the start of each turn."),
    TileKind.CARD: mark("A bazaar card at the start of each turn."),
    TileKind.ACTION: mark("One more action each turn."),
    TileKind.GOODS: mark("A marker more when you take Lira."),
    TileKind.DIE: mark("One more die, thrown from the next turn on."),
}

FAMILIES = {
    Family.SELL: mark("Sell"),
    Family.JOKER: mark("Joker for one, goods for the others"),
    Family.GOODS: mark("Goods, the others may buy"),
    Family.AND_OR: mark("Both for one, either for the others"),
    Family.RUBY: mark("Ruby for goods"),
    Family.CARD_DICE: mark("With two card dice"),
    Family.JOKERS_HELD: mark("For jokers held"),
    Family.EXCHANGE: mark("Exchange"),
}

INCOMES = {
    Income.LIRA: mark("Take 3 Lira"),
    Income.CRYSTAL: mark("Take a crystal"),
    Income.CARD: mark("Reveal a bazaar card"),
}


def letters(counts: Iterable[int], signs: str = MARKER_LETTERS) -> str:
    """Counts as letters, nothing for none.

    >>> letters((2, 0, 0, 1))
    'RRB'
    """
    return "".join(sign * count for sign, count in zip(signs, counts, strict=False))


def by_letter(counts: Iterable[int], signs: str = MARKER_LETTERS) -> dict[str, int]:
    """Counts as an object, keyed by letter."""
    return dict(zip(signs, counts, strict=False))


def signs_words(signs: str, say: Say) -> str:
    """Things by their letters, counted: ``2 fabric, 1 jewelry``."""
    return ", ".join(_counted(sign, signs.count(sign), say) for sign in dict.fromkeys(signs))


def _counted(sign: str, number: int, say: Say) -> str:
    return say(Counted(*COUNTED[sign], number)).format(n=number)


def goods_words(goods: Goods, free: int, say: Say) -> str:
    """Goods of a price, and how many of any kind."""
    return signs_words(letters(goods) + "*" * free, say) or say("nothing")


def crystals_words(number: int, say: Say) -> str:
    """So many crystals."""
    return say("a crystal") if number == 1 else _counted("X", number, say)


def lira_words(lira: int, say: Say) -> str:
    """So many Lira."""
    return say("{lira} Lira").format(lira=lira)


def bundle_words(bundle: Bundle, say: Say) -> str:
    """Everything in a bundle."""
    parts = [signs_words(letters(bundle.markers) + "*" * bundle.any, say)]
    parts += [crystals_words(bundle.crystals, say)] if bundle.crystals else []
    parts += [lira_words(bundle.lira, say)] if bundle.lira else []
    return ", ".join(part for part in parts if part) or say("nothing")


def half_words(half: Half, say: Say) -> str:
    """What one area of a card says."""
    cost, gain = bundle_words(half.cost, say), bundle_words(half.gain, say)
    if half.special == "tile":
        return say("Swap one of your mosque tiles for one of the display.")
    if half.special == "ruby":
        return say("Give {cost}: take a ruby of any area but the Mosque.").format(cost=cost)
    return say(_HALVES[half.how]).format(cost=cost, gain=gain)


_HALVES = {
    "take": mark("Take {gain}."),
    "discard": mark("Give {cost}: take {gain}."),
    "hold": mark("Own {cost}: take {gain}."),
    "dice": mark("With two card dice: take {gain}."),
    "either": mark("Take {cost} or {gain}."),
}


def tile_name(tile: Code, say: Say) -> str:
    """What a mosque tile is called; a goods tile names its good."""
    if tile == UNTOLD:
        return say("a mosque tile")
    face = parse_tile(tile)
    name = say(TILES[face.kind])
    return name if face.good is None else f"{name} ({say(GOOD_NAMES[face.good])})"


def card_name(card: Code, say: Say) -> str:
    """A bazaar card by its family and what it says to the player on turn."""
    return say("a bazaar card") if card == UNTOLD else half_words(parse_card(card).own, say).rstrip(".")

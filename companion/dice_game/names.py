"""What are the things of the dice game called?  Goods, areas with rubies, kinds of mosque tiles; no numbers."""

from enum import StrEnum


class Good(StrEnum):
    """A good and the colour of its markers; the letter is its icon in the notation."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"


class Area(StrEnum):
    """Where rubies lie.  ``LIRA`` is the right carpet, ``CARPET`` the left one."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    LIRA = "lira"
    CARPET = "carpet"
    MOSQUE = "mosque"


class Income(StrEnum):
    """What a mosque tile brings at the start of a turn."""

    LIRA = "lira"
    CRYSTAL = "crystal"
    CARD = "card"


class TileKind(StrEnum):
    """What a mosque tile does."""

    LIRA = "lira"
    CRYSTAL = "crystal"
    CARD = "card"
    ACTION = "action"
    GOODS = "goods"
    DIE = "die"


class Family(StrEnum):
    """The families of bazaar cards."""

    SELL = "F1"
    JOKER = "F2"
    GOODS = "F3"
    AND_OR = "F4"
    RUBY = "F5"
    CARD_DICE = "F6"
    JOKERS_HELD = "F7"
    EXCHANGE = "F8"

"""Which nouns does the base game have?  Enums only, no numbers of the rules (those are in ``tables``).

Every name is written in records and in the notation by its value, so the values are stable.
"""

from enum import IntEnum, StrEnum


class Color(StrEnum):
    """Colours of the players' wood."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    WHITE = "white"


class Place(IntEnum):
    """The sixteen places by their big printed number (section 1.1)."""

    WAINWRIGHT = 1
    FABRIC_WAREHOUSE = 2
    SPICE_WAREHOUSE = 3
    FRUIT_WAREHOUSE = 4
    POST_OFFICE = 5
    CARAVANSARY = 6
    FOUNTAIN = 7
    BLACK_MARKET = 8
    TEA_HOUSE = 9
    LARGE_MARKET = 10
    SMALL_MARKET = 11
    POLICE_STATION = 12
    SULTANS_PALACE = 13
    SMALL_MOSQUE = 14
    GREAT_MOSQUE = 15
    GEMSTONE_DEALER = 16


class Good(StrEnum):
    """Goods by colour; tuples of counts are always in this order."""

    FABRIC = "R"
    SPICE = "G"
    FRUIT = "Y"
    JEWELRY = "B"


class Card(StrEnum):
    """Bonus cards by kind (section 1.4); UNKNOWN is a real card the app has not been told."""

    GOOD = "GOOD"
    LIRA5 = "LIRA5"
    LONG_MOVE = "LONG_MOVE"
    SULTAN2 = "SULTAN2"
    POST2 = "POST2"
    DEALER2 = "DEALER2"
    FAMILY_HOME = "FAMILY_HOME"
    STAY = "STAY"
    RETURN = "RETURN"
    ANY_GOODS = "ANY_GOODS"
    UNKNOWN = "?"

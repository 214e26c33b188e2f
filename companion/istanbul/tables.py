"""Which numbers are printed?  Every number of the rules, with the section that holds it (docs/rules.md).

Goods are always in the order R, G, Y, B (fabric, spice, fruit, jewelry).
"""

from collections.abc import Collection

from companion.istanbul.names import Card, Color, Good, Place
from companion.istanbul.state import Goods, Step

PLACES = tuple(Place)
GOODS = tuple(Good)
CARDS = tuple(Card)
COLORS = tuple(Color)
GOOD_INDEX = {good: index for index, good in enumerate(GOODS)}
ONE_GOOD: dict[Good, Goods] = {
    Good.FABRIC: (1, 0, 0, 0),
    Good.SPICE: (0, 1, 0, 0),
    Good.FRUIT: (0, 0, 1, 0),
    Good.JEWELRY: (0, 0, 0, 1),
}
NO_GOODS: Goods = (0, 0, 0, 0)
# Looked up in every turn: a name of a module is found much faster than a member of an enum (Python 3.11).
FOUNTAIN = Place.FOUNTAIN
UNKNOWN = Card.UNKNOWN
RED, GREEN, YELLOW, BLUE = GOODS  # mosque tiles by their colour

# ------------------------------------------------------------------------- layouts, row by row (section 11)

BOARD_SIDE = 4
CENTRAL_CELLS = (5, 6, 9, 10)
DICE_PLACES_APART = 3
LAYOUTS = {
    "short": (15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16),
    "long": (16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13),
    "in_order": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
}

WORKING_PAIRS = (  # places one visits one after the other; ours, not the rulebook's (docs/rules.md says how chosen)
    (2, 14), (3, 14), (4, 15), (8, 15),  # goods for tiles
    (2, 10), (8, 10), (3, 11), (4, 11),  # goods for sale
    (5, 16), (9, 16), (10, 16), (11, 16), (9, 1), (10, 1), (5, 9),  # Lira and what it buys
    (5, 13), (8, 13),  # goods for the Sultan
    (7, 12), (9, 12), (12, 16),  # where family members and assistants are called
)  # fmt: skip

# ------------------------------------------------------------------------- players (2.1, 2.2, 9, 10)

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
VARIANT_MOST_PLAYERS = 4  # 9
RUBY_TARGET = {2: 6, 3: 5, 4: 5, 5: 5}
FIRST_LIRA = 2  # and one more for every later seat
START_STACK = "oooo"
VARIANT_STACK = "ooon"
STACK_LIMIT = 5  # own assistants of a colour (1.2)
CAPACITY_START, EXTENSIONS_EACH = 2, 3  # 1.3
CAPACITY_LIMIT = CAPACITY_START + EXTENSIONS_EACH
MERCHANTS_START = Place.FOUNTAIN
FAMILY_HOME_PLACE = Place.POLICE_STATION
NEUTRAL_MERCHANT_PLACES = {
    2: (Place.SMALL_MOSQUE, Place.GREAT_MOSQUE, Place.GEMSTONE_DEALER),
    3: (),
    4: (),
    5: (),
}


def unused_colors(colors: Collection[Color]) -> tuple[Color, ...]:
    """The colours no player has, in their fixed order."""
    return tuple(color for color in COLORS if color not in colors)


# ------------------------------------------------------------------------- rubies (2.1)

RUBY_PLACES = (
    Place.WAINWRIGHT,
    Place.SULTANS_PALACE,
    Place.SMALL_MOSQUE,
    Place.GREAT_MOSQUE,
    Place.GEMSTONE_DEALER,
)
RUBY_INDEX = {place: index for index, place in enumerate(RUBY_PLACES)}
RUBIES = {  # on 1, 13, 14, 15, 16
    2: (2, 6, 2, 2, 9),
    3: (3, 6, 3, 3, 10),
    4: (4, 7, 4, 4, 12),
    5: (5, 7, 4, 4, 12),
}

# ------------------------------------------------------------------------- movement (3.3) and toll (1.11)

WALK = (1, 2)
LONG_WALK = (3, 4)
TOLL = 2
DICE_FACES = (1, 2, 3, 4, 5, 6)
DICE_TOTALS = range(2, 13)  # 1.1: where dice can bring a token

# ------------------------------------------------------------------------- bonus cards (1.4)

CARD_COPIES = {
    Card.GOOD: 4,
    Card.LIRA5: 4,
    Card.LONG_MOVE: 4,
    Card.SULTAN2: 2,
    Card.POST2: 2,
    Card.DEALER2: 2,
    Card.FAMILY_HOME: 2,
    Card.STAY: 2,
    Card.RETURN: 2,
    Card.ANY_GOODS: 2,
}
CARD_KINDS = tuple(CARD_COPIES)
CARD_INDEX = {card: index for index, card in enumerate(CARDS)}
DECK = tuple(card for card, copies in CARD_COPIES.items() for _ in range(copies))
DECK_SIZE = len(DECK)
CARD_LIRA = 5
CARDS_TAKEN = 2  # at the Caravansary (section 4)
AGAIN_CARD = {
    Place.SULTANS_PALACE: Card.SULTAN2,
    Place.POST_OFFICE: Card.POST2,
    Place.GEMSTONE_DEALER: Card.DEALER2,
}

# ------------------------------------------------------------------------- mosques (1.5, 2.1)

MOSQUE_GOODS = {
    Place.SMALL_MOSQUE: (Good.FABRIC, Good.SPICE),
    Place.GREAT_MOSQUE: (Good.FRUIT, Good.JEWELRY),
}
GOOD_MOSQUE = {good: place for place, goods in MOSQUE_GOODS.items() for good in goods}
MOSQUE_STACK = {2: (2, 4), 3: (2, 3, 4), 4: (2, 3, 4, 5), 5: (2, 3, 4, 5)}
RED_TILE_FACE = 4
GREEN_TILE_FEE = 2
YELLOW_TILE_FEE = 2

# ------------------------------------------------------------------------- markets (1.6, 1.7)

DEMAND: dict[str, Goods] = {
    "L1": (2, 1, 0, 2),
    "L2": (1, 1, 0, 3),
    "L3": (2, 0, 1, 2),
    "L4": (1, 0, 1, 3),
    "L5": (1, 1, 1, 2),
    "S1": (1, 1, 2, 1),
    "S2": (1, 2, 1, 1),
    "S3": (1, 3, 1, 0),
    "S4": (1, 2, 2, 0),
    "S5": (0, 2, 2, 1),
}
MARKET_TILES = {
    Place.LARGE_MARKET: ("L1", "L2", "L3", "L4", "L5"),
    Place.SMALL_MARKET: ("S1", "S2", "S3", "S4", "S5"),
}
MARKET_LIRA = {  # for 1, 2, 3, 4, 5 goods
    Place.SMALL_MARKET: (0, 2, 5, 9, 14, 20),
    Place.LARGE_MARKET: (0, 3, 7, 12, 18, 25),
}
MOST_GOODS_SOLD = 5

# ------------------------------------------------------------------------- the other places

WAREHOUSE_GOOD = {  # 1.1
    Place.FABRIC_WAREHOUSE: Good.FABRIC,
    Place.SPICE_WAREHOUSE: Good.SPICE,
    Place.FRUIT_WAREHOUSE: Good.FRUIT,
}
EXTENSION_PRICE = 7  # 1.11
MAIL: tuple[tuple[Goods, int], ...] = (  # 1.8, by indicators in the lower row
    ((0, 1, 1, 0), 2),
    ((1, 0, 1, 0), 2),
    ((1, 0, 1, 0), 3),
    ((1, 0, 0, 1), 3),
    ((1, 0, 0, 1), 4),
)
DICE_PLACES = (Place.BLACK_MARKET, Place.TEA_HOUSE)
TEA_NUMBERS = tuple(range(3, 13))  # 1.11
TEA_CONSOLATION = 2
BLACK_MARKET_JEWELRY = (0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3)  # 1.11, by total of the dice
BLACK_MARKET_GOODS = (Good.FABRIC, Good.SPICE, Good.FRUIT)
PALACE_SPACES = (  # 1.9, in order; None is a space for any good
    Good.JEWELRY,
    Good.FABRIC,
    Good.SPICE,
    Good.FRUIT,
    None,
    Good.JEWELRY,
    Good.FABRIC,
    Good.SPICE,
    Good.FRUIT,
    None,
)
DEALER_SPACES = 24  # 1.10: with r rubies left the price is 24 - r


def _palace_cost(rubies: int) -> tuple[Goods, int]:
    """The named goods and the number of free ones for the next ruby, with ``rubies`` left."""
    spaces = PALACE_SPACES[: len(PALACE_SPACES) + 1 - rubies]
    red, green, yellow, blue = (spaces.count(good) for good in GOODS)
    return (red, green, yellow, blue), spaces.count(None)


PALACE_COST = {rubies: _palace_cost(rubies) for rubies in range(1, 8)}
DEALER_PRICE = {rubies: DEALER_SPACES - rubies for rubies in range(1, 13)}

# ------------------------------------------------------------------------- encounters (1.11)

ENCOUNTER_FEE = 2
CATCH_LIRA = 3

# ------------------------------------------------------------------------- when free plays are possible (3.2)

TURN_WINDOWS = frozenset({Step.MOVE, Step.ASSISTANT, Step.TOLL, Step.ACTION, Step.AGAIN, Step.ENCOUNTERS})
PHASE_1_WINDOWS = frozenset({Step.MOVE, Step.ASSISTANT})
LIRA_WINDOWS = TURN_WINDOWS | {Step.FEE}
BEFORE_ENCOUNTERS = PHASE_1_WINDOWS | {Step.TOLL, Step.ACTION, Step.AGAIN}

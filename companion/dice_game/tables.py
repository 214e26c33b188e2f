"""Which numbers does the rulebook fix?  All others are printed on the copy and live in its components file.

Goods are always in the order red, yellow, green, blue; markers add brown; dice faces add coin and card.
"""

from companion.dice_game.names import Area, Good, Income, TileKind
from companion.dice_game.state import Faces, Goods, Markers

GOODS = tuple(Good)
AREAS = tuple(Area)
SELLING = tuple(area for area in AREAS if area is not Area.MOSQUE)  # their rubies have a price
AREA_INDEX = {area: index for index, area in enumerate(AREAS)}
INCOMES = tuple(Income)
JOKER_INDEX = len(GOODS)
MARKER_LETTERS, FACE_LETTERS = "RYGBJ", "RYGBLK"
COIN_FACE, CARD_FACE = 4, 5
ONE_GOOD: dict[Good, Goods] = {
    Good.RED: (1, 0, 0, 0),
    Good.YELLOW: (0, 1, 0, 0),
    Good.GREEN: (0, 0, 1, 0),
    Good.BLUE: (0, 0, 0, 1),
}
NO_GOODS: Goods = (0, 0, 0, 0)
NO_MARKERS: Markers = (0, 0, 0, 0, 0)
NO_FACES: Faces = (0, 0, 0, 0, 0, 0)

# ------------------------------------------------------------------------- players (1.2)

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
SIDE = {2: "2-3", 3: "2-3", 4: "4"}
SKIPPING_PLAYERS = 2  # marked fields stay empty
RUBY_TARGET = {2: 6, 3: 6, 4: 5}
MOSQUE_TARGET = {2: 5, 3: 5, 4: 4}
FIRST_CRYSTALS = 1
LIRA_MORE_EACH_SEAT = 1
DISPLAY = 6
COMMON_DICE = 5
ACTIONS = 2

# ------------------------------------------------------------------------- the turn (1.4, 1.5)

INCOME_LIRA, INCOME_CRYSTALS = 3, 1
COIN_LIRA = 2
REROLL_CRYSTALS = 1
PAIR, TWO, THREE, FOUR = 2, 2, 3, 4  # goods discarded
FOUR_GAIN = 2
CARPET_START: Goods = (1, 1, 1, 1)  # 1.8, three sources

# ------------------------------------------------------------------------- bazaar cards (1.9), end (1.10)

DECLINE_LIRA = 1
CARD_DICE = 2  # F6
SELL_LIRA = (3, 4)  # F1
MARKER_LIRA, CRYSTAL_LIRA = 3, 2

# ------------------------------------------------------------------------- components (1.11)

DIE_TILES = 4
COLOR_AREAS = {Area.RED: Good.RED, Area.YELLOW: Good.YELLOW, Area.GREEN: Good.GREEN, Area.BLUE: Good.BLUE}
INCOME_TILES = {TileKind.LIRA: Income.LIRA, TileKind.CRYSTAL: Income.CRYSTAL, TileKind.CARD: Income.CARD}
MOST_DICE = 12  # a copy holds 9; more odds than anybody could list beyond this
HIGHEST_PRICE = 99  # a slip of the finger, not a price
MOST_PAYMENTS = 256
"""Ways to pay one thing that ``legal_actions`` lists, thriftiest first; ``check`` knows them all."""

"""What does a plan count?  What one seat owns and may still use this turn, made to be copied fast."""

from typing import NamedTuple

from companion.dice_game.actions import Payment
from companion.dice_game.copy.faces import parse_tile
from companion.dice_game.names import Area, Good, TileKind
from companion.dice_game.state import Code, Faces, GameState, Goods
from companion.dice_game.supply import area_info, may_have_ruby, next_circle, rubies_left, rubies_taken
from companion.dice_game.tables import COLOR_AREAS, NO_FACES, SELLING

KINDS = tuple(TileKind)
LIRA_AREA, CARPET_AREA = SELLING.index(Area.LIRA), SELLING.index(Area.CARPET)
COLORS = tuple([SELLING.index(area) for area in COLOR_AREAS])
NO_RUBY = 0
"""The price where no ruby is left."""
DEARER = 1
"""By so much a price nobody has told is thought to be above the one before it."""
GUESSED = 3
"""Rubies thought to be left where nobody has said."""


class TurnDeed(NamedTuple):
    """One action of a plan: its type, and the good, tile, area or number of cards it is about."""

    kind: type
    what: Good | Code | Area | int | None = None


NOTHING = TurnDeed(type(None))


class Means:
    """Unused dice, markers, crystals, Lira, rubies and tiles of a seat.

    ``prices`` are those of the rubies to come, by area, NO_RUBY last; ``kinds`` counts the tiles by kind, ``display``
    are the tiles that lie open, ``extra`` is the worth that cards are expected to bring.  ``before`` are the means that
    the ``deed`` was done with, and ``paid`` the goods discarded for it.
    """

    __slots__ = (
        "before", "cards", "coins", "crystals", "deed", "dice", "display", "extra", "goods", "jokers", "kinds", "lira",
        "paid", "prices", "rubies",
    )  # fmt: skip

    dice: Goods
    coins: int
    cards: int
    goods: Goods
    jokers: int
    crystals: int
    lira: int
    rubies: int
    kinds: tuple[int, ...]
    prices: tuple[tuple[int, ...], ...]
    display: tuple[Code, ...]
    extra: float
    deed: TurnDeed
    paid: Payment | None
    before: "Means | None"

    def copy(self) -> "Means":
        """The same means, to be changed; they come from nowhere yet."""
        new = Means()
        new.dice, new.coins, new.cards = self.dice, self.coins, self.cards
        new.goods, new.jokers, new.crystals, new.lira = self.goods, self.jokers, self.crystals, self.lira
        new.rubies, new.kinds, new.prices = self.rubies, self.kinds, self.prices
        new.display, new.extra = self.display, self.extra
        new.deed, new.paid, new.before = NOTHING, None, None
        return new

    def thrown(self, faces: Faces) -> "Means":
        """The same means with these dice."""
        new = self.copy()
        r, y, g, b, new.coins, new.cards = faces
        new.dice = (r, y, g, b)
        return new


def means(state: GameState, seat: int) -> Means:
    """What a seat has; dice only where it is its turn."""
    player, new = state.players[seat], Means()
    r, y, g, b, new.jokers = player.markers
    new.goods, new.crystals, new.lira, new.rubies = (r, y, g, b), player.crystals, player.lira, player.rubies
    new.kinds = tuple([sum([parse_tile(tile).kind is kind for tile in player.tiles]) for kind in KINDS])
    new.prices = tuple([_prices(state, area) for area in SELLING])
    new.display, new.extra = state.display, 0.0
    new.deed, new.paid, new.before = NOTHING, None, None
    r, y, g, b, new.coins, new.cards = state.dice if seat == state.turn else NO_FACES
    new.dice = (r, y, g, b)
    return new


def _prices(state: GameState, area: Area) -> tuple[int, ...]:
    """The prices of the rubies to come, NO_RUBY last; one that nobody has told follows from the one before it."""
    if not may_have_ruby(state, area):
        return (NO_RUBY,)
    info, taken, left = area_info(state, area), rubies_taken(state, area), rubies_left(state, area)
    found: list[int] = []
    for number in range(taken, taken + (GUESSED if left is None else left)):
        circle = next_circle(info, number)
        told = info.prices[circle] if circle < len(info.prices) else 0
        if not told and not found:
            break
        found.append(told or found[-1] + DEARER)
    return (*found, NO_RUBY)

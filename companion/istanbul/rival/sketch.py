"""What matters of a position to one seat that plans ahead?  A small changeable sketch, made for speed.

Planning looks at tens of thousands of positions for one decision.  The engine's states are values and hold everything;
a sketch holds one player's means and what this player alone changes on the table.  Others stand still in it.
"""

from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import (
    CAPACITY_LIMIT,
    CARD_LIRA,
    DEALER_PRICE,
    FAMILY_HOME_PLACE,
    GOOD_INDEX,
    PALACE_COST,
    RUBY_INDEX,
)

PLANNED_CARDS = (
    Card.GOOD, Card.LONG_MOVE, Card.STAY, Card.RETURN, Card.SULTAN2, Card.POST2, Card.DEALER2, Card.ANY_GOODS,
)  # fmt: skip
"""The cards whose use is planned, in the order of ``Sketch.hand``."""
GOOD_CARD, LONG_MOVE, STAY, RETURN, SULTAN2, POST2, DEALER2, ANY_GOODS = range(len(PLANNED_CARDS))
MOST_LIRA, MOST_DEALER, MOST_PALACE = 250, max(DEALER_PRICE), max(PALACE_COST)
"""More is possible only by corrections, and is worth no more to a plan."""
NO_CARDS = (0,) * len(PLANNED_CARDS)


class Sketch:
    """One player's means in a plan.

    ``out``, ``tiles`` and ``met`` are bit sets: places with an own assistant, mosque tiles by good, places where
    Governor, Smuggler, family members and neutral merchants have been met.  ``large`` and ``small`` count the sales
    at the two markets; ``others`` counts cards that are worth something but not planned.
    """

    __slots__ = (
        "at", "before", "blue", "dealer", "green", "hand", "home", "large", "lira", "mail", "met", "others", "out",
        "palace", "red", "room", "rubies", "small", "stack", "tiles", "value", "yellow",
    )  # fmt: skip
    at: int
    stack: int
    out: int
    home: bool
    red: int
    green: int
    yellow: int
    blue: float
    room: int
    lira: int
    rubies: int
    tiles: int
    hand: tuple[int, ...]
    others: int
    mail: int
    large: int
    small: int
    dealer: int
    palace: int
    met: int
    value: float
    before: "Sketch"

    def copy(self) -> "Sketch":
        """The same means once more, to be changed."""
        made = Sketch.__new__(Sketch)
        made.at, made.stack, made.out, made.home = self.at, self.stack, self.out, self.home
        made.red, made.green, made.yellow, made.blue = self.red, self.green, self.yellow, self.blue
        made.room, made.lira, made.rubies, made.tiles = self.room, self.lira, self.rubies, self.tiles
        made.hand, made.others, made.mail = self.hand, self.others, self.mail
        made.large, made.small, made.dealer, made.palace = self.large, self.small, self.dealer, self.palace
        made.met = self.met
        return made


def less_card(means: Sketch, card: int) -> Sketch:
    """These means, changed, with one card of a kind less."""
    hand = means.hand
    means.hand = (*hand[:card], hand[card] - 1, *hand[card + 1 :])
    return means


def sketch(state: GameState, seat: int) -> Sketch:
    """The means of a seat; a hand that is not known counts as cards that are not planned."""
    player, made = state.players[seat], Sketch.__new__(Sketch)
    made.at, made.stack = int(player.merchant), len(player.stack)
    made.out = sum([1 << place for place in player.assistants])
    made.home = player.family is FAMILY_HOME_PLACE
    made.red, made.green, made.yellow, made.blue = [min(held, CAPACITY_LIMIT) for held in player.goods]
    made.room, made.rubies = min(player.capacity, CAPACITY_LIMIT), player.rubies
    made.lira = min(player.lira + CARD_LIRA * player.hand.count(Card.LIRA5), MOST_LIRA)
    made.tiles = sum([1 << GOOD_INDEX[good] for good in player.tiles])
    made.hand = tuple([player.hand.count(card) for card in PLANNED_CARDS]) if player.hand else NO_CARDS
    made.others = len(player.hand) - sum(made.hand) - player.hand.count(Card.LIRA5)
    made.mail, made.large, made.small, made.met = state.mail_down, 0, 0, 0
    made.dealer = min(state.rubies[RUBY_INDEX[Place.GEMSTONE_DEALER]], MOST_DEALER)
    made.palace = min(state.rubies[RUBY_INDEX[Place.SULTANS_PALACE]], MOST_PALACE)
    return made

"""What are things called, and what do they do?  English msgids for names and short explanations, in own words."""

from companion.game import Say
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import Goods
from companion.istanbul.tables import GOODS
from companion.words import Counted, mark, mark_counted

PLACES = {
    Place.WAINWRIGHT: mark("Wainwright"),
    Place.FABRIC_WAREHOUSE: mark("Fabric Warehouse"),
    Place.SPICE_WAREHOUSE: mark("Spice Warehouse"),
    Place.FRUIT_WAREHOUSE: mark("Fruit Warehouse"),
    Place.POST_OFFICE: mark("Post Office"),
    Place.CARAVANSARY: mark("Caravansary"),
    Place.FOUNTAIN: mark("Fountain"),
    Place.BLACK_MARKET: mark("Black Market"),
    Place.TEA_HOUSE: mark("Tea House"),
    Place.LARGE_MARKET: mark("Large Market"),
    Place.SMALL_MARKET: mark("Small Market"),
    Place.POLICE_STATION: mark("Police Station"),
    Place.SULTANS_PALACE: mark("Sultan's Palace"),
    Place.SMALL_MOSQUE: mark("Small Mosque"),
    Place.GREAT_MOSQUE: mark("Great Mosque"),
    Place.GEMSTONE_DEALER: mark("Gemstone Dealer"),
}

PLACE_HELP = {
    Place.WAINWRIGHT: mark(
        "Widen the wheelbarrow for 7 Lira: one more of every good fits. The third time brings a ruby."
    ),
    Place.FABRIC_WAREHOUSE: mark("Fill the wheelbarrow with fabric."),
    Place.SPICE_WAREHOUSE: mark("Fill the wheelbarrow with spice."),
    Place.FRUIT_WAREHOUSE: mark("Fill the wheelbarrow with fruit."),
    Place.POST_OFFICE: mark("Collect the two goods and the Lira that lie open; then one indicator moves down."),
    Place.CARAVANSARY: mark("Take two bonus cards, then give one back."),
    Place.FOUNTAIN: mark("Call your assistants back. Nobody pays here, and no assistant is needed."),
    Place.BLACK_MARKET: mark("Roll for jewelry (7 or more brings some) and take one other good."),
    Place.TEA_HOUSE: mark("Name a number, then roll. Reach it and you earn that many Lira; if not, 2 Lira."),
    Place.LARGE_MARKET: mark("Sell up to five of the goods on the tile: 3, 7, 12, 18 or 25 Lira."),
    Place.SMALL_MARKET: mark("Sell up to five of the goods on the tile: 2, 5, 9, 14 or 20 Lira."),
    Place.POLICE_STATION: mark("Send your family member anywhere to act there for you."),
    Place.SULTANS_PALACE: mark("Hand over the goods on the track for a ruby. Each ruby costs one good more."),
    Place.SMALL_MOSQUE: mark("Own the goods a tile shows, give one of them, keep the tile. Both colours bring a ruby."),
    Place.GREAT_MOSQUE: mark("Own the goods a tile shows, give one of them, keep the tile. Both colours bring a ruby."),
    Place.GEMSTONE_DEALER: mark("Buy a ruby. Each one costs a Lira more than the one before."),
}

CARDS = {
    Card.GOOD: mark("Any good"),
    Card.LIRA5: mark("5 Lira"),
    Card.LONG_MOVE: mark("Move 3 or 4"),
    Card.SULTAN2: mark("Sultan's Palace once more"),
    Card.POST2: mark("Post Office once more"),
    Card.DEALER2: mark("Gemstone Dealer once more"),
    Card.FAMILY_HOME: mark("Family member goes home"),
    Card.STAY: mark("Do not move"),
    Card.RETURN: mark("An assistant returns"),
    Card.ANY_GOODS: mark("Small Market: any goods"),
    Card.UNKNOWN: mark("A card"),
}

CARD_HELP = {
    Card.GOOD: mark("Take one good of your choice, before or after an action."),
    Card.LIRA5: mark("Take 5 Lira."),
    Card.LONG_MOVE: mark("Move three or four places this turn instead of one or two."),
    Card.SULTAN2: mark("Right after the Sultan's Palace, do its action again."),
    Card.POST2: mark("Right after the Post Office, do its action again."),
    Card.DEALER2: mark("Right after the Gemstone Dealer, do its action again."),
    Card.FAMILY_HOME: mark("Your family member returns to the Police Station; take 3 Lira or a card."),
    Card.STAY: mark("Stay where you are this turn; the assistant step happens as on arrival."),
    Card.RETURN: mark("One of your assistants returns to your stack, before or after moving."),
    Card.ANY_GOODS: mark("At the Small Market, sell any goods you like."),
    Card.UNKNOWN: mark("The app has not been told which card this is."),
}

GOOD_NAMES = {
    Good.FABRIC: mark("fabric"),
    Good.SPICE: mark("spice"),
    Good.FRUIT: mark("fruit"),
    Good.JEWELRY: mark("jewelry"),
}

COUNTED_GOODS = {
    Good.FABRIC: mark_counted("{n} fabric", "{n} fabric"),
    Good.SPICE: mark_counted("{n} spice", "{n} spice"),
    Good.FRUIT: mark_counted("{n} fruit", "{n} fruit"),
    Good.JEWELRY: mark_counted("{n} jewelry", "{n} jewelry"),
}

TILE_NAMES = {
    Good.FABRIC: mark("red mosque tile"),
    Good.SPICE: mark("green mosque tile"),
    Good.FRUIT: mark("yellow mosque tile"),
    Good.JEWELRY: mark("blue mosque tile"),
}

TILE_HELP = {
    Good.FABRIC: mark("Black Market and Tea House: turn one die to 4, or roll both again."),
    Good.SPICE: mark("At a warehouse: one more good of any kind for 2 Lira."),
    Good.FRUIT: mark("Once a turn: 2 Lira bring an assistant back from another place."),
    Good.JEWELRY: mark("A fifth assistant."),
}


def goods_words(goods: Goods, say: Say) -> str:
    """The goods of a count as words: ``2 fabric, 1 jewelry``."""
    held = [(good, count) for good, count in zip(GOODS, goods, strict=True) if count]
    return ", ".join(counted_good(good, count, say) for good, count in held) or say("nothing")


def counted_good(good: Good, number: int, say: Say) -> str:
    """So many of a good, in words: ``1 fabric``."""
    return say(Counted(*COUNTED_GOODS[good], number)).format(n=number)


def place_words(places: tuple[Place, ...], say: Say) -> str:
    """Names of places, in the order given."""
    return ", ".join(say(PLACES[place]) for place in places)

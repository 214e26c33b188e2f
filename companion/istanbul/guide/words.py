"""What is there to know beyond one line?  The longer explanations of the guide, in own words."""

from companion.istanbul.names import Card, Good, Place
from companion.words import mark

_FILLED = mark("Whatever lay in this row before, it is full afterwards; the other goods stay as they are.")
_SALE = mark("Only goods that the open demand tile shows can be sold, each no more often than it is shown.")
_TURNED = mark("After a sale the tile goes under its stack and the next one says what is wanted.")
_TILE_PRICE = mark("You must own as many goods of the colour as the open tile shows, but you pay only one of them.")
_TILE_ONCE = mark("One tile a visit, and every player may hold each colour once. The tiles left behind ask for more.")
_TILE_PAIR = mark("Whoever owns both tiles of this mosque takes one of its rubies at once.")
_TWICE = mark("It is the whole action again, at the price of then, with whatever you have then.")

PLACE_MORE = {
    Place.WAINWRIGHT: (
        mark("One widening a visit. A wheelbarrow starts with two spaces in every row and ends with five."),
    ),
    Place.FABRIC_WAREHOUSE: (_FILLED,),
    Place.SPICE_WAREHOUSE: (_FILLED,),
    Place.FRUIT_WAREHOUSE: (_FILLED,),
    Place.POST_OFFICE: (
        mark("What finds no room on the wheelbarrow is lost; the Lira are yours in any case."),
        mark("When all four indicators are down, the next visit moves them up again."),
    ),
    Place.CARAVANSARY: (
        mark("Each card comes from the pile or from the open discard, and you see the first before you choose again."),
        mark("Any card of your hand may be given back; it lies open for whoever comes next."),
    ),
    Place.FOUNTAIN: (
        mark("You choose who comes home: some or all of your assistants, from wherever they lie."),
        mark("Come here when your stack runs low; it is the one place you can use with no assistant at all."),
    ),
    Place.BLACK_MARKET: (
        mark("A roll of 7 or 8 brings one piece of jewelry, 9 or 10 two, 11 or 12 three."),
        mark("The other good is fabric, spice or fruit, as you like, whatever the dice say."),
    ),
    Place.TEA_HOUSE: (
        mark("The number is said before the roll. The phone shows beside each number how likely it is."),
        mark("Daring pays more and fails more often: 7 comes off in 21 of 36 rolls, 10 in 6 of 36."),
    ),
    Place.LARGE_MARKET: (_SALE, _TURNED, mark("It pays better than the Small Market, but its tiles ask for jewelry.")),
    Place.SMALL_MARKET: (_SALE, _TURNED, mark("With the right card you may sell any goods here.")),
    Place.POLICE_STATION: (
        mark("There the family member acts with your goods, Lira, cards and tiles as if your merchant had come."),
        mark("It needs no assistant, pays nobody, catches nobody and meets neither Governor nor Smuggler."),
        mark("It stays there until another player's merchant catches it, or a card brings it home."),
    ),
    Place.SULTANS_PALACE: (
        mark("A space in four colours takes a good of any kind."),
        mark("Every ruby taken uncovers one more space, so the first visitors pay least."),
    ),
    Place.SMALL_MOSQUE: (_TILE_PRICE, _TILE_ONCE, _TILE_PAIR),
    Place.GREAT_MOSQUE: (_TILE_PRICE, _TILE_ONCE, _TILE_PAIR),
    Place.GEMSTONE_DEALER: (mark("No goods are needed, only Lira: sell well or win at the Tea House first."),),
}

CARD_MORE = {
    Card.GOOD: mark("There must be room for it, and an action begun must be finished first."),
    Card.LIRA5: mark("At any time in your turn: also to afford a toll, or the Governor's thanks."),
    Card.LONG_MOVE: mark("It takes the place of the usual move; the turn then goes on as always."),
    Card.SULTAN2: _TWICE,
    Card.POST2: mark("The indicator has moved in between, so other things lie open the second time."),
    Card.DEALER2: _TWICE,
    Card.FAMILY_HOME: mark("At any time in your turn while the family member is away."),
    Card.STAY: mark("As on arrival: an assistant joins or is left, and merchants there want their toll."),
    Card.RETURN: mark("He may lie anywhere, even where your merchant stands."),
    Card.ANY_GOODS: mark("Up to five goods at the usual pay; the demand tile turns all the same."),
}

TILE_MORE = {
    Good.FABRIC: mark("Look at the dice first, then decide, once for each roll. Other rolls are not for this tile."),
    Good.SPICE: mark("Once a visit, after filling up, and there must be room for the good."),
    Good.FRUIT: mark("Not from the place where your merchant stands."),
    Good.JEWELRY: mark("He joins the bottom of your stack the moment you take the tile."),
}

GOOD_MORE = {
    Good.FABRIC: mark("Red: from the Fabric Warehouse, the Black Market, the Smuggler and sometimes the Post Office."),
    Good.SPICE: mark("Green: from the Spice Warehouse, the Black Market, the Smuggler and sometimes the Post Office."),
    Good.FRUIT: mark("Yellow: from the Fruit Warehouse, the Black Market, the Smuggler and sometimes the Post Office."),
    Good.JEWELRY: mark(
        "Blue and rare: no warehouse has it. Try the Black Market's dice, the Smuggler, the Post Office."
    ),
}

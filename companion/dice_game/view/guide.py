"""What does each action, hall, tile and card of the dice game do?  The topics of its guide, in own words."""

from collections.abc import Callable, Mapping, Sequence

from companion.dice_game.names import Area, Family, TileKind
from companion.dice_game.state import Step
from companion.dice_game.view.vocabulary import AREA_HELP, AREAS, FAMILIES, GOOD_NAMES, TILE_HELP, TILES
from companion.game import Say
from companion.topics import GuideTopic, Topic, put_together
from companion.words import mark

_OPEN_PRICE = mark("The open number beside the next ruby is its price; whoever takes it opens the next number.")
_MIXED = mark("Dice and markers may be mixed; a joker stands for any good.")

TURN = (
    GuideTopic(
        "turn-goal",
        mark("Winning"),
        "thing-ruby",
        (
            mark("Six rubies (five with four players) start the end: the round is played out, and most rubies win."),
            mark("If that is equal, Lira decide; a marker then counts 3 Lira, a crystal 2."),
        ),
        ("hall-red", "hall-mosque"),
    ),
    GuideTopic(
        "turn-income",
        mark("1. Tiles pay out"),
        "boon-lira",
        (
            mark("Mosque tiles you owned when the turn began bring their Lira, crystals or cards."),
            mark("A tile taken in this turn works from the next one on."),
        ),
        ("tile-lira", "tile-crystal", "tile-card"),
    ),
    GuideTopic(
        "turn-throw",
        mark("2. Throwing"),
        "face-R",
        (
            mark("Five dice, and one more for every die tile."),
            mark("A crystal throws as many of them again as you like, and you may spend several."),
        ),
        ("thing-crystal", "tile-die"),
    ),
    GuideTopic(
        "turn-act",
        mark("3. Two actions"),
        "face-K",
        (
            mark("Two of them, more with action tiles; the same one twice is fine. Every die serves once a turn."),
            _MIXED,
        ),
        ("act-goods", "thing-lira", "act-cards", "act-tile", "thing-ruby"),
    ),
)

ACTIONS = (
    GuideTopic(
        "act-goods",
        mark("Goods into markers"),
        "marker-R",
        (
            mark(
                "Two alike bring a marker of their colour, two different ones a crystal, three different ones a joker."
            ),
            mark("Four different ones bring two markers of your choice, but no joker."),
        ),
        ("thing-joker", "thing-crystal"),
    ),
    GuideTopic(
        "thing-lira",
        mark("Coins into Lira"),
        "face-L",
        (mark("All coins lying there at once, 2 Lira each; goods tiles add their marker."),),
        ("tile-goods",),
    ),
    GuideTopic(
        "act-cards",
        mark("Reveal cards"),
        "face-K",
        (mark("A card for every card die spent: choose one, carry it out, lay all of them away."),),
        ("card-F1",),
    ),
    GuideTopic(
        "act-tile",
        mark("Take a mosque tile"),
        "boon-goods",
        (mark("Pay the goods on top of an open tile. Its place in the display is filled again."),),
        ("hall-mosque",),
    ),
    GuideTopic("thing-ruby", mark("Take a ruby"), "thing-ruby", (_OPEN_PRICE, _MIXED), ("turn-goal",)),
)

THINGS = (
    GuideTopic(
        "thing-marker",
        mark("Marker"),
        "marker-G",
        (mark("A good kept for later turns. Everybody sees what you keep."),),
        ("act-goods",),
    ),
    GuideTopic(
        "thing-joker", GOOD_NAMES["J"], "marker-J", (mark("Brown; it stands for any one good."),), ("act-goods",)
    ),
    GuideTopic(
        "thing-crystal",
        mark("Crystal"),
        "thing-crystal",
        (mark("Gives dice back into your hand for another throw. Everybody begins with one."),),
        ("turn-throw",),
    ),
    GuideTopic(
        "thing-short",
        mark("When the supply runs short"),
        "thing-lira",
        (mark("Everybody who has some of what is lacking gives one back, again and again, until there is enough."),),
    ),
)

_CARD_TEXTS = {
    Family.SELL: mark("What is shown may be sold for Lira, by everybody."),
    Family.JOKER: mark("You take a joker, all others the marker shown."),
    Family.GOODS: mark("You take the marker shown; the others may buy it for 2 Lira."),
    Family.AND_OR: mark("You take the good and 3 Lira, the others one of the two."),
    Family.RUBY: mark("Pay what is shown for the next ruby of any area but the Mosque."),
    Family.CARD_DICE: mark("Pays only where two card dice were spent on this action."),
    Family.JOKERS_HELD: mark("Pays for jokers you own; you keep them."),
    Family.EXCHANGE: mark("Give what stands left, take what stands right."),
}
_CONDITIONS = (Family.RUBY, Family.CARD_DICE, Family.JOKERS_HELD, Family.EXCHANGE)
_DECLINED = mark("A condition you cannot or will not meet brings 1 Lira instead.")
_TILE_ART = {TileKind.GOODS: "boon-goods", TileKind.DIE: "boon-die"}
_ART = {
    Area.RED: "hall-red",
    Area.YELLOW: "hall-yellow",
    Area.GREEN: "hall-green",
    Area.BLUE: "hall-blue",
    Area.LIRA: "hall-lira",
    Area.CARPET: "hall-carpet",
    Area.MOSQUE: "hall-mosque",
}
_AT_STEP = {
    Step.INCOME: "turn-income",
    Step.THROW: "turn-throw",
    Step.REROLL: "turn-throw",
    Step.ROLL: "turn-throw",
    Step.ACT: "turn-act",
    Step.CHOOSE: "act-goods",
    Step.USE: "act-cards",
    Step.CARD: "act-cards",
    Step.REVEAL: "act-cards",
    Step.SHOW: "act-tile",
    Step.PRICE: "thing-ruby",
    Step.TILE: "act-tile",
}
ABOUT = {
    "not_enough_crystals": "thing-crystal",
    "no_such_income": "turn-income",
    "no_coin_dice": "thing-lira",
    "not_enough_card_dice": "act-cards",
    "not_different": "act-goods",
    "tile_not_open": "act-tile",
    "price_unknown": "thing-ruby",
    "mosque_ruby_not_sold": "hall-mosque",
    "condition_not_met": "act-cards",
}
"""The topic that explains a refusal."""


def guide(say: Say) -> list[Topic]:
    """All topics of the dice game."""
    return put_together(_GROUPS, ABOUT, say)


def topic_now(step: Step) -> str:
    """The topic that explains what is due."""
    return _AT_STEP[step]


def _halls() -> list[GuideTopic]:
    return [
        GuideTopic(f"hall-{area}", name, _ART[area], _hall_texts(area), ("thing-ruby",)) for area, name in AREAS.items()
    ]


def _hall_texts(area: Area) -> tuple[str, ...]:
    return (AREA_HELP[area],) if area is Area.MOSQUE else (AREA_HELP[area], _OPEN_PRICE)


def _tiles() -> list[GuideTopic]:
    return [
        GuideTopic(
            f"tile-{kind}", name, _TILE_ART.get(kind, f"boon-{kind}"), (TILE_HELP[kind],), ("act-tile", "hall-mosque")
        )
        for kind, name in TILES.items()
    ]


def _cards() -> list[GuideTopic]:
    return [
        GuideTopic(f"card-{family}", name, "boon-card", _card_texts(family), ("act-cards",))
        for family, name in FAMILIES.items()
    ]


def _card_texts(family: Family) -> tuple[str, ...]:
    return (_CARD_TEXTS[family], _DECLINED) if family in _CONDITIONS else (_CARD_TEXTS[family],)


_GROUPS: Mapping[str, Callable[[], Sequence[GuideTopic]]] = {
    mark("A turn"): lambda: TURN,
    mark("Actions"): lambda: ACTIONS,
    mark("Where rubies lie"): _halls,
    mark("Mosque tiles"): _tiles,
    mark("Bazaar cards"): _cards,
    mark("Goods and things"): lambda: THINGS,
}

"""What does each place, card, tile and token do?  The topics of the guide, in the reader's language."""

from collections.abc import Callable, Mapping, Sequence

from companion.game import Say
from companion.istanbul.guide.turn import ABOUT, AT_STEP, SIGNS, THINGS, TOKENS, TURN
from companion.istanbul.guide.words import CARD_MORE, GOOD_MORE, PLACE_MORE, TILE_MORE
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import GOODS, MOSQUE_GOODS
from companion.istanbul.view.vocabulary import (
    CARD_HELP,
    CARDS,
    GOOD_NAMES,
    PLACE_HELP,
    PLACES,
    TILE_HELP,
    TILE_NAMES,
)
from companion.topics import GuideTopic, Topic, put_together
from companion.words import mark

_CARD_PLACES = {
    Card.SULTAN2: Place.SULTANS_PALACE,
    Card.POST2: Place.POST_OFFICE,
    Card.DEALER2: Place.GEMSTONE_DEALER,
    Card.ANY_GOODS: Place.SMALL_MARKET,
    Card.FAMILY_HOME: Place.POLICE_STATION,
}
_TILE_PLACES: Mapping[Good, tuple[Place, ...]] = {
    Good.FABRIC: (Place.BLACK_MARKET, Place.TEA_HOUSE),
    Good.SPICE: (Place.FABRIC_WAREHOUSE, Place.SPICE_WAREHOUSE, Place.FRUIT_WAREHOUSE),
    Good.FRUIT: (),
    Good.JEWELRY: (),
}


def guide(say: Say) -> list[Topic]:
    """All topics of the base game."""
    return put_together(_GROUPS, ABOUT, say)


def topic_now(state: GameState, where: Place) -> str:
    """The topic that explains what is due."""
    return AT_STEP.get(state.agenda[-1].step, f"place-{int(where)}")


def _places() -> list[GuideTopic]:
    return [
        GuideTopic(f"place-{int(place)}", name, f"place-{int(place):02}", _place_texts(place), _near(place))
        for place, name in PLACES.items()
    ]


def _place_texts(place: Place) -> tuple[str, ...]:
    return (PLACE_HELP[place], *PLACE_MORE[place])


def _near(place: Place) -> tuple[str, ...]:
    """What else plays a part at a place: cards, mosque tiles, tokens."""
    cards = [f"card-{card}" for card, at in _CARD_PLACES.items() if at is place]
    tiles = [f"tile-{good}" for good in MOSQUE_GOODS.get(place, ())]
    helped = [f"tile-{good}" for good, places in _TILE_PLACES.items() if place in places]
    return (*cards, *tiles, *helped, *_ALSO.get(place, ()))


_ALSO = {
    Place.WAINWRIGHT: ("thing-extension",),
    Place.POST_OFFICE: ("thing-mail",),
    Place.FOUNTAIN: ("token-assistant",),
    Place.LARGE_MARKET: ("thing-demand",),
    Place.SMALL_MARKET: ("thing-demand",),
    Place.POLICE_STATION: ("token-family",),
    Place.CARAVANSARY: ("turn-cards",),
}


def _cards() -> list[GuideTopic]:
    return [
        GuideTopic(f"card-{card}", name, f"card-{card}", (CARD_HELP[card], CARD_MORE[card]), _of_card(card))
        for card, name in CARDS.items()
        if card is not Card.UNKNOWN
    ]


def _of_card(card: Card) -> tuple[str, ...]:
    return (f"place-{int(_CARD_PLACES[card])}",) if card in _CARD_PLACES else ("turn-cards",)


def _tiles() -> list[GuideTopic]:
    return [
        GuideTopic(
            f"tile-{good}", TILE_NAMES[good], f"mosque-{good}", (TILE_HELP[good], TILE_MORE[good]), _of_tile(good)
        )
        for good in GOODS
    ]


def _of_tile(good: Good) -> tuple[str, ...]:
    sold_at = [place for place, goods in MOSQUE_GOODS.items() if good in goods]
    return tuple(f"place-{int(place)}" for place in (*sold_at, *_TILE_PLACES[good]))


def _goods() -> list[GuideTopic]:
    return [GuideTopic(f"good-{good}", GOOD_NAMES[good], f"good-{good}", (GOOD_MORE[good],)) for good in GOODS]


_GROUPS: Mapping[str, Callable[[], Sequence[GuideTopic]]] = {
    mark("A turn"): lambda: TURN,
    mark("Places"): _places,
    mark("Bonus cards"): _cards,
    mark("Mosque tiles"): _tiles,
    mark("Tokens"): lambda: TOKENS,
    mark("Goods and things"): lambda: [*_goods(), *THINGS],
    mark("This app"): lambda: SIGNS,
}

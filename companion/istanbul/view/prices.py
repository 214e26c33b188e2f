"""What does a place ask or pay just now, in a few words?"""

from collections.abc import Callable

from companion.game import Say
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import (
    DEALER_PRICE,
    DEMAND,
    EXTENSION_PRICE,
    GOOD_INDEX,
    MAIL,
    MOSQUE_GOODS,
    PALACE_COST,
    RUBY_INDEX,
)
from companion.istanbul.view.vocabulary import counted_good, goods_words


def now(state: GameState, place: Place, say: Say) -> str:
    """The present price, pay or demand of a place; empty where it never changes."""
    words = _NOW.get(place)
    return words(state, place, say) if words else ""


def _left(state: GameState, place: Place) -> int:
    return state.rubies[RUBY_INDEX[place]]


def _wainwright(state: GameState, place: Place, say: Say) -> str:
    return say("{lira} Lira each, {left} left").format(lira=EXTENSION_PRICE, left=state.extensions)


def _mail(state: GameState, place: Place, say: Say) -> str:
    goods, lira = MAIL[state.mail_down]
    return say("{goods}, {lira} Lira").format(goods=goods_words(goods, say), lira=lira)


def _market(state: GameState, place: Place, say: Say) -> str:
    stack = state.demand_large if place is Place.LARGE_MARKET else state.demand_small
    return goods_words(DEMAND[stack[0]], say) if stack[0] else say("the tile is not known yet")


def _palace(state: GameState, place: Place, say: Say) -> str:
    cost = PALACE_COST.get(_left(state, place))
    if cost is None:
        return say("sold out")
    free = say("{count} of any kind").format(count=cost[1]) if cost[1] else ""
    return ", ".join(filter(None, (goods_words(cost[0], say), free)))


def _dealer(state: GameState, place: Place, say: Say) -> str:
    price = DEALER_PRICE.get(_left(state, place))
    return say("sold out") if price is None else say("{lira} Lira").format(lira=price)


def _mosque(state: GameState, place: Place, say: Say) -> str:
    tops = [(good, state.mosques[GOOD_INDEX[good]]) for good in MOSQUE_GOODS[place]]
    words = [counted_good(good, stack[0], say) for good, stack in tops if stack]
    return say(" or ").join(words) or say("no tile left")


_NOW: dict[Place, Callable[[GameState, Place, Say], str]] = {
    Place.WAINWRIGHT: _wainwright,
    Place.POST_OFFICE: _mail,
    Place.LARGE_MARKET: _market,
    Place.SMALL_MARKET: _market,
    Place.SULTANS_PALACE: _palace,
    Place.SMALL_MOSQUE: _mosque,
    Place.GREAT_MOSQUE: _mosque,
    Place.GEMSTONE_DEALER: _dealer,
}

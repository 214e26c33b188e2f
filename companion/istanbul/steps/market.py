"""The places that buy goods: Large Market (10) and Small Market (11)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import may_hold
from companion.istanbul.draft import Draft
from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState, Goods, Pending, Step
from companion.istanbul.steps.rules import Rule, StepRules, place_of
from companion.istanbul.tables import DEMAND, MARKET_LIRA, MARKET_TILES, MOST_GOODS_SOLD, NO_GOODS


def demand_stack(state: GameState, market: Place) -> tuple[str | None, ...]:
    """The demand tiles of a market, top first."""
    return state.demand_large if market is Place.LARGE_MARKET else state.demand_small


def demanded(state: GameState, market: Place) -> Goods:
    """The goods on the top demand tile."""
    top = demand_stack(state, market)[0]
    return (0, 0, 0, 0) if top is None else DEMAND[top]


def least_sold(state: GameState, any_goods: bool) -> int:
    """How many goods must be sold; with the card for any goods the table may want as many as can be (Q41)."""
    return MOST_GOODS_SOLD if any_goods and state.options.any_goods == "five" else 1


@lru_cache(maxsize=4096)
def _sales(limits: Goods, any_goods: bool, least: int = 1) -> tuple[a.Sell, ...]:
    """Every sale of so many to 5 goods within these limits."""
    red, green, yellow, blue = (range(limit + 1) for limit in limits)
    counts = product(red, green, yellow, blue)
    return tuple(a.Sell(goods, any_goods) for goods in counts if least <= sum(goods) <= MOST_GOODS_SOLD)


def _within(goods: Goods, limits: Goods) -> Goods:
    r, g, y, b = goods
    s, h, z, c = limits
    return (min(r, s), min(g, h), min(y, z), min(b, c))


def _may_sell_any(state: GameState, market: Place) -> bool:
    return market is Place.SMALL_MARKET and may_hold(state, state.player, Card.ANY_GOODS)


def _legal(state: GameState, pending: Pending) -> Iterator[a.Action]:
    market, held = place_of(state, pending), state.player.goods
    yield from _sales(_within(held, demanded(state, market)), False)
    if _may_sell_any(state, market):
        yield from _sales(held, True, least_sold(state, any_goods=True))


def _refuse(state: GameState, pending: Pending, action: a.Sell) -> RuleViolation | None:
    market, player = place_of(state, pending), state.player
    if action.any_goods and market is not Place.SMALL_MARKET:
        return RuleViolation("not_here", needs=Place.SMALL_MARKET, at=market)
    if action.any_goods and not may_hold(state, player, Card.ANY_GOODS):
        return RuleViolation("card_not_held", card=Card.ANY_GOODS)
    asked = sum(action.goods)
    if min(action.goods) < 0 or not 0 < asked <= MOST_GOODS_SOLD:
        return RuleViolation("wrong_number_of_goods", asked=asked, least=1, most=MOST_GOODS_SOLD)
    if asked < least_sold(state, action.any_goods):
        return RuleViolation("five_goods_wanted", asked=asked)
    demand = demanded(state, market)
    if _within(action.goods, player.goods) != action.goods:
        return _not_held(action, player.goods, demand)
    if not action.any_goods and _within(action.goods, demand) != action.goods:
        return RuleViolation("goods_not_demanded", asked=action.goods, demand=demand)
    return None


def _not_held(action: a.Sell, held: Goods, demand: Goods) -> RuleViolation:
    """What is missing of the goods asked for, or that nothing at all can be sold here."""
    if action.any_goods and held == NO_GOODS:
        return RuleViolation("wheelbarrow_empty")
    if not action.any_goods and _within(held, demand) == NO_GOODS:
        return RuleViolation("nothing_to_sell", demand=demand, has=held)
    missing = tuple(max(0, asked - has) for asked, has in zip(action.goods, held, strict=True))
    return RuleViolation("goods_not_held", asked=action.goods, has=held, missing=missing)


def _sell(draft: Draft, pending: Pending, action: a.Sell) -> None:
    """The tile turns after the money; the card is discarded when the sale is done."""
    market = place_of(draft.state, pending)
    draft.pay_goods(action.goods, "market")
    draft.gain_lira(MARKET_LIRA[market][sum(action.goods)], "market")
    draft.add(e.DemandTurned(market))
    if action.any_goods:
        draft.play_card(Card.ANY_GOODS)
    draft.done()
    show_demand(draft, market)


def show_demand(draft: Draft, market: Place) -> None:
    """A tile nobody has seen is on top: the only one left is known, another one must be looked at."""
    if demand_stack(draft.state, market)[0] is not None:
        return
    unseen = unseen_tiles(draft.state, market)
    if len(unseen) == 1:
        draft.add(e.DemandSeen(market, unseen[0], deduced=True))
    else:
        draft.add(e.StepsAdded((Pending(Step.DEMAND, number=int(market)),)))


def unseen_tiles(state: GameState, market: Place) -> list[str]:
    """The tiles of a market nobody has seen yet."""
    seen = demand_stack(state, market)
    return [tile for tile in MARKET_TILES[market] if tile not in seen]


MARKET = StepRules(legal=_legal, rules={a.Sell: Rule(_refuse, _sell)})

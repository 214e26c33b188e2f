"""The places that extend, unlock or sell rubies: Wainwright (1), Palace (13), mosques (14, 15), Dealer (16)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.names import Good, Place
from companion.istanbul.state import GameState, Goods, Pending
from companion.istanbul.steps.finish import finish_action
from companion.istanbul.steps.rules import Rule, StepRules, place_of
from companion.istanbul.tables import (
    BLUE,
    CAPACITY_LIMIT,
    DEALER_PRICE,
    EXTENSION_PRICE,
    GOOD_INDEX,
    GOOD_MOSQUE,
    MOSQUE_GOODS,
    ONE_GOOD,
    PALACE_COST,
    RUBY_INDEX,
)


def rubies_left(state: GameState, place: Place) -> int:
    """Rubies still lying on a place."""
    return state.rubies[RUBY_INDEX[place]]


# ------------------------------------------------------------------------- 1 Wainwright


def _legal_extension(state: GameState, pending: Pending) -> Iterator[a.Action]:
    if _refuse_extension(state, pending, None) is None:
        yield a.BuyExtension()


def _refuse_extension(state: GameState, pending: Pending, action: object) -> RuleViolation | None:
    player = state.player
    if player.capacity >= CAPACITY_LIMIT or state.extensions == 0:
        return RuleViolation("no_extension_left", capacity=player.capacity, limit=CAPACITY_LIMIT)
    if player.lira < EXTENSION_PRICE:
        return RuleViolation("not_enough_lira", needs=EXTENSION_PRICE, has=player.lira)
    return None


def _buy_extension(draft: Draft, pending: Pending, action: a.BuyExtension) -> None:
    draft.pay_lira(EXTENSION_PRICE, "extension")
    draft.add(e.ExtensionBought(draft.seat))
    if draft.player.capacity == CAPACITY_LIMIT and rubies_left(draft.state, Place.WAINWRIGHT):
        draft.add(e.RubyTaken(draft.seat, Place.WAINWRIGHT))
    draft.done()


WAINWRIGHT = StepRules(legal=_legal_extension, rules={a.BuyExtension: Rule(_refuse_extension, _buy_extension)})

# ------------------------------------------------------------------------- 13 Sultan's Palace


@lru_cache(maxsize=4096)
def choices(spare: Goods, number: int) -> tuple[Goods, ...]:
    """Every way to take ``number`` goods out of these."""
    return tuple(
        (r, g, y, b) for r, g, y, b in product(*(range(left + 1) for left in spare)) if r + g + y + b == number
    )


def _spare(held: Goods, named: Goods) -> Goods | None:
    """What is left after the named goods, None when they are not all there."""
    r, g, y, b = (have - need for have, need in zip(held, named, strict=True))
    return None if min(r, g, y, b) < 0 else (r, g, y, b)


def palace_payments(state: GameState) -> tuple[Goods, ...]:
    """Every way to fill the free spaces of the next ruby's cost."""
    left = rubies_left(state, Place.SULTANS_PALACE)
    if left == 0:
        return ()
    named, free = PALACE_COST[left]
    spare = _spare(state.player.goods, named)
    return () if spare is None else choices(spare, free)


def refuse_delivery(state: GameState, any_goods: Goods) -> RuleViolation | None:
    """Why the palace does not take these goods for its free spaces."""
    left = rubies_left(state, Place.SULTANS_PALACE)
    if left == 0:
        return RuleViolation("no_ruby_left", place=Place.SULTANS_PALACE)
    named, free = PALACE_COST[left]
    held = state.player.goods
    spare = _spare(held, named)
    if spare is None or sum(spare) < free:
        return RuleViolation("palace_cost_missing", needs=named, any=free, has=held)
    if any_goods in choices(spare, free):
        return None
    return RuleViolation("wrong_any_goods", asked=any_goods, number=free, out_of=spare)


def deliver(draft: Draft, any_goods: Goods) -> None:
    """The whole cost is paid before the ruby moves."""
    named, _ = PALACE_COST[rubies_left(draft.state, Place.SULTANS_PALACE)]
    r, g, y, b = (need + more for need, more in zip(named, any_goods, strict=True))
    draft.pay_goods((r, g, y, b), "palace")
    draft.add(e.RubyTaken(draft.seat, Place.SULTANS_PALACE))


def _legal_delivery(state: GameState, pending: Pending) -> Iterator[a.Action]:
    for any_goods in palace_payments(state):
        yield a.Deliver(any_goods)


def _refuse_deliver(state: GameState, pending: Pending, action: a.Deliver) -> RuleViolation | None:
    return refuse_delivery(state, action.any_goods)


def _deliver(draft: Draft, pending: Pending, action: a.Deliver) -> None:
    deliver(draft, action.any_goods)
    finish_action(draft, pending)


PALACE = StepRules(legal=_legal_delivery, rules={a.Deliver: Rule(_refuse_deliver, _deliver)})

# ------------------------------------------------------------------------- 14, 15 mosques


def _legal_tiles(state: GameState, pending: Pending) -> Iterator[a.Action]:
    for good in MOSQUE_GOODS[place_of(state, pending)]:
        if _refuse_good(state, good) is None:
            yield a.TakeTile(good)


def _refuse_tile(state: GameState, pending: Pending, action: a.TakeTile) -> RuleViolation | None:
    here = place_of(state, pending)
    if GOOD_MOSQUE[action.good] is not here:
        return RuleViolation("not_here", needs=GOOD_MOSQUE[action.good], at=here)
    return _refuse_good(state, action.good)


def _refuse_good(state: GameState, good: Good) -> RuleViolation | None:
    player, index = state.player, GOOD_INDEX[good]
    if good in player.tiles:
        return RuleViolation("tile_owned", tile=good)
    stack = state.mosques[index]
    if not stack:
        return RuleViolation("no_tile_left", tile=good)
    if player.goods[index] < stack[0]:
        return RuleViolation("not_enough_goods", good=good, needs=stack[0], has=player.goods[index])
    return None


def _take_tile(draft: Draft, pending: Pending, action: a.TakeTile) -> None:
    """One good is paid, the tile works at once, and both tiles of a mosque bring a ruby."""
    place = place_of(draft.state, pending)
    draft.pay_goods(ONE_GOOD[action.good], "mosque")
    draft.add(e.TileTaken(draft.seat, action.good))
    if action.good is BLUE and draft.player.reserve:
        draft.add(e.FifthAssistantJoined(draft.seat))
    if all(good in draft.player.tiles for good in MOSQUE_GOODS[place]) and rubies_left(draft.state, place):
        draft.add(e.RubyTaken(draft.seat, place))
    draft.done()


MOSQUE = StepRules(legal=_legal_tiles, rules={a.TakeTile: Rule(_refuse_tile, _take_tile)})

# ------------------------------------------------------------------------- 16 Gemstone Dealer


def refuse_ruby(state: GameState) -> RuleViolation | None:
    """Why the dealer does not sell a ruby."""
    left = rubies_left(state, Place.GEMSTONE_DEALER)
    if left == 0:
        return RuleViolation("no_ruby_left", place=Place.GEMSTONE_DEALER)
    if state.player.lira < DEALER_PRICE[left]:
        return RuleViolation("not_enough_lira", needs=DEALER_PRICE[left], has=state.player.lira)
    return None


def buy_ruby(draft: Draft) -> None:
    """The price is the highest uncovered number."""
    draft.pay_lira(DEALER_PRICE[rubies_left(draft.state, Place.GEMSTONE_DEALER)], "dealer")
    draft.add(e.RubyTaken(draft.seat, Place.GEMSTONE_DEALER))


def _legal_ruby(state: GameState, pending: Pending) -> Iterator[a.Action]:
    if refuse_ruby(state) is None:
        yield a.BuyRuby()


def _refuse_ruby(state: GameState, pending: Pending, action: a.BuyRuby) -> RuleViolation | None:
    return refuse_ruby(state)


def _buy_ruby(draft: Draft, pending: Pending, action: a.BuyRuby) -> None:
    buy_ruby(draft)
    finish_action(draft, pending)


DEALER = StepRules(legal=_legal_ruby, rules={a.BuyRuby: Rule(_refuse_ruby, _buy_ruby)})

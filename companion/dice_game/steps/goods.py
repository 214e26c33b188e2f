"""The actions that turn dice into markers, crystals and Lira: PAIR, TWO, THREE, FOUR, LIRA (1.5)."""

from collections.abc import Iterator
from typing import Any

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.copy.faces import Bundle
from companion.dice_game.draft import Draft
from companion.dice_game.names import Good, TileKind
from companion.dice_game.payments import choices, different, payments, pays_different
from companion.dice_game.state import GameState, Goods, Pending
from companion.dice_game.steps.pay import goods_dice, refuse_holding, refuse_payment
from companion.dice_game.steps.rules import Rule, StepRules, seat_of
from companion.dice_game.supply import count_kind
from companion.dice_game.tables import (
    COIN_FACE,
    COIN_LIRA,
    FOUR,
    FOUR_GAIN,
    GOODS,
    ONE_GOOD,
    PAIR,
    THREE,
    TWO,
)
from companion.errors import RuleViolation

GAIN_OF: dict[type, tuple[str, int, Bundle]] = {
    a.Two: ("two", TWO, Bundle(crystals=1)),
    a.Three: ("three", THREE, Bundle((0, 0, 0, 0, 1))),
    a.Four: ("four", FOUR, Bundle(any=FOUR_GAIN)),
}
"""Different goods: how many, and what they bring."""


def _times(goods: Goods, factor: int) -> Goods:
    r, y, g, b = goods
    return (r * factor, y * factor, g * factor, b * factor)


def legal_goods(state: GameState, pending: Pending) -> Iterator[a.Action]:
    """Every way to take one of these actions."""
    dice, markers = goods_dice(state), state.player.markers
    for good in GOODS:
        for payment in payments(_times(ONE_GOOD[good], PAIR), 0, dice, markers):
            yield a.Pair(good, payment)
    for kind, (_, number, _) in GAIN_OF.items():
        for payment in different(number, dice, markers):
            yield kind(payment)
    if state.dice[COIN_FACE]:
        yield a.TakeLira()


# ------------------------------------------------------------------------- PAIR


def _refuse_pair(state: GameState, pending: Pending, action: a.Pair) -> RuleViolation | None:
    return refuse_payment(state, action.payment, _times(ONE_GOOD[action.good], PAIR))


def _pair(draft: Draft, pending: Pending, action: a.Pair) -> None:
    draft.add(e.ActionUsed(draft.seat, "pair"))
    draft.pay(action.payment, "pair")
    draft.gain_goods(draft.seat, ONE_GOOD[action.good], "pair")


# ------------------------------------------------------------------------- TWO, THREE, FOUR


def _refuse_different(state: GameState, pending: Pending, action: Any) -> RuleViolation | None:
    _, number, _ = GAIN_OF[type(action)]
    if not pays_different(action.payment, number):
        return RuleViolation("not_different", needs=number)
    return refuse_holding(state, action.payment)


def _different(draft: Draft, pending: Pending, action: Any) -> None:
    what, _, gain = GAIN_OF[type(action)]
    draft.add(e.ActionUsed(draft.seat, what))
    draft.pay(action.payment, what)
    draft.gain(draft.seat, gain, what)


# ------------------------------------------------------------------------- LIRA


def _refuse_lira(state: GameState, pending: Pending, action: a.TakeLira) -> RuleViolation | None:
    return None if state.dice[COIN_FACE] else RuleViolation("no_coin_dice", has=state.dice)


def _take_lira(draft: Draft, pending: Pending, action: a.TakeLira) -> None:
    """All coins; the tiles that worked at the start of the turn add their markers."""
    coins = draft.state.dice[COIN_FACE]
    draft.add(e.ActionUsed(draft.seat, "lira"))
    draft.use_dice((0, 0, 0, 0, coins, 0))
    draft.gain_lira(draft.seat, COIN_LIRA * coins, "lira")
    r, y, g, b = (_goods_tiles(draft.state, good) for good in GOODS)
    draft.gain_goods(draft.seat, (r, y, g, b), "tile")


def _goods_tiles(state: GameState, good: Good) -> int:
    return count_kind(state.working, TileKind.GOODS, good)


GOODS_RULES: dict[type, Rule] = {
    a.Pair: Rule(_refuse_pair, _pair),
    **{kind: Rule(_refuse_different, _different) for kind in GAIN_OF},
    a.TakeLira: Rule(_refuse_lira, _take_lira),
}

# ------------------------------------------------------------------------- markers of choice


def _legal_choice(state: GameState, pending: Pending) -> Iterator[a.Action]:
    for goods in choices(pending.number):
        yield a.Choose(goods)


def _refuse_choice(state: GameState, pending: Pending, action: a.Choose) -> RuleViolation | None:
    if min(action.goods) >= 0 and sum(action.goods) == pending.number:
        return None
    return RuleViolation("wrong_choice", asked=action.goods, number=pending.number)


def _choose(draft: Draft, pending: Pending, action: a.Choose) -> None:
    draft.done()
    draft.gain_goods(seat_of(draft.state, pending), action.goods, "choice")


CHOOSE = StepRules(legal=_legal_choice, rules={a.Choose: Rule(_refuse_choice, _choose)})

"""The places that fill the wheelbarrow: the three warehouses (2, 3, 4) and the Post Office (5)."""

from collections.abc import Iterator

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.names import Good
from companion.istanbul.state import GameState, Goods, Pending
from companion.istanbul.steps.finish import finish_action
from companion.istanbul.steps.rules import Rule, StepRules, allowed, place_of
from companion.istanbul.tables import GOOD_INDEX, GOODS, GREEN, GREEN_TILE_FEE, MAIL, ONE_GOOD, WAREHOUSE_GOOD


def _legal_fill(state: GameState, pending: Pending) -> Iterator[a.Action]:
    yield a.Fill()
    player = state.player
    if GREEN in player.tiles and player.lira >= GREEN_TILE_FEE:
        for extra in _with_room(state, pending):
            yield a.Fill(extra)


def _with_room(state: GameState, pending: Pending) -> list[Good]:
    """The goods with room after filling."""
    player, filled = state.player, WAREHOUSE_GOOD[place_of(state, pending)]
    return [good for good in GOODS if good is not filled and player.goods[GOOD_INDEX[good]] < player.capacity]


def _refuse_fill(state: GameState, pending: Pending, action: a.Fill) -> RuleViolation | None:
    if action.extra is None:
        return None
    player = state.player
    if GREEN not in player.tiles:
        return RuleViolation("tile_not_owned", tile=GREEN)
    if player.lira < GREEN_TILE_FEE:
        return RuleViolation("not_enough_lira", needs=GREEN_TILE_FEE, has=player.lira)
    room = _with_room(state, pending)
    if action.extra not in room:
        return RuleViolation("no_room", good=action.extra, capacity=player.capacity, possible=room)
    return None


def _fill(draft: Draft, pending: Pending, action: a.Fill) -> None:
    player, good = draft.player, WAREHOUSE_GOOD[place_of(draft.state, pending)]
    room = player.capacity - player.goods[GOOD_INDEX[good]]
    draft.add(e.GoodsGained(draft.seat, _times(ONE_GOOD[good], room), "warehouse"))
    if action.extra is not None:
        draft.pay_lira(GREEN_TILE_FEE, "green_tile")
        draft.gain_goods(ONE_GOOD[action.extra], "green_tile")
    draft.done()


def _times(goods: Goods, factor: int) -> Goods:
    a_, b, c, d = goods
    return (a_ * factor, b * factor, c * factor, d * factor)


WAREHOUSE = StepRules(legal=_legal_fill, rules={a.Fill: Rule(_refuse_fill, _fill)})


def _legal_mail(state: GameState, pending: Pending) -> Iterator[a.Action]:
    yield a.CollectMail()


def collect_mail(draft: Draft) -> None:
    """The four uncovered items; the next indicator moves down, after the fourth all move up."""
    down = draft.state.mail_down
    goods, lira = MAIL[down]
    draft.gain_goods(goods, "mail")
    draft.gain_lira(lira, "mail")
    draft.add(e.MailMoved((down + 1) % len(MAIL)))


def _collect(draft: Draft, pending: Pending, action: a.CollectMail) -> None:
    collect_mail(draft)
    finish_action(draft, pending)


POST_OFFICE = StepRules(legal=_legal_mail, rules={a.CollectMail: Rule(allowed, _collect)})

"""The places that need dice: Black Market (8) and Tea House (9), with the red tile (6.1)."""

from collections.abc import Iterator

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.istanbul.steps.rules import Rule, StepRules, allowed, pass_over, place_of
from companion.istanbul.tables import (
    BLACK_MARKET_GOODS,
    BLACK_MARKET_JEWELRY,
    ONE_GOOD,
    RED,
    RED_TILE_FACE,
    TEA_CONSOLATION,
    TEA_NUMBERS,
)

# ------------------------------------------------------------------------- before the roll


def _legal_enter(state: GameState, pending: Pending) -> Iterator[a.Action]:
    yield a.EnterBlackMarket()


def _enter(draft: Draft, pending: Pending, action: a.EnterBlackMarket) -> None:
    draft.done(Pending(Step.ROLL, pending.figure, Why.PLACE))


BLACK_MARKET = StepRules(legal=_legal_enter, rules={a.EnterBlackMarket: Rule(allowed, _enter)})

_ANNOUNCEMENTS = tuple(a.Announce(number) for number in TEA_NUMBERS)


def _legal_announce(state: GameState, pending: Pending) -> Iterator[a.Action]:
    return iter(_ANNOUNCEMENTS)


def _refuse_announce(state: GameState, pending: Pending, action: a.Announce) -> RuleViolation | None:
    if action.number in TEA_NUMBERS:
        return None
    return RuleViolation("number_out_of_range", asked=action.number, least=TEA_NUMBERS[0], most=TEA_NUMBERS[-1])


def _announce(draft: Draft, pending: Pending, action: a.Announce) -> None:
    draft.add(e.NumberAnnounced(draft.seat, action.number))
    draft.done(Pending(Step.ROLL, pending.figure, Why.PLACE, number=action.number))


TEA_HOUSE = StepRules(legal=_legal_announce, rules={a.Announce: Rule(_refuse_announce, _announce)})

# ------------------------------------------------------------------------- after the roll


def dice_rolled(draft: Draft, pending: Pending, dice: tuple[int, int]) -> None:
    """A first roll may be changed by the red tile, a second one stands (Q19)."""
    if pending.why is Why.PLACE and RED in draft.player.tiles:
        draft.done(Pending(Step.RED_TILE, pending.figure, number=pending.number, dice=dice))
    else:
        _dice_stand(draft, pending, dice)


def _dice_stand(draft: Draft, pending: Pending, dice: tuple[int, int]) -> None:
    total = sum(dice)
    if place_of(draft.state, pending) is Place.TEA_HOUSE:
        won = total >= pending.number
        draft.gain_lira(pending.number if won else TEA_CONSOLATION, "tea_house" if won else "tea_consolation")
        draft.done()
        return
    jewelry = BLACK_MARKET_JEWELRY[total]
    if jewelry:
        draft.gain_goods((0, 0, 0, jewelry), "black_market")
    draft.done(Pending(Step.CHOOSE_GOOD, pending.figure))


def _legal_red(state: GameState, pending: Pending) -> Iterator[a.Action]:
    return iter((a.KeepDice(), a.TurnDie(1), a.TurnDie(2), a.RerollDice()))


def _keep(draft: Draft, pending: Pending, action: a.KeepDice) -> None:
    _dice_stand(draft, pending, pending.dice or (0, 0))


def _refuse_turn(state: GameState, pending: Pending, action: a.TurnDie) -> RuleViolation | None:
    return None if action.die in (1, 2) else RuleViolation("bad_dice", dice=[action.die])


def _turn(draft: Draft, pending: Pending, action: a.TurnDie) -> None:
    first, second = pending.dice or (0, 0)
    draft.add(e.DieTurned(draft.seat, action.die))
    _dice_stand(draft, pending, (RED_TILE_FACE, second) if action.die == 1 else (first, RED_TILE_FACE))


def _reroll(draft: Draft, pending: Pending, action: a.RerollDice) -> None:
    draft.done(Pending(Step.ROLL, pending.figure, Why.REROLL, number=pending.number))


RED_TILE = StepRules(
    legal=_legal_red,
    rules={
        a.KeepDice: Rule(allowed, _keep),
        a.TurnDie: Rule(_refuse_turn, _turn),
        a.RerollDice: Rule(allowed, _reroll),
    },
    settle=pass_over,
)

_GAINS = tuple(a.GainGood(good) for good in BLACK_MARKET_GOODS)


def _legal_good(state: GameState, pending: Pending) -> Iterator[a.Action]:
    return iter(_GAINS)


def _refuse_good(state: GameState, pending: Pending, action: a.GainGood) -> RuleViolation | None:
    if action.good in BLACK_MARKET_GOODS:
        return None
    return RuleViolation("good_not_offered", good=action.good, possible=list(BLACK_MARKET_GOODS))


def _gain(draft: Draft, pending: Pending, action: a.GainGood) -> None:
    draft.gain_goods(ONE_GOOD[action.good], "black_market")
    draft.done()


CHOOSE_GOOD = StepRules(legal=_legal_good, rules={a.GainGood: Rule(_refuse_good, _gain)}, settle=pass_over)

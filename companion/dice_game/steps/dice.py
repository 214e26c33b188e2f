"""Before the actions: income of the tiles, the throw, re-rolls for crystals (1.4)."""

from collections.abc import Iterator
from itertools import product

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.draft import Draft
from companion.dice_game.names import Income
from companion.dice_game.state import GameState, Pending, Step
from companion.dice_game.steps.rules import Rule, StepRules, allowed
from companion.dice_game.supply import throw_size
from companion.dice_game.tables import INCOME_CRYSTALS, INCOME_LIRA, INCOMES, NO_FACES, REROLL_CRYSTALS
from companion.errors import RuleViolation

# ------------------------------------------------------------------------- income


def _owed(state: GameState) -> list[Income]:
    return [kind for kind, left in zip(INCOMES, state.income, strict=True) if left]


def _legal_income(state: GameState, pending: Pending) -> Iterator[a.Action]:
    for kind in _owed(state):
        yield a.TakeIncome(kind)


def _refuse_income(state: GameState, pending: Pending, action: a.TakeIncome) -> RuleViolation | None:
    owed = _owed(state)
    return None if action.kind in owed else RuleViolation("no_such_income", asked=action.kind, possible=owed)


def _take_income(draft: Draft, pending: Pending, action: a.TakeIncome) -> None:
    draft.add(e.IncomeUsed(draft.seat, action.kind))
    if action.kind is Income.LIRA:
        draft.gain_lira(draft.seat, INCOME_LIRA, "income")
    elif action.kind is Income.CRYSTAL:
        draft.gain_crystals(draft.seat, INCOME_CRYSTALS, "income")
    else:
        draft.due(Pending(Step.USE), Pending(Step.REVEAL))


def _settle_income(draft: Draft, pending: Pending) -> bool:
    """Where there is nothing to decide; a card is never revealed unasked."""
    owed = _owed(draft.state)
    if not owed:
        draft.done()
        return True
    if len(owed) > 1 or Income.CARD in owed:
        return False
    _take_income(draft, pending, a.TakeIncome(owed[0]))
    return True


INCOME = StepRules(legal=_legal_income, rules={a.TakeIncome: Rule(_refuse_income, _take_income)}, settle=_settle_income)

# ------------------------------------------------------------------------- the throw


def _legal_throw(state: GameState, pending: Pending) -> Iterator[a.Action]:
    yield a.Throw()


def _throw(draft: Draft, pending: Pending, action: a.Throw) -> None:
    number = throw_size(draft.state)
    draft.add(e.DiceDue(draft.seat, number))
    draft.done(Pending(Step.ROLL, number=number))


THROW = StepRules(legal=_legal_throw, rules={a.Throw: Rule(allowed, _throw)})

# ------------------------------------------------------------------------- re-rolls


def _legal_reroll(state: GameState, pending: Pending) -> Iterator[a.Action]:
    yield a.Keep()
    if state.player.crystals >= REROLL_CRYSTALS:
        for r, y, g, b, coins, cards in product(*(range(count + 1) for count in state.dice)):
            if r + y + g + b + coins + cards:
                yield a.Reroll((r, y, g, b, coins, cards))


def _refuse_reroll(state: GameState, pending: Pending, action: a.Reroll) -> RuleViolation | None:
    if state.player.crystals < REROLL_CRYSTALS:
        return RuleViolation("not_enough_crystals", needs=REROLL_CRYSTALS, has=state.player.crystals)
    within = all(0 <= count <= there for count, there in zip(action.dice, state.dice, strict=True))
    if within and action.dice != NO_FACES:
        return None
    return RuleViolation("dice_not_there", asked=action.dice, has=state.dice)


def _reroll(draft: Draft, pending: Pending, action: a.Reroll) -> None:
    draft.pay_crystals(draft.seat, REROLL_CRYSTALS, "reroll")
    draft.add(e.DiceTakenUp(draft.seat, action.dice))
    draft.due(Pending(Step.ROLL, number=sum(action.dice)))


def _keep(draft: Draft, pending: Pending, action: a.Keep) -> None:
    draft.done()


def _settle_reroll(draft: Draft, pending: Pending) -> bool:
    """No crystal, no choice."""
    if draft.player.crystals >= REROLL_CRYSTALS:
        return False
    draft.done()
    return True


REROLL = StepRules(
    legal=_legal_reroll,
    rules={a.Reroll: Rule(_refuse_reroll, _reroll), a.Keep: Rule(allowed, _keep)},
    settle=_settle_reroll,
)

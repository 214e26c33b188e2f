"""What is due to other merchants?  (Phase 2: D2)"""

from collections.abc import Iterator

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import may_hold
from companion.istanbul.draft import Draft
from companion.istanbul.knowledge import in_the_open
from companion.istanbul.names import Card, Color
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.istanbul.steps.free import family_home_playable, free_plays
from companion.istanbul.steps.rules import Rule, StepRules, allowed
from companion.istanbul.steps.turn import end_turn
from companion.istanbul.tables import FOUNTAIN, TOLL


def merchants_met(state: GameState) -> list[int]:
    """The seats of other players' merchants at the target place."""
    place = state.player.merchant
    return [seat for seat, player in enumerate(state.players) if player.merchant is place and seat != state.turn]


def neutrals_met(state: GameState) -> list[Color]:
    """The neutral merchants at the target place, in their fixed order."""
    place = state.player.merchant
    return [color for color, at in state.neutral_merchants if at is place]


def toll_due(state: GameState) -> int:
    """Lira due to all merchants at the target place; none at the Fountain."""
    if state.player.merchant is FOUNTAIN:
        return 0
    return TOLL * (len(merchants_met(state)) + len(neutrals_met(state)))


def _legal(state: GameState, pending: Pending) -> Iterator[a.Action]:
    if state.player.lira >= toll_due(state):
        yield a.PayToll()
    yield from free_plays(state, pending)
    yield a.EndTurn()


def _refuse_pay(state: GameState, pending: Pending, action: a.PayToll) -> RuleViolation | None:
    due, has = toll_due(state), state.player.lira
    return None if has >= due else RuleViolation("not_enough_lira", needs=due, has=has)


def _pay(draft: Draft, pending: Pending, action: a.PayToll) -> None:
    """The neutral ones are rolled away one by one, in their fixed order (Q13)."""
    neutrals = neutrals_met(draft.state)
    for seat in merchants_met(draft.state):
        draft.add(e.TollPaid(draft.seat, seat, TOLL))
    if neutrals:
        draft.add(e.TollPaid(draft.seat, None, TOLL * len(neutrals)))
    draft.done(*(Pending(Step.ROLL, why=Why.NEUTRAL, color=color) for color in reversed(neutrals)))


def _end(draft: Draft, pending: Pending, action: a.EndTurn) -> None:
    end_turn(draft, "no_toll")


def _settle(draft: Draft, pending: Pending) -> bool:
    due = toll_due(draft.state)
    if due == 0:
        draft.done()
        return True
    state = in_the_open(draft.state)
    player = state.player
    if player.lira >= due or may_hold(state, player, Card.LIRA5) or family_home_playable(state, player):
        return False
    end_turn(draft, "no_toll")
    return True


TOLLS = StepRules(
    legal=_legal,
    rules={a.PayToll: Rule(_refuse_pay, _pay), a.EndTurn: Rule(allowed, _end)},
    settle=_settle,
)

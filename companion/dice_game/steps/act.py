"""The actions of a turn: which can be taken now, and when the turn is over (1.4, 1.5)."""

from collections.abc import Iterator
from itertools import chain

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.draft import Draft
from companion.dice_game.scoring import winners
from companion.dice_game.state import GameState, Pending
from companion.dice_game.steps.buy import BUY_RULES, legal_questions, legal_rubies, legal_tiles
from companion.dice_game.steps.cards import CARDS_RULES, legal_cards
from companion.dice_game.steps.goods import GOODS_RULES, legal_goods
from companion.dice_game.steps.rules import Rule, StepRules, allowed


def _legal(state: GameState, pending: Pending) -> Iterator[a.Action]:
    return chain(
        legal_rubies(state, pending),
        legal_tiles(state, pending),
        legal_goods(state, pending),
        legal_cards(state, pending),
        legal_questions(state, pending),
        (a.EndTurn(),),
    )


def _end(draft: Draft, pending: Pending, action: a.EndTurn) -> None:
    """The next seat, or after the last seat of the last round the end: all had the same number of turns."""
    draft.end_if_due()
    draft.add(e.TurnEnded(draft.seat))
    state = draft.state
    seat = (state.turn + 1) % len(state.players)
    if seat == 0 and state.ending:
        draft.add(e.GameEnded(winners(state)))
    else:
        draft.add(e.TurnStarted(seat, state.round + (seat == 0)))


def _settle(draft: Draft, pending: Pending) -> bool:
    """No action left, or none possible."""
    if draft.state.actions > 0 and not isinstance(next(_legal(draft.state, pending)), a.EndTurn):
        return False
    _end(draft, pending, a.EndTurn())
    return True


ACT = StepRules(
    legal=_legal,
    rules={**GOODS_RULES, **BUY_RULES, **CARDS_RULES, a.EndTurn: Rule(allowed, _end)},
    settle=_settle,
)

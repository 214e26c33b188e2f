"""Two cards in, one card out: the Caravansary (6, Q24)."""

from collections.abc import Iterator

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import can_draw, held_kinds, pile_size, refuse_unheld
from companion.istanbul.draft import Draft
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.istanbul.steps.rules import Rule, StepRules, pass_over
from companion.istanbul.tables import CARDS_TAKEN


def _legal_take(state: GameState, pending: Pending) -> Iterator[a.Action]:
    if can_draw(state):
        yield a.TakeCard("draw")
    if state.discard:
        yield a.TakeCard("discard")


def _refuse_take(state: GameState, pending: Pending, action: a.TakeCard) -> RuleViolation | None:
    if action.source == "discard" and not state.discard:
        return RuleViolation("discard_pile_empty", possible=["draw"] if can_draw(state) else [])
    if action.source == "draw" and not can_draw(state):
        return RuleViolation("no_card_to_draw", possible=[])
    return None


def _take(draft: Draft, pending: Pending, action: a.TakeCard) -> None:
    """The second source is chosen after the first card is seen; one card is all there may be."""
    state = draft.state
    first = pending.step is Step.ACTION
    lying = pile_size(state) + len(state.discard)
    if not first:
        draft.done()
    elif lying < CARDS_TAKEN:
        draft.done(Pending(Step.GIVE_CARD))
    else:
        draft.done(Pending(Step.GIVE_CARD), Pending(Step.TAKE_CARD))
    if action.source == "draw":
        draft.add(e.StepsAdded((Pending(Step.DRAW, why=Why.CARAVANSARY),)))
    else:
        draft.add(e.CardTaken(draft.seat, state.discard[-1]))


CARAVANSARY = TAKE_CARD = StepRules(legal=_legal_take, rules={a.TakeCard: Rule(_refuse_take, _take)}, settle=pass_over)


def _legal_give(state: GameState, pending: Pending) -> Iterator[a.Action]:
    for card in held_kinds(state, state.player):
        yield a.DiscardCard(card)


def _refuse_give(state: GameState, pending: Pending, action: a.DiscardCard) -> RuleViolation | None:
    return refuse_unheld(state, state.player, action.card)


def _give(draft: Draft, pending: Pending, action: a.DiscardCard) -> None:
    draft.discard_card(action.card)
    draft.done()


GIVE_CARD = StepRules(legal=_legal_give, rules={a.DiscardCard: Rule(_refuse_give, _give)}, settle=pass_over)

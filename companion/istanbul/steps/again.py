"""The same action once more, with the card of its place (D3R, Q22)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul.cards import may_hold
from companion.istanbul.draft import Draft
from companion.istanbul.knowledge import in_the_open
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Goods, Pending
from companion.istanbul.steps.build import buy_ruby, deliver, palace_payments, refuse_delivery, refuse_ruby
from companion.istanbul.steps.finish import finish_action
from companion.istanbul.steps.free import free_plays
from companion.istanbul.steps.rules import Rule, StepRules, allowed, pass_over, place_of
from companion.istanbul.steps.warehouse import collect_mail
from companion.istanbul.tables import AGAIN_CARD, NO_GOODS


class _Repetition(NamedTuple):
    """What a place does when its action is repeated."""

    choices: Callable[[GameState], tuple[Goods, ...]]
    refuse: Callable[[GameState, Goods], RuleViolation | None]
    carry_out: Callable[[Draft, Goods], None]


def _dealer_choices(state: GameState) -> tuple[Goods, ...]:
    return () if refuse_ruby(state) else (NO_GOODS,)


def _without_goods(any_goods: Goods) -> RuleViolation | None:
    return None if any_goods == NO_GOODS else RuleViolation("wrong_any_goods", asked=any_goods, number=0)


REPETITIONS = {
    Place.POST_OFFICE: _Repetition(
        lambda state: (NO_GOODS,),
        lambda state, any_goods: _without_goods(any_goods),
        lambda draft, any_goods: collect_mail(draft),
    ),
    Place.SULTANS_PALACE: _Repetition(palace_payments, refuse_delivery, deliver),
    Place.GEMSTONE_DEALER: _Repetition(
        _dealer_choices,
        lambda state, any_goods: _without_goods(any_goods) or refuse_ruby(state),
        lambda draft, any_goods: buy_ruby(draft),
    ),
}


def _legal(state: GameState, pending: Pending) -> Iterator[a.Action]:
    place = place_of(state, pending)
    if may_hold(state, state.player, AGAIN_CARD[place]):
        for any_goods in REPETITIONS[place].choices(state):
            yield a.Repeat(any_goods)
    yield from free_plays(state, pending)
    yield a.Done()


def _refuse(state: GameState, pending: Pending, action: a.Repeat) -> RuleViolation | None:
    place = place_of(state, pending)
    if not may_hold(state, state.player, AGAIN_CARD[place]):
        return RuleViolation("card_not_held", card=AGAIN_CARD[place])
    return REPETITIONS[place].refuse(state, action.any_goods)


def _repeat(draft: Draft, pending: Pending, action: a.Repeat) -> None:
    place = place_of(draft.state, pending)
    REPETITIONS[place].carry_out(draft, action.any_goods)
    draft.play_card(AGAIN_CARD[place])
    finish_action(draft, pending)


def _done(draft: Draft, pending: Pending, action: a.Done) -> None:
    draft.done()


def _settle(draft: Draft, pending: Pending) -> bool:
    """Nothing but Done is possible."""
    if pass_over(draft, pending):
        return True
    if not isinstance(next(_legal(in_the_open(draft.state), pending)), a.Done):
        return False
    draft.done()
    return True


AGAIN = StepRules(legal=_legal, rules={a.Repeat: Rule(_refuse, _repeat), a.Done: Rule(allowed, _done)}, settle=_settle)

"""The table is right: which corrections are possible at any time?  (Override, TellHand)"""

from companion.errors import BadNotation, RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.fields import set_value
from companion.istanbul.problems import problems
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.istanbul.steps.market import show_demand
from companion.istanbul.steps.rules import Rule
from companion.istanbul.tables import CARD_COPIES, MARKET_TILES

FIXED = frozenset({"options"})
"""Values that stay as they were agreed at set-up."""


def _override(draft: Draft, pending: Pending, action: a.Override) -> None:
    for event in _changes(action):
        draft.add(event)
    asked = {pending.number for pending in draft.state.agenda if pending.step is Step.DEMAND}
    for market in MARKET_TILES:
        if market not in asked and not draft.state.over:
            show_demand(draft, market)


def _tell_hand(draft: Draft, pending: Pending, action: a.TellHand) -> None:
    draft.add(e.HandTold(action.seat, action.cards))


def _changes(action: a.Override) -> list[e.ValueSet]:
    return [e.ValueSet(change.what, change.value, change.seat, action.reason) for change in action.changes]


def _refuse_override(state: GameState, pending: Pending, action: a.Override) -> RuleViolation | None:
    if not action.changes:
        return RuleViolation("nothing_changed")
    if not action.reason.strip():
        return RuleViolation("reason_missing")
    changed = state
    for change in action.changes:
        if change.seat is None and change.what in FIXED:
            return RuleViolation("value_fixed", what=change.what)
        try:
            changed = set_value(changed, change.what, change.value, change.seat)
        except BadNotation as error:
            return RuleViolation("bad_value", what=change.what, value=change.value, problem=error.code, **_safe(error))
    return _refuse_problems(state, changed, action.despite_problems)


def _safe(error: BadNotation) -> dict[str, object]:
    return {key: value for key, value in error.facts.items() if key not in ("what", "value", "problem")}


def _refuse_problems(state: GameState, changed: GameState, despite: bool) -> RuleViolation | None:
    """Only problems the correction brings are held against it; those that would stop the game always are."""
    known = {(problem.code, problem.seat) for problem in problems(state)}
    new = [problem for problem in problems(changed) if (problem.code, problem.seat) not in known]
    stopping = [problem for problem in new if problem.code in STOPPING]
    if stopping or (new and not despite):
        return RuleViolation("does_not_add_up", problems=[problem.code for problem in stopping or new])
    return None


STOPPING = frozenset({
    "not_every_place_once",
    "impossible_turn",
    "nothing_due",
    "impossible_step",
    "color_twice",
    "too_many_cards",
    "draw_pile_empty",
    "unknown_card",
    "too_many_rubies",
    "mosque_stack",
    "mail",
    "demand",
    "neutral_merchants",
    "negative_lira",
    "capacity",
    "goods_over_capacity",
})  # fmt: skip
"""Problems with which the game could not go on."""


def _refuse_hand(state: GameState, pending: Pending, action: a.TellHand) -> RuleViolation | None:
    if state.options.cards != "real":
        return RuleViolation("cards_are_known")
    if not 0 <= action.seat < len(state.players):
        return RuleViolation("unknown_seat", seat=action.seat, seats=len(state.players))
    if state.agenda and state.agenda[-1].why is Why.FAMILY_HOME:
        return RuleViolation("chance_due", asked="TellHand", due=Step.DRAW, why=Why.FAMILY_HOME)
    hand = state.players[action.seat].hand
    if len(action.cards) != len(hand):
        return RuleViolation("wrong_number_of_cards", told=len(action.cards), has=len(hand))
    elsewhere = list(state.discard)
    for seat, player in enumerate(state.players):
        if seat != action.seat:
            elsewhere += player.hand
    for card, copies in CARD_COPIES.items():
        if action.cards.count(card) > copies - elsewhere.count(card):
            return RuleViolation("card_not_unseen", card=card, copies=copies - elsewhere.count(card))
    return None


TABLE_RULES = {
    a.Override: Rule(_refuse_override, _override),
    a.TellHand: Rule(_refuse_hand, _tell_hand),
}

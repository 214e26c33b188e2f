"""The table is right: which corrections are possible at any time?  (Override, TellHand)

A correction may take away what was due, the end that was announced, or a demand tile that was known: what follows
from it is put right with it, as far as it can be told from the values.
"""

from companion.errors import BadNotation, RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import seen_elsewhere
from companion.istanbul.corrections.problems import STOPPING, counting_begun, end_reached, problems
from companion.istanbul.draft import Draft
from companion.istanbul.due import still_due
from companion.istanbul.notation.fields import get_value, set_value
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.istanbul.steps.market import show_demand
from companion.istanbul.steps.rules import Rule
from companion.istanbul.tables import CARD_COPIES, MARKET_TILES

FIXED = frozenset({"options"})
"""Values that stay as they were agreed at set-up."""

# ------------------------------------------------------------------------- corrections


def _override(draft: Draft, pending: Pending, action: a.Override) -> None:
    """What is due is settled from the values as far as it can be; ``_refuse_override`` has looked at the result."""
    before, named = draft.state, {change.what for change in action.changes if change.seat is None}
    for change in action.changes:
        what, seat = change.what, change.seat
        draft.add(e.ValueSet(what, change.value, seat, action.reason, get_value(draft.state, what, seat)))
    if draft.state.over:
        return
    if "ending" not in named:
        _take_back_end(draft, before, action.reason)
    if "agenda" not in named:
        _drop_settled(draft)
    asked = {pending.number for pending in draft.state.agenda if pending.step is Step.DEMAND}
    for market in MARKET_TILES:
        if market not in asked:
            show_demand(draft, market)


def _take_back_end(draft: Draft, before: GameState, reason: str) -> None:
    """Nobody has the rubies any more for which the last round was announced."""
    state = draft.state
    if state.ending and end_reached(before) and not end_reached(state) and not counting_begun(state):
        draft.add(e.ValueSet("ending", "no", None, reason))


def _drop_settled(draft: Draft) -> None:
    """What nothing can settle any more is not due."""
    agenda, left = draft.state.agenda, still_due(draft.state)
    if left == agenda:
        return
    same = next((at for at, one in enumerate(left) if one is not agenda[at]), len(left))
    for _ in agenda[same:]:
        draft.done()
    if left[same:]:
        draft.add(e.StepsAdded(left[same:]))


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
    if not 0 <= changed.turn < len(changed.players):
        return RuleViolation("does_not_add_up", problems=["impossible_turn"])
    return _refuse_problems(state, pending, action)


def _safe(error: BadNotation) -> dict[str, object]:
    return {key: value for key, value in error.facts.items() if key not in ("what", "value", "problem")}


def _refuse_problems(state: GameState, pending: Pending, action: a.Override) -> RuleViolation | None:
    """Only problems the correction brings are held against it; those that would stop the game always are."""
    draft = Draft(state)
    _override(draft, pending, action)
    known = {(problem.code, problem.seat) for problem in problems(state)}
    new = [problem for problem in problems(draft.state) if (problem.code, problem.seat) not in known]
    stopping = [problem for problem in new if problem.code in STOPPING]
    if stopping or (new and not action.despite_problems):
        return RuleViolation("does_not_add_up", problems=[problem.code for problem in stopping or new])
    return None


# ------------------------------------------------------------------------- hands told


def _tell_hand(draft: Draft, pending: Pending, action: a.TellHand) -> None:
    draft.add(e.HandTold(action.seat, action.cards))
    for card in CARD_COPIES:
        draft.drop_claims(card, action.seat)


def _refuse_hand(state: GameState, pending: Pending, action: a.TellHand) -> RuleViolation | None:
    if state.options.cards != "real":
        return RuleViolation("cards_are_known")
    if not 0 <= action.seat < len(state.players):
        return RuleViolation("unknown_seat", seat=action.seat, seats=len(state.players))
    if state.agenda and state.agenda[-1].why is Why.FAMILY_HOME:
        return RuleViolation("chance_due", asked="TellHand", due=Step.DRAW, why=Why.FAMILY_HOME)
    player = state.players[action.seat]
    if len(action.cards) != len(player.hand):
        return RuleViolation("wrong_number_of_cards", told=len(action.cards), has=len(player.hand))
    for card in player.seen:
        if action.cards.count(card) < player.seen.count(card):
            return RuleViolation("card_was_seen", card=card)
    elsewhere = seen_elsewhere(state, player)
    for card, copies in CARD_COPIES.items():
        if action.cards.count(card) > copies - elsewhere.count(card):
            return RuleViolation("card_not_unseen", card=card, copies=copies - elsewhere.count(card))
    return None


TABLE_RULES = {
    a.Override: Rule(_refuse_override, _override),
    a.TellHand: Rule(_refuse_hand, _tell_hand),
}

"""The table is right: which corrections are possible at any time?  (Override, TellHand)

A correction may take away what was due, the end that was announced, or a demand tile that was known: what follows
from it is put right with it, as far as it can be told from the values.
"""

from companion.engine.override import OverrideRule
from companion.errors import RuleViolation
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

# ------------------------------------------------------------------------- corrections


def _take_back_end(draft: Draft, before: GameState, reason: str) -> None:
    """Nobody has the rubies any more for which the last round was announced."""
    state = draft.state
    if state.ending and end_reached(before) and not end_reached(state) and not counting_begun(state):
        draft.add(e.ValueSet("ending", "no", None, reason))


def _turn_demand(draft: Draft) -> None:
    """A demand tile that can only be the last unseen one is turned, unless the table is asked for it."""
    asked = {pending.number for pending in draft.state.agenda if pending.step is Step.DEMAND}
    for market in MARKET_TILES:
        if market not in asked:
            show_demand(draft, market)


OVERRIDE = OverrideRule(
    draft=Draft,
    get_value=get_value,
    set_value=set_value,
    value_set=e.ValueSet,
    steps_added=e.StepsAdded,
    still_due=still_due,
    problems=problems,
    stopping=STOPPING,
    end=_take_back_end,
    follow_up=_turn_demand,
)

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
    a.Override: OVERRIDE.rule(),
    a.TellHand: Rule(_refuse_hand, _tell_hand),
}

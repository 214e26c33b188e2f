"""What may dice, cards and demand tiles bring, with which odds, and what follows?  (3.4)"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import unseen_copies
from companion.istanbul.draft import Draft
from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.istanbul.steps.encounters import token_rolled
from companion.istanbul.steps.gamble import dice_rolled
from companion.istanbul.steps.market import unseen_tiles
from companion.istanbul.steps.rules import Rule, pass_over
from companion.istanbul.tables import DICE_FACES

Odds = Mapping[a.Action, float]

ROLLS: Odds = {a.Rolled(first, second): 1 / len(DICE_FACES) ** 2 for first in DICE_FACES for second in DICE_FACES}


class Chance(NamedTuple):
    """One step of chance: the action that settles it, the odds, the rule for it, and what happens without asking."""

    kind: type
    odds: Callable[[GameState, Pending], Odds]
    rule: Rule
    settle: Callable[[Draft, Pending], bool] = pass_over


# ------------------------------------------------------------------------- dice


def _refuse_roll(state: GameState, pending: Pending, action: a.Rolled) -> RuleViolation | None:
    if action.first in DICE_FACES and action.second in DICE_FACES:
        return None
    return RuleViolation("bad_dice", dice=[action.first, action.second])


def _roll(draft: Draft, pending: Pending, action: a.Rolled) -> None:
    draft.add(e.DiceRolled(action.first, action.second, pending.why))
    if pending.why in (Why.PLACE, Why.REROLL):
        dice_rolled(draft, pending, (action.first, action.second))
    else:
        token_rolled(draft, pending, Place(action.first + action.second))


# ------------------------------------------------------------------------- cards


def _draw_odds(state: GameState, pending: Pending) -> Odds:
    if state.options.cards == "real":
        return {a.Drawn(Card.UNKNOWN): 1.0}
    return {a.Drawn(card): share for card, share in _unseen_shares(state).items()}


def _unseen_shares(state: GameState) -> dict[Card, float]:
    copies = unseen_copies(state)
    total = sum(copies.values())
    return {card: number / total for card, number in copies.items()}


def _refuse_draw(state: GameState, pending: Pending, action: a.Drawn) -> RuleViolation | None:
    if state.options.cards == "real":
        return None if action.card is Card.UNKNOWN else RuleViolation("real_cards_unknown", card=action.card)
    return _refuse_unseen(state, action.card)


def _refuse_unseen(state: GameState, card: Card) -> RuleViolation | None:
    possible = unseen_copies(state)
    return None if card in possible else RuleViolation("card_not_unseen", card=card, possible=list(possible))


def _draw(draft: Draft, pending: Pending, action: a.Drawn) -> None:
    """A FAMILY_HOME that fetched its reward is discarded last."""
    draft.draw_card(action.card)
    draft.done()
    if pending.why is Why.FAMILY_HOME:
        draft.play_card(Card.FAMILY_HOME)


def _left_odds(state: GameState, pending: Pending) -> Odds:
    return {a.CardShown(card): share for card, share in _unseen_shares(state).items()}


def _refuse_left(state: GameState, pending: Pending, action: a.CardShown) -> RuleViolation | None:
    return _refuse_unseen(state, action.card)


def _show_left(draft: Draft, pending: Pending, action: a.CardShown) -> None:
    draft.add(e.CardOpened(pending.number, action.card))


def _settle_left(draft: Draft, pending: Pending) -> bool:
    """The hand is known to the last card."""
    if Card.UNKNOWN in draft.state.players[pending.number].hand:
        return False
    draft.done()
    return True


# ------------------------------------------------------------------------- demand tiles


def _demand_odds(state: GameState, pending: Pending) -> Odds:
    market = Place(pending.number)
    unseen = unseen_tiles(state, market)
    return {a.DemandShown(market, tile): 1 / len(unseen) for tile in unseen}


def _refuse_demand(state: GameState, pending: Pending, action: a.DemandShown) -> RuleViolation | None:
    market = Place(pending.number)
    if action.market is not market:
        return RuleViolation("other_market", asked=action.market, due=market)
    unseen = unseen_tiles(state, market)
    return None if action.tile in unseen else RuleViolation("tile_not_unseen", tile=action.tile, possible=unseen)


def _show_demand(draft: Draft, pending: Pending, action: a.DemandShown) -> None:
    draft.add(e.DemandSeen(action.market, action.tile))
    draft.done()


def _settle_demand(draft: Draft, pending: Pending) -> bool:
    """After a correction it may be known, or be the only one left."""
    if pass_over(draft, pending):
        return True
    market = Place(pending.number)
    unseen = unseen_tiles(draft.state, market)
    if len(unseen) > 1:
        return False
    draft.add(e.DemandSeen(market, unseen[0], deduced=True))
    draft.done()
    return True


CHANCES = {
    Step.ROLL: Chance(a.Rolled, lambda state, pending: ROLLS, Rule(_refuse_roll, _roll)),
    Step.DRAW: Chance(a.Drawn, _draw_odds, Rule(_refuse_draw, _draw)),
    Step.DEMAND: Chance(a.DemandShown, _demand_odds, Rule(_refuse_demand, _show_demand), _settle_demand),
    Step.LEFT_CARD: Chance(a.CardShown, _left_odds, Rule(_refuse_left, _show_left), _settle_left),
}

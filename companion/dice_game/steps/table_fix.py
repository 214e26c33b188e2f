"""What the table says: prices, empty areas, tiles and cards (1.11), and corrections at any time (Override)."""

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.copy.faces import parse_tile
from companion.dice_game.corrections.problems import STOPPING, problems
from companion.dice_game.draft import Draft
from companion.dice_game.due import can_be_done, still_due
from companion.dice_game.names import Area
from companion.dice_game.notation.fields import get_value, set_value
from companion.dice_game.state import UNTOLD, GameState, Pending, Step
from companion.dice_game.steps.chance import learn_card, refuse_card_face
from companion.dice_game.steps.rules import Rule
from companion.dice_game.supply import (
    area_info,
    end_reached,
    may_have_ruby,
    mosque_target,
    next_circle,
    rubies_left,
    rubies_taken,
)
from companion.dice_game.tables import CARPET_START, HIGHEST_PRICE
from companion.engine.override import OverrideRule
from companion.errors import BadNotation, RuleViolation


def _is_asked(pending: Pending, area: Area) -> bool:
    return pending.step is Step.PRICE and pending.area is area


# ------------------------------------------------------------------------- prices


def settle_question(draft: Draft, pending: Pending) -> bool:
    """A question that needs no answer any more, after a correction; the Mosque's ruby where one is known to be."""
    if not can_be_done(draft.state, pending, draft.state.agenda[:-1]):
        draft.done()
        return True
    if pending.area is not Area.MOSQUE or rubies_left(draft.state, Area.MOSQUE) is None:
        return False
    draft.done()
    draft.take_ruby(Area.MOSQUE)
    return True


def _refuse_price(state: GameState, pending: Pending, action: a.TellPrice) -> RuleViolation | None:
    if not may_have_ruby(state, action.area):
        return RuleViolation("no_ruby_left", area=action.area)
    if action.area is Area.MOSQUE:
        wrong = action.price != mosque_target(state) or not _is_asked(pending, action.area)
        return RuleViolation("mosque_ruby_not_sold", tiles=mosque_target(state)) if wrong else None
    least = sum(CARPET_START) if action.area is Area.CARPET else 1
    if least <= action.price <= HIGHEST_PRICE:
        return None
    return RuleViolation("impossible_price", area=action.area, price=action.price, least=least)


def _tell_price(draft: Draft, pending: Pending, action: a.TellPrice) -> None:
    """At the mosque the answer is that a ruby is there, and it is taken."""
    if _is_asked(pending, action.area):
        draft.done()
    if action.area is Area.MOSQUE:
        draft.take_ruby(action.area)
        return
    circle = next_circle(area_info(draft.state, action.area), rubies_taken(draft.state, action.area))
    draft.add(e.PriceTold(action.area, circle, action.price))


def _refuse_empty(state: GameState, pending: Pending, action: a.TellEmpty) -> RuleViolation | None:
    left = rubies_left(state, action.area)
    return None if left is None else RuleViolation("rubies_known", area=action.area, left=left)


def _tell_empty(draft: Draft, pending: Pending, action: a.TellEmpty) -> None:
    draft.add(e.EmptyTold(action.area))
    draft.end_if_due()
    if _is_asked(pending, action.area):
        draft.done()


# ------------------------------------------------------------------------- tiles and cards


def _refuse_tile(state: GameState, pending: Pending, action: a.TellTile) -> RuleViolation | None:
    if UNTOLD not in state.display:
        return RuleViolation("tiles_known", display=list(state.display))
    try:
        parse_tile(action.tile)
    except BadNotation as error:
        return RuleViolation(error.code, **error.facts)
    copies = next((known.copies for known in state.copy.tile_faces if known.face == action.tile), 0)
    seen = [*state.display, *(tile for player in state.players for tile in player.tiles)].count(action.tile)
    if copies and seen >= copies:
        return RuleViolation("tile_not_unseen", tile=action.tile, copies=copies)
    return None


def _tell_tile(draft: Draft, pending: Pending, action: a.TellTile) -> None:
    if all(known.face != action.tile for known in draft.state.copy.tile_faces):
        draft.add(e.FaceLearned("tile", action.tile))
    draft.add(e.TileTold(action.tile))
    if pending.step is Step.TILE:
        draft.done()


def _refuse_card(state: GameState, pending: Pending, action: a.TellCard) -> RuleViolation | None:
    if UNTOLD not in state.revealed:
        return RuleViolation("cards_known", revealed=list(state.revealed))
    return refuse_card_face(state, action.card)


def _tell_card(draft: Draft, pending: Pending, action: a.TellCard) -> None:
    learn_card(draft, action.card)
    draft.add(e.CardTold(action.card))


# ------------------------------------------------------------------------- corrections


def _settle_end(draft: Draft, before: GameState, reason: str) -> None:
    """The last round is announced, or no longer, as the rubies say."""
    draft.end_if_due()
    if draft.state.ending and end_reached(before) and not end_reached(draft.state):
        draft.add(e.ValueSet("ending", "no", None, reason))


OVERRIDE = OverrideRule(
    draft=Draft,
    get_value=get_value,
    set_value=set_value,
    value_set=e.ValueSet,
    steps_added=e.StepsAdded,
    still_due=still_due,
    problems=problems,
    stopping=STOPPING,
    end=_settle_end,
)


def _real_only(rule: Rule) -> Rule:
    """Where the app deals everything, nothing is left to tell."""

    def refuse(state: GameState, pending: Pending, action: a.Action) -> RuleViolation | None:
        over = RuleViolation("game_over") if state.over else None
        known = RuleViolation("components_known") if state.options.cards == "app" else None
        return over or known or rule.refuse(state, pending, action)

    return Rule(refuse, rule.carry_out)


TABLE_RULES = {
    a.TellPrice: _real_only(Rule(_refuse_price, _tell_price)),
    a.TellEmpty: _real_only(Rule(_refuse_empty, _tell_empty)),
    a.TellTile: _real_only(Rule(_refuse_tile, _tell_tile)),
    a.TellCard: _real_only(Rule(_refuse_card, _tell_card)),
    a.Override: OVERRIDE.rule(),
}

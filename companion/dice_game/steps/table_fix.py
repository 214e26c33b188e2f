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
from companion.errors import BadNotation, RuleViolation

FIXED = frozenset({"options"})
"""Values that stay as they were agreed at set-up."""


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


def _override(draft: Draft, pending: Pending, action: a.Override) -> None:
    """What follows from the values is put right with them; ``_refuse_override`` has looked at the result."""
    before, named = draft.state, {change.what for change in action.changes if change.seat is None}
    for change in action.changes:
        what, seat = change.what, change.seat
        draft.add(e.ValueSet(what, change.value, seat, action.reason, get_value(draft.state, what, seat)))
    if draft.state.over:
        return
    if "ending" not in named:
        _settle_end(draft, before, action.reason)
    if "agenda" not in named:
        _drop_answered(draft)


def _settle_end(draft: Draft, before: GameState, reason: str) -> None:
    """The last round is announced, or no longer, as the rubies say."""
    draft.end_if_due()
    if draft.state.ending and end_reached(before) and not end_reached(draft.state):
        draft.add(e.ValueSet("ending", "no", None, reason))


def _drop_answered(draft: Draft) -> None:
    """What the table was asked and is known now is not due."""
    agenda, left = draft.state.agenda, still_due(draft.state)
    if left == agenda:
        return
    same = next((at for at, one in enumerate(left) if one is not agenda[at]), len(left))
    for _ in agenda[same:]:
        draft.done()
    draft.due(*left[same:])


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
            return RuleViolation("bad_value", what=change.what, value=change.value, problem=error.code)
    if not 0 <= changed.turn < len(changed.players):
        return RuleViolation("does_not_add_up", problems=["impossible_turn"])
    return _refuse_problems(state, pending, action)


def _refuse_problems(state: GameState, pending: Pending, action: a.Override) -> RuleViolation | None:
    """Only problems the correction brings are held against it; those that would stop the game always are."""
    draft = Draft(state)
    _override(draft, pending, action)
    known, found = {(problem.code, problem.seat) for problem in problems(state)}, problems(draft.state)
    new = [problem for problem in found if (problem.code, problem.seat) not in known]
    stopping = [problem for problem in found if problem.code in STOPPING]
    if stopping or (new and not action.despite_problems):
        return RuleViolation("does_not_add_up", problems=[problem.code for problem in stopping or new])
    return None


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
    a.Override: Rule(_refuse_override, _override),
}

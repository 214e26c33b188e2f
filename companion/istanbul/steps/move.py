"""Where may the merchant go, and what about his assistant?  (Phase 1: D1 and A1; section 9 for the variant)"""

from collections.abc import Iterator
from itertools import chain

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import can_draw, may_hold
from companion.istanbul.draft import Draft
from companion.istanbul.geometry import Walks, distance, walks
from companion.istanbul.knowledge import in_the_open
from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState, Pending
from companion.istanbul.steps.free import family_home_playable, free_plays
from companion.istanbul.steps.rules import Rule, StepRules
from companion.istanbul.steps.turn import end_turn
from companion.istanbul.tables import FOUNTAIN, LONG_WALK, WALK, YELLOW, YELLOW_TILE_FEE

# ------------------------------------------------------------------------- D1: move


def _legal_moves(state: GameState, pending: Pending) -> Iterator[a.Action]:
    player = state.player
    reach = walks(state.layout)[player.merchant]
    if player.hand or player.tiles:
        return chain(reach.short, _legal_plays(state, pending, reach))
    return iter(reach.short)


def _legal_plays(state: GameState, pending: Pending, reach: Walks) -> Iterator[a.Action]:
    if may_hold(state, state.player, Card.LONG_MOVE):
        yield from reach.long
    if may_hold(state, state.player, Card.STAY):
        yield a.Stay()
    yield from free_plays(state, pending)


def _refuse_move(state: GameState, pending: Pending, action: a.Move) -> RuleViolation | None:
    if action.to in walks(state.layout)[state.player.merchant].near:
        return None
    return _out_of_reach(state, action.to, WALK)


def _refuse_long_move(state: GameState, pending: Pending, action: a.LongMove) -> RuleViolation | None:
    if not may_hold(state, state.player, Card.LONG_MOVE):
        return RuleViolation("card_not_held", card=Card.LONG_MOVE)
    if action.to in walks(state.layout)[state.player.merchant].far:
        return None
    return _out_of_reach(state, action.to, LONG_WALK)


def _out_of_reach(state: GameState, to: Place, reach: tuple[int, ...]) -> RuleViolation:
    start = state.player.merchant
    moves = walks(state.layout)[start]
    possible = sorted(moves.near if reach is WALK else moves.far)
    steps = distance(state.layout, start, to)
    return RuleViolation("out_of_reach", start=start, to=to, steps=steps, reach=reach, possible=possible)


def _refuse_stay(state: GameState, pending: Pending, action: a.Stay) -> RuleViolation | None:
    if may_hold(state, state.player, Card.STAY):
        return None
    return RuleViolation("card_not_held", card=Card.STAY)


def _move(draft: Draft, pending: Pending, action: a.Move) -> None:
    draft.add(e.MerchantMoved(draft.seat, action.to))
    draft.done()


def _move_long(draft: Draft, pending: Pending, action: a.LongMove) -> None:
    draft.add(e.MerchantMoved(draft.seat, action.to, "long"))
    draft.play_card(Card.LONG_MOVE)
    draft.done()


def _stay(draft: Draft, pending: Pending, action: a.Stay) -> None:
    draft.add(e.MerchantMoved(draft.seat, draft.player.merchant, "stay"))
    draft.play_card(Card.STAY)
    draft.done()


MOVE = StepRules(
    legal=_legal_moves,
    rules={
        a.Move: Rule(_refuse_move, _move),
        a.LongMove: Rule(_refuse_long_move, _move_long),
        a.Stay: Rule(_refuse_stay, _stay),
    },
)

# ------------------------------------------------------------------------- A1: the assistant


def _legal_assistant(state: GameState, pending: Pending) -> Iterator[a.Action]:
    player = state.player
    own, neutral = player.merchant in player.assistants, player.merchant in state.neutral_assistants
    if own:
        yield a.PickOwn()
    if neutral:
        yield a.PickNeutral()
    if player.stack and not own:
        yield a.LeaveAssistant()
    yield from free_plays(state, pending)
    if not own:
        yield a.EndTurn()


def _refuse_leave(state: GameState, pending: Pending, action: a.LeaveAssistant) -> RuleViolation | None:
    player = state.player
    if player.merchant in player.assistants:
        return RuleViolation("must_pick_up", place=player.merchant)
    if not player.stack:
        return RuleViolation("stack_empty", assistants=list(player.assistants))
    return None


def _refuse_own(state: GameState, pending: Pending, action: a.PickOwn) -> RuleViolation | None:
    player = state.player
    if player.merchant in player.assistants:
        return None
    return RuleViolation("no_assistant_there", place=player.merchant)


def _refuse_neutral(state: GameState, pending: Pending, action: a.PickNeutral) -> RuleViolation | None:
    if state.player.merchant in state.neutral_assistants:
        return None
    return RuleViolation("no_neutral_assistant_there", place=state.player.merchant)


def _refuse_end(state: GameState, pending: Pending, action: a.EndTurn) -> RuleViolation | None:
    player = state.player
    if player.merchant in player.assistants:
        return RuleViolation("must_pick_up", place=player.merchant)
    return None


def _leave(draft: Draft, pending: Pending, action: a.LeaveAssistant) -> None:
    player = draft.player
    draft.add(e.AssistantLeft(draft.seat, player.merchant, neutral=player.stack[-1] == "n"))
    draft.done()


def _pick_own(draft: Draft, pending: Pending, action: a.PickOwn) -> None:
    draft.add(e.AssistantJoined(draft.seat, draft.player.merchant))
    draft.done()


def _pick_neutral(draft: Draft, pending: Pending, action: a.PickNeutral) -> None:
    draft.add(e.AssistantJoined(draft.seat, draft.player.merchant, neutral=True))
    draft.done()


def _end(draft: Draft, pending: Pending, action: a.EndTurn) -> None:
    end_turn(draft, "no_assistant")


def _settle_assistant(draft: Draft, pending: Pending) -> bool:
    """No assistant at the Fountain (Q7); the own one joins (Q1); nothing left to try ends the turn (Q4)."""
    player = draft.player
    place = player.merchant
    if place is FOUNTAIN:
        draft.done()
        return True
    if place in draft.state.neutral_assistants:
        return False
    if place in player.assistants:
        _pick_own(draft, pending, a.PickOwn())
        return True
    if player.stack or _may_recover(in_the_open(draft.state)):
        return False
    end_turn(draft, "no_assistant")
    return True


def _may_recover(state: GameState) -> bool:
    """Could RETURN or the yellow tile still bring an assistant, now or after a card that gives Lira or a card?"""
    player = state.player
    if not player.assistants:
        return False
    if may_hold(state, player, Card.RETURN):
        return True
    yellow = YELLOW in player.tiles and not state.yellow_used
    if yellow and (player.lira >= YELLOW_TILE_FEE or may_hold(state, player, Card.LIRA5)):
        return True
    return family_home_playable(state, player) and (yellow or can_draw(state))


ASSISTANT = StepRules(
    legal=_legal_assistant,
    rules={
        a.LeaveAssistant: Rule(_refuse_leave, _leave),
        a.PickOwn: Rule(_refuse_own, _pick_own),
        a.PickNeutral: Rule(_refuse_neutral, _pick_neutral),
        a.EndTurn: Rule(_refuse_end, _end),
    },
    settle=_settle_assistant,
)

"""What follows a completed action?  Nothing, or the question whether it is repeated (D3R)."""

from companion.istanbul.cards import can_draw, may_hold
from companion.istanbul.draft import Draft
from companion.istanbul.knowledge import in_the_open
from companion.istanbul.state import FAMILY, GameState, Pending, Step
from companion.istanbul.steps.free import family_home_playable
from companion.istanbul.steps.rules import place_of
from companion.istanbul.tables import AGAIN_CARD, RUBY_INDEX


def finish_action(draft: Draft, pending: Pending) -> None:
    """The action of 5, 13 or 16 is done: it may be due again."""
    if _may_repeat(in_the_open(draft.state), pending):
        draft.done(Pending(Step.AGAIN, pending.figure))
    else:
        draft.done()


def _may_repeat(state: GameState, pending: Pending) -> bool:
    """Can the place still serve, and is the card in hand, or might FAMILY_HOME still draw it?"""
    place = place_of(state, pending)
    if place in RUBY_INDEX and state.rubies[RUBY_INDEX[place]] == 0:
        return False
    player = state.player
    if may_hold(state, player, AGAIN_CARD[place]):
        return True
    return pending.figure is not FAMILY and family_home_playable(state, player) and can_draw(state)

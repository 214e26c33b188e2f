"""What does a step of the turn bring?  The shapes of ``companion.engine.deciding`` for this game."""

from companion.engine import deciding
from companion.engine.deciding import allowed, never_settled
from companion.istanbul.draft import Draft
from companion.istanbul.due import can_be_done
from companion.istanbul.names import Place
from companion.istanbul.state import FAMILY, GameState, Pending

__all__ = ["Rule", "StepRules", "allowed", "never_settled", "pass_over", "place_of"]

Rule = deciding.Rule[GameState, Pending, Draft]
StepRules = deciding.StepRules[GameState, Pending, Draft]


def pass_over(draft: Draft, pending: Pending) -> bool:
    """A step that nothing can settle any more, after a correction, is not waited for."""
    if can_be_done(draft.state, pending):
        return False
    draft.done()
    return True


def place_of(state: GameState, pending: Pending) -> Place:
    """Where the acting figure stands."""
    return state.player.family if pending.figure is FAMILY else state.player.merchant

"""What does a step of the turn bring?  The shapes of ``companion.deciding`` for this game."""

from companion import deciding
from companion.deciding import allowed, never_settled
from companion.istanbul.draft import Draft
from companion.istanbul.names import Place
from companion.istanbul.state import FAMILY, GameState, Pending

__all__ = ["Rule", "StepRules", "allowed", "never_settled", "place_of"]

Rule = deciding.Rule[GameState, Pending, Draft]
StepRules = deciding.StepRules[GameState, Pending, Draft]


def place_of(state: GameState, pending: Pending) -> Place:
    """Where the acting figure stands."""
    return state.player.family if pending.figure is FAMILY else state.player.merchant

"""What does a step of the turn bring?  The shapes of ``companion.engine.deciding`` for this game."""

from companion.dice_game.draft import Draft
from companion.dice_game.state import GameState, Pending
from companion.engine import deciding
from companion.engine.deciding import allowed, never_settled

__all__ = ["Rule", "StepRules", "allowed", "never_settled", "seat_of"]

Rule = deciding.Rule[GameState, Pending, Draft]
StepRules = deciding.StepRules[GameState, Pending, Draft]


def seat_of(state: GameState, pending: Pending) -> int:
    """Who decides here."""
    return state.turn if pending.seat is None else pending.seat

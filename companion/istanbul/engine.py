"""What may be done now, what does it do, and why not?  Thin dispatch over ``steps`` (see docs/rules.md)."""

from collections.abc import Iterator, Mapping

from companion.errors import RuleViolation
from companion.istanbul.actions import Action
from companion.istanbul.events import Event
from companion.istanbul.state import CHANCE, GameState


def seat_to_act(state: GameState) -> int | None:
    """The seat that decides now; None when chance or the table is due, or the game is over."""
    if state.over or state.agenda[-1].step in CHANCE:
        return None
    return state.turn


def is_over(state: GameState) -> bool:
    """Has the last round been played and scored?"""
    return state.over


def legal_actions(state: GameState) -> Iterator[Action]:
    """Everything the seat to act may do now, without duplicates; nothing when chance is due or the game is over."""
    raise NotImplementedError


def outcomes(state: GameState) -> Mapping[Action, float]:
    """What chance may bring now, with its odds; empty when a seat decides."""
    raise NotImplementedError


def check(state: GameState, action: Action) -> RuleViolation | None:
    """Why this action is not possible now; None when it is."""
    raise NotImplementedError


def decide(state: GameState, action: Action) -> tuple[Event, ...]:
    """What this action brings about; raises RuleViolation when it is not possible."""
    raise NotImplementedError


def evolve(state: GameState, event: Event) -> GameState:
    """The state after one event."""
    raise NotImplementedError


def play(state: GameState, action: Action) -> GameState:
    """The state after an action: decide, then evolve by each event."""
    raise NotImplementedError

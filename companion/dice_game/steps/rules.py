"""What does a step of the turn bring?  The two shapes every file in this folder fills."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.dice_game.actions import Action
from companion.dice_game.draft import Draft
from companion.dice_game.state import GameState, Pending
from companion.errors import RuleViolation


class Rule(NamedTuple):
    """One kind of action: why it is refused, and what it brings about once it is not."""

    refuse: Callable[[GameState, Pending, Any], RuleViolation | None]
    carry_out: Callable[[Draft, Pending, Any], None]


def never_settled(draft: Draft, pending: Pending) -> bool:
    """Nothing happens by itself here."""
    return False


def allowed(state: GameState, pending: Pending, action: Any) -> None:
    """Always possible."""
    return None


class StepRules(NamedTuple):
    """One step: what may be asked for, the rule of each kind of action, and what happens without asking.

    ``settle`` carries out what is forced and says whether anything was.
    """

    legal: Callable[[GameState, Pending], Iterator[Action]]
    rules: Mapping[type, Rule]
    settle: Callable[[Draft, Pending], bool] = never_settled


def seat_of(state: GameState, pending: Pending) -> int:
    """Who decides here."""
    return state.turn if pending.seat is None else pending.seat

"""What does a step of the turn bring?  The two shapes every file in this folder fills."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.errors import RuleViolation
from companion.istanbul.actions import Action
from companion.istanbul.draft import Draft
from companion.istanbul.names import Place
from companion.istanbul.state import FAMILY, GameState, Pending


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


def place_of(state: GameState, pending: Pending) -> Place:
    """Where the acting figure stands."""
    return state.player.family if pending.figure is FAMILY else state.player.merchant

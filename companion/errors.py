"""How does a refusal look?  A code and the facts; ``story`` words it for people."""

from typing import Any


class GameError(Exception):
    """Something asked for cannot be: ``code`` is stable, ``facts`` say what is missing and what would be possible."""

    status = 400

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value}" for key, value in self.facts.items())
        return f"{self.code} ({details})" if details else self.code


class RuleViolation(GameError):
    """The rules do not allow this action in this state."""

    status = 422


class BadNotation(GameError):
    """Text that is not an action or a position of this game."""


class BadRecord(GameError):
    """A record that cannot be replayed; ``facts`` name the entry."""


class Stale(GameError):
    """The action was meant for an older state of the game."""

    status = 409

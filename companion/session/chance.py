"""Who rolls and draws when the app does?  A generator passed in, or a secret of the game that keeps every outcome."""

import hashlib
import hmac
from collections.abc import Collection, Mapping
from random import Random
from typing import Any

Outcomes = Mapping[Any, float]
_BITS = 53  # as many as a float between 0 and 1 can tell apart


class DigitalChance:
    """Picks an outcome by its odds; what lies in ``left_to_table`` is rolled, drawn or looked at by people.

    An outcome that is the only one is always taken, for nothing needs to be told.
    """

    def __init__(self, rng: Random, left_to_table: Collection[type] = ()) -> None:
        self._rng = rng
        self._left_to_table = tuple(left_to_table)

    def __call__(self, outcomes: Outcomes, point: str = "") -> Any:
        """The outcome, or None where the table must say it.  ``point`` names this point of the game."""
        first = next(iter(outcomes), None)
        if len(outcomes) < 2:
            return first
        return None if isinstance(first, self._left_to_table) else _pick(outcomes, self._mark(point))

    def _mark(self, point: str) -> float:
        return self._rng.random()


class KeptChance(DigitalChance):
    """Picks the same outcome whenever the game comes to the same point again, so that undo is no second roll.

    ``secret`` belongs to one game and is shown to nobody; without it outcomes cannot be told beforehand.
    """

    def __init__(self, secret: bytes, left_to_table: Collection[type] = ()) -> None:
        super().__init__(Random(0), left_to_table)
        self._secret = secret

    def _mark(self, point: str) -> float:
        digest = hmac.new(self._secret, point.encode(), hashlib.sha256).digest()
        return (int.from_bytes(digest[:8], "big") >> (64 - _BITS)) / (1 << _BITS)


def _pick(outcomes: Outcomes, mark: float) -> Any:
    """The outcome at ``mark``, between 0 and 1, when all stand in a row as wide as their odds."""
    picked = None
    for outcome, odds in outcomes.items():
        picked, mark = outcome, mark - odds
        if mark < 0:
            break
    return picked

"""Who rolls and draws when the app does?  A generator passed in: the operating system's, or a seeded one."""

from collections.abc import Collection, Mapping
from random import Random, SystemRandom
from typing import Any

Outcomes = Mapping[Any, float]


def generator(seed: int | None = None) -> Random:
    """The operating system's generator, or one that repeats itself for a seed."""
    return SystemRandom() if seed is None else Random(seed)


class DigitalChance:
    """Picks an outcome by its odds; what lies in ``left_to_table`` is rolled, drawn or looked at by people.

    An outcome that is the only one is always taken, for nothing needs to be told.
    """

    def __init__(self, rng: Random, left_to_table: Collection[type] = ()) -> None:
        self._rng = rng
        self._left_to_table = tuple(left_to_table)

    def __call__(self, outcomes: Outcomes) -> Any:
        """The outcome, or None where the table must say it."""
        first = next(iter(outcomes), None)
        if len(outcomes) < 2:
            return first
        return None if isinstance(first, self._left_to_table) else self._pick(outcomes)

    def _pick(self, outcomes: Outcomes) -> Any:
        mark, picked = self._rng.random(), None
        for outcome, odds in outcomes.items():
            picked, mark = outcome, mark - odds
            if mark < 0:
                break
        return picked

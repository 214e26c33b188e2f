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
        choices = list(outcomes)
        if len(choices) == 1:
            return choices[0]
        if not choices or isinstance(choices[0], self._left_to_table):
            return None
        return self._rng.choices(choices, weights=list(outcomes.values()))[0]

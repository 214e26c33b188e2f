"""What does a rival say?  An action, and why in codes with numbers, enough for one sentence."""

from typing import Literal, NamedTuple

from companion.istanbul.actions import Action
from companion.istanbul.names import Place

Strength = Literal["easy", "middle", "strong"]
STRENGTHS: tuple[Strength, ...] = ("easy", "middle", "strong")


class Reason(NamedTuple):
    """Why: a stable code (``companion/istanbul/advice/hints.py`` has its sentence) and what the sentence counts.

    ``number`` is what the code counts (Lira, goods, rubies …), ``turns`` the own turns until then, this one being 1;
    0 where there is nothing to count.
    """

    code: str
    number: int = 0
    turns: int = 0
    place: Place | None = None


class RivalAdvice(NamedTuple):
    """An action and its reasons, the best first; there is always one.  ``positions`` is how many were looked at."""

    action: Action
    reasons: tuple[Reason, ...]
    positions: int = 0

    @property
    def reason(self) -> Reason:
        """The first reason."""
        return self.reasons[0]

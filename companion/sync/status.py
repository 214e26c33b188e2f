"""How do camera and game stand to each other?  Frozen values, made by the follower, worded by the desk."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.errors import RuleViolation
from companion.istanbul.actions import Action, PlayReturn, UseYellowTile
from companion.istanbul.state import GameState
from companion.sync.table import Carry, Misfit, SwappedTile

Kind = Literal["looking", "in_step", "hand", "seeing", "carry", "asking", "lost", "not_seen"]
Pair = tuple[int, int]


class Hypothesis(msgspec.Struct, frozen=True):
    """Actions that may have happened, and the state they lead to; ``share``: with what probability, where told."""

    actions: tuple[Action, ...]
    state: GameState
    share: float | None = None


class Question(msgspec.Struct, frozen=True):
    """What the player concerned is asked: which of these happened?  Good for one version of the game only.

    With ``keep`` it is whether entries after that number were taken back by hand; ``state`` is the game before them.
    """

    id: str
    seat: int
    version: int
    state: GameState
    hypotheses: tuple[Hypothesis, ...]
    keep: int | None = None

    @property
    def tile(self) -> int | None:
        """The number of the likeliest hypothesis with the yellow tile, where it is asked whether it was a card."""
        card, tile = (_with(kind, self.hypotheses) for kind in (PlayReturn, UseYellowTile))
        by_tile = [number for number in tile if number not in card]
        return by_tile[0] if card and by_tile and self.keep is None else None


def _with(kind: type[Action], hypotheses: Sequence[Hypothesis]) -> list[int]:
    """The numbers of those in which something of this kind is done."""
    return [number for number, one in enumerate(hypotheses) if any(isinstance(a, kind) for a in one.actions)]


class Applied(msgspec.Struct, frozen=True):
    """What was played without a question: ``actions`` from ``state``, the entries after ``keep`` up to ``version``;
    ``share``: with what probability, where nobody threw dice or laid tiles that were read."""

    seat: int
    keep: int
    version: int
    state: GameState
    actions: tuple[Action, ...]
    share: float | None = None


class UnderWay(msgspec.Struct, frozen=True):
    """What seems to be under way.  ``ahead``: people play on before the phone of the seat to act was told all."""

    state: GameState
    hypothesis: Hypothesis
    ahead: bool = False


class Print(msgspec.Struct, frozen=True):
    """A printed space (named as in ``prints.py``) that shows something else than the game has."""

    name: str
    shown: int | str
    wanted: int | str


class Status(msgspec.Struct, frozen=True):
    """How camera and game stand to each other.

    ``misfits`` and ``tiles`` name what differs; ``broken`` is the rule an illegal move breaks, where one is seen;
    ``carries`` is what the game wants carried, ``late`` once people were given time for it.  ``usual`` is the action
    that the printed spaces speak for, ``dice`` what lies beside the board while a roll is due.
    """

    kind: Kind
    reason: str = ""
    question: Question | None = None
    likely: UnderWay | None = None
    applied: Applied | None = None
    misfits: tuple[Misfit, ...] = ()
    tiles: tuple[SwappedTile, ...] = ()
    broken: RuleViolation | None = None
    carries: tuple[Carry, ...] = ()
    late: bool = False
    prints: tuple[Print, ...] = ()
    usual: Action | None = None
    dice: Pair | None = None


class Play(msgspec.Struct, frozen=True):
    """These actions happened for certain; ``share`` as in ``Applied``."""

    actions: tuple[Action, ...]
    share: float | None = None


class TakeBack(msgspec.Struct, frozen=True):
    """Entries after ``keep`` are gone from the table; ``instead`` is what ``seat`` did in their place, if anything."""

    keep: int
    seat: int
    state: GameState
    instead: Hypothesis


class Choice(msgspec.Struct, frozen=True):
    """Somebody has to say which of these happened; with ``back`` what is gone is taken back first."""

    hypotheses: tuple[Hypothesis, ...]
    back: TakeBack | None = None


Step = Status | Play | TakeBack | Choice
"""What follows from the table as it is seen."""

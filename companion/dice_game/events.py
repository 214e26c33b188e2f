"""What happened?  The smallest facts, past tense; ``evolve`` turns a state and a fact into the next state.

``seat`` is always whose things are meant.  ``lost`` is what nobody had any more (the shortage rule's end).
"""

from typing import Literal

import msgspec

from companion.dice_game.names import Area, Income
from companion.dice_game.state import Code, Faces, Markers, Pending

Resource = Literal["R", "Y", "G", "B", "J", "X", "L"]
"""One marker by colour, a crystal, a Lira."""


class _Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all events share: frozen, tagged by name, nothing unknown."""


class TurnStarted(_Event, frozen=True):
    """The tiles owned now work this turn."""

    seat: int
    round: int


class TurnEnded(_Event, frozen=True):
    seat: int


class StepDone(_Event, frozen=True):
    """The decision that was due is settled; ``then`` is due instead, its last element first."""

    then: tuple[Pending, ...] = ()


class StepsAdded(_Event, frozen=True):
    """These are due before what was due, the last element first."""

    steps: tuple[Pending, ...]


class ActionUsed(_Event, frozen=True):
    """One of the turn's actions."""

    seat: int
    what: str


class IncomeUsed(_Event, frozen=True):
    seat: int
    kind: Income


class DiceDue(_Event, frozen=True):
    """All dice of the turn are taken in hand."""

    seat: int
    number: int


class DiceThrown(_Event, frozen=True):
    seat: int
    dice: Faces


class DiceTakenUp(_Event, frozen=True):
    """For a re-roll."""

    seat: int
    dice: Faces


class DiceUsed(_Event, frozen=True):
    seat: int
    dice: Faces


class LiraGained(_Event, frozen=True):
    seat: int
    lira: int
    why: str
    lost: int = 0


class LiraPaid(_Event, frozen=True):
    seat: int
    lira: int
    why: str


class MarkersGained(_Event, frozen=True):
    seat: int
    markers: Markers
    why: str
    lost: int = 0


class MarkersPaid(_Event, frozen=True):
    seat: int
    markers: Markers
    why: str


class CrystalsGained(_Event, frozen=True):
    seat: int
    crystals: int
    why: str
    lost: int = 0


class CrystalsPaid(_Event, frozen=True):
    seat: int
    crystals: int
    why: str


class Returned(_Event, frozen=True):
    """The supply was short: this went back to it."""

    seat: int
    what: Resource
    number: int


class TileTaken(_Event, frozen=True):
    seat: int
    tile: Code


class TileGiven(_Event, frozen=True):
    """Under the stack."""

    seat: int
    tile: Code


class DisplayFilled(_Event, frozen=True):
    """``?`` for a tile the app has not been told."""

    tile: Code


class DieTaken(_Event, frozen=True):
    seat: int


class DieReturned(_Event, frozen=True):
    seat: int


class RubyTaken(_Event, frozen=True):
    seat: int
    area: Area


class CardRevealed(_Event, frozen=True):
    seat: int
    card: Code


class CardUsed(_Event, frozen=True):
    """All revealed cards go to the discard pile."""

    seat: int
    card: Code


class CardDeclined(_Event, frozen=True):
    seat: int
    card: Code


class DeckReshuffled(_Event, frozen=True):
    number: int


class TableAsked(_Event, frozen=True):
    """``what`` is an area or *tile*."""

    seat: int
    what: str


class PriceTold(_Event, frozen=True):
    area: Area
    circle: int
    price: int


class EmptyTold(_Event, frozen=True):
    area: Area


class TileTold(_Event, frozen=True):
    """A tile of the display."""

    tile: Code


class CardTold(_Event, frozen=True):
    """A revealed card."""

    card: Code


class FaceLearned(_Event, frozen=True):
    """A tile or card this copy was not known to have."""

    what: Literal["tile", "card"]
    face: Code


class EndTriggered(_Event, frozen=True):
    seat: int


class GameEnded(_Event, frozen=True):
    winners: tuple[int, ...]


class ValueSet(_Event, frozen=True):
    """The table set a value, written as in the notation of positions; older programs kept no ``before``."""

    what: str
    value: str
    seat: int | None
    reason: str
    before: str = ""


Event = (
    TurnStarted | TurnEnded | StepDone | StepsAdded | ActionUsed | IncomeUsed | DiceDue | DiceThrown | DiceTakenUp
    | DiceUsed | LiraGained | LiraPaid | MarkersGained | MarkersPaid | CrystalsGained | CrystalsPaid | Returned
    | TileTaken | TileGiven | DisplayFilled | DieTaken | DieReturned | RubyTaken | CardRevealed | CardUsed
    | CardDeclined | DeckReshuffled | TableAsked | PriceTold | EmptyTold | TileTold | CardTold | FaceLearned
    | EndTriggered | GameEnded | ValueSet
)  # fmt: skip
"""Everything that can happen."""

STORYLESS = (StepDone, StepsAdded)
BARRIERS = (DiceThrown, CardRevealed)
"""They show something new: undo past them needs the table's agreement (so does a tile that is not ``?``)."""

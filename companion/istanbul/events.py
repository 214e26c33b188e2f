"""What happened?  The smallest facts, past tense; ``evolve`` turns a state and a fact into the next state.

``seat`` is always whose purse, hand or wood is meant.  ``StepDone`` and ``StepsAdded`` are the book-keeping of the
agenda; ``STORYLESS`` names the events no reader needs a sentence for.
"""

from typing import Literal

import msgspec

from companion.istanbul.names import Card, Color, Good, Place
from companion.istanbul.state import Figure, Goods, Pending, Why


class _Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all events share: frozen, tagged by name, nothing unknown."""


class TurnStarted(_Event, frozen=True):
    seat: int
    round: int


class TurnEnded(_Event, frozen=True):
    """``why``: no_assistant and no_toll skip action and encounters; done is the ordinary end."""

    seat: int
    why: Literal["no_assistant", "no_toll", "done"]


class StepDone(_Event, frozen=True):
    """The decision that was due is settled; ``then`` is due instead, its last element first."""

    then: tuple[Pending, ...] = ()


class StepsAdded(_Event, frozen=True):
    """These are due before what was due, the last element first."""

    steps: tuple[Pending, ...]


class MerchantMoved(_Event, frozen=True):
    seat: int
    to: Place
    how: Literal["move", "long", "stay"] = "move"


class AssistantLeft(_Event, frozen=True):
    """The bottom assistant of the stack was put down at the merchant's place."""

    seat: int
    place: Place
    neutral: bool = False


class AssistantJoined(_Event, frozen=True):
    """An assistant lying on the board went to the bottom of the stack."""

    seat: int
    place: Place
    neutral: bool = False
    how: Literal["met", "recall", "card", "tile"] = "met"


class FifthAssistantJoined(_Event, frozen=True):
    seat: int


class TollPaid(_Event, frozen=True):
    """``to`` is the seat of the merchant paid, None for neutral merchants (the supply)."""

    seat: int
    to: int | None
    lira: int


class LiraGained(_Event, frozen=True):
    seat: int
    lira: int
    why: str


class LiraPaid(_Event, frozen=True):
    """To the supply."""

    seat: int
    lira: int
    why: str


class GoodsGained(_Event, frozen=True):
    """``goods`` went onto the wheelbarrow; ``lost`` had no room."""

    seat: int
    goods: Goods
    why: str
    lost: Goods = (0, 0, 0, 0)


class GoodsPaid(_Event, frozen=True):
    seat: int
    goods: Goods
    why: str


class CardDrawn(_Event, frozen=True):
    seat: int
    card: Card


class CardTaken(_Event, frozen=True):
    """From the top of the discard pile: everybody saw it."""

    seat: int
    card: Card


class CardPlayed(_Event, frozen=True):
    """Resolved and now on top of the discard pile."""

    seat: int
    card: Card


class CardDiscarded(_Event, frozen=True):
    seat: int
    card: Card


class DeckReshuffled(_Event, frozen=True):
    """The draw pile had run out: the discard pile became the draw pile."""

    cards: int


class HandTold(_Event, frozen=True):
    """With real cards: what a hand holds, as told by its player."""

    seat: int
    cards: tuple[Card, ...]


class ClaimDropped(_Event, frozen=True):
    """With real cards: what a player told of this card cannot be, for others have shown all its copies."""

    seat: int
    card: Card


class CardOpened(_Event, frozen=True):
    """With real cards, before the last count: an unknown card of the hand was laid open."""

    seat: int
    card: Card


class MailMoved(_Event, frozen=True):
    """Number of mail indicators in the lower row."""

    down: int


class DemandTurned(_Event, frozen=True):
    """The top demand tile of this market went under its stack."""

    market: Place


class DemandSeen(_Event, frozen=True):
    """``deduced``: it was the only one nobody had seen."""

    market: Place
    tile: str
    deduced: bool = False


class ExtensionBought(_Event, frozen=True):
    seat: int


class RubyTaken(_Event, frozen=True):
    seat: int
    place: Place


class TileTaken(_Event, frozen=True):
    seat: int
    good: Good


class FamilyMoved(_Event, frozen=True):
    """``how``: sent from the Police Station, caught by the player to move, home by card."""

    seat: int
    to: Place
    how: Literal["sent", "caught", "card"]


class NumberAnnounced(_Event, frozen=True):
    seat: int
    number: int


class DiceRolled(_Event, frozen=True):
    first: int
    second: int
    why: Why


class DieTurned(_Event, frozen=True):
    """Red tile: the die now shows 4."""

    seat: int
    die: Literal[1, 2]


class GovernorMet(_Event, frozen=True):
    seat: int


class SmugglerMet(_Event, frozen=True):
    seat: int


class GovernorMoved(_Event, frozen=True):
    to: Place


class SmugglerMoved(_Event, frozen=True):
    to: Place


class NeutralMoved(_Event, frozen=True):
    color: Color
    to: Place


class YellowTileUsed(_Event, frozen=True):
    seat: int


class ActionSkipped(_Event, frozen=True):
    """``forced``: nothing could be done there."""

    seat: int
    place: Place
    figure: Figure = Figure.MERCHANT
    forced: bool = False


class EndTriggered(_Event, frozen=True):
    """The ruby target is reached: the round is played to its end."""

    seat: int


class GameEnded(_Event, frozen=True):
    """The seats that share the victory."""

    winners: tuple[int, ...]


class ValueSet(_Event, frozen=True):
    """The table corrected a value (written as in the notation of positions); older programs kept no ``before``."""

    what: str
    value: str
    seat: int | None
    reason: str
    before: str = ""


Event = (
    TurnStarted | TurnEnded | StepDone | StepsAdded | MerchantMoved | AssistantLeft | AssistantJoined
    | FifthAssistantJoined | TollPaid | LiraGained | LiraPaid | GoodsGained | GoodsPaid | CardDrawn | CardTaken
    | CardPlayed | CardDiscarded | DeckReshuffled | HandTold | ClaimDropped | CardOpened | MailMoved | DemandTurned
    | DemandSeen | ExtensionBought | RubyTaken | TileTaken | FamilyMoved | NumberAnnounced | DiceRolled | DieTurned
    | GovernorMet | SmugglerMet | GovernorMoved | SmugglerMoved | NeutralMoved | YellowTileUsed | ActionSkipped
    | EndTriggered | GameEnded | ValueSet
)  # fmt: skip
"""Everything that can happen."""

STORYLESS = (StepDone, StepsAdded, ClaimDropped)
BARRIERS = (DiceRolled, CardDrawn, DemandSeen)
"""They show something new: undo past them needs the table's agreement (a deduced demand tile does not)."""

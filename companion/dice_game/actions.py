"""What can be asked for?  One frozen value each: by the seat to act, by chance, or by the table.

``Action`` is their tagged union: ``msgspec.json.decode(raw, type=Action)`` refuses unknown names and fields.

>>> import msgspec
>>> msgspec.json.decode(b'{"type": "Cards", "number": 2}', type=Action)
Cards(number=2)
"""

from typing import Literal

import msgspec

from companion.dice_game.names import Area, Good, Income
from companion.dice_game.state import Code, Faces, Goods, Markers
from companion.engine.corrections import Change

NO_GOODS: Goods = (0, 0, 0, 0)
NO_MARKERS: Markers = (0, 0, 0, 0, 0)


class _Action(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all actions share: frozen, tagged by name, nothing unknown."""


class Payment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Goods dice and markers discarded; a brown marker stands for any good."""

    dice: Goods = NO_GOODS
    markers: Markers = NO_MARKERS


# --- income, dice


class TakeIncome(_Action, frozen=True):
    """One tile's income."""

    kind: Income


class Throw(_Action, frozen=True):
    """All dice are due."""


class Reroll(_Action, frozen=True):
    """A crystal: these dice are due once more."""

    dice: Faces


class Keep(_Action, frozen=True):
    """No (further) re-roll."""


# --- the eight actions


class Pair(_Action, frozen=True):
    """2 identical goods for a marker of that colour."""

    good: Good
    payment: Payment


class Two(_Action, frozen=True):
    """2 different goods for a crystal."""

    payment: Payment


class Three(_Action, frozen=True):
    """3 different goods for a brown marker."""

    payment: Payment


class Four(_Action, frozen=True):
    """4 different goods for 2 markers of choice."""

    payment: Payment


class TakeLira(_Action, frozen=True):
    """All coin dice for Lira."""


class Cards(_Action, frozen=True):
    """So many card dice for bazaar cards, one of which is used."""

    number: int


class BuyTile(_Action, frozen=True):
    """A mosque tile from the display."""

    tile: Code
    payment: Payment


class BuyRuby(_Action, frozen=True):
    """The next ruby of an area; Lira need no payment in goods."""

    area: Area
    payment: Payment = Payment()


class EndTurn(_Action, frozen=True):
    """No more actions."""


# --- what actions and cards ask


class Choose(_Action, frozen=True):
    """Markers of choice."""

    goods: Goods


class UseCard(_Action, frozen=True):
    """The one card used of those revealed."""

    card: Code


class Deal(_Action, frozen=True):
    """The card's condition is fulfilled with these markers; ``area`` for a ruby."""

    markers: Markers = NO_MARKERS
    area: Area | None = None


class Decline(_Action, frozen=True):
    """The card's condition is not fulfilled: 1 Lira for the player on turn, nothing for others."""


class Either(_Action, frozen=True):
    """What is left or right of the word *or*."""

    which: Literal[1, 2]


class Swap(_Action, frozen=True):
    """An own mosque tile for one of the display."""

    give: Code
    take: Code


class AskPrice(_Action, frozen=True):
    """What does the next ruby there cost?  The table answers."""

    area: Area


class AskTile(_Action, frozen=True):
    """What is on a tile of the display that the app has not been told?  The table answers."""


# --- chance: dice, cards and tiles


class Rolled(_Action, frozen=True):
    """The dice that were due."""

    dice: Faces


class Revealed(_Action, frozen=True):
    """The top bazaar card; ``?`` for one that is not going to be used (real cards)."""

    card: Code


class TileShown(_Action, frozen=True):
    """The tile that fills the display (the app's tiles)."""

    tile: Code


# --- the table says so


class TellPrice(_Action, frozen=True):
    """The price beside the next ruby of an area."""

    area: Area
    price: int


class TellEmpty(_Action, frozen=True):
    """No ruby is left in an area."""

    area: Area


class TellTile(_Action, frozen=True):
    """A tile of the display that the app did not know."""

    tile: Code


class TellCard(_Action, frozen=True):
    """A revealed card that the app did not know."""

    card: Code


class Override(_Action, frozen=True):
    """The table is right: these values hold.  Refused when counts no longer add up, unless ``despite_problems``."""

    changes: tuple[Change, ...]
    reason: str
    despite_problems: bool = False


Action = (
    TakeIncome | Throw | Reroll | Keep | Pair | Two | Three | Four | TakeLira | Cards | BuyTile | BuyRuby | EndTurn
    | Choose | UseCard | Deal | Decline | Either | Swap | AskPrice | AskTile | Rolled | Revealed | TileShown
    | TellPrice | TellEmpty | TellTile | TellCard | Override
)  # fmt: skip
"""Everything that can be asked for."""

"""What is true now?  ``GameState`` and its parts: frozen values, tuples only, no hidden order.

Supplies, draw pile and stack are not written down: they are what the copy holds less what lies open or is owned.
Tiles and cards are written as codes (``faces``); ``?`` is one nobody has told the app.
What is still to be decided is the ``agenda``, a stack whose last element is due now.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from companion.dice_game.names import Area

Goods = tuple[int, int, int, int]
"""Counts of red, yellow, green and blue."""
Markers = tuple[int, int, int, int, int]
"""The same and brown."""
Faces = tuple[int, int, int, int, int, int]
"""Dice by face: the four goods, coin, card."""
Code = str
"""A tile or a card in writing."""
UNTOLD: Code = "?"


class Step(StrEnum):
    """What can be due: first the decisions of a seat, then what chance or the table brings."""

    INCOME = "income"
    THROW = "throw"
    REROLL = "reroll"
    ACT = "act"
    CHOOSE = "choose"
    USE = "use"
    CARD = "card"
    ROLL = "roll"
    REVEAL = "reveal"
    SHOW = "show"
    PRICE = "price"
    TILE = "tile"


OF_TABLE = frozenset({Step.ROLL, Step.REVEAL, Step.SHOW, Step.PRICE, Step.TILE})
"""Steps in which no seat decides."""


class Pending(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One thing still to be decided.

    ``seat`` decides, None for the seat on turn.  ``number`` is how many dice are thrown, markers chosen, or card dice
    spent; ``area`` the area whose price is asked; ``card`` the bazaar card being carried out.
    """

    step: Step
    seat: int | None = None
    number: int = 0
    area: Area | None = None
    card: Code = ""


class AreaInfo(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is known of one area: its rubies at set-up (None unknown) and the price beside each circle (0 unknown).

    The circles in ``skipped`` stay empty in this game.  ``hints`` are published price lists that
    nobody has confirmed: offered, not used.
    """

    rubies: int | None = None
    prices: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()
    hints: tuple[tuple[int, ...], ...] = ()


class Known(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A tile or a card of this copy; 0 copies: not counted yet."""

    face: Code
    copies: int = 0


class Copy(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The copy on the table as far as this game knows it; what the table tells is remembered here."""

    markers: Markers
    lira: int
    dice: int
    crystals: int
    cards: int
    tiles: int
    rubies: int
    areas: tuple[AreaInfo, ...]
    tile_faces: tuple[Known, ...] = ()
    card_faces: tuple[Known, ...] = ()


class Options(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Whose cards and tiles are used: those on the table, or the app's (a complete copy only)."""

    cards: Literal["app", "real"] = "real"


class Player(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What one player owns; ``dice`` are the own extra dice, ``tiles`` are kept in order of their codes."""

    lira: int
    markers: Markers
    crystals: int
    rubies: int
    tiles: tuple[Code, ...]
    dice: int
    mosque_ruby: bool


class GameState(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Everything true now.

    ``taken`` counts the rubies taken from each area; ``under`` are the app's tiles put back under the stack;
    ``dice`` are thrown and unused, ``spent`` used this turn, ``thrown`` how many there are; ``working`` are the tiles
    owned since the start of the turn, ``income`` what they still bring (Lira, crystal, card), ``actions`` what is left.
    """

    options: Options
    copy: Copy
    players: tuple[Player, ...]
    taken: tuple[int, ...]
    display: tuple[Code, ...]
    under: tuple[Code, ...]
    discard: tuple[Code, ...]
    revealed: tuple[Code, ...]
    dice: Faces
    spent: Faces
    thrown: int
    working: tuple[Code, ...]
    income: tuple[int, int, int]
    actions: int
    turn: int
    round: int
    agenda: tuple[Pending, ...]
    ending: bool = False
    over: bool = False

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

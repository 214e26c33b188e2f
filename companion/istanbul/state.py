"""What is true now?  ``GameState`` and its parts: frozen values, tuples only, no hidden order.

The draw pile is not written down: it is the 26 cards less the hands and the discard pile.  A demand tile nobody has
seen yet is None.  What is still to be decided is the ``agenda``, a stack whose last element is due now.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from companion.istanbul.names import Card, Color, Good, Place

Goods = tuple[int, int, int, int]
"""Counts of fabric, spice, fruit and jewelry: always R, G, Y, B."""

LayoutKind = Literal["short", "long", "in_order", "random", "explicit"]


class Step(StrEnum):
    """What can be due: first the decisions of a seat, then what chance or the table brings."""

    MOVE = "move"
    ASSISTANT = "assistant"
    TOLL = "toll"
    ACTION = "action"
    AGAIN = "again"
    ENCOUNTERS = "encounters"
    FEE = "fee"
    REWARD = "reward"
    TAKE_CARD = "take"
    GIVE_CARD = "give"
    RED_TILE = "red"
    CHOOSE_GOOD = "good"
    ROLL = "roll"
    DRAW = "draw"
    DEMAND = "demand"
    LEFT_CARD = "left"


CHANCE = frozenset({Step.ROLL, Step.DRAW, Step.DEMAND, Step.LEFT_CARD})
"""Steps in which no seat decides."""


class Figure(StrEnum):
    """Who carries out an action: the place of the action is where this figure stands."""

    MERCHANT = "merchant"
    FAMILY = "family"


ACTION, FAMILY = Step.ACTION, Figure.FAMILY  # as names of the module they are found faster than as members


class Why(StrEnum):
    """What a roll or a draw is for."""

    NONE = ""
    PLACE = "place"
    REROLL = "reroll"
    GOVERNOR = "governor"
    SMUGGLER = "smuggler"
    NEUTRAL = "neutral"
    REWARD = "reward"
    FAMILY_HOME = "family_home"
    CARAVANSARY = "caravansary"


class Pending(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One thing still to be decided.

    ``number`` is the announced number (dice at the Tea House), the market's place number (demand) or the seat whose
    left-over cards are shown; ``dice`` are the faces the red tile may change; ``color`` names a neutral merchant.
    """

    step: Step
    figure: Figure = Figure.MERCHANT
    why: Why = Why.NONE
    number: int = 0
    dice: tuple[int, int] | None = None
    color: Color | None = None


class Options(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the table agreed on and whose cards are used; docs/rules.md says what each option decides."""

    layout: LayoutKind = "short"
    random_restrictions: bool = True
    neutral_assistants: bool = False
    return_card_timing: Literal["phase1", "any"] = "phase1"
    yellow_from_current_place: bool = False
    endgame_family_card: bool = True
    cards: Literal["app", "real"] = "app"
    no_tells: bool = False
    catch_reward: Literal["forced", "free"] = "forced"
    any_goods: Literal["one_to_five", "five"] = "one_to_five"


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One player's wood, wheelbarrow, purse and hand.

    ``stack`` is read top to bottom, ``o`` an own and ``n`` a neutral assistant; ``assistants`` are the places with an
    own one, in order of number; ``hand`` and ``tiles`` are kept in the order of ``Card`` and ``Good``.  ``seen`` are
    the cards of the hand that everybody saw; kept with real cards only.
    """

    color: Color
    lira: int
    goods: Goods
    capacity: int
    rubies: int
    merchant: Place
    stack: str
    assistants: tuple[Place, ...]
    reserve: int
    family: Place
    tiles: tuple[Good, ...]
    hand: tuple[Card, ...]
    seen: tuple[Card, ...] = ()


class GameState(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Everything true now.

    ``mosques`` holds the requirements left per colour (R, G, Y, B), smallest on top; ``rubies`` what is left on
    ``tables.RUBY_PLACES`` (1, 13, 14, 15, 16); the last card of ``discard`` is its top.
    """

    options: Options
    layout: tuple[Place, ...]
    players: tuple[Player, ...]
    governor: Place
    smuggler: Place
    neutral_merchants: tuple[tuple[Color, Place], ...]
    neutral_assistants: tuple[Place, ...]
    mail_down: int
    demand_large: tuple[str | None, ...]
    demand_small: tuple[str | None, ...]
    mosques: tuple[tuple[int, ...], ...]
    rubies: tuple[int, int, int, int, int]
    extensions: int
    discard: tuple[Card, ...]
    turn: int
    round: int
    yellow_used: bool
    governor_used: bool
    smuggler_used: bool
    agenda: tuple[Pending, ...]
    ending: bool = False
    over: bool = False

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

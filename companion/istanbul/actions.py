"""What can be asked for?  One frozen value each: by the seat to act, by chance, or by the table.

``Action`` is their tagged union: ``msgspec.json.decode(raw, type=Action)`` refuses unknown names and fields.

>>> import msgspec
>>> msgspec.json.decode(b'{"type": "Move", "to": 3}', type=Action)
Move(to=<Place.SPICE_WAREHOUSE: 3>)
"""

from typing import Literal

import msgspec

from companion.engine.corrections import Change as Change
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import Goods

NO_GOODS: Goods = (0, 0, 0, 0)


class _Action(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all actions share: frozen, tagged by name, nothing unknown."""


# --- phases 1 and 2: movement, assistant, toll (D1, A1, D2)


class Move(_Action, frozen=True):
    """The merchant goes to a place 1 or 2 steps away."""

    to: Place


class LongMove(_Action, frozen=True):
    """With the card: to a place 3 or 4 steps away."""

    to: Place


class Stay(_Action, frozen=True):
    """With the card: the merchant stays where he is."""


class LeaveAssistant(_Action, frozen=True):
    """The bottom assistant of the stack is put down."""


class PickOwn(_Action, frozen=True):
    """The own assistant joins the stack (a choice only beside a neutral one)."""


class PickNeutral(_Action, frozen=True):
    """A neutral assistant joins the stack (variant)."""


class EndTurn(_Action, frozen=True):
    """The turn ends: no assistant, no toll, or nothing more to do."""


class PayToll(_Action, frozen=True):
    """2 Lira for each other merchant here."""


# --- phase 3: actions of the places (D3, D3R)


class Skip(_Action, frozen=True):
    """The action of the place is not used."""


class BuyExtension(_Action, frozen=True):
    """Wainwright."""


class Fill(_Action, frozen=True):
    """A warehouse; ``extra`` is the good bought with the green tile."""

    extra: Good | None = None


class CollectMail(_Action, frozen=True):
    """Post Office."""


class TakeCard(_Action, frozen=True):
    """Caravansary: one card, from the draw pile or the top of the discard pile."""

    source: Literal["draw", "discard"]


class DiscardCard(_Action, frozen=True):
    """Caravansary: the card given back."""

    card: Card


class Recall(_Action, frozen=True):
    """Fountain: these own assistants return, places in order of number."""

    places: tuple[Place, ...]


class EnterBlackMarket(_Action, frozen=True):
    """Black Market: the dice are due."""


class Announce(_Action, frozen=True):
    """Tea House: the announced number; the dice are due."""

    number: int


class KeepDice(_Action, frozen=True):
    """The red tile is not used on this roll."""


class TurnDie(_Action, frozen=True):
    """Red tile: the first or second die is turned to 4."""

    die: Literal[1, 2]


class RerollDice(_Action, frozen=True):
    """Red tile: both dice are rolled again."""


class GainGood(_Action, frozen=True):
    """Black Market: the good besides the jewelry."""

    good: Good


class Sell(_Action, frozen=True):
    """A market: these goods; ``any_goods`` plays the card that makes the types free."""

    goods: Goods
    any_goods: bool = False


class SendFamily(_Action, frozen=True):
    """Police Station: the family member goes there and may act."""

    to: Place


class Deliver(_Action, frozen=True):
    """Sultan's Palace: ``any_goods`` are the goods for the spaces of free choice."""

    any_goods: Goods = NO_GOODS


class TakeTile(_Action, frozen=True):
    """A mosque: the top tile of this colour."""

    good: Good


class BuyRuby(_Action, frozen=True):
    """Gemstone Dealer."""


class Repeat(_Action, frozen=True):
    """With the card of this place: the same action once more (``any_goods`` as in Deliver)."""

    any_goods: Goods = NO_GOODS


class Done(_Action, frozen=True):
    """No repetition."""


# --- phase 4: encounters (D4, G2)


class Catch(_Action, frozen=True):
    """All other players' family members here go to the Police Station."""


class Reward(_Action, frozen=True):
    """The reward for one family member caught; ``none`` where the table lets it be declined."""

    kind: Literal["lira", "card", "none"]


class UseGovernor(_Action, frozen=True):
    """Draw a card; a fee will be due."""


class PayFee(_Action, frozen=True):
    """2 Lira to the Governor."""


class DiscardFee(_Action, frozen=True):
    """A card to the Governor."""

    card: Card


class UseSmuggler(_Action, frozen=True):
    """Gain a good; ``fee`` is the good paid, None for 2 Lira."""

    good: Good
    fee: Good | None = None


# --- free plays


class PlayGood(_Action, frozen=True):
    """Card: gain a good."""

    good: Good


class PlayLira(_Action, frozen=True):
    """Card: 5 Lira."""


class PlayFamilyHome(_Action, frozen=True):
    """Card: the own family member goes to the Police Station, with a reward."""

    reward: Literal["lira", "card"]


class PlayReturn(_Action, frozen=True):
    """Card: the own assistant lying there returns to the stack."""

    place: Place


class UseYellowTile(_Action, frozen=True):
    """Yellow tile: 2 Lira, the own assistant lying there returns to the stack."""

    place: Place


# --- chance: dice, cards and tiles of the table


class Rolled(_Action, frozen=True):
    """Two dice."""

    first: int
    second: int


class Drawn(_Action, frozen=True):
    """The card that came from the draw pile; UNKNOWN with real cards."""

    card: Card


class DemandShown(_Action, frozen=True):
    """The demand tile now on top of a market's stack."""

    market: Place
    tile: str


class CardShown(_Action, frozen=True):
    """End of the game with real cards: one card left in a hand is shown."""

    card: Card


# --- the table says so


class Override(_Action, frozen=True):
    """The table is right: these values hold.  Refused when counts no longer add up, unless ``despite_problems``."""

    changes: tuple[Change, ...]
    reason: str
    despite_problems: bool = False


class TellHand(_Action, frozen=True):
    """With real cards: a player tells what he holds (UNKNOWN for what he keeps to himself)."""

    seat: int
    cards: tuple[Card, ...]


Action = (
    Move | LongMove | Stay | LeaveAssistant | PickOwn | PickNeutral | EndTurn | PayToll | Skip | BuyExtension
    | Fill | CollectMail | TakeCard | DiscardCard | Recall | EnterBlackMarket | Announce | KeepDice | TurnDie
    | RerollDice | GainGood | Sell | SendFamily | Deliver | TakeTile | BuyRuby | Repeat | Done | Catch | Reward
    | UseGovernor | PayFee | DiscardFee | UseSmuggler | PlayGood | PlayLira | PlayFamilyHome | PlayReturn
    | UseYellowTile | Rolled | Drawn | DemandShown | CardShown | Override | TellHand
)  # fmt: skip
"""Everything that can be asked for."""

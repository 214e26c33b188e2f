"""How does a game begin?  Pure: everything drawn is given in a ``Deal``."""

import msgspec

from companion.istanbul.names import Card, Color, Place
from companion.istanbul.state import GameState, Options


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was drawn at set-up.  Colours and first cards in seat order; seat 0 is the start player.

    A demand tile of None means that nobody has looked yet: it is asked for as the first chance event.
    """

    colors: tuple[Color, ...]
    layout: tuple[Place, ...]
    governor: Place
    smuggler: Place
    cards: tuple[Card, ...]
    demand_large: str | None = None
    demand_small: str | None = None


def new_game(options: Options, deal: Deal) -> GameState:
    """The state before the first turn; raises RuleViolation for an impossible set-up."""
    raise NotImplementedError

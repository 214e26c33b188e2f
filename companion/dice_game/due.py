"""Can what is due still be done?  A correction may have answered it, or have taken away what it was about."""

from collections.abc import Callable

from companion.dice_game.names import Area
from companion.dice_game.state import UNTOLD, GameState, Pending, Step
from companion.dice_game.supply import (
    deck_size,
    may_have_ruby,
    mosque_target,
    price_of,
    stack_size,
    unseen_cards,
    unseen_tiles,
)

Around = tuple[Pending, ...]
QUESTIONS = frozenset({Step.PRICE, Step.TILE, Step.SHOW})
"""Steps about what lies on the table: once that is known, or gone, they need not be asked."""


def can_be_done(state: GameState, pending: Pending, below: Around = (), above: Around = ()) -> bool:
    """Is there anything that settles this step?  ``above`` is what will be settled before it, ``below`` after it.

    In a game without corrections there always is.
    """
    if pending.seat is not None and not 0 <= pending.seat < len(state.players):
        return False
    can = _CAN.get(pending.step)
    return can is None or can(state, pending, below, above)


def still_due(state: GameState) -> Around:
    """What is due, without the questions that need no answer any more."""
    agenda = state.agenda
    return tuple(
        one
        for at, one in enumerate(agenda)
        if one.step not in QUESTIONS or can_be_done(state, one, agenda[:at], agenda[at + 1 :])
    )


def _act(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    return not below


def _card(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    return pending.card != ""


def _number(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    return 0 < pending.number <= state.copy.dice


def _reveal(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    """The app must have a card to reveal; without any card nothing is revealed (``steps/chance.py``)."""
    dealt = state.options.cards == "real" or deck_size(state) <= 0 or bool(unseen_cards(state))
    return dealt and below != () and below[-1].step in (Step.USE, Step.REVEAL)


def _use(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    """One of the cards must be known, or nothing was revealed, or the cards are still to come."""
    coming = any(one.step is Step.REVEAL for one in above)
    return coming or not state.revealed or set(state.revealed) != {UNTOLD}


def _price(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    """The table is asked for a price nobody has told, or for the ruby the Mosque owes the player."""
    if pending.area is None or state.options.cards != "real" or not may_have_ruby(state, pending.area):
        return False
    if pending.area is not Area.MOSQUE:
        return not price_of(state, pending.area)
    player = state.player
    return len(player.tiles) == mosque_target(state) and not player.mosque_ruby


def _tile(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    return UNTOLD in state.display


def _show(state: GameState, pending: Pending, below: Around, above: Around) -> bool:
    due = sum([one.step is Step.SHOW for one in above])
    there = sum(unseen_tiles(state).values()) + len(state.under)
    return state.options.cards == "app" and min(there, stack_size(state)) > due


_CAN: dict[Step, Callable[[GameState, Pending, Around, Around], bool]] = {
    Step.ACT: _act,
    Step.CARD: _card,
    Step.CHOOSE: _number,
    Step.ROLL: _number,
    Step.REVEAL: _reveal,
    Step.USE: _use,
    Step.PRICE: _price,
    Step.TILE: _tile,
    Step.SHOW: _show,
}

"""Can what is due still be done?  A correction may have taken away the place, the card or the tile it was about."""

from collections.abc import Callable

from companion.istanbul.cards import may_hold
from companion.istanbul.names import Card, Place
from companion.istanbul.state import FAMILY, GameState, Pending, Step, Why
from companion.istanbul.tables import (
    AGAIN_CARD,
    DECK_SIZE,
    DICE_PLACES,
    ENCOUNTER_FEE,
    FAMILY_HOME_PLACE,
    MARKET_TILES,
    TEA_NUMBERS,
)

Above = tuple[Pending, ...]


def can_be_done(state: GameState, pending: Pending, above: Above = ()) -> bool:
    """Is there anything that settles this step?  ``above`` is what will be settled before it.

    In a game without corrections there always is.
    """
    can = _CAN.get(pending.step)
    return can is None or can(state, pending, above)


def still_due(state: GameState) -> Above:
    """What is due, without the steps that nothing settles any more.  A card that is being played stays due."""
    kept, before = state.agenda, None
    while kept != before:
        before = kept
        kept = tuple(
            one
            for at, one in enumerate(before)
            if one.why is Why.FAMILY_HOME or can_be_done(state, one, before[at + 1 :])
        )
    return kept


def _place(state: GameState, pending: Pending) -> Place:
    return state.player.family if pending.figure is FAMILY else state.player.merchant


def _acts(state: GameState, pending: Pending, above: Above) -> bool:
    """A family member at home has not been sent."""
    return pending.figure is not FAMILY or state.player.family is not FAMILY_HOME_PLACE


def _again(state: GameState, pending: Pending, above: Above) -> bool:
    return _place(state, pending) in AGAIN_CARD


def _stakes(state: GameState, pending: Pending, above: Above) -> bool:
    """Dice are rolled at two places, at one of them for a number."""
    place = _place(state, pending)
    return place in DICE_PLACES and (place is not Place.TEA_HOUSE or pending.number in TEA_NUMBERS)


def _red_tile(state: GameState, pending: Pending, above: Above) -> bool:
    return pending.dice is not None and _stakes(state, pending, above)


def _good(state: GameState, pending: Pending, above: Above) -> bool:
    return _place(state, pending) is Place.BLACK_MARKET


def _roll(state: GameState, pending: Pending, above: Above) -> bool:
    if pending.why in (Why.PLACE, Why.REROLL):
        return _stakes(state, pending, above)
    if pending.why is Why.NEUTRAL:
        return any(color is pending.color for color, _ in state.neutral_merchants)
    return pending.why in (Why.GOVERNOR, Why.SMUGGLER)


def _card_comes(state: GameState, pending: Pending, above: Above) -> bool:
    """Is a card left in one of the piles, when those that come before have come?  FAMILY_HOME is played after it."""
    lying = DECK_SIZE - sum([len(player.hand) for player in state.players])
    if pending.why is Why.FAMILY_HOME and not may_hold(state, state.player, Card.FAMILY_HOME):
        return False
    return lying > _cards_coming(above)


def _cards_coming(above: Above) -> int:
    return sum([one.step is Step.DRAW or one.step is Step.TAKE_CARD for one in above])


def _card_goes(state: GameState, pending: Pending, above: Above) -> bool:
    return state.player.hand != () or _cards_coming(above) > 0


def _fee(state: GameState, pending: Pending, above: Above) -> bool:
    return state.player.lira >= ENCOUNTER_FEE or _card_goes(state, pending, above)


def _demand(state: GameState, pending: Pending, above: Above) -> bool:
    """Only the tile that nobody has seen is asked for."""
    if pending.number not in MARKET_TILES:
        return False
    stack = state.demand_large if pending.number == Place.LARGE_MARKET else state.demand_small
    return stack[0] is None


def _left(state: GameState, pending: Pending, above: Above) -> bool:
    return 0 <= pending.number < len(state.players)


_CAN: dict[Step, Callable[[GameState, Pending, Above], bool]] = {
    Step.ACTION: _acts,
    Step.AGAIN: _again,
    Step.RED_TILE: _red_tile,
    Step.CHOOSE_GOOD: _good,
    Step.ROLL: _roll,
    Step.DRAW: _card_comes,
    Step.TAKE_CARD: _card_comes,
    Step.GIVE_CARD: _card_goes,
    Step.FEE: _fee,
    Step.DEMAND: _demand,
    Step.LEFT_CARD: _left,
}

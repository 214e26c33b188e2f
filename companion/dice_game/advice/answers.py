"""What will the table probably say?  Answers already known for what is due, for one tap: faces told before, hints.

They are offers, nothing more: whatever lies on the table may be told instead.
"""

from collections.abc import Sequence

from companion.dice_game.actions import Action, Revealed, TellEmpty, TellPrice, TellTile
from companion.dice_game.engine import check
from companion.dice_game.names import Area
from companion.dice_game.state import GameState, Known, Pending, Step
from companion.dice_game.supply import area_info, mosque_target, next_circle, rubies_taken


def known_answers(state: GameState) -> tuple[Action, ...]:
    """Answers to the question that is due, likeliest first; none when the table is not asked.

    >>> from companion.dice_game.setup import example_game
    >>> known_answers(example_game())
    ()
    """
    if state.over or state.options.cards == "app":
        return ()
    offers = _offers(state, state.agenda[-1])
    return tuple(offer for offer in offers if check(state, offer) is None)


def _offers(state: GameState, pending: Pending) -> list[Action]:
    if pending.step is Step.REVEAL:
        return [Revealed(face) for face in _faces(state.copy.card_faces)]
    if pending.step is Step.TILE:
        return [TellTile(face) for face in _faces(state.copy.tile_faces)]
    if pending.step is Step.PRICE and pending.area is not None:
        return [*_prices(state, pending.area), TellEmpty(pending.area)]
    return []


def _faces(known: Sequence[Known]) -> list[str]:
    return [one.face for one in known]


def _prices(state: GameState, area: Area) -> list[Action]:
    """What published lists say of this circle."""
    if area is Area.MOSQUE:
        return [TellPrice(area, mosque_target(state))]
    info = area_info(state, area)
    circle = next_circle(info, rubies_taken(state, area))
    prices = [hint[circle] for hint in info.hints if circle < len(hint) and hint[circle]]
    return [TellPrice(area, price) for price in dict.fromkeys(prices)]

"""What does a plan take as given?  Read off a state: what tiles are worth now, the others, and what cards may bring."""

from companion.dice_game.names import Area, TileKind
from companion.dice_game.rival.cards import SeatAtTable, gain, revealing
from companion.dice_game.rival.means import means
from companion.dice_game.rival.worth import PlanTable, final, tile_worths, worth
from companion.dice_game.state import Code, GameState, Goods
from companion.dice_game.supply import count_kind, mosque_target, rubies_left, ruby_target, unseen_cards
from companion.dice_game.tables import GOODS


def table_for(state: GameState, seat: int, cards: int = 0) -> PlanTable:
    """The table as it is to a seat that may reveal at most so many cards in one action."""
    others = _others(state, seat)
    own = _side(state, seat)
    return own.table._replace(
        coins_add=_coins_add(state),
        cards=revealing(unseen_cards(state), cards, own, others),
        against=max([worth(*other) for other in others]),
        others=tuple(
            [(final(side.has), other >= state.turn) for other, side in zip(_seats(state, seat), others, strict=True)]
        ),
    )


def card_gain(state: GameState, card: Code, number: int) -> float:
    """What using a card brings the seat on turn, where it spent so many card dice."""
    return gain(card, number, _side(state, state.turn), _others(state, state.turn))


def _seats(state: GameState, seat: int) -> list[int]:
    """All seats but this one."""
    return [other for other in range(len(state.players)) if other != seat]


def _others(state: GameState, seat: int) -> list[SeatAtTable]:
    return [_side(state, other) for other in _seats(state, seat)]


def _side(state: GameState, seat: int) -> SeatAtTable:
    lacking = max(1, ruby_target(state) - max([player.rubies for player in state.players]))
    gone = state.players[seat].mosque_ruby or rubies_left(state, Area.MOSQUE) == 0
    mosque = 0 if gone else mosque_target(state)
    return SeatAtTable(
        means(state, seat),
        PlanTable(ruby_target(state), state.ending and seat <= state.turn, tile_worths(lacking), mosque),
    )


def _coins_add(state: GameState) -> Goods:
    r, y, g, b = (count_kind(state.working, TileKind.GOODS, good) for good in GOODS)
    return (r, y, g, b)

"""What does a seat know of the cards, and what does everybody?  The same state, with what they have not seen covered.

A covered card is UNKNOWN: it may be any kind of which a copy is left.  Nothing else in a state is hidden: the order of
the draw pile is not written down, and demand tiles are None until somebody sees them.
"""

from msgspec.structs import replace

from companion.istanbul.state import GameState, Player
from companion.istanbul.tables import UNKNOWN


def known_to(state: GameState, seat: int) -> GameState:
    """The state as this seat knows it: the own hand, of the others what everybody saw."""
    players = [player if at == seat else _covered(player) for at, player in enumerate(state.players)]
    return replace(state, players=tuple(players))


def known_to_all(state: GameState) -> GameState:
    """The state as everybody knows it: of every hand only what everybody saw."""
    return replace(state, players=tuple([_covered(player) for player in state.players]))


def in_the_open(state: GameState) -> GameState:
    """The state by which it is told what nobody needs to be asked.

    Where the table gives no tells, that is the state everybody knows: a question that is asked, or is not, says
    nothing of a hand then.  Else the hands count.
    """
    return known_to_all(state) if state.options.no_tells else state


def _covered(player: Player) -> Player:
    hand = (*player.seen, *(UNKNOWN,) * (len(player.hand) - len(player.seen)))
    return player if hand == player.hand else replace(player, hand=hand)

"""Who has won?  Rubies, then among equals what markers, crystals and Lira are worth (1.10)."""

from typing import NamedTuple

from companion.dice_game.state import GameState, Player
from companion.dice_game.tables import CRYSTAL_LIRA, MARKER_LIRA


class Standing(NamedTuple):
    """One line of the ranking; equal players share a rank."""

    rank: int
    seat: int
    rubies: int
    lira: int


def ranking(state: GameState) -> tuple[Standing, ...]:
    """All seats, best first."""
    scores = [(player.rubies, worth(player)) for player in state.players]
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat][0], -scores[seat][1], seat))
    return tuple(Standing(1 + sum(other > scores[seat] for other in scores), seat, *scores[seat]) for seat in order)


def winners(state: GameState) -> tuple[int, ...]:
    """The seats of the first rank."""
    return tuple(sorted(line.seat for line in ranking(state) if line.rank == 1))


def worth(player: Player) -> int:
    """Saved Lira and what markers and crystals sell for."""
    return player.lira + MARKER_LIRA * sum(player.markers) + CRYSTAL_LIRA * player.crystals

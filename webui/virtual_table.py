"""How does the virtual table show the running game?  Somebody unseen lays what the game says, unless told otherwise."""

from collections.abc import Iterator

from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import DEMAND, GOODS, MARKET_TILES, RUBY_PLACES
from companion.session.session import GameSession
from vision.sources.virtual import VirtualTable
from vision.sources.virtual_scene import Scene, scene_of

NAME = "virtual"


class Hands:
    """Lays the table after every change of the game; people who move tokens themselves come in between."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table

    def follow(self, session: GameSession) -> None:
        """Lay this game's table now and after every change."""
        self._lay(session)
        session.subscribe(lambda version: self._lay(session))

    def _lay(self, session: GameSession) -> None:
        self._table.show(scene(session.snapshot()[1]))


def scene(state: GameState) -> Scene:
    """Everything on the table in this state of the base game."""
    return scene_of(
        [int(place) for place in state.layout],
        _things(state),
        neutral=[str(color) for color, _ in state.neutral_merchants],
        mail_down=state.mail_down,
        demand_large=_demand(state.demand_large[0], Place.LARGE_MARKET),
        demand_small=_demand(state.demand_small[0], Place.SMALL_MARKET),
        mosque={str(good): stack for good, stack in zip(GOODS, state.mosques, strict=True)},
        rubies={int(place): left for place, left in zip(RUBY_PLACES, state.rubies, strict=True)},
        extensions=state.extensions,
        discards=len(state.discard),
        players=tuple(str(player.color) for player in state.players),
    )


def _things(state: GameState) -> Iterator[tuple[str, str, int, int]]:
    for player in state.players:
        yield "merchant", str(player.color), int(player.merchant), len(player.stack)
        yield "family", str(player.color), int(player.family), 0
        for place in player.assistants:
            yield "assistant", str(player.color), int(place), 0
    for color, place in state.neutral_merchants:
        yield "merchant", str(color), int(place), 0
    yield "governor", "purple", int(state.governor), 0
    yield "smuggler", "black", int(state.smuggler), 0


def _demand(tile: str | None, market: Place) -> str:
    """A demand tile as letters, one for each good shown; one nobody has seen yet is painted as the market's first."""
    goods = DEMAND[tile or MARKET_TILES[market][0]]
    return "".join(str(good).lower() * count for good, count in zip(GOODS, goods, strict=True))

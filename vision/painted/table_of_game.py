"""How does the virtual table show the running game?  Somebody unseen lays what the game says, unless told otherwise."""

from collections.abc import Callable, Iterator

from companion.istanbul.game import ISTANBUL
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import DEMAND, GOODS, MARKET_TILES, RUBY_PLACES
from companion.session.session import GameSession
from vision.painted.scene import Scene, Token, scene_of
from vision.painted.virtual_table import VirtualTable
from vision.printed.params import PRINTED

_BUMP_MM, _BUMP_DEG = 12.0, 4.0
_REACHED_FOR = int(Place.FOUNTAIN)


class Hands:
    """The hands at the virtual table: they lay it after every change of the game, and do what people tell them."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self._session: GameSession | None = None
        self._leave: Callable[[], None] = lambda: None

    def follow(self, session: GameSession) -> None:
        """Lay this game's table now and after every change; another game than the one painted is left alone."""
        self.let_go()
        if session.game.name != ISTANBUL.name:
            return
        self._session = session
        self._leave = session.subscribe(lambda version: self.tidy())
        self.tidy()

    def let_go(self) -> None:
        """Lay no more."""
        self._leave()
        self._leave, self._session = lambda: None, None

    def tidy(self) -> None:
        """Everything as the game says."""
        if self._session is not None:
            self.table.show(scene(self._session.snapshot()[1]))

    @property
    def is_tidy(self) -> bool:
        """Whether the wood lies as the game says."""
        if self._session is None:
            return False
        return _placed(self.table.scene) == _placed(scene(self._session.snapshot()[1]))

    def tokens(self) -> list[dict[str, object]]:
        """What lies on the table."""
        return [
            {"kind": token.kind, "color": token.color, "place": token.place, "under": token.under}
            for token in self.table.scene.tokens
        ]

    def carry(self, kind: str, color: str, place: int, to: int, usual: bool) -> None:
        """Take a token to a place; a merchant leaves or picks up an assistant if ``usual``.

        An assistant carried to its merchant goes under him.  Raises ValueError where there is no such token.
        """
        if kind == "assistant":
            self._carry_assistant(color, place, to)
            return
        leave = pick = 0
        if kind == "merchant" and usual and to != Place.FOUNTAIN:
            pick = int(self._find("assistant", color, to) is not None)
            leave = int(not pick and self._under(color) > 0)
        self.table.move(kind, color, to, leave=leave, pick=pick)

    def mishap(self, what: str) -> None:
        """A hand over the board (``hand``, ``no_hand``), a knock (``bump``), or ``tidy``."""
        if what == "bump":
            self.table.bump(_BUMP_MM, -_BUMP_MM, _BUMP_DEG)
        elif what == "tidy":
            self.tidy()
        else:
            self.table.hand(_REACHED_FOR if what == "hand" else None)

    def _carry_assistant(self, color: str, place: int, to: int) -> None:
        self.table.take("assistant", color, place)
        self.table.put(Token("assistant", color, to))
        if self._find("merchant", color, to) is not None:
            self.table.move("merchant", color, to, pick=1)

    def _under(self, color: str) -> int:
        tokens = self.table.scene.tokens
        return next((token.under for token in tokens if (token.kind, token.color) == ("merchant", color)), 0)

    def _find(self, kind: str, color: str, place: int) -> Token | None:
        tokens = self.table.scene.tokens
        return next((token for token in tokens if (token.kind, token.color, token.place) == (kind, color, place)), None)


def _placed(scene: Scene) -> list[tuple[str, str, int, int]]:
    return sorted((token.kind, token.color, token.place, token.under) for token in scene.tokens)


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
    """A demand tile's goods as letters, in the order printed; one nobody has seen yet is the market's first."""
    goods = DEMAND[tile or MARKET_TILES[market][0]]
    letters = "".join(str(good).lower() * count for good, count in zip(GOODS, goods, strict=True))
    return next(known for known in (*PRINTED.large_demands, *PRINTED.small_demands) if sorted(known) == sorted(letters))

"""A table of a trial club that is filmed: its game as PostgreSQL has it, and the hands that move its wood."""

import http.client
from typing import Any

from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import FOUNTAIN, WALK
from companion.session.clock import SystemClock
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.postgres.store import newest_games, open_game
from companion.session.session import GameSession
from vision.painted.table_of_game import scene
from webui.club.trial import DeviceLine
from webui.eyes.trial import FilmedTable
from webui.play.games import GAMES, chance_for

_SIDE = 4


class WatchedTable:
    """``phone`` is the host's device, which plays every seat."""

    def __init__(self, postgres: str, code: str, phone: DeviceLine, filmed: FilmedTable) -> None:
        self.code, self.phone, self.filmed = code, phone, filmed
        self._database = Database(postgres, 1)
        self.tidy()

    def state(self) -> GameState:
        """The game as it is kept."""
        key = newest_games(self._database, self.code)[0]
        store = open_game(self._database, Hold(self.code, 0), key, GAMES)
        chance = chance_for(store.game.name, "app", "app", b"")  # never asked: nothing is played here
        state: GameState = GameSession(store, SystemClock(), chance).state
        return state

    def tidy(self) -> None:
        """Lay the table as the game says."""
        self.filmed.table.show(scene(self.state()))

    def play_on(self) -> None:
        """By taps until the next player's turn begins; the wood is laid as the game says."""
        turn = self.state().turn
        while self.state().turn == turn:
            view = asked(self.phone, "GET", f"/t/{self.code}/api/view")[1]
            skips = [choice for choice in view["choices"] if choice["kind"] in ("Skip", "EndTurn")]
            do = (skips or view["choices"])[0]["do"]
            asked(self.phone, "POST", f"/t/{self.code}/api/act", {"do": do, "version": view["version"]})
        self.tidy()

    def move_the_merchant(self) -> int:
        """Whoever's turn it is carries the merchant to a place next to it, as the rules say; the place."""
        state = self.state()
        to, leave, pick = walk(state)
        self.filmed.table.move("merchant", str(state.player.color), int(to), leave=leave, pick=pick)
        return int(to)

    def fence(self) -> int:
        """Grows whenever the table has another owner."""
        with self._database.transaction() as connection:
            row = connection.execute("SELECT fence FROM board WHERE code = %s", (self.code,)).fetchone()
        return int(row[0]) if row else 0

    def close(self) -> None:
        """Ask PostgreSQL no more."""
        self._database.close()


def asked(line: DeviceLine, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """What a server answers, asked once more where the line had been shut meanwhile."""
    try:
        return line.ask(method, path, body)
    except (OSError, http.client.HTTPException):
        return line.ask(method, path, body)


def walk(state: GameState) -> tuple[Place, int, int]:
    """A place near the merchant, without another one on it; how many assistants are left there, and how many picked up.

    At the Fountain none is left; an own one that lies there joins the stack; who has none goes where one lies.
    """
    player = state.player
    taken = {one.merchant for one in state.players}
    near = [Place(state.layout[cell]) for cell in _near(state.layout.index(player.merchant))]
    free = [to for to in near if to not in taken]
    helped = [to for to in free if to is FOUNTAIN or to in player.assistants or player.stack]
    to = (helped or free)[0]
    pick = to is not FOUNTAIN and to in player.assistants
    return to, int(to is not FOUNTAIN and not pick and bool(player.stack)), int(pick)


def _near(cell: int) -> list[int]:
    """The cells one or two steps away, the nearest first."""
    row, column = divmod(cell, _SIDE)
    steps = {other: abs(other // _SIDE - row) + abs(other % _SIDE - column) for other in range(_SIDE * _SIDE)}
    return sorted((other for other in steps if steps[other] in WALK), key=steps.__getitem__)

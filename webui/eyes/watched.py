"""A table of a trial club that is filmed: its game as PostgreSQL has it, and the hands that move its wood."""

import http.client
from typing import Any

from companion.istanbul.state import GameState
from companion.session.clock import SystemClock
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.postgres.store import newest_games, open_game
from companion.session.session import GameSession
from vision.painted.table_of_game import scene
from webui.club.trial import Line
from webui.eyes.trial import FilmedTable
from webui.play.games import GAMES, chance_for

_SIDE = 4


class WatchedTable:
    """``phone`` is the host's device, which plays every seat."""

    def __init__(self, postgres: str, code: str, phone: Line, filmed: FilmedTable) -> None:
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
        """Whoever's turn it is carries the merchant to a free place next to it and leaves an assistant; the place."""
        state = self.state()
        here = state.layout.index(state.player.merchant)
        taken = {int(player.merchant) for player in state.players}
        to = next(int(state.layout[cell]) for cell in _next_to(here) if int(state.layout[cell]) not in taken)
        self.filmed.table.move("merchant", str(state.player.color), to, leave=1)
        return to

    def close(self) -> None:
        """Ask PostgreSQL no more."""
        self._database.close()


def asked(line: Line, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """What a server answers, asked once more where the line had been shut meanwhile."""
    try:
        return line.ask(method, path, body)
    except (OSError, http.client.HTTPException):
        return line.ask(method, path, body)


def _next_to(cell: int) -> list[int]:
    row, column = divmod(cell, _SIDE)
    cells = range(_SIDE * _SIDE)
    return [other for other in cells if abs(other // _SIDE - row) + abs(other % _SIDE - column) == 1]

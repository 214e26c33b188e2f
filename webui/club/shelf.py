"""Where do the games of a club's table lie?  In PostgreSQL; what is damaged is marked and left as it is."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from companion.game import Game
from companion.session.faults import DamagedGame
from companion.session.keeping import GameStore
from companion.session.log import Entry
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.postgres.store import board_note, create_game, keep_board_note, newest_games, open_game
from webui.keepsakes.archive import Trouble

T = TypeVar("T")


class ClubShelf:
    """The games of one table that is held."""

    def __init__(self, database: Database, hold: Hold, games: Mapping[str, Game]) -> None:
        self.troubles: tuple[Trouble, ...] = ()
        self._database, self._hold, self._games = database, hold, games

    def open_newest(self, sit_down: Callable[[GameStore], T]) -> T | None:
        """What ``sit_down`` makes of the newest game; None where there is none.

        A damaged one is marked, and the one before it is tried.  Raises OutOfReach; then the table stays shut.
        """
        for key in newest_games(self._database, self._hold.code):
            try:
                return sit_down(open_game(self._database, self._hold, key, self._games))
            except DamagedGame as error:
                self._mark(key, str(error.facts.get("why", "")))
        return None

    def create(
        self,
        game: Game,
        setup: Any,
        created_s: float,
        notes: Mapping[str, Any],
        entries: Iterable[Entry] = (),
    ) -> GameStore:
        """A new game, the newest of the table.  Raises OutOfReach; then there is none."""
        return create_game(self._database, self._hold, game, (setup, created_s), notes, entries)

    def recover(self, file: str, sit_down: Callable[[GameStore], T]) -> T | None:
        """Nothing can be played on from here yet: a damaged game stays marked."""
        return None

    def _mark(self, key: tuple[int, int], why: str) -> None:
        with self._database.transaction(self._hold.code) as connection:
            self._hold.prove(connection)
            connection.execute("UPDATE game SET damage = %s WHERE id = %s", (why, key[0]))
        self.troubles = (*self.troubles, Trouble("damaged_game", f"{self._hold.code}-{key[1]:05}", why))


class ClubNote:
    """A small note of a table that is held."""

    def __init__(self, database: Database, hold: Hold, key: str) -> None:
        self._database, self._hold, self._key = database, hold, key

    def read(self) -> dict[str, Any]:
        """What was kept."""
        kept: dict[str, Any] = board_note(self._database, self._hold.code, self._key) or {}
        return kept

    def write(self, note: dict[str, Any]) -> None:
        """Keep this from now on.  Raises OutOfReach; then what was kept stays."""
        if self.read() != note:
            keep_board_note(self._database, self._hold, self._key, note)

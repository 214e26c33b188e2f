"""Where do the games of a club's table lie?  In PostgreSQL; what is damaged is marked and left as it is."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from companion.game import Game
from companion.session.faults import DamagedGame
from companion.session.keeping import GameStore
from companion.session.log import Entry
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.postgres.store import (
    board_note,
    create_game,
    game_name,
    keep_board_note,
    newest_games,
    open_game,
)
from companion.session.salvage import SoundPart
from webui.keepsakes.archive import Trouble
from webui.keepsakes.earlier import MOST_READ, Earlier, begun, is_open
from webui.play.sitting import CHANCE, SEATS, SITTING

T = TypeVar("T")
NOTES = (SITTING, SEATS, CHANCE)


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

    def earlier(self) -> list[Earlier]:
        """The games that were begun, over or not, the newest first.  Raises OutOfReach."""
        keys = newest_games(self._database, self._hold.code)[:MOST_READ]
        return begun(one for key in keys if (one := self._kept(key)) is not None)

    def recover(self, file: str, sit_down: Callable[[GameStore], T]) -> T | None:
        """Go on with an earlier game, as the newest; None where there is none of that name.  A damaged one stays
        marked: nothing can be played on from there yet."""
        code = self._hold.code
        kept = (self._kept(key) for key in newest_games(self._database, code) if game_name(code, key[1]) == file)
        part = next((one.part for one in kept if one is not None and is_open(one)), None)
        if part is None:
            return None
        return sit_down(self.create(part.game, part.setup, part.created_s, part.notes, part.entries))

    def _kept(self, key: tuple[int, int]) -> Earlier | None:
        """A game with all that is kept of it; None where it is not what was written."""
        try:
            store = open_game(self._database, self._hold, key, self._games)
            entries = tuple(store.entries())
            notes = {name: value for name in NOTES if (value := store.note(name)) is not None}
        except DamagedGame:
            return None
        part = SoundPart(store.game, store.setup, store.created_s, entries, notes, len(entries))
        return Earlier(store.name, part)

    def _mark(self, key: tuple[int, int], why: str) -> None:
        with self._database.transaction(self._hold.code) as connection:
            self._hold.prove(connection)
            connection.execute("UPDATE game SET damage = %s WHERE id = %s", (why, key[0]))
        self.troubles = (*self.troubles, Trouble("damaged_game", game_name(self._hold.code, key[1]), why))


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

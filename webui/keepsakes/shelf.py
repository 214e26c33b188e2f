"""Where does a house keep its games and what outlasts a restart?  In files, or in a club in PostgreSQL."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.game import Game
from companion.session.keeping import GameStore
from companion.session.log import Entry
from webui.keepsakes.archive import Trouble
from webui.keepsakes.earlier import Earlier

T = TypeVar("T")


class Shelf(Protocol):
    """The saved games of one house."""

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What could not be read or written."""

    def open_newest(self, sit_down: Callable[[GameStore], T]) -> T | None:
        """What ``sit_down`` makes of the newest saved game; None where there is none to be had."""

    def create(
        self,
        game: Game,
        setup: Any,
        created_s: float,
        notes: Mapping[str, Any],
        entries: Iterable[Entry] = (),
    ) -> GameStore:
        """A new saved game, the newest of all.  Raises OutOfReach; then there is none."""

    def earlier(self) -> list[Earlier]:
        """The games that were begun, over or not, the newest first, with the running one where it is such."""

    def recover(self, file: str, sit_down: Callable[[GameStore], T]) -> T | None:
        """What ``sit_down`` makes of a game that goes on, as the newest, with an earlier one or with the sound part of
        a damaged one; None where there is none of that name.
        """


class Note(Protocol):
    """A small note that outlasts a restart."""

    def read(self) -> dict[str, Any]:
        """What was kept."""

    def write(self, note: dict[str, Any]) -> None:
        """Keep this from now on.  Raises OutOfReach; then what was kept stays."""


class Keeping(NamedTuple):
    """Where a house keeps its games, and who is host; and the first number of its ticks, above all earlier ones."""

    shelf: Shelf
    staff: Note
    first_tick: int

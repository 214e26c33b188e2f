"""What must a store of a game bring?  The door that session, seats and notes go through; two stores stand behind it.

``companion.session.store`` keeps a game in a file of its own, ``companion.session.postgres.store`` in PostgreSQL.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from companion.game import Game
from companion.session.log import Entry


class GameStore(Protocol):
    """One game that lasts: its set-up, its entries, small notes beside them.  Safe to call from several threads."""

    game: Game
    setup: Any

    @property
    def name(self) -> str:
        """What people are told where something is wrong with it."""

    @property
    def game_id(self) -> str:
        """A name for the game that no other game here has."""

    def append(self, entries: Iterable[Entry]) -> None:
        """Write entries in one transaction.

        Raises Stale where somebody else has written since, OutOfReach where nothing can be written; then nothing is.
        """

    def entries(self) -> list[Entry]:
        """All entries, oldest first.  Raises DamagedGame naming the first one that is not what was written."""

    def note(self, key: str) -> Any:
        """A small value kept beside the game, None where there is none.  Raises DamagedGame where it was changed."""

    def keep_note(self, key: str, value: Any) -> None:
        """Keep a small value (plain data) beside the game.  Raises OutOfReach."""

    def close(self) -> None:
        """Let go of it; the game can be opened again."""

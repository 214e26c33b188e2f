"""How does a game become rows of a database, and rows a game again?  The same rows and seals in every store."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from companion.decoding import decoded
from companion.game import Game
from companion.session.faults import DamagedGame, OutOfReach
from companion.session.log import Entry
from companion.session.schema import COLUMNS
from companion.session.seals import entry_seal, head_seal, note_seal

Row = tuple[Any, ...]


class Head(NamedTuple):
    """What a game began with, as written, and the seal of it."""

    game: str
    setup: str
    created_s: float
    seal: str

    @property
    def is_sound(self) -> bool:
        """Whether it is what was written."""
        return self.seal == head_seal(self.game, self.setup, self.created_s)


def head_of(game: Game, setup: Any, created_s: float) -> Head:
    """The head of a new game."""
    text = plain(setup)
    return Head(game.name, text, created_s, head_seal(game.name, text, created_s))


def row_of(entry: Entry) -> Row:
    """An entry in the order of ``COLUMNS``."""
    action = None if entry.action is None else plain(entry.action)
    who = (entry.number, entry.kind, entry.seat, entry.source, entry.at_s, entry.keep)
    return (*who, action, plain(entry.events), entry.by)


def entry_of(game: Game, row: Row) -> Entry:
    """The entry of a row of ``COLUMNS``, and whatever stands after them.  Raises msgspec.MsgspecError."""
    number, kind, seat, source, at_s, keep, action, events, by = row[: len(COLUMNS)]
    event_type: Any = game.event_type
    return Entry(
        number=number,
        kind=kind,
        seat=seat,
        source=source,
        at_s=at_s,
        keep=keep,
        action=None if action is None else decoded(action, game.action_type),
        events=decoded(events, tuple[event_type, ...]),
        by=by,
    )


def sealed(rows: Iterable[Row], tip: str) -> tuple[list[Row], str]:
    """The rows, each with its seal after it, and the last seal; ``tip`` is the seal before the first."""
    done = list[Row]()
    for row in rows:
        tip = entry_seal(tip, row)
        done.append((*row, tip))
    return done, tip


def unchanged(rows: Iterable[Row], seal: str) -> Iterator[Row]:
    """The rows of entries with their seals, up to the first one that is not what was written."""
    for row in rows:
        seal = entry_seal(seal, row[:-1])
        if seal != row[-1]:
            return
        yield row


def checked(rows: list[Row], head: Head, tip: str, name: str) -> None:
    """Raise DamagedGame, naming the first entry that was changed or is missing; ``tip`` is the seal of the last one."""
    sound = len(list(unchanged(rows, head.seal)))
    if sound < len(rows):
        raise DamagedGame("damaged_game", file=name, why=f"entry {sound + 1} was changed")
    if tip != (rows[-1][-1] if rows else head.seal):
        raise DamagedGame("damaged_game", file=name, why=f"the entries after {sound} are missing")


def understood(game: Game, row: Row, name: str) -> Entry:
    """The entry of a sound row.  Raises OutOfReach for one that this program does not know."""
    try:
        return entry_of(game, row)
    except msgspec.MsgspecError as error:  # its seal is right, so another program wrote it
        raise OutOfReach("not_understood", file=name, why=f"entry {row[0]}: {error}") from error


def note_row(head: Head, key: str, value: Any) -> tuple[str, str, str]:
    """A note with its seal."""
    text = plain(value)
    return key, text, note_seal(head.seal, key, text)


def note_value(head: Head, row: Row | None, name: str) -> Any:
    """What a note says, None where there is none.  Raises DamagedGame where it was changed."""
    if row is None:
        return None
    key, text, seal = row
    if seal != note_seal(head.seal, key, text):
        raise DamagedGame("damaged_game", file=name, why=f"the note “{key}” was changed")
    return msgspec.json.decode(text)


def plain(value: Any) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()

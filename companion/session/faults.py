"""What can be wrong with a saved game?  It is damaged, or it is out of reach now and may be well again tomorrow."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.errors import GameError

_BROKEN = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
}
"""What SQLite says of a file that is damaged; all else (locked, full, read-only) may be well again tomorrow."""


class DamagedGame(GameError):
    """A file that is not a saved game, or no longer one; ``facts`` name the file and what is wrong with it."""

    status = 409


class OutOfReach(GameError):
    """A file that cannot be read or written now, though nothing says that it is damaged; ``facts`` say why."""

    status = 503


@contextmanager
def keeping(file: str) -> Iterator[None]:
    """Raises OutOfReach where the system does not let a file be written; ``file`` is what people are told."""
    try:
        yield
    except OSError as error:
        raise OutOfReach("not_kept", file=file, why=error.strerror or str(error)) from error


@contextmanager
def told_apart(path: Path) -> Iterator[None]:
    """Raises DamagedGame or OutOfReach for what SQLite and the codec complain of while the file is read."""
    try:
        yield
    except GameError:
        raise
    except sqlite3.ProgrammingError as error:  # the file was closed meanwhile: another game runs
        raise OutOfReach("not_opened", file=path.name, why=str(error)) from error
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _BROKEN:
            raise DamagedGame("damaged_game", file=path.name, why=str(error)) from error
        raise OutOfReach("not_opened", file=path.name, why=str(error)) from error
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, OverflowError) as error:
        raise DamagedGame("damaged_game", file=path.name, why=str(error) or type(error).__name__) from error

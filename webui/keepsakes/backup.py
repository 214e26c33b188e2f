"""How does everything that was kept move to another computer?  One file: games, copies, choices; checked whole.

What belongs to this computer alone stays here: keys of HTTPS, who is the host, recordings of the camera.
"""

import hashlib
import io
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import msgspec

from companion.disk import write_whole
from companion.errors import GameError
from companion.session.faults import keeping

FORMAT = 1
MANIFEST = "backup.json"
FOLDERS = ("games", "profiles", "copies")
NOTES = ("camera.json", "evening.json")
GAME_ENDING = ".bazaar"
MOST_BYTES = 2 << 30
_PIECE = 1 << 16
_NAME = r"\w[\w .-]*"
_SAFE = re.compile(rf"(?:games|copies)/{_NAME}|profiles/{_NAME}(?:/{_NAME}){{1,2}}|camera\.json|evening\.json")


class BadBackup(GameError):
    """A file that is no backup, or not whole any more; ``facts`` say what is wrong with it."""


class Piece(msgspec.Struct, frozen=True):
    """One file of a backup."""

    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """``backup.json``: what is in it, and when it was made (UTC)."""

    bazaar_backup: int
    made: str
    files: dict[str, Piece]


def write_backup(data_dir: Path, to: BinaryIO) -> Manifest:
    """Write everything worth keeping as one zip, also while games are played.  Raises OSError."""
    pieces = dict[str, Piece]()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as bundle, TemporaryDirectory() as scratch:
        for name, path in _kept(data_dir):
            data = _game(path, Path(scratch)) if path.suffix == GAME_ENDING else path.read_bytes()
            bundle.writestr(name, data)
            pieces[name] = Piece(len(data), hashlib.sha256(data).hexdigest())
        manifest = Manifest(FORMAT, datetime.now(UTC).isoformat(timespec="seconds"), pieces)
        bundle.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def unpacked(backup: BinaryIO, into: Path) -> Manifest:
    """Unpack a backup, every piece checked by size and checksum.  Raises BadBackup, OutOfReach; then it is a part."""
    try:
        with zipfile.ZipFile(backup) as bundle:
            manifest = _manifest(bundle)
            for name, piece in manifest.files.items():
                _unpack(bundle, name, piece, into)
            return manifest
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadBackup("bad_backup", why=str(error) or type(error).__name__) from error


def _kept(data_dir: Path) -> Iterator[tuple[str, Path]]:
    """Name in the backup and path of everything worth keeping."""
    paths = [path for folder in FOLDERS for path in sorted((data_dir / folder).rglob("*")) if path.is_file()]
    for path in [*paths, *(data_dir / note for note in NOTES)]:
        name = path.relative_to(data_dir).as_posix()
        if path.is_file() and _SAFE.fullmatch(name) and not name.endswith(("-journal", "-wal", "-shm", ".new")):
            yield name, path


def _game(path: Path, scratch: Path) -> bytes:
    """A saved game as it is between two entries; a damaged one as it lies there."""
    copy = scratch / "copy"
    copy.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error:
        return path.read_bytes()
    return copy.read_bytes()


def _manifest(bundle: zipfile.ZipFile) -> Manifest:
    manifest = msgspec.json.decode(_limited(bundle, MANIFEST, _PIECE * 16), type=Manifest)
    if manifest.bazaar_backup != FORMAT:
        raise BadBackup("bad_backup", why=f"format {manifest.bazaar_backup}, known is {FORMAT}")
    if sum(piece.bytes for piece in manifest.files.values()) > MOST_BYTES:
        raise BadBackup("bad_backup", why="it is too large")
    return manifest


def _unpack(bundle: zipfile.ZipFile, name: str, piece: Piece, into: Path) -> None:
    if not _SAFE.fullmatch(name) or ".." in name.split("/"):
        raise BadBackup("bad_backup", why=f"a file called {name!r} does not belong into it")
    data = _limited(bundle, name, piece.bytes)
    if len(data) != piece.bytes or hashlib.sha256(data).hexdigest() != piece.sha256:
        raise BadBackup("bad_backup", why=f"{name} was changed")
    path = into / name
    with keeping(name):
        write_whole(path, data)


def _limited(bundle: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of the zip, but no more of it than was promised, whatever it unpacks to."""
    found = io.BytesIO()
    with bundle.open(name) as file:
        while found.tell() <= most and (data := file.read(_PIECE)):
            found.write(data)
    return found.getvalue()

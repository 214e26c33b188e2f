"""How does a backup come back?  What lies in the folder stays; what is missing there is added, all or nothing."""

import filecmp
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from errno import EEXIST
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple

from companion.disk import make_folder, sync_folder
from companion.session.faults import OutOfReach, keeping
from companion.session.salvage import extent
from webui.keepsakes.archive import ENDING, FOLDER
from webui.keepsakes.backup import NOTES, unpacked

_SCRATCH = ".restore-"
_COPIES = ("profiles", "copies")
_STEM = "game-{number:05}"
_BELOW = "game-{number:05}-restored-{each:03}"


@dataclass(frozen=True, slots=True)
class Restored:
    """The names of what was added, and of what was there already."""

    added: tuple[str, ...]
    known: tuple[str, ...]


class SavedGame(NamedTuple):
    """A saved game, and its ``extent``: which game it is and how many entries it has; None where that is not known."""

    path: Path
    extent: tuple[str, int] | None

    @classmethod
    def at(cls, path: Path) -> "SavedGame":
        """The game in this file."""
        return cls(path, extent(path))

    def is_in(self, other: "SavedGame") -> bool:
        """Whether the other one is the same game, perhaps played further."""
        if self.extent is None or other.extent is None:
            return filecmp.cmp(self.path, other.path, shallow=False)
        return self.extent[0] == other.extent[0] and self.extent[1] <= other.extent[1]


def restore(
    data_dir: Path,
    backup: BinaryIO,
    running: Callable[[], str] = lambda: "",
    begins: AbstractContextManager[object] | None = None,
) -> Restored:
    """Add the games, copies and choices of a backup to a folder.

    ``running`` tells the id of the game that goes on meanwhile: restored ones then stand before it.  No game begins
    while ``begins`` is held.  A copy whose name is taken by another one gets a name of its own; choices are taken over
    only where none were made.
    Raises BadBackup, or OutOfReach where the folder takes nothing; then nothing was added, unless the disk would not
    even give back what it had taken (``half_restored``): the same backup then adds the rest.
    """
    with _scratch(data_dir) as scratch:
        unpacked(backup, Path(scratch))
        with begins or nullcontext():
            moves = list(_moves(Path(scratch), data_dir, running()))
            wanted = [(source, target) for source, target in moves if target is not None]
            _move(wanted)
    added = tuple(target.relative_to(data_dir).as_posix() for _, target in wanted)
    known = tuple(source.relative_to(scratch).as_posix() for source, target in moves if target is None)
    return Restored(added, known)


def clear_scratch(data_dir: Path) -> None:
    """Take away what a kill in the midst of a restore has left."""
    for path in data_dir.glob(f"{_SCRATCH}*"):
        shutil.rmtree(path, ignore_errors=True)


def _scratch(data_dir: Path) -> "TemporaryDirectory[str]":
    with keeping(data_dir.name):
        data_dir.mkdir(parents=True, exist_ok=True)
        return TemporaryDirectory(dir=data_dir, prefix=_SCRATCH, ignore_cleanup_errors=True)


def _moves(scratch: Path, data_dir: Path, running: str) -> Iterator[tuple[Path, Path | None]]:
    """What was unpacked, and where it goes; None where it is there already."""
    yield from _game_moves(scratch / FOLDER, data_dir / FOLDER, running)
    for folder in _COPIES:
        for source in sorted((scratch / folder).glob("*")):
            yield source, _free_name(source, data_dir / folder)
    for note in NOTES:
        if (scratch / note).exists():
            yield scratch / note, None if (data_dir / note).exists() else data_dir / note


def _game_moves(source: Path, target: Path, running: str) -> Iterator[tuple[Path, Path | None]]:
    there = sorted(target.glob("*")) if target.exists() else []
    numbers = [int(path.name[5:10]) for path in there if path.name.startswith("game-") and path.name[5:10].isdigit()]
    names, known = _names(max(numbers, default=0), running), [SavedGame.at(path) for path in there]
    for path in sorted(source.glob("*")):
        game = SavedGame.at(path)
        if any(game.is_in(one) for one in known):
            yield path, None
        else:
            yield path, target / f"{next(names)}{ENDING}{path.name.partition(ENDING)[2]}"


def _names(last: int, running: str) -> Iterator[str]:
    """Names for added games: after all others, or just before the one that is running."""
    if running[5:10].isdigit():
        before = int(running[5:10]) - 1
        yield from (_BELOW.format(number=before, each=each) for each in range(1, 1000))
    yield from (_STEM.format(number=number) for number in range(last + 1, 100_000))


def _free_name(source: Path, folder: Path) -> Path | None:
    stem, dot, ending = source.name.partition(".")
    target, number = folder / source.name, 1
    while target.exists():
        if _same(source, target):
            return None
        number += 1
        target = folder / f"{stem} {number}{dot}{ending}"
    return target


def _same(one: Path, other: Path) -> bool:
    if one.is_file():
        return filecmp.cmp(one, other, shallow=False)
    names = sorted(path.name for path in one.iterdir())
    if names != sorted(path.name for path in other.iterdir()):
        return False
    return all(_same(one / name, other / name) for name in names)


def _move(moves: list[tuple[Path, Path]]) -> None:
    """Move everything to its place; what was moved is taken away again where one cannot be."""
    done = list[Path]()
    try:
        for source, target in moves:
            make_folder(target.parent)
            if target.exists():
                raise FileExistsError(EEXIST, "something of that name has come", str(target))
            source.rename(target)
            done.append(target)
        for folder in {target.parent for _, target in moves}:
            sync_folder(folder)
    except OSError as error:
        code = "not_kept" if _gone(done) else "half_restored"
        raise OutOfReach(code, file=str(error.filename or ""), why=error.strerror or str(error)) from error


def _gone(paths: list[Path]) -> bool:
    """Take them away again; False where the disk lets some stay."""
    try:
        for path in paths:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    except OSError:
        return False
    return True

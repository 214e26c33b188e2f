"""Which games lie in the data folder?  The newest is opened; a damaged one is set aside; one out of reach stays."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.disk import make_folder, sync_folder
from companion.game import Game
from companion.session.faults import DamagedGame, OutOfReach, keeping
from companion.session.log import Entry
from companion.session.salvage import SoundPart, sound_part
from companion.session.store import BESIDE, Store, create_store, open_store
from webui.keepsakes.earlier import MOST_READ, Earlier, begun, is_open

log = logging.getLogger(__name__)
FOLDER = "games"
ENDING = ".bazaar"
ASIDE_ENDING = ".damaged"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trouble:
    """What could not be read or written at the start.  ``code`` has words in ``webui.keepsakes.troubles``.

    ``sound`` of ``of`` entries can be played on from, where a damaged game has a part before the damage.
    """

    code: str
    file: str = ""
    why: str = ""
    sound: int = 0
    of: int = 0


class Archive:
    """The saved games of one data folder; knows none that is running."""

    def __init__(self, data_dir: Path, games: Mapping[str, Game]) -> None:
        self.folder = data_dir / FOLDER
        self.troubles: tuple[Trouble, ...] = ()
        self._games = games

    def open_newest(self, sit_down: Callable[[Store], T]) -> T | None:
        """What ``sit_down`` makes of the newest saved game; None where there is none to be had.  Never raises.

        A damaged game is set aside and the one before it is tried.  One that is out of reach now, or was written by
        another program, stays where it is, and nothing else is opened in its place.
        """
        self.troubles = self._folder_troubles()
        for path in self._paths():
            try:
                return sit_down(open_store(path, self._games))
            except DamagedGame as error:
                self._set_aside(path, error)
            except OutOfReach as error:
                self._note(Trouble(error.code, path.name, str(error.facts.get("why", ""))))
                return None
            except Exception as error:
                log.exception("the saved game %s could not be opened", path.name)
                self._note(Trouble("not_opened", path.name, str(error) or type(error).__name__))
                return None
        return None

    def create(
        self,
        game: Game,
        setup: Any,
        created_s: float,
        notes: Mapping[str, Any],
        entries: Iterable[Entry] = (),
    ) -> Store:
        """A new saved game, the newest of all.  Raises OutOfReach; then there is none."""
        with keeping(FOLDER):
            make_folder(self.folder)
            path = self._free_path()
        return create_store(path, game, setup, created_s, notes, entries)

    def earlier(self) -> list[Earlier]:
        """The games that were begun, over or not, the newest first; of one that was set aside what is sound.

        Files are only read.  One of which ``troubles`` tell is not among them.
        """
        told = {trouble.file for trouble in self.troubles}
        paths = [path for path in self._paths(_is_kept) if path.name not in told][:MOST_READ]
        kept = ((path.name, sound_part(path, self._games)) for path in paths)
        return begun(Earlier(name, part, _is_aside(name)) for name, part in kept if part is not None)

    def recover(self, file: str, sit_down: Callable[[Store], T]) -> T | None:
        """Go on, as the newest game, with an earlier one or from before the damage of one set aside.

        None where there is none of that name.
        """
        path = next((path for path in self._paths(_is_kept) if path.name == file), None)
        part = sound_part(path, self._games) if path else None
        offered = file in {trouble.file for trouble in self.troubles if trouble.sound}
        if part is None or not (offered or is_open(Earlier(file, part, _is_aside(file)))):
            return None
        sitting = sit_down(self.create(part.game, part.setup, part.created_s, part.notes, part.entries))
        self.troubles = tuple(one for one in self.troubles if one.file != file)
        return sitting

    # ------------------------------------------------------------------ helpers

    def _note(self, trouble: Trouble) -> None:
        self.troubles = (*self.troubles, trouble)

    def _paths(self, wanted: Callable[[str], bool] = lambda name: name.endswith(ENDING)) -> list[Path]:
        """The files of games with names that are wanted, the saved ones where nothing is said, newest first."""
        try:
            return sorted((path for path in self.folder.iterdir() if wanted(path.name)), reverse=True)
        except OSError:
            return []

    def _folder_troubles(self) -> tuple[Trouble, ...]:
        """Whether games can be kept here at all."""
        probe = self.folder / ".probe"
        try:
            make_folder(self.folder)
            probe.write_bytes(b"1")
            probe.unlink()
        except OSError as error:
            return (Trouble("folder_not_writable", str(self.folder), error.strerror or str(error)),)
        return ()

    def _set_aside(self, path: Path, error: DamagedGame) -> None:
        why = str(error.facts.get("why", ""))
        part = sound_part(path, self._games)
        try:
            aside = _moved_aside(path)
        except OSError:
            log.exception("could not set %s aside", path.name)
            self._note(Trouble("not_opened", path.name, why))
            return
        log.warning("the saved game %s is damaged (%s) and was set aside as %s", path.name, why, aside.name)
        self._note(Trouble("damaged_game", aside.name, why, *_counts(part)))

    def _free_path(self) -> Path:
        """The next file in order of numbers, so that the newest is the last by name whatever the clock says."""
        stems = [path.name.split(".")[0] for path in self.folder.iterdir()]
        numbers = [int(stem.removeprefix("game-")) for stem in stems if stem.removeprefix("game-").isdigit()]
        return self.folder / f"game-{max(numbers, default=0) + 1:05}{ENDING}"


def _is_kept(name: str) -> bool:
    """Whether that is the name of a saved game, be it set aside."""
    return name.endswith(ENDING) or _is_aside(name)


def _is_aside(name: str) -> bool:
    """Whether that is the name of a damaged game that was set aside, not of what lay beside it."""
    return bool(re.search(f"{re.escape(ENDING + ASIDE_ENDING)}(-[0-9]+)?$", name))


def _counts(part: SoundPart | None) -> tuple[int, int]:
    return (len(part.entries), part.of) if part else (0, 0)


def _moved_aside(path: Path) -> Path:
    """Give a file and what lies beside it a name that is free, unchanged otherwise."""
    aside, number = path.with_name(path.name + ASIDE_ENDING), 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}{ASIDE_ENDING}-{number}")
    for ending in BESIDE:
        side = path.with_name(path.name + ending)
        if side.exists():
            side.rename(aside.with_name(aside.name + ending))
    sync_folder(path.parent)
    return aside

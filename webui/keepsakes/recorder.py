"""Which pictures of an evening are kept, when people agree to it?  One of every changed steady table.

They lie beside the games, in a folder that ``bazaar follow`` reads.  Off until the host switches it on, off again with
the next game; every screen shows a mark while it is on.
"""

import logging
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec

from calibration.store import FOLDER as PROFILES
from companion.game import Say
from companion.locks import Lock
from companion.session.faults import keeping
from companion.session.record import write_record
from companion.sync.episodes import STEADY_LOOKS, Episodes, fold
from companion.sync.observation import BoardObservation, NotSeen
from companion.words import mark
from vision.frame import Frame, Image
from webui.camera.pictures import jpeg
from webui.house import House
from webui.http.errors import Refused

log = logging.getLogger(__name__)
FOLDER = "recordings"
PICTURE = "look_{number:04}{tag}.jpg"
HOW_TO = "how-to.txt"
ABOUT = "evening.json"

HOW_TO_WORDS = mark(
    "This folder holds pictures of one evening of Istanbul: one of every changed table, in order. It was made because "
    "the people at the table agreed to it.\n\nTo follow the game through the pictures:\n\n    {command}\n\n"
    "To report what went wrong, attach this file and say at which picture it happened. The pictures may show hands and "
    "whatever lay about: look through them before you send them."
)


@dataclass(frozen=True, slots=True)
class RecorderLimits:
    """How much is kept of one evening, how large, and how soon after one another; a picture in which the board is not
    found is kept once the reason has lasted ``lost_s``."""

    pictures: int = 1500
    bytes: int = 400 << 20
    free_bytes: int = 1 << 30
    longest_px: int = 1920
    quality: int = 88
    least_s: float = 1.0
    lost_s: float = 3.0


USUAL = RecorderLimits()


class About(msgspec.Struct, frozen=True):
    """``evening.json``: what somebody needs to follow the pictures."""

    game: str
    players: list[str]
    profile: str
    command: str


class PictureChoice:
    """Decides which looks are worth a picture: the first of each steady table, and of each reason not to see it."""

    def __init__(self, limits: RecorderLimits = USUAL) -> None:
        self._limits = limits
        self._eye = Episodes()
        self._kept: object = None
        self._kept_at_s = float("-inf")
        self._lost_since: tuple[str, float] | None = None

    def is_wanted(self, told: BoardObservation | NotSeen) -> bool:
        """Whether the picture behind this look shall be kept."""
        self._eye = fold(self._eye, told)
        key = self._lost(told) if isinstance(told, NotSeen) else self._steady()
        if key is None or key == self._kept or told.at_s - self._kept_at_s < self._limits.least_s:
            return False
        self._kept, self._kept_at_s = key, told.at_s
        return True

    def _steady(self) -> object:
        self._lost_since = None
        if self._eye.looks < STEADY_LOOKS:
            return None
        return self._eye.layout, self._eye.seen.clear()

    def _lost(self, told: NotSeen) -> object:
        if self._lost_since is None or self._lost_since[0] != told.reason:
            self._lost_since = (told.reason, told.at_s)
        return told.reason if told.at_s - self._lost_since[1] >= self._limits.lost_s else None


@dataclass(frozen=True, slots=True)
class KeptPictures:
    """How many pictures a folder holds, and their bytes in all; counted once, for every view tells it."""

    folder: Path
    pictures: int
    bytes: int


class Recorder:
    """Keeps the pictures of the running game while it is on.  Safe to call from several threads."""

    def __init__(self, house: House, limits: RecorderLimits = USUAL) -> None:
        self.on = False
        self._house, self._limits = house, limits
        self._choice = PictureChoice(limits)
        self._kept = KeptPictures(Path(), 0, 0)
        self._lock = Lock("recorder")
        house.when_opened(lambda session: self.switch(False))

    def switch(self, on: bool) -> None:
        """Keep pictures from now on, or no longer.  Raises Refused without a game."""
        if on:
            self._house.running()
        with self._lock:
            self.on, self._choice = on, PictureChoice(self._limits)
            self._kept = kept_in(self._folder())
        self._house.changed()

    def view(self, say: Say) -> dict[str, Any]:
        """What screens show: whether pictures are kept, how many there are, and whether there is room for more."""
        kept = self._tally()
        told = {"on": self.on, "pictures": kept.pictures, "megabytes": round(kept.bytes / (1 << 20), 1)}
        return told | {"full": self._is_full(kept)}

    def look(self, frame: Frame | None, told: BoardObservation | NotSeen) -> None:
        """Called with every picture the camera read."""
        with self._lock:
            if frame is None or not self.on or not self._choice.is_wanted(told):
                return
            if self._is_full(self._tally()):
                self.on = False
            else:
                self._keep(frame.bgr, told)
        self._house.changed()

    def delete(self) -> None:
        """Forget the pictures of the running game."""
        with self._lock:
            shutil.rmtree(self._folder(), ignore_errors=True)
            self._kept = kept_in(self._folder())
        self._house.changed()

    def zipped(self, say: Say) -> IO[bytes]:
        """Everything of the evening in one nameless file: pictures, the copy of the game, and how to follow them.

        The record comes with it once the game is over, for it holds every card.  Raises Refused where nothing was kept,
        OutOfReach where the disk has no room.
        """
        if not pictures_in(self._folder()):
            raise Refused("nothing_recorded", 404)
        about = self._about()
        with keeping(FOLDER), ExitStack() as closing:
            whole = closing.enter_context(TemporaryFile(dir=self._folder().parent))
            self._bundle(about, whole, say)
            closing.pop_all()
        return whole

    # ------------------------------------------------------------------ helpers

    def _bundle(self, about: About, whole: IO[bytes], say: Say) -> None:
        """Fill the file and go back to its beginning; pictures that are deleted meanwhile are left out."""
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as bundle:
            for name, file in self._files():
                with suppress(FileNotFoundError):
                    bundle.write(file, f"{about.game}/{name}")
            bundle.writestr(f"{about.game}/{ABOUT}", msgspec.json.format(msgspec.json.encode(about)))
            bundle.writestr(f"{about.game}/{HOW_TO}", say(HOW_TO_WORDS).format(command=about.command) + "\n")
            if record := self._record():
                bundle.writestr(f"{about.game}/record.jsonl", record)
        whole.seek(0)

    def _keep(self, bgr: Image, told: BoardObservation | NotSeen) -> None:
        """Write one picture beside its place and move it there whole."""
        kept = self._tally()
        kept.folder.mkdir(parents=True, exist_ok=True)
        tag = f"_{told.reason}" if isinstance(told, NotSeen) else ""
        if isinstance(told, BoardObservation):
            (kept.folder / "profile").write_text(told.profile_id)
        path = kept.folder / PICTURE.format(number=kept.pictures + 1, tag=tag)
        part, data = path.with_suffix(".part"), jpeg(bgr, self._limits.longest_px, self._limits.quality)
        part.write_bytes(data)
        part.rename(path)
        self._kept = KeptPictures(kept.folder, kept.pictures + 1, kept.bytes + len(data))

    def _folder(self) -> Path:
        return self._house.data_dir / FOLDER / (self._house.game_id or "none")

    def _tally(self) -> KeptPictures:
        """What is kept of the running game; counted anew for a moment where it has just begun."""
        kept, folder = self._kept, self._folder()
        return kept if kept.folder == folder else kept_in(folder)

    def _is_full(self, kept: KeptPictures) -> bool:
        free = shutil.disk_usage(self._house.data_dir).free
        limits = self._limits
        return kept.pictures >= limits.pictures or kept.bytes >= limits.bytes or free < limits.free_bytes

    def _files(self) -> Iterator[tuple[str, Path]]:
        """Name in the bundle and path of each picture and of the copy of the game they show."""
        yield from ((path.name, path) for path in pictures_in(self._folder()))
        profile = self._profile()
        if profile is not None:
            files = sorted(path for path in profile.rglob("*") if path.is_file())
            yield from ((f"{PROFILES}/{path.relative_to(profile.parent).as_posix()}", path) for path in files)

    def _profile(self) -> Path | None:
        """The folder of the copy that was looked at."""
        noted = self._folder() / "profile"
        wanted = noted.read_text() if noted.is_file() else ""
        for path in sorted(self._house.data_dir.glob(f"**/{PROFILES}/*/profile.json")):
            if msgspec.json.decode(path.read_bytes()).get("id") == wanted:
                return path.parent
        return None

    def _about(self) -> About:
        profile = self._profile()
        name = profile.name if profile else ""
        players = [person.color for person in self._house.sitting.people]
        game = self._house.game_id
        command = f'bazaar follow {game} --data-dir {game} --profile "{name}" --players {",".join(players)}'
        return About(game, players, name, command)

    def _record(self) -> str:
        session = self._house.running()
        if not session.game.is_over(session.state):
            return ""
        return "".join(
            f"{line}\n" for line in write_record(session.game, session.setup, session.log.entries, session.state)
        )


def pictures_in(folder: Path) -> list[Path]:
    """The pictures kept in a folder, in order."""
    return sorted(folder.glob("look_*.jpg"))


def kept_in(folder: Path) -> KeptPictures:
    """The pictures of a folder, counted."""
    sizes = [path.stat().st_size for path in pictures_in(folder)]
    return KeptPictures(folder, len(sizes), sum(sizes))

"""How do the photos of one table stand, and who tells the table what came of them?"""

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.game import Say
from companion.session.faults import OutOfReach
from companion.session.postgres.leases import Hold, Moved
from companion.words import mark
from vision.params_layout import REASONS
from webui.camera.camera_view import detail_words
from webui.club.work.photo_desk import PhotoDesk
from webui.club.work.photos import LEARN, LOOK, Photos, PhotoStanding
from webui.eyes.looks import read_look
from webui.house import House

log = logging.getLogger(__name__)
_PENDING = ("waiting", "reading")
WAITING = mark("The photo waits to be read.")
READING = mark("The photo is being read …")
NOBODY = mark("The photo waits, but nobody reads photos just now. Tell the organiser; moves can be tapped meanwhile.")
FAILED = mark("The photo could not be read: it was tried twice. Take another one.")
LEARNT = mark("The copy is learnt. From now on phones can show the table by a photo.")
NO_TILES = mark(
    "Sixteen tiles were not found in the photo. Lay all of them bare in order of their numbers, four in a row, with "
    "small gaps, and fill the picture with them, from above."
)


class TablePhotos:
    """The photos of a table that this server owns.  ``learnt`` is called once a copy is known.

    What came of a photo meets the game again at the table's next owner, unless the game has gone on since.
    Raises OutOfReach.
    """

    def __init__(self, photos: Photos, house: House, hold: Hold, learnt: Callable[[], None]) -> None:
        self._photos, self._house, self._hold, self._learnt = photos, house, hold, learnt
        self.copy_id = photos.copy_id(hold.code)
        self.waits = True
        self._sent: frozenset[str] = frozenset()
        """Kinds of photos that were sent after it was last asked how the photos stand."""
        self._has_workers = True
        self._stands: Mapping[str, PhotoStanding] = {}
        self._heard: dict[str, int] = {}
        """Of each kind the number of the photo of which this server heard last what had come of it."""
        self._met_at = ""
        """Where the game stood after a photo had met it last."""
        self._lock = threading.Lock()

    def put(self, kind: str, picture: bytes) -> None:
        """Have a photo read.  Raises Refused."""
        self._photos.put(self._hold, kind, picture)
        with self._lock:
            self._stands = {**self._stands, kind: PhotoStanding(kind, 0, "waiting", None)}
            self._sent |= {kind}
            self.waits = True
        self._house.changed()

    def about_to_ask(self) -> None:
        """From now on it is asked how the photos stand; one that is sent meanwhile may be missing in the answer."""
        with self._lock:
            self._sent = frozenset()

    def hear(self, now: Sequence[PhotoStanding], has_workers: bool) -> None:
        """How the photos stood when it was asked; on the collector's thread."""
        before = self._stands, self._has_workers
        for one in now:
            if one.state not in _PENDING and self._heard.get(one.kind) != one.number:
                self._end(one)
        with self._lock:
            stay = {kind: one for kind, one in self._stands.items() if one.state not in _PENDING or kind in self._sent}
            heard = {one.kind: one for one in now if one.kind not in self._sent}
            self._stands, self._has_workers = stay | heard, has_workers
            self.waits = any(one.state in _PENDING for one in self._stands.values())
        if (self._stands, has_workers) != before:
            self._house.changed()

    def view(self, say: Say) -> dict[str, Any]:
        """Whether a copy is known, and of each kind what is to be told of the newest photo."""
        told = {one.kind: {"state": one.state, "text": self._words(one, say)} for one in self._stands.values()}
        return {"copy": self.copy_id is not None, LOOK: told.get(LOOK), LEARN: told.get(LEARN)}

    def _end(self, one: PhotoStanding) -> None:
        now = self._stands_at()
        if one.heard_at is None:
            self._photos.hear(self._hold, one, now)
        self._heard[one.kind] = one.number
        if one.heard_at not in (None, now):
            return
        if one.state == "read" and one.answer is not None:
            self._take(one.kind, one.answer)
        self._met_at = self._stands_at()

    def _stands_at(self) -> str:
        return f"{self._house.game_id}/{self._house.version}"

    def _take(self, kind: str, answer: str) -> None:
        if kind == LEARN:
            self.copy_id = self._photos.copy_id(self._hold.code)
            self._learnt()
        elif isinstance(desk := self._house.desk, PhotoDesk):
            desk.take(read_look(answer.encode()).look)

    def _words(self, one: PhotoStanding, say: Say) -> str:
        if one.state in _PENDING:
            pending = READING if one.state == _PENDING[1] else WAITING
            return say(pending if self._has_workers else NOBODY)
        if one.state == "failed" or one.answer is None:
            return say(FAILED)
        if one.kind == LEARN:
            why = msgspec.json.decode(one.answer).get("why")
            return say(LEARNT if why is None else REASONS.get(why, NO_TILES))
        desk = self._house.desk
        if not isinstance(desk, PhotoDesk) or self._met_at != self._stands_at():
            return ""
        return detail_words(desk.status, self._house, say)


class Collector:
    """Looks what came of the photos of this server's tables; ``tables`` are those it has, by code."""

    def __init__(self, photos: Photos, tables: Callable[[], Mapping[str, TablePhotos]]) -> None:
        self._photos, self._tables = photos, tables

    def once(self) -> None:
        """Tell each table what is new.  A table that fails costs nobody else anything.  Raises OutOfReach."""
        waiting = {code: one for code, one in self._tables().items() if one.waits}
        if not waiting:
            return
        for one in waiting.values():
            one.about_to_ask()
        stands, has_workers = self._photos.standing(waiting), self._photos.has_workers()
        for code, one in waiting.items():
            self._tell(code, one, stands.get(code, []), has_workers)

    def _tell(self, code: str, one: TablePhotos, stands: Iterable[PhotoStanding], has_workers: bool) -> None:
        try:
            one.hear(list(stands), has_workers)
        except Moved:
            log.info("what came of a photo of table %s is left to its owner", code)
        except OutOfReach:
            raise
        except Exception:
            log.exception("what came of a photo of table %s could not be told", code)

"""What is one table of a club, at the server that owns it?  A house, the eyes it knows, and the way of its requests."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import GameError
from companion.session.clock import Clock
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.postgres.retention import STAFF, VISITS
from companion.session.postgres.store import keep_board_note
from companion.session.session import GameSession
from companion.words import mark
from webui.camera.desk import NoCamera
from webui.club.results import keep_result
from webui.club.shelf import ClubNote, ClubShelf
from webui.club.work.photo_desk import PhotoDesk
from webui.club.work.photos import LOOK, Photos
from webui.club.work.table_photos import TablePhotos
from webui.eyes.eye_desk import EyeDesk
from webui.eyes.eye_post import EyePost
from webui.eyes.messenger import Messenger
from webui.hooks import Hooks
from webui.house import House
from webui.http.answers import Receive, Scope, Send
from webui.http.bridge import Bridge
from webui.http.front import EVENTS, Front
from webui.http.hub import Room
from webui.http.parts import PARTS
from webui.keepsakes.shelf import Keeping
from webui.play.games import GAMES
from webui.settings import Settings

log = logging.getLogger(__name__)
FOLDER = "tables"
PIN, EYES = "pin", "eyes"
ORGANISER_CAME = mark("became the host of this table, from the board of the club")
_MOST_VISITS = 20
_ROOM = Room(all=64)
_TICKS_OF_AN_OWNER = 1 << 30


class Shared(NamedTuple):
    """What all tables of a server share; ``clock`` is the time of all servers.  ``told`` is what every view says of the
    club."""

    database: Database
    data: Path
    clock: Clock
    settings: Settings
    bridge: tuple[Any, Bridge]
    messenger: Messenger
    photos: Photos
    told: dict[str, Any]


class OpenTable:
    """A table that this server owns.  Made on a thread: it reads the table's games.  Raises OutOfReach."""

    def __init__(self, shared: Shared, hold: Hold) -> None:
        self.hold = hold
        self._database = database = shared.database
        shelf = ClubShelf(database, hold, GAMES)
        keeping = Keeping(shelf, ClubNote(database, hold, STAFF), hold.fence * _TICKS_OF_AN_OWNER)
        self.house = House(shared.data / FOLDER / hold.code, shared.clock, room=_ROOM, keeping=keeping)
        self._messenger = shared.messenger
        self.photos = TablePhotos(shared.photos, self.house, hold, self._choose_desk)
        self.eyes = EyePost(self.house, ClubNote(database, hold, EYES), self._choose_desk)
        self._choose_desk()
        flask, bridge = shared.bridge
        self._front = Front(flask, self.house, shared.settings, bridge=bridge, knows_eye=self.eyes.knows)
        self._ended, self._needs_help = False, False
        self._visits = ClubNote(database, hold, VISITS).read()
        self.house.hooks = Hooks(
            shown={
                "needs_help": lambda say: self._needs_help,
                "club": lambda say: shared.told,
                "visits": lambda say: [{"at": at, "text": [say(ORGANISER_CAME)]} for at in self._came],
                "photos": self.photos.view,
            }
        )
        self._keep_pin()
        self.house.when_opened(self._follow)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose path is the one below the table's address."""
        await self._front(self._own(scope), receive, send)

    async def may_listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say whether somebody may hear of changes here, to a server that holds the line itself."""
        await self._front.intake(self._own({**scope, "path": EVENTS}), receive, send)

    def when_changed(self, told: Callable[[str, dict[str, Any]], None]) -> None:
        """Call ``told`` with the table's code and its pulse after every change, from any thread."""
        self.house.hub.when_published = lambda: told(self.hold.code, dict(self.house.pulse()))

    def summary(self) -> dict[str, Any]:
        """What the board of tables shows of it."""
        house, eye = self.house, self.eyes.is_looking
        session = house.session
        if session is None:
            return {"state": "free", "players": [], "round": None, "present": 0, "version": 0, "eye": eye}
        over = session.game.is_over(session.state)
        round_now = getattr(session.state, "round", None)
        return {
            "state": "over" if over else "playing",
            "players": [person.name for person in house.sitting.people],
            "round": round_now,
            "present": len(house.hub.present()),
            "version": session.version,
            "eye": eye,
        }

    def note_help(self, needs: bool) -> None:
        """Whether the organiser is wanted here."""
        if needs != self._needs_help:
            self._needs_help = needs
            self.house.changed()

    def note_visit(self) -> None:
        """The organiser became the host here: the table's log says so from now on.  Raises OutOfReach."""
        came = [*self._came, self.house.clock.now_s()][-_MOST_VISITS:]
        visits = {"game": self.house.game_id, "at": came}
        ClubNote(self._database, self.hold, VISITS).write(visits)
        self._visits = visits
        self.house.changed()

    @property
    def _came(self) -> list[float]:
        """When the organiser became the host here in the running game, oldest first."""
        came: list[float] = self._visits.get("at", []) if self._visits.get("game") == self.house.game_id else []
        return came

    def close(self) -> None:
        """Send the pages home and let go of the game."""
        self._leave_desk()
        self.house.close()

    def _own(self, scope: Scope) -> Scope:
        return {**scope, PARTS: {"house": self.house, "table": self, "eyes": self.eyes}}

    def _choose_desk(self, eye: bool | None = None) -> None:
        """A table that knows an eye waits for its looks, one whose copy is known for photos; any other is tapped."""
        eye = bool(self.eyes.eyes) if eye is None else eye
        kind = EyeDesk if eye else PhotoDesk if self.photos.copy_id else NoCamera
        old = self.house.desk
        if type(old) is kind:
            return
        self.house.desk = NoCamera()
        if isinstance(old, EyeDesk | PhotoDesk):
            old.stop()
        if kind is not NoCamera:
            send = partial(self.photos.put, LOOK)
            desk = EyeDesk(self.house, self._messenger) if kind is EyeDesk else PhotoDesk(self.house, send)
            desk.start()
            self.house.desk = desk
        self.house.changed()

    def _leave_desk(self) -> None:
        old, self.house.desk = self.house.desk, NoCamera()
        if isinstance(old, EyeDesk | PhotoDesk):
            old.stop()

    def _keep_pin(self) -> None:
        """The PIN stands on the sheet of the table, so that it outlasts its owner."""
        pin, note = self.house.access.pin, ClubNote(self._database, self.hold, PIN)
        kept = note.read()
        if kept:
            pin.number = kept["number"]
        else:
            note.write({"number": pin.number})
        pin.keep = lambda number: keep_board_note(self._database, self.hold, PIN, {"number": number})

    def _follow(self, session: GameSession) -> None:
        self._ended = session.game.is_over(session.state)
        session.subscribe(lambda version: self._note_end(session))

    def _note_end(self, session: GameSession) -> None:
        """Keep what came out once a game has ended, and forget it where the end is taken back."""
        over = session.game.is_over(session.state)
        if over == self._ended:
            return
        try:
            keep_result(self._database, self.hold, session, self.house.sitting, over)
            self._ended = over
        except GameError:
            log.exception("the result of %s could not be kept", session.store.name)

"""What is one table of a club, at the server that owns it?  A house, the eyes it knows, and the way of its requests."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from a2wsgi import WSGIMiddleware

from companion.errors import GameError
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold
from companion.session.postgres.store import keep_board_note
from companion.session.session import GameSession
from webui.camera.desk import NoCamera
from webui.club.results import keep_result
from webui.club.shelf import ClubNote, ClubShelf
from webui.eyes.eye_desk import EyeDesk
from webui.eyes.eye_post import EyePost
from webui.eyes.messenger import Messenger
from webui.hooks import Hooks
from webui.house import House
from webui.http.answers import Receive, Scope, Send
from webui.http.front import EVENTS, Front
from webui.http.hub import Room
from webui.http.parts import PARTS
from webui.keepsakes.shelf import Keeping
from webui.play.games import GAMES
from webui.settings import Settings

log = logging.getLogger(__name__)
FOLDER = "tables"
STAFF, PIN, EYES = "staff", "pin", "eyes"
_ROOM = Room(all=64)
_TICKS_OF_AN_OWNER = 1 << 30


class OpenTable:
    """A table that this server owns.  Made on a thread: it reads the table's games.  Raises OutOfReach."""

    def __init__(
        self,
        database: Database,
        hold: Hold,
        data: Path,
        settings: Settings,
        bridge: tuple[Any, WSGIMiddleware],
        messenger: Messenger,
    ) -> None:
        self.hold = hold
        self._database = database
        shelf = ClubShelf(database, hold, GAMES)
        keeping = Keeping(shelf, ClubNote(database, hold, STAFF), hold.fence * _TICKS_OF_AN_OWNER)
        self.house = House(data / FOLDER / hold.code, room=_ROOM, keeping=keeping)
        self._messenger = messenger
        self.eyes = EyePost(self.house, ClubNote(database, hold, EYES), self._eye_known)
        self._eye_known(bool(self.eyes.eyes))
        self._front = Front(bridge[0], self.house, settings, bridge=bridge[1], knows_eye=self.eyes.knows)
        self._ended, self._needs_help = False, False
        self.house.hooks = Hooks(shown={"needs_help": lambda say: self._needs_help})
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

    def close(self) -> None:
        """Send the pages home and let go of the game."""
        self._eye_known(False)
        self.house.close()

    def _own(self, scope: Scope) -> Scope:
        return {**scope, PARTS: {"house": self.house, "table": self, "eyes": self.eyes}}

    def _eye_known(self, known: bool) -> None:
        """A table that knows an eye waits for its looks; any other is played by taps alone."""
        desk = self.house.desk
        if known and not isinstance(desk, EyeDesk):
            eyes = EyeDesk(self.house, self._messenger)
            eyes.start()
            self.house.desk = eyes
            self.house.changed()
        elif not known and isinstance(desk, EyeDesk):
            self.house.desk = NoCamera()
            desk.stop()
            self.house.changed()

    def _keep_pin(self) -> None:
        """The PIN stands on the sheet of the table, so that it outlasts its owner."""
        pin, note = self.house.access.pin, ClubNote(self._database, self.hold, PIN)
        kept = note.read()
        if kept:
            pin.number = kept["number"]
        else:
            note.write({"number": pin.number})
        pin.renewed = lambda: keep_board_note(self._database, self.hold, PIN, {"number": pin.number})

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

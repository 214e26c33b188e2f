"""What makes one running companion?  The game, who sits where, the screens that listen, the camera desk."""

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import GameError
from companion.face import Face
from companion.game import Say
from companion.session.clock import Clock, SystemClock
from companion.session.session import Chance, GameSession
from companion.session.store import DamagedGame, Store, create_store, open_store
from companion.session.view import Person, seat_view
from webui.access import Access
from webui.desk import Desk, NoCamera
from webui.errors import Refused
from webui.games import FACES, GAMES, KINDS, chance_for
from webui.hub import Hub, Message
from webui.keepsake import Keepsake

log = logging.getLogger(__name__)
GAME_FOLDER = "games"
GAME_ENDING = ".bazaar"
SET_ASIDE_ENDING = ".damaged"
STAFF_FILE = "hosts.json"
_TAPS_REMEMBERED = 200
Opened = Callable[[GameSession], None]


class Sitting(msgspec.Struct, frozen=True):
    """What is kept beside a game: who plays it, how the app helps, and which copy lies on the table."""

    people: tuple[Person, ...]
    dice: str = "app"
    cards: str = "app"
    copy: str = ""


class House:
    """The composition of one companion.  Opens the newest game when it starts; nothing here knows Flask.

    ``desk`` may be set at any time; whoever changes what screens show calls ``changed``.  ``watchers`` are shown every
    picture read, with what was read in it; ``shown`` are further parts of every view, by name; ``holds`` keep it from
    following while one says so.
    """

    def __init__(
        self,
        data_dir: Path,
        clock: Clock | None = None,
        chance: Chance | None = None,
        desk: Desk | None = None,
        streams_max: int = 24,
        code_life_s: float = 600.0,
    ) -> None:
        self.data_dir = data_dir
        self.clock = clock or SystemClock()
        self.hub = Hub(streams_max, self.changed)
        self.desk: Desk = desk or NoCamera()
        self.access = Access(self.clock, code_life_s, self._keep_access)
        self.session: GameSession | None = None
        self.sitting = Sitting(())
        self.notice = ""
        self._chance = chance
        self._opened: list[Opened] = []
        self.watchers: list[Callable[[Any, Any], None]] = []
        self.shown: dict[str, Callable[[Say], Any]] = {}
        self.holds: list[Callable[[], bool]] = []
        self._taps: list[tuple[int, int]] = []
        self._tick = int(self.clock.now_s()) * 1000  # grows on over a restart
        self._lock = threading.RLock()
        self._staff = Keepsake(data_dir / STAFF_FILE)
        self.access.load(self._staff.read())
        self.open_newest()

    # ------------------------------------------------------------------ the game

    @property
    def version(self) -> int:
        """The version of the running game, 0 without one."""
        return self.session.version if self.session else 0

    @property
    def game_id(self) -> str:
        """A name for the running game that changes with it; empty without one."""
        return self.session.store.path.stem if self.session else ""

    @property
    def begun(self) -> bool:
        """Has anybody played yet?  From then on the seats are locked but for the codes the host asks for."""
        entries = self.session.log.effective if self.session else ()
        return any(entry.seat is not None or entry.source == "camera" for entry in entries)

    def running(self) -> GameSession:
        """The running game.  Raises Refused without one."""
        if self.session is None:
            raise Refused("no_game", 409)
        return self.session

    def open_newest(self) -> None:
        """Continue the newest saved game.  A damaged file is set aside, unchanged, and the one before it is tried."""
        for path in sorted(self._folder().glob(f"*{GAME_ENDING}"), reverse=True):
            try:
                self._sit_down(open_store(path, GAMES))
                return
            except DamagedGame as error:
                self._set_aside(path, error)

    def start(self, name: str, setup: Any, sitting: Sitting, keep_seats: bool = False) -> GameSession:
        """Begin a new game.  With ``keep_seats`` the phones stay on their seats (rematch)."""
        with self._lock:
            path = self._free_path()
            store = create_store(path, GAMES[name], setup, self.clock.now_s())
            store.keep_note("sitting", msgspec.to_builtins(sitting))
            store.keep_note("access", self.access.note(with_seats=keep_seats))
            return self._sit_down(store)

    def when_opened(self, listener: Opened) -> Callable[[], None]:
        """Call ``listener`` with every game that begins or goes on, the running one at once; gives the way to stop."""
        self._opened.append(listener)
        if self.session is not None:
            listener(self.session)
        return lambda: self._opened.remove(listener)

    @property
    def held(self) -> bool:
        """Whether people are busy at the table with something else than playing: nothing is followed then."""
        return any(hold() for hold in self.holds)

    def looked(self, frame: Any, told: Any) -> None:
        """The camera has read a picture: show it to the ``watchers``, on its thread.  One that fails harms nobody."""
        for watcher in self.watchers:
            try:
                watcher(frame, told)
            except Exception:
                log.exception("looking at a picture failed")

    def tapped(self, before: int, after: int) -> None:
        """One tap led from one version to another."""
        self._taps = [*self._taps[-_TAPS_REMEMBERED:], (before, after)]

    def tap_start(self, number: int) -> int:
        """The version before the tap that made entry ``number``; the one before the entry where that is not known."""
        starts = [before for before, after in self._taps if before < number <= after]
        return starts[-1] if starts else number - 1

    # ------------------------------------------------------------------ what screens see

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        """The whole view of a seat; None is the table screen."""
        head = {**self.pulse(), "now": self.clock.now_s(), "notice": self.notice, "camera": self.desk.view(seat, say)}
        head |= {name: show(say) for name, show in self.shown.items()}
        with self._lock:
            session, people = self.session, self.sitting.people
        if session is None:
            return head
        aids = KINDS[session.game.name].aids(self.sitting.copy, self.sitting.dice, self.data_dir)
        return head | aids | seat_view(session, FACES[session.game.name], people, seat, say) | self._sitting_down()

    @property
    def face(self) -> Face:
        """How the running game shows itself."""
        return FACES[self.running().game.name]

    def words_for(self, error: GameError, say: Say) -> str:
        """A game's refusal in words."""
        asked = FACES.get(str(error.facts.get("game", "")))
        face = asked or (next(iter(FACES.values())) if self.session is None else self.face)
        return face.refusal(error, [person.name for person in self.sitting.people], say)

    def pulse(self) -> dict[str, int | str]:
        """What an event stream sends: numbers that move when something changes."""
        return {"tick": self._tick, "version": self.version, "game_id": self.game_id}

    def changed(self, *_: Any) -> None:
        """Something that screens show has changed."""
        with self._lock:
            self._tick += 1
            message: Message = self.pulse()
        self.hub.publish(message)

    def close(self) -> None:
        """Send the screens home and close the file."""
        self.hub.close()
        if self.session is not None:
            self.session.close()

    # ------------------------------------------------------------------ helpers

    def _sit_down(self, store: Store) -> GameSession:
        """Play this game from now on.  Raises DamagedGame, and then nothing has changed."""
        try:
            sitting = msgspec.convert(store.note("sitting") or {"people": []}, Sitting)
            chance = self._chance or chance_for(store.game.name, sitting.dice, sitting.cards)
            session = GameSession(store, self.clock, chance)
        except (msgspec.MsgspecError, DamagedGame) as error:
            store.close()
            raise DamagedGame("damaged_game", file=store.path.name, why=str(error)) from error
        with self._lock:
            old, self.session, self.sitting = self.session, session, sitting
            self._taps = []
            self.access.load(store.note("access"))
        if old is not None:
            old.close()
        session.subscribe(self.changed)
        session.subscribe(lambda version: self._learn(session, sitting))
        for listener in list(self._opened):
            listener(session)
        self.changed()
        return session

    def _learn(self, session: GameSession, sitting: Sitting) -> None:
        KINDS[session.game.name].learn(session.setup, session.state, sitting.copy, self.data_dir)

    def _set_aside(self, path: Path, error: DamagedGame) -> None:
        aside = path.with_name(path.name + SET_ASIDE_ENDING)
        try:
            for ending in ("", "-wal", "-shm"):
                side = path.with_name(path.name + ending)
                if side.exists():
                    side.rename(aside.with_name(aside.name + ending))
        except OSError:
            log.exception("could not set %s aside", path)
            return
        self.notice = aside.name
        log.warning("a saved game cannot be read and was set aside as %s: %s", aside, error)

    def _folder(self) -> Path:
        folder = self.data_dir / GAME_FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _free_path(self) -> Path:
        """The next file in order of numbers, so that the newest is the last by name whatever the clock says."""
        stems = [path.name.split(".")[0] for path in self._folder().iterdir()]
        numbers = [int(stem.removeprefix("game-")) for stem in stems if stem.removeprefix("game-").isdigit()]
        return self._folder() / f"game-{max(numbers, default=0) + 1:05}{GAME_ENDING}"

    def _keep_access(self, note: Mapping[str, Any]) -> None:
        self._staff.write(self.access.note(with_seats=False))
        if self.session is not None:
            self.session.store.keep_note("access", note)
        self.changed()

    def _sitting_down(self) -> dict[str, list[bool]]:
        """For each seat: does it have a device, and does that device have a page open?"""
        taken = self.access.taken()
        present = {seat for token in self.hub.present() for seat in self.access.device(token).seats}
        seats = range(len(self.sitting.people))
        return {"joined": [seat in taken for seat in seats], "present": [seat in present for seat in seats]}

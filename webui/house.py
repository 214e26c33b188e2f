"""What makes one running companion?  The game, who sits where, the screens that listen, the camera desk."""

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.decoding import converted
from companion.errors import GameError
from companion.face import Face
from companion.game import Say
from companion.session.clock import Clock, SystemClock
from companion.session.draft import Chance, first_entries
from companion.session.faults import OutOfReach
from companion.session.keeping import GameStore
from companion.session.session import GameSession, leave
from companion.session.view import SharedViews, seat_view
from webui.camera.desk import Desk, NoCamera
from webui.hooks import Hooks
from webui.http.errors import Refused
from webui.http.hub import Hub, Room
from webui.keepsakes.archive import Archive
from webui.keepsakes.keepsake import Keepsake
from webui.keepsakes.shelf import Keeping, Note
from webui.keepsakes.troubles import told
from webui.play.games import FACES, GAMES, KINDS, chance_for
from webui.play.sitting import CHANCE, SEATS, SITTING, Sitting, notes_of, seats_note, seats_of, secret_of, sitting_of
from webui.play.taps import Taps
from webui.rights.access import Access, Device, Devices, without_seats

log = logging.getLogger(__name__)
STAFF_FILE = "hosts.json"
_TICKS_A_SECOND = 1000
Opened = Callable[[GameSession], None]


class Table(NamedTuple):
    """The running game and who sits round it; replaced whole."""

    session: GameSession
    sitting: Sitting


class House:
    """The composition of one companion.  Opens the newest game when it starts; nothing here knows Flask.

    ``desk`` may be set at any time; whoever changes what screens show calls ``changed``.  ``hooks`` are set once;
    ``taps`` knows what one tap did.  ``keeping`` is where games lie, the data folder where it is not said.
    """

    def __init__(
        self,
        data_dir: Path,
        clock: Clock | None = None,
        chance: Chance | None = None,
        room: Room | None = None,
        code_life_s: float = 600.0,
        keeping: Keeping | None = None,
    ) -> None:
        self.data_dir = data_dir
        self.clock = clock or SystemClock()
        self.archive, self._staff, first_tick = keeping or self._in_folder()
        self.hub = Hub(first_tick, room, self.changed)
        self.desk: Desk = NoCamera()
        self.access = Access(self.clock, code_life_s, self._keep_devices, _devices_of(self._staff))
        self.access.changed, self.access.renamed = self.changed, self.hub.renamed
        self._table: Table | None = None
        self._shared = SharedViews()
        self._chance = chance
        self._opened: list[Opened] = []
        self.hooks = Hooks()
        self.taps = Taps()
        self.open_newest()

    # ------------------------------------------------------------------ the game

    @property
    def session(self) -> GameSession | None:
        """The running game."""
        table = self._table
        return table.session if table else None

    @property
    def sitting(self) -> Sitting:
        """Who plays the running game."""
        table = self._table
        return table.sitting if table else Sitting(())

    @property
    def version(self) -> int:
        """The version of the running game, 0 without one."""
        session = self.session
        return session.version if session else 0

    @property
    def game_id(self) -> str:
        """A name for the running game that changes with it; empty without one."""
        session = self.session
        return session.store.game_id if session else ""

    @property
    def begun(self) -> bool:
        """Has anybody played yet?  From then on the seats are locked but for the codes the host asks for."""
        session = self.session
        entries = session.log.entries if session else ()
        return any(entry.is_played for entry in entries)

    def running(self) -> GameSession:
        """The running game.  Raises Refused without one."""
        if (session := self.session) is None:
            raise Refused("no_game", 409)
        return session

    def open_newest(self) -> None:
        """Continue the newest saved game; ``archive.troubles`` tells what could not be read.  Never raises."""
        with self.access.lock:
            old, session = self.session, self.archive.open_newest(self._sit_down)
        self._now_plays(old, session)

    def start(self, name: str, setup: Any, sitting: Sitting, keep_seats: bool = False) -> GameSession:
        """Begin a new game.  With ``keep_seats`` phones stay with their people, wherever those sit now.

        Raises OutOfReach where it cannot be written down; then the old one goes on.
        """
        with self.access.lock:
            notes = notes_of(sitting, self.access.devices if keep_seats else {}, self.sitting.people)
            old, session = self.session, self._sit_down_new(name, setup, notes)
        self._now_plays(old, session)
        return session

    def reseat(self, seat: int, strength: str) -> None:
        """The app plays a seat of this game from now on, or a person does.  Raises OutOfReach; then nothing changed."""
        with self.access.lock:
            session, before, sitting = self.running(), self.sitting, self.sitting.played_by(seat, strength)
            session.store.keep_note(SITTING, msgspec.to_builtins(sitting))
            try:
                if strength:
                    self.access.vacate(seat)
            except OutOfReach:
                with suppress(OutOfReach):
                    session.store.keep_note(SITTING, msgspec.to_builtins(before))
                raise
            self._table = Table(session, sitting)
        self.changed()

    def recover(self, file: str) -> None:
        """Go on with an earlier game, or from before the damage of one set aside.  Raises Refused, OutOfReach."""
        with self.access.lock:
            old, session = self.session, self.archive.recover(file, self._sit_down)
        if session is None:
            raise Refused("nothing_to_recover", 404)
        self._now_plays(old, session)

    def when_opened(self, listener: Opened) -> Callable[[], None]:
        """Call ``listener`` with every game that begins or goes on, the running one at once; gives the way to stop.

        Games can follow each other quickly: a listener that is told of one that is not ``session`` any more waits for
        the next call.
        """
        self._opened.append(listener)
        session = self.session
        if session is not None:
            listener(session)
        return lambda: leave(self._opened, listener)

    @property
    def held(self) -> bool:
        """Whether people are busy at the table with something else than playing: nothing is followed then."""
        return any(hold() for hold in self.hooks.holds)

    def looked(self, frame: Any, told: Any) -> None:
        """The camera has read a picture: show it to those who watch, on its thread.  One that fails harms nobody."""
        for watcher in self.hooks.watchers:
            try:
                watcher(frame, told)
            except Exception:
                log.exception("looking at a picture failed")

    # ------------------------------------------------------------------ what screens see

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        """The whole view of a seat; None is the table screen."""
        head = {**self.pulse(), "now": self.clock.now_s(), "troubles": told(self.archive.troubles, say)}
        head |= {"camera": self.desk.view(seat, say)} | {name: show(say) for name, show in self.hooks.shown.items()}
        table = self._table
        if table is None:
            return head
        game, sitting = table.session.game.name, table.sitting
        aids = KINDS[game].aids(sitting.copy, sitting.dice, self.data_dir)
        own = seat_view(table.session, FACES[game], sitting.people, seat, say, self._shared)
        return head | aids | own | self._sitting_down()

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
        return {"tick": self.hub.tick, "version": self.version, "game_id": self.game_id}

    def changed(self, *_: Any) -> None:
        """Something that screens show has changed."""
        self.hub.publish()

    def close(self) -> None:
        """Send the screens home and close the file."""
        self.hub.close()
        if (session := self.session) is not None:
            session.close()

    # ------------------------------------------------------------------ helpers

    def _in_folder(self) -> Keeping:
        """Everything lies in the data folder; ticks grow on over a restart, with the clock."""
        first_tick = int(self.clock.now_s()) * _TICKS_A_SECOND
        return Keeping(Archive(self.data_dir, GAMES), Keepsake(self.data_dir / STAFF_FILE), first_tick)

    def _sit_down_new(self, name: str, setup: Any, notes: dict[str, Any]) -> GameSession:
        """Play a new game, written down whole with what the app throws first.  Raises OutOfReach."""
        game, sitting = GAMES[name], converted(notes[SITTING], Sitting)
        chance = self._chance or chance_for(name, sitting.dice, sitting.cards, bytes.fromhex(notes[CHANCE]))
        thrown = first_entries(game, setup, self.clock, chance)
        return self._sit_down(self.archive.create(game, setup, self.clock.now_s(), notes, thrown))

    def _sit_down(self, store: GameStore) -> GameSession:
        """Play this game from now on.  Raises DamagedGame or OutOfReach, and then nothing has changed."""
        try:
            sitting, seats = sitting_of(store), seats_of(store)
            chance = self._chance or chance_for(store.game.name, sitting.dice, sitting.cards, secret_of(store))
            session = GameSession(store, self.clock, chance)
        except Exception:
            store.close()
            raise
        self._table, self.taps = Table(session, sitting), Taps()
        self.access.load(seats, sitting.rivals)
        return session

    def _now_plays(self, old: GameSession | None, session: GameSession | None) -> None:
        """Tell everybody; no lock is held, for listeners take their own."""
        if session is not None:
            if old is not None:
                old.close()
            sitting = self.sitting
            session.subscribe(self.changed)
            session.subscribe(lambda version: self._learn(session, sitting))
            for listener in list(self._opened):
                listener(session)
        self.changed()

    def _learn(self, session: GameSession, sitting: Sitting) -> None:
        KINDS[session.game.name].learn(session.setup, session.state, sitting.copy, self.data_dir)

    def _keep_devices(self, devices: Devices) -> None:
        """Write down who may do what.  ``access.lock`` is held.

        The host's lies in the folder, seats beside the game.  Where both change, what held and what will hold is
        written first: a kill between two files takes no right from anybody.
        """
        before = self.access.devices
        both = seats_note(before) != seats_note(devices) and without_seats(before) != without_seats(devices)
        try:
            for step in ({**before, **devices}, devices) if both else (devices,):
                self._write_devices(step)
        except OutOfReach:
            with suppress(OutOfReach):
                self._write_devices(before)
            raise

    def _write_devices(self, devices: Devices) -> None:
        session = self.session
        if session is not None and session.store.note(SEATS) != (note := seats_note(devices)):
            session.store.keep_note(SEATS, note)
        self._staff.write(msgspec.to_builtins(without_seats(devices)))

    def _sitting_down(self) -> dict[str, Any]:
        """For each seat: does it have a device, and does that device have a page open?  And has anybody played?"""
        taken = self.access.taken()
        present = {seat for token in self.hub.present() for seat in self.access.device(token).seats}
        seats, rivals = range(len(self.sitting.people)), self.sitting.rivals
        joined, there = ([seat in some or seat in rivals for seat in seats] for some in (taken, present))
        return {"joined": joined, "present": there, "begun": self.begun}


def _devices_of(kept: Note) -> Devices:
    try:
        devices: Devices = converted(kept.read(), dict[str, Device])
        return devices
    except msgspec.ValidationError:
        return {}

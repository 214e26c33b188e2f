"""Who listens for changes?  Every open page, told only that something changed; the view comes whole.

A wake-up can be lost without harm: the next one, or the next look, brings everything.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.locks import Lock
from webui.http.errors import Refused


@dataclass(slots=True, eq=False)
class Listener:
    """One open page: the device's token (empty for a stranger), its address, and how it is woken from any thread."""

    token: str
    address: str
    wake: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Room:
    """How many pages may listen: of one device, of all strangers at one address, of all strangers, and in all."""

    device: int = 8
    address: int = 16
    strangers: int = 64
    all: int = 512


class Hub:
    """The open pages, and the number that moves with every change.  Safe to call from several threads.

    ``when_present`` is called when a device's first page opens or its last one has gone.
    """

    def __init__(
        self, first_tick: int = 0, room: Room | None = None, when_present: Callable[[], None] = lambda: None
    ) -> None:
        self._tick = first_tick
        self._room = room or Room()
        self._when_present = when_present
        self._listeners: list[Listener] = []
        self._lock = Lock("streams")
        self._closed = False
        self._elsewhere: dict[str, frozenset[str]] = {}
        self.when_published: Callable[[], None] = lambda: None
        """Called with every change, from any thread, after the pages here."""

    def __len__(self) -> int:
        return len(self._listeners)

    @property
    def tick(self) -> int:
        """Grows with every change."""
        return self._tick

    @property
    def is_closed(self) -> bool:
        """Whether pages are being sent home."""
        return self._closed

    def present(self) -> set[str]:
        """The tokens of the devices that have a page open."""
        return {listener.token for listener in self._listeners}.union(*self._elsewhere.values()) - {""}

    def seen_elsewhere(self, place: str, tokens: frozenset[str]) -> None:
        """These devices have pages open at another server, ``place``."""
        if self._elsewhere.get(place, frozenset()) != tokens:
            self._elsewhere = {**self._elsewhere, place: tokens}
            self._when_present()

    def publish(self) -> None:
        """Something changed: wake every page."""
        with self._lock:
            self._tick += 1
            listeners = self._listeners
        for listener in listeners:
            listener.wake()
        self.when_published()

    def close(self) -> None:
        """Send every page home."""
        self._closed = True
        self.publish()

    def open(self, token: str, address: str, wake: Callable[[], None]) -> Listener:
        """A page listens from now on.  Raises Refused where there is no room.

        A device that opens more than its share loses its oldest page, which mostly is gone already.
        """
        fresh, before = Listener(token, address, wake), self.present()
        with self._lock:
            given_up = self._make_room(fresh)
            self._listeners = [*(one for one in self._listeners if one is not given_up), fresh]
        if given_up is not None:
            given_up.wake()
        self._tell_if_changed(before)
        return fresh

    def listens(self, listener: Listener) -> bool:
        """Whether a page still has its place."""
        return listener in self._listeners and not self._closed

    def leave(self, listener: Listener) -> None:
        """The page is gone."""
        before = self.present()
        with self._lock:
            self._listeners = [one for one in self._listeners if one is not listener]
        self._tell_if_changed(before)

    def renamed(self, old: str, fresh: str) -> None:
        """A device has a new token; its open pages go on."""
        with self._lock:
            for listener in self._listeners:
                if listener.token == old:
                    listener.token = fresh

    def _make_room(self, fresh: Listener) -> Listener | None:
        """The page that gives up its place for a new one of the same device, if one must."""
        known = [one for one in self._listeners if one.token == fresh.token] if fresh.token else []
        strangers = [one for one in self._listeners if not one.token]
        near = [one for one in strangers if one.address == fresh.address]
        if len(known) >= self._room.device:
            return known[0]
        full = len(self._listeners) >= self._room.all
        if not fresh.token:
            full = full or len(strangers) >= self._room.strangers or len(near) >= self._room.address
        if self._closed or full:
            raise Refused("too_many_streams", 503)
        return None

    def _tell_if_changed(self, before: set[str]) -> None:
        if self.present() != before and not self._closed:
            self._when_present()

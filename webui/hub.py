"""How do screens hear that something changed?  Server-sent events that carry numbers only; the view is fetched whole.

A number can be lost without harm: the next one, or the next look, brings everything.
"""

import json
import queue
import threading
from collections.abc import Callable, Iterator

from webui.errors import Refused

_QUEUE_LENGTH = 8
Message = dict[str, int | str] | None  # None: the server is closing


class Hub:
    """One short queue for each open screen."""

    def __init__(self, streams_max: int = 24, when_present: Callable[[], None] = lambda: None) -> None:
        """``when_present`` is called when a device's first page opens or its last one has gone."""
        self._streams_max = streams_max
        self._when_present = when_present
        self._queues: dict[queue.Queue[Message], str] = {}
        self._lock = threading.Lock()
        self._closed = False

    def __len__(self) -> int:
        return len(self._queues)

    def present(self) -> set[str]:
        """The tokens of the devices that have a page open."""
        with self._lock:
            return set(self._queues.values()) - {""}

    def publish(self, message: Message) -> None:
        """Tell every screen.  A screen that does not read loses the oldest message, never the newest."""
        with self._lock:
            for waiting in self._queues:
                _put(waiting, message)

    def close(self) -> None:
        """Send every screen home, so that no thread waits when the server stops."""
        self._closed = True
        self.publish(None)

    def open(self, token: str = "") -> "queue.Queue[Message]":
        """A new queue for a page of the device with this token.  Raises Refused where too many screens are open."""
        waiting: queue.Queue[Message] = queue.Queue(_QUEUE_LENGTH)
        before = self.present()
        with self._lock:
            if self._closed or len(self._queues) >= self._streams_max:
                raise Refused("too_many_streams", 503, most=self._streams_max)
            self._queues[waiting] = token
        self._tell_if_changed(before)
        return waiting

    def leave(self, waiting: "queue.Queue[Message]") -> None:
        """The screen is gone."""
        before = self.present()
        with self._lock:
            self._queues.pop(waiting, None)
        self._tell_if_changed(before)

    def _tell_if_changed(self, before: set[str]) -> None:
        if self.present() != before and not self._closed:
            self._when_present()


def _put(waiting: "queue.Queue[Message]", message: Message) -> None:
    while True:
        try:
            waiting.put_nowait(message)
            return
        except queue.Full:
            _drop_oldest(waiting)


def _drop_oldest(waiting: "queue.Queue[Message]") -> None:
    try:
        waiting.get_nowait()
    except queue.Empty:
        return


def lines(hub: Hub, waiting: "queue.Queue[Message]", first: Message, heartbeat_s: float) -> Iterator[str]:
    """The text of one event stream, until the server closes or the screen leaves."""
    try:
        yield "retry: 1500\n" + _event(first)
        while True:
            try:
                message = waiting.get(timeout=heartbeat_s)
            except queue.Empty:
                yield ": still here\n\n"
                continue
            if message is None:
                return
            yield _event(message)
    finally:
        hub.leave(waiting)


def _event(message: Message) -> str:
    number = message["tick"] if message else 0
    return f"id: {number}\ndata: {json.dumps(message)}\n\n"

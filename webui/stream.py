"""How do screens hear that something changed?  Server-sent events that carry numbers only; the view is fetched whole.

A number can be lost without harm: the next one, or the next look, brings everything.
"""

import json
import queue
import threading
from collections.abc import Iterator

from flask import Blueprint, Response, current_app

from webui.errors import Refused

_QUEUE_LENGTH = 8
Message = dict[str, int | str] | None  # None: the server is closing


class Hub:
    """One short queue for each open screen."""

    def __init__(self, streams_max: int = 24) -> None:
        self._streams_max = streams_max
        self._queues: list[queue.Queue[Message]] = []
        self._lock = threading.Lock()
        self._closed = False

    def __len__(self) -> int:
        return len(self._queues)

    def publish(self, message: Message) -> None:
        """Tell every screen.  A screen that does not read loses the oldest message, never the newest."""
        with self._lock:
            for waiting in self._queues:
                _put(waiting, message)

    def close(self) -> None:
        """Send every screen home, so that no thread waits when the server stops."""
        self._closed = True
        self.publish(None)

    def open(self) -> "queue.Queue[Message]":
        """A new queue.  Raises Refused where too many screens are open."""
        with self._lock:
            if self._closed or len(self._queues) >= self._streams_max:
                raise Refused("too_many_streams", 503, most=self._streams_max)
            waiting: queue.Queue[Message] = queue.Queue(_QUEUE_LENGTH)
            self._queues.append(waiting)
        return waiting

    def leave(self, waiting: "queue.Queue[Message]") -> None:
        """The screen is gone."""
        with self._lock:
            if waiting in self._queues:
                self._queues.remove(waiting)


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


blueprint = Blueprint("stream", __name__)


@blueprint.get("/events")
def events() -> Response:
    """The event stream of one page."""
    house = current_app.extensions["house"]
    waiting = house.hub.open()
    text = lines(house.hub, waiting, house.pulse(), current_app.extensions["settings"].heartbeat_s)
    return Response(text, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})

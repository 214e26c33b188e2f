"""Event streams: numbers only, to every screen, never in the way of the server's end."""

import http.client
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.webui.conftest import Device
from webui.errors import Refused
from webui.house import House
from webui.hub import Hub, lines
from webui.serve import Running

Seat = Callable[[int], Device]
STREAMS = 8
LONG_S = 10


class Listener:
    """One open event stream."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG_S)
        self._connection.request("GET", "/events", headers={"Host": f"127.0.0.1:{port}"})
        self._answer = self._connection.getresponse()

    def next(self) -> dict[str, Any]:
        """The next message; heartbeats are passed over."""
        while line := self._answer.readline():
            if line.startswith(b"data: "):
                message: dict[str, Any] = json.loads(line[6:])
                return message
        raise EOFError

    def at_end(self) -> bool:
        """Reads on until the server says goodbye."""
        return self._answer.read() is not None

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


def test_a_stream_says_where_things_stand_and_then_every_change(running: Running) -> None:
    listener = Listener(running.port)
    first = listener.next()
    running.house.running().submit([running.house.running().game.parse_action("move 3")], 0)
    second = listener.next()
    listener.close()
    assert second["version"] == first["version"] + 1 and second["tick"] > first["tick"]


def test_a_stream_carries_numbers_only(running: Running) -> None:
    listener = Listener(running.port)
    assert set(listener.next()) == {"tick", "version", "game_id"}
    listener.close()


def test_the_server_ends_with_streams_open(house: House) -> None:
    from webui.settings import Settings

    server = Running(house, Settings(host="127.0.0.1", port=0))
    listeners = [Listener(server.port) for _ in range(STREAMS)]
    for listener in listeners:
        listener.next()
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    stopping.join(LONG_S)
    assert not stopping.is_alive() and all(listener.at_end() for listener in listeners)
    for listener in listeners:
        listener.close()


def test_a_screen_that_does_not_read_keeps_the_newest() -> None:
    hub = Hub()
    waiting = hub.open()
    for tick in range(100):
        hub.publish({"tick": tick})
    kept = [waiting.get_nowait() for _ in range(waiting.qsize())]
    assert kept[-1] == {"tick": 99} and len(kept) < 10


def test_too_many_screens_are_told_so() -> None:
    hub = Hub(streams_max=2)
    hub.open(), hub.open()
    with pytest.raises(Refused, match="too_many_streams"):
        hub.open()


def test_a_screen_that_leaves_makes_room() -> None:
    hub = Hub(streams_max=1)
    text = lines(hub, hub.open(), {"tick": 1}, heartbeat_s=1)
    next(text)
    text.close()  # type: ignore[attr-defined]
    assert len(hub) == 0


def test_a_quiet_stream_still_breathes() -> None:
    hub = Hub()
    text = lines(hub, hub.open(), {"tick": 1}, heartbeat_s=0.001)
    next(text)
    assert next(text).startswith(":")

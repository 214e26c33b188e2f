"""Event streams: numbers only, to every screen, never in the way of the server's end."""

import http.client
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.webui.conftest import Device, wait_until
from webui.house import House
from webui.http.errors import Refused
from webui.http.hub import Hub, Room
from webui.http.hub import Listener as Page
from webui.http.server import Running
from webui.settings import Settings

Seat = Callable[[int], Device]
STREAMS = 8
LONG_S = 10
ACCEPT = {"Accept": "text/event-stream"}


class Listener:
    """One open event stream."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG_S)
        self._connection.request("GET", "/events", headers=ACCEPT | {"Host": f"127.0.0.1:{port}", "Cookie": cookie})
        self._answer = self._connection.getresponse()

    def next(self) -> dict[str, Any]:
        """The next message; heartbeats are passed over."""
        while line := self._answer.readline():
            if line.startswith(b"data: "):
                message: dict[str, Any] = json.loads(line[6:])
                return message
        raise EOFError

    def line(self) -> bytes:
        """The next line, whatever it is."""
        return self._answer.readline()

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


def open_page(hub: Hub, token: str = "", address: str = "10.0.0.5") -> Page:
    return hub.open(token, address, lambda: None)


def test_every_page_is_woken_by_every_change() -> None:
    hub, woken = Hub(first_tick=7), list[str]()
    for name in ("one", "other"):
        hub.open(name, "10.0.0.5", lambda name=name: woken.append(name))  # type: ignore[misc]
    hub.publish()
    assert woken == ["one", "other"] and hub.tick == 8


def test_a_stranger_gets_no_more_than_his_part() -> None:
    hub = Hub(room=Room(device=2, address=2, strangers=3, all=10))
    open_page(hub), open_page(hub)
    with pytest.raises(Refused, match="too_many_streams"):
        open_page(hub)
    open_page(hub, address="10.0.0.6")
    with pytest.raises(Refused):
        open_page(hub, address="10.0.0.7")
    assert hub.listens(open_page(hub, "a player"))


def test_a_devices_newest_pages_are_the_ones_that_listen() -> None:
    hub = Hub(room=Room(device=2))
    pages = [open_page(hub, "a player") for _ in range(3)]
    assert [hub.listens(page) for page in pages] == [False, True, True]


def test_a_page_that_leaves_makes_room() -> None:
    hub = Hub(room=Room(address=1))
    hub.leave(open_page(hub))
    assert hub.listens(open_page(hub)) and len(hub) == 1


def test_a_quiet_stream_still_breathes(house: House) -> None:
    server = Running(house, Settings(host="127.0.0.1", port=0, heartbeat_s=0.05))
    listener = Listener(server.port)
    assert listener.line().startswith(b"retry:")
    while not listener.line().startswith(b"event: beat"):
        pass
    listener.close()
    server.stop()


def test_looking_at_the_head_of_a_stream_opens_none(running: Running) -> None:
    for _ in range(30):
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=LONG_S)
        connection.request("HEAD", "/events", headers=ACCEPT)
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read() == b"" and answer.getheader("X-Bazaar-Stream") is None
        connection.close()
    assert len(running.house.hub) == 0


@pytest.mark.parametrize("headers", [{}, {"Accept": "image/*"}, ACCEPT | {"Origin": "http://evil.example"}])
def test_pictures_and_pages_of_other_sites_get_no_stream(running: Running, headers: dict[str, str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=LONG_S)
    connection.request("GET", "/events", headers=headers)
    assert connection.getresponse().status in (403, 406) and len(running.house.hub) == 0
    connection.close()


def test_a_page_whose_line_breaks_makes_room(running: Running) -> None:
    listener = Listener(running.port)
    listener.next()
    assert len(running.house.hub) == 1
    listener.close()
    wait_until(lambda: len(running.house.hub) == 0)

"""Event streams: numbers to every screen, views to whoever may see them, never in the way of the server's end."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.words import Counted
from tests.webui.conftest import Device, wait_until
from webui.house import House
from webui.http.errors import Refused
from webui.http.hub import Hub, Room
from webui.http.hub import Listener as Page
from webui.http.server import Running
from webui.locales.words import say_in
from webui.settings import Settings

Seat = Callable[[int], Device]
STREAMS = 8
LONG_S = 10
ACCEPT = {"Accept": "text/event-stream"}


class Listener:
    """One open event stream."""

    def __init__(self, port: int, cookie: str = "", path: str = "/events") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG_S)
        self._connection.request("GET", path, headers=ACCEPT | {"Host": f"127.0.0.1:{port}", "Cookie": cookie})
        self._answer = self._connection.getresponse()

    @property
    def headers(self) -> list[str]:
        """The names of the answer's headers."""
        return [name for name, _ in self._answer.getheaders()]

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


@pytest.fixture
def bens_page(running: Running) -> Iterator[Listener]:
    """A page on Ben's phone that is sent views; it has heard where things stand."""
    code = running.house.access.seat_code(1).secret
    token, _ = running.house.access.redeem(code, None, False, False, "10.0.0.5")
    listener = Listener(running.port, f"{running.settings.cookie_name(False)}={token}", "/events?views=1")
    assert set(listener.next()) == {"tick", "version", "game_id"}
    yield listener
    listener.close()


def test_a_device_is_sent_the_new_view_of_its_own_seat_with_each_change(running: Running, bens_page: Listener) -> None:
    session = running.house.running()
    for text in ("move 3", "leave"):
        session.submit([session.game.parse_action(text)], 0)
    heard = [bens_page.next()]
    while heard[-1]["tick"] < running.house.hub.tick:
        heard.append(bens_page.next())
    assert [view["you"]["seats"] for view in heard] == [[1]] * len(heard)
    wanted = msgspec.json.decode(msgspec.json.encode(running.house.view(1, say_in("en"))))
    assert heard[-1] == wanted | {key: heard[-1][key] for key in ("you", "now")}


def test_numbers_and_words_of_a_kind_of_their_own_are_sent(
    running: Running, bens_page: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = {"half": np.float64(0.5), "word": Counted("one good", "{n} goods", 1)}
    view = running.house.view
    monkeypatch.setattr(running.house, "view", lambda seat, say: view(seat, say) | {"odd": odd})
    running.house.changed()
    while "odd" not in (told := bens_page.next()):
        pass
    assert told["odd"] == {"half": 0.5, "word": "one good"}


def test_a_view_that_cannot_be_made_is_told_by_numbers(
    running: Running, bens_page: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.house, "view", lambda seat, say: 1 / 0)
    running.house.changed()
    while "you" in (told := bens_page.next()):
        pass
    assert set(told) == {"tick", "version", "game_id"}


def test_a_device_that_loses_its_seat_is_sent_no_more_of_it(running: Running, bens_page: Listener) -> None:
    running.house.access.release(1)
    told = bens_page.next()
    while told["you"]["seats"]:
        told = bens_page.next()
    assert told["seat"] is None and told["own"] is None


def test_a_stranger_who_asks_for_views_hears_numbers(running: Running) -> None:
    listener = Listener(running.port, path="/events?views=1")
    listener.next()
    running.house.changed()
    assert set(listener.next()) == {"tick", "version", "game_id"}
    listener.close()


def test_what_marks_a_stream_is_told_to_nobody(running: Running, bens_page: Listener) -> None:
    assert not [name for name in bens_page.headers if name.lower().startswith("x-bazaar")]


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

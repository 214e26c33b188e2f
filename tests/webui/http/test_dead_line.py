"""A line that dies without a word, as where a phone sleeps or a router forgets it: the page opens another by itself."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from tests.webui.conftest import PHONE, Screens, wait_until
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
BEAT_S = 2.0
"""A busy machine is late by less."""
TIMES = 2
PATIENCE_MS = 120_000
"""A browser keeps several lines, and all of them have died."""


class Router:
    """Passes everything on to a server until it forgets its lines: they stay open, and nothing comes any more."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._forgotten = threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._held = list[socket.socket]()
        self._swallowed = b""
        threading.Thread(target=self._accept, daemon=True).start()

    def forget(self) -> None:
        """Pass nothing on, on any line there is now."""
        self._forgotten.set()
        self._forgotten = threading.Event()

    def swallow(self, words: bytes) -> None:
        """Pass nothing on, on the next line on which this is asked for."""
        self._swallowed = words

    def close(self) -> None:
        self._door.close()
        for line in self._held:
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._held += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other, self._forgotten), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, forgotten: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                swallowed = bool(self._swallowed) and self._swallowed in data
                if swallowed:
                    self._swallowed = b""
                if swallowed or forgotten.is_set():
                    forgotten.wait()  # the line stays, and says nothing
                    return
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)


@pytest.fixture
def beating(house: House) -> Iterator[Running]:
    server = Running(house, Settings(host="127.0.0.1", port=0, heartbeat_s=BEAT_S, join_limit="1000 per minute"))
    yield server
    server.stop()


@pytest.fixture
def router(beating: Running) -> Iterator[Router]:
    between = Router(beating.port)
    yield between
    between.close()


def test_a_page_whose_line_has_died_hears_of_the_next_turn(beating: Running, router: Router, screens: Screens) -> None:
    session = beating.house.running()
    code = beating.house.access.seat_code(1).secret
    page = screens.open(f"http://127.0.0.1:{router.port}/#j={code}", **PHONE)
    page.wait_for_selector(".mat")
    lira = page.locator(".summary").first
    for time in range(TIMES):
        router.forget()
        value = 77 + time
        change = session.game.parse_action(f'set 0.lira={value} because "a test"')
        session.submit([change], None)
        expect(lira).to_contain_text(str(value), timeout=PATIENCE_MS)
    expect(page.locator(".offline")).to_have_count(0)
    page.context.close()
    wait_until(lambda: len(beating.house.hub) == 0)


def test_a_line_that_dies_before_its_first_beat_is_opened_anew(
    beating: Running, router: Router, screens: Screens
) -> None:
    session = beating.house.running()
    code = beating.house.access.seat_code(1).secret
    router.swallow(b"GET /events")
    page = screens.open(f"http://127.0.0.1:{router.port}/#j={code}", **PHONE)
    page.wait_for_selector(".mat")
    session.submit([session.game.parse_action('set 0.lira=77 because "a test"')], None)
    expect(page.locator(".summary").first).to_contain_text("77", timeout=PATIENCE_MS)
    page.context.close()

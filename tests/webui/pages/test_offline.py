"""With the outside network cut, and over a name that browsers do not trust: the game goes on as ever."""

import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webui.conftest import PHONE, Screens
from webui.http.server import Running

pytestmark = pytest.mark.browser


@pytest.fixture
def cut_off(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Nothing in this process reaches past this machine; the addresses that somebody tried."""
    tried: list[str] = []
    connect = socket.socket.connect

    def only_here(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not ipaddress.ip_address(address[0]).is_loopback:
            tried.append(str(address[0]))
            raise OSError("the outside network is cut")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", only_here)
    yield tried


def play_a_turn(page: Page) -> None:
    page.locator(".bazaar [data-place='3']").tap()
    page.get_by_role("button", name="Go and fill up with spice").tap()
    expect(page.locator(".head-turn")).to_have_text("Ben plays")


@pytest.mark.long
def test_a_turn_with_the_outside_network_cut(cut_off: list[str], running: Running, screens: Screens) -> None:
    asked_outside: list[str] = []

    def refuse_outside(route: Route) -> None:
        if route.request.url.startswith(running.here):
            return route.continue_()
        asked_outside.append(route.request.url)
        return route.abort()

    page = screens.open("about:blank", **PHONE)
    page.context.route("**/*", refuse_outside)
    page.goto(f"{running.here}/#j={running.house.access.seat_code(0).secret}")
    play_a_turn(page)
    for path in ("/table", "/new", "/setup", "/learn", "/send", "/tools", "/ca", "/reach", "/guide"):
        page.goto(running.here + path)
        page.wait_for_function("() => !document.querySelector('#app .loading')")
    documentation = {"192.0.2.1", "2001:db8::1"}  # asked which way they lie, never sent anything
    assert asked_outside == [] and set(cut_off) <= documentation


@pytest.mark.long
def test_a_phone_at_a_name_that_is_no_safe_place(running: Running, screens: Screens) -> None:
    link = f"http://bazaar.local:{running.port}/#j={running.house.access.seat_code(0).secret}"
    page = screens.open(link, **PHONE)
    assert page.evaluate("isSecureContext || Boolean(crypto.randomUUID) || 'wakeLock' in navigator") is False
    page.locator("[data-key=comfort] summary").tap()
    expect(page.locator("[data-key=comfort]")).to_contain_text("may not keep the screen on")
    play_a_turn(page)
    page.reload()
    expect(page.locator(".head-turn")).to_have_text("Ben plays")

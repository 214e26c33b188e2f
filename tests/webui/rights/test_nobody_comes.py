"""The join screen of a computer with several addresses, and a phone that measures its line."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.webui.conftest import PHONE, Screens
from tests.webui.reach.test_ways import CABLE, WIFI
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
A_WHILE_MS = 46_000
LAPTOP = {"viewport": {"width": 1366, "height": 768}}


@pytest.fixture
def at_home(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server on a computer with Wi-Fi and a cable."""
    server = Running(house, Settings(host="0.0.0.0", port=0, join_limit="1000 per minute"))
    monkeypatch.setattr(server.ways, "_find", lambda: [WIFI, CABLE])
    yield server
    server.stop()


def test_the_host_chooses_the_address_on_the_join_screen(at_home: Running, screens: Screens) -> None:
    page = screens.open(at_home.host_link(), **LAPTOP)
    address = page.locator(".joining-seat .typed .small").first
    expect(address).to_contain_text("192.168.1.20")
    page.get_by_label("Phones come to").select_option("10.0.0.7")
    expect(address).to_contain_text("10.0.0.7")


def test_the_reasons_are_told_when_nobody_has_come_for_a_while(at_home: Running, screens: Screens) -> None:
    page = screens.open("about:blank", **LAPTOP)
    page.clock.install()
    page.goto(at_home.host_link())
    page.wait_for_selector(".joining")
    reasons = page.get_by_text("Nobody reaches this computer?")
    expect(reasons).to_have_count(0)
    page.clock.fast_forward(A_WHILE_MS)
    reasons.click()
    expect(page.locator(".nobody li")).to_have_count(5)
    expect(page.locator(".nobody-address")).to_have_text(f"192.168.1.20:{at_home.port}/reach")


def test_nobody_wonders_where_a_phone_has_come(at_home: Running, screens: Screens) -> None:
    at_home.ways.note("192.168.1.77")
    page = screens.open("about:blank", **LAPTOP)
    page.clock.install()
    page.goto(at_home.host_link())
    page.wait_for_selector(".joining")
    page.clock.fast_forward(A_WHILE_MS)
    expect(page.get_by_label("Phones come to")).to_be_visible()
    expect(page.get_by_text("Nobody reaches this computer?")).to_have_count(0)


def test_a_phone_measures_its_line(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/reach", **PHONE)
    expect(page.get_by_text("10 of 10 answers came")).to_be_visible()
    expect(page.get_by_text("News comes by itself.")).to_be_visible()
    expect(page.get_by_role("link", name="To your seat")).to_be_visible()


def test_a_line_that_breaks_is_told(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/reach", **PHONE)
    page.wait_for_selector("[data-key=again]")
    page.route("**/api/view*", lambda route: route.abort())
    page.get_by_role("button", name="Measure again").click()
    expect(page.get_by_text("The computer does not answer.")).to_be_visible()

"""Whose seat is the app's can be read on every screen, in every language, and nothing of it is cut off."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.istanbul.advice.policy import choose
from tests.webui.conftest import Screens
from tests.webui.play.test_rivals import LONG, play_on, with_rivals
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
LANGUAGES = ("en", "fr", "ru")
PHONES = ((320, 640), (360, 740), (390, 844))
TABLES = ((1366, 768), (1920, 1080))
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"
CUT_OFF = """() => [...document.querySelectorAll("select.who-plays")].filter(one => {
  const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const ARROW_PX = 18, padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const room = one.clientWidth - padding - ARROW_PX;
  return pen.measureText(one.selectedOptions[0].textContent).width > room;
}).map(one => one.selectedOptions[0].textContent)"""
"""Choices of who plays whose words have no room."""
KEPT = """async () => {
  const { eveningPicture } = await import("/static/js/play/stats.js");
  const client = await import("/static/js/http/client.js");
  const view = await (await fetch("/api/view")).json();
  return eveningPicture(view, await client.statistics()).textContent;
}"""
"""The words of the picture of the evening that people keep."""
OUT_OF_TABLE = """() => {
  const { scrollWidth, clientWidth } = document.querySelector(".result .scroll");
  return scrollWidth - clientWidth;
}"""
"""How far the columns of the result, which decide between equals, reach out of sight."""
OUT_OF_CARD = """() => [...document.querySelectorAll(".app-sign")].filter(one => {
  const sign = one.getBoundingClientRect(), card = one.closest(".card").getBoundingClientRect();
  return sign.left < card.left || sign.right > card.right;
}).length"""


@pytest.fixture
def server(empty_house: House) -> Iterator[Running]:
    """A game of Anna's against the app in all its strengths."""
    house = with_rivals(empty_house, "", "strong", "middle", "easy")
    running = Running(house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute", rival_pauses_s=LONG))
    yield running
    running.stop()


def sized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(100)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(OUT_OF_CARD) == 0


def play_to_the_end(house: House) -> None:
    """Every seat, the app's too, plays as a sensible player would."""
    session = house.running()
    while not session.state.over:
        session.submit([choose(session.state, Random(1))], session.game.seat_to_act(session.state))


@pytest.mark.long
def test_the_result_says_which_seats_the_app_played(server: Running, screens: Screens) -> None:
    play_to_the_end(server.house)
    host, phone = screens.table(server), screens.phone(server, 0)
    for language in LANGUAGES:
        for page, path, sizes in ((host, "table", TABLES), (phone, "", PHONES), (phone, "evening", PHONES)):
            page.context.add_cookies([{"name": "lang", "value": language, "url": server.here}])
            page.goto(f"{server.here}/{path}")
            expect(page.locator(".result tbody tr")).to_have_count(4)
            expect(page.locator(".result tbody .app-sign")).to_have_count(3)
            expect(page.locator(".result tbody tr", has_text="Anna").locator(".app-sign")).to_have_count(0)
            for size in sizes:
                sized(page, size)
                assert page.evaluate(OUT_OF_TABLE) <= 0, size
        signs = host.locator(".result tbody .app-sign").all_inner_texts()
        assert all(sign in phone.evaluate(KEPT) for sign in signs)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_apps_seats_fit_every_screen(server: Running, screens: Screens, language: str) -> None:
    host = screens.open(server.host_link())
    host.wait_for_selector(".joining")
    host.context.add_cookies([{"name": "lang", "value": language, "url": server.here}])
    host.goto(f"{server.here}/table")
    expect(host.locator(".joining-seat .app-sign")).to_have_count(3)
    for size in TABLES:
        sized(host, size)
    host.goto(f"{server.here}/new")
    for at, strength in enumerate(("strong", "middle", "easy")):
        host.locator(f"[data-key=who-{at}]").select_option(strength)
    for size in (*PHONES, *TABLES):
        sized(host, size)

    phone = screens.phone(server, 0)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": server.here}])
    play_on(server.house, 0)
    phone.reload()
    expect(phone.locator(".summary .app-sign")).to_have_count(3)
    for size in (*PHONES, *TABLES):
        sized(phone, size)
    host.goto(f"{server.here}/table")
    host.locator("[data-key=menu]").click()
    host.locator("[data-key=tab-seats]").click()
    expect(host.locator(".seat-card .who-plays")).to_have_count(4)
    for size in TABLES:
        sized(host, size)

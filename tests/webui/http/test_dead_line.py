"""A line that dies without a word, as where a phone sleeps or a router forgets it: the page opens another by itself."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, Request, expect

from tests.webui.conftest import PHONE, Screens, wait_until
from tests.webui.play.test_phones import Album
from webui.attacks.clients.router import Router
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
BEAT_S = 2.0
"""A busy machine is late by less."""
TIMES = 2
LINES_OF_A_BROWSER = 6
PATIENCE_MS = 120_000
"""A browser keeps several lines, and all of them have died."""


@pytest.fixture
def beating(house: House) -> Iterator[Running]:
    server = Running(house, Settings(host="127.0.0.1", port=0, heartbeat_s=BEAT_S, join_limit="1000 per minute"))
    yield server
    server.stop()


@pytest.fixture
def router(beating: Running) -> Iterator[Router]:
    with closing(Router(beating.port)) as between:
        yield between


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_pictures_on_dead_lines_hold_up_no_news_and_are_fetched_anew(
    beating: Running, router: Router, screens: Screens
) -> None:
    session = beating.house.running()
    code = beating.house.access.seat_code(1).secret
    router.swallow(b"GET /art/", LINES_OF_A_BROWSER)
    page = screens.open(f"http://127.0.0.1:{router.port}/#j={code}", **PHONE)
    page.wait_for_selector(".mat")
    session.submit([session.game.parse_action('set 0.lira=77 because "a test"')], None)
    expect(page.locator(".summary").first).to_contain_text("77", timeout=PATIENCE_MS)
    page.wait_for_function(
        "() => [...document.images].every((one) => one.complete && one.naturalWidth)", timeout=PATIENCE_MS
    )
    page.context.close()


@pytest.fixture
def sending(beating: Running, router: Router, screens: Screens, tmp_path: Path) -> Iterator[Page]:
    """A phone that is sending a photo, on a line that never answers."""
    beating.house.desk = Album()
    code = beating.house.access.seat_code(1).secret
    photo = tmp_path / "table.png"
    photo.write_bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes())
    page = screens.open(f"http://127.0.0.1:{router.port}/#j={code}", **PHONE)
    ended = _ends_of_photos(page)
    router.swallow(b"POST /api/photo")
    page.locator("#photo").set_input_files(photo)
    wait_until(lambda: router.swallows == 0)
    yield page
    assert ended == []
    page.context.close()


def _ends_of_photos(page: Page) -> list[str]:
    """Grows by each photo that is cut off or answered, and says how it ended."""
    ended = list[str]()

    def note(request: Request, end: str | None) -> None:
        if request.url.endswith("/api/photo"):
            ended.append(f"{end}")

    page.on("requestfailed", lambda request: note(request, request.failure))
    page.on("response", lambda answer: note(answer.request, f"answered with {answer.status}"))
    return ended


AFTER_BEATS = """(beats) => new Promise((tell) => {
  const line = new EventSource("/events");
  line.addEventListener("beat", () => { beats -= 1; if (!beats) tell(); });
  line.onerror = tell;
})"""
"""Waits for so many beats; a line that is cut off tells at once."""


@pytest.mark.long
def test_a_photo_that_is_being_sent_is_not_cut_for_a_picture_that_does_not_come(router: Router, sending: Page) -> None:
    router.swallow(b"icon.svg?awaited")
    sending.evaluate("() => document.body.append(Object.assign(new Image(), { src: '/art/icon.svg?awaited' }))")
    wait_until(lambda: router.swallows == 0)
    sending.evaluate(AFTER_BEATS, 5)
    expect(sending.locator("[data-key=photo]")).to_be_disabled()


@pytest.mark.long
def test_a_photo_that_is_being_sent_is_not_cut_for_news_that_does_not_come(router: Router, sending: Page) -> None:
    router.swallow(b"GET /api/view", 100)
    sending.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    sending.wait_for_selector(".offline", timeout=PATIENCE_MS)
    sending.evaluate("() => new Promise((then) => setTimeout(then, 500))")
    expect(sending.locator("[data-key=photo]")).to_be_disabled()


@pytest.fixture
def silent(house: House) -> Iterator[Running]:
    """A server whose lines say nothing for so long that no page misses a beat."""
    server = Running(house, Settings(host="127.0.0.1", port=0, heartbeat_s=3600.0, join_limit="1000 per minute"))
    yield server
    server.stop()


@pytest.fixture
def router_of_silent(silent: Running) -> Iterator[Router]:
    with closing(Router(silent.port)) as between:
        yield between


@pytest.mark.long
def test_a_page_that_is_looked_at_again_shows_what_is_so_though_its_line_died_unnoticed(
    silent: Running, router_of_silent: Router, screens: Screens
) -> None:
    session = silent.house.running()
    code = silent.house.access.seat_code(1).secret
    page = screens.open(f"http://127.0.0.1:{router_of_silent.port}/#j={code}", **PHONE)
    page.wait_for_selector(".mat")
    wait_until(lambda: len(silent.house.hub) == 1)
    router_of_silent.forget()
    session.submit([session.game.parse_action('set 0.lira=77 because "a test"')], None)
    expect(page.locator(".summary").first).not_to_contain_text("77")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".summary").first).to_contain_text("77", timeout=PATIENCE_MS)
    page.context.close()

"""Houses, devices, servers and browsers for the tests of the web pages."""

import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from calibration.store import save_profile
from companion.session.clock import FakeClock
from vision.profile import Profile
from webui.app import create_app
from webui.camera.virtual_eyes import FOLDER, art_name, learn_virtual
from webui.house import House
from webui.http.certificates import Certificates, ready_certificates, utc_now
from webui.http.server import Running
from webui.play.games import NewGame, NewPlayer, open_istanbul
from webui.play.sitting import Sitting
from webui.settings import Settings

PLAYERS = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "yellow"), ("Dora", "white"), ("Emil", "green"))
SETTINGS = Settings(host="127.0.0.1", port=8484, join_limit="1000 per minute", photo_limit="1000 per minute")
BASE = "http://127.0.0.1:8484"
BROWSERS = (
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
)
"""The first that is there.  The shell is Chromium without its windows: the same pages for a quarter of the work."""
BROWSER_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP bazaar.local 127.0.0.1",
]
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
CALM = {"reduced_motion": "reduce"}
"""What pulses is painted sixty times a second; ``test_moments.py`` and ``test_evening.py`` look at what moves."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WAIT_MS, LOOK_MS = 60_000, 200
"""How long a page is waited for: patience with a busy machine, no measure of anything."""
expect.set_options(timeout=WAIT_MS)
OWN_ADDRESSES = (
    "about:",
    "http://10.213.",
    "http://127.0.0.1:",
    "https://127.0.0.1:",
    "http://bazaar.local:",
    "blob:",
    "data:",
)


def begin(house: House, players: int = 3, seed: int = 7, keep_seats: bool = False, **choices: Any) -> House:
    """A game for the first names of the list; Anna begins."""
    people = [NewPlayer(name, color) for name, color in PLAYERS[:players]]
    opening = open_istanbul(NewGame(people, first=0, **choices), random.Random(seed))
    house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards), keep_seats)
    return house


def drawn_again(page: Page, house: House) -> None:
    """Something changes in the house, and the page shows it."""
    house.changed()
    shows = f"() => Number(document.documentElement.dataset.tick) >= {house.hub.tick}"
    page.wait_for_function(shows, timeout=WAIT_MS)


def at_once(page: Page, selector: str, does: str) -> Any:
    """What this says or does to the part that stands on the page now: one found before may be drawn anew meanwhile."""
    return page.evaluate(f"selector => ({does})(document.querySelector(selector))", selector)


@dataclass
class Device:
    """A browser without a screen: keeps its cookie, sends what the pages send."""

    client: FlaskClient
    app: Flask

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, base_url=BASE, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        headers = {"X-Bazaar": "1", "Origin": BASE} | more.pop("headers", {})
        return self.client.post(path, base_url=BASE, json={} if body is None else body, headers=headers, **more)

    def view(self) -> dict[str, Any]:
        answer = self.get("/api/view")
        assert answer.status_code == 200
        seen: dict[str, Any] = answer.json
        return seen

    def act(self, *do: str) -> Any:
        return self.post("/api/act", {"do": list(do), "version": self.view()["version"]})

    def join(self, code: str) -> Any:
        return self.post("/api/join", {"code": code})


@pytest.fixture(scope="session")
def painted() -> Profile:
    """The virtual table's own tiles, learnt once from their painted picture."""
    return learn_virtual("painted")


def know_the_painted_tiles(data_dir: Path, painted: Profile) -> None:
    """As after an earlier start, so that nothing has to be learnt."""
    save_profile(replace(painted, name=art_name()), data_dir / FOLDER)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def empty_house(tmp_path: Path, clock: FakeClock) -> Iterator[House]:
    """A companion in which no game has been started."""
    house = House(tmp_path, clock)
    yield house
    house.close()


@pytest.fixture
def house(empty_house: House) -> House:
    """A companion with a game of three."""
    return begin(empty_house)


@pytest.fixture
def app(house: House) -> Flask:
    return create_app(house, SETTINGS)


@pytest.fixture
def device(app: Flask) -> Callable[[], Device]:
    """Makes a device that belongs to nobody yet."""
    return lambda: Device(app.test_client(), app)


@pytest.fixture
def seated(house: House, device: Callable[[], Device]) -> Callable[[int], Device]:
    """Makes a device that holds a seat."""

    def make(seat: int) -> Device:
        one = device()
        assert one.join(house.access.seat_code(seat, house.begun).secret).status_code == 200
        return one

    return make


@pytest.fixture
def host(house: House, device: Callable[[], Device]) -> Device:
    """The host's device."""
    one = device()
    assert one.join(house.access.host_code().secret).status_code == 200
    return one


@pytest.fixture
def running(house: House) -> Iterator[Running]:
    """A real server with the game of three."""
    server = Running(house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute", heartbeat_s=2))
    yield server
    server.stop()


@pytest.fixture
def certify(tmp_path: Path) -> Callable[[], Certificates]:
    """Makes certificates for this machine."""
    return lambda: ready_certificates(tmp_path, ["127.0.0.1"], ["bazaar.local"], utc_now())


def wait_until(holds: Callable[[], object], patience_s: float = 60.0) -> None:
    """Until something holds that another thread is about to do."""
    until_s = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < until_s, "it did not happen"
        time.sleep(0.01)


def until(page: Page, holds: Callable[[], object], patience_ms: int = 2 * WAIT_MS) -> None:
    """Until something holds, while the page goes on."""
    for _ in range(patience_ms // LOOK_MS):
        if holds():
            return
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(page.locator("body").inner_text()[:800])


def chromium() -> str:
    """The system's browser; without one the test is skipped, but never in CI."""
    found = next((path for path in BROWSERS if Path(path).exists()), None) or shutil.which("chromium")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("no Chromium on this machine, and CI must not skip browser tests")
    if found is None:
        pytest.skip("no Chromium on this machine")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=path, args=BROWSER_ARGS)
        yield one
        one.close()


def open_tab(page: Page, name: str) -> None:
    """A tab of the table screen's menu."""
    menu = page.get_by_role("button", name="Menu")
    if menu.get_attribute("aria-expanded") == "false":
        menu.click()
    page.get_by_role("tab", name=name).click()


def steadily(go: Callable[..., Any]) -> Callable[..., Any]:
    """The same way to a page, gone again where a network of this machine came or went meanwhile: some tests make such,
    and a browser gives up what it is loading then."""

    def gone(*where: Any, **options: Any) -> Any:
        try:
            return go(*where, **options)
        except Error as error:
            if "ERR_NETWORK_CHANGED" not in str(error):
                raise
        return gone(*where, **options)

    return gone


@dataclass
class Screens:
    """Opens pages, each in a browser of its own, and remembers what their consoles complained about."""

    browser: Browser
    contexts: list[BrowserContext]
    complaints: list[str]

    def open(self, url: str, **options: Any) -> Page:
        context = self.browser.new_context(**CALM | options)
        context.set_default_timeout(WAIT_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.goto = steadily(page.goto)  # type: ignore[method-assign]
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("request", lambda request: self._ask(request.url))
        page.goto(url)
        return page

    def host(self, running: Running, path: str = "", **options: Any) -> Page:
        """A page of the host's, or the one his link leads to; no page is asked for while the link is being redeemed."""
        page = self.open(running.host_link(), **options)
        page.wait_for_selector(".joining, .table-head, .wizard-step")
        if path:
            page.goto(f"{running.here}{path}")
        return page

    def table(self, running: Running, **options: Any) -> Page:
        """The host's table screen, also while seats are free."""
        page = self.host(running, **options)
        if page.locator(".joining").count():
            page.get_by_role("button", name="To the table").click()
        return page

    def phone(self, running: Running, seat: int, **options: Any) -> Page:
        """A phone that has scanned the code of a seat."""
        link = f"{running.here}/#j={running.house.access.seat_code(seat, running.house.begun).secret}"
        page = self.open(link, **{**PHONE, **options})
        page.wait_for_selector(".mat")
        return page

    def _ask(self, url: str) -> None:
        own = url.startswith(OWN_ADDRESSES)
        if not own:
            self.complaints.append(f"asked the outside: {url}")

    def _hear(self, kind: str, text: str) -> None:
        # refusals, a stopped server and a certificate nobody has installed are part of the game
        refused = text.startswith(("Failed to load resource", "An SSL certificate error"))
        if kind in ("error", "warning") and not refused:
            self.complaints.append(text)


@pytest.fixture
def screens(browser: Browser) -> Iterator[Screens]:
    """Pages for one test; afterwards none of them may have complained."""
    all_screens = Screens(browser, [], [])
    yield all_screens
    for context in all_screens.contexts:
        context.close()
    assert all_screens.complaints == []

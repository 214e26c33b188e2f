"""For everyone: axe finds nothing serious on any page, in any language, light or dark."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from tests.webui.conftest import DESKTOP, PHONE, WAIT_MS, begin
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
LANGUAGES = ("en", "fr", "ru")
IN_ALL = ["en", *(pytest.param(language, marks=pytest.mark.long) for language in LANGUAGES[1:])]
"""Each page is looked at in English each time, and in every language among the long tests."""
AXE = Axe().axe_script
RULES: dict[str, dict[str, Any]] = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
"""In the other theme nothing but the colours is another."""
GRAVE = ("serious", "critical")
PAGES = {
    "a phone": ("player", "/", ".dock"),
    "the table": ("host", "/table", ".seat-card .qr"),
    "a new game": ("host", "/new", "[data-key=comfort]"),
    "a copy of the dice game": ("host", "/copy", ".copy-area"),
    "setting up: language": ("host", "/setup?step=language", "[data-step=language]"),
    "setting up: camera": ("host", "/setup?step=camera", "[data-step=camera]"),
    "setting up: tiles": ("host", "/learn", ".lesson .plan"),
    "setting up: players": ("host", "/setup?step=players", "[data-step=players]"),
    "setting up: layout": ("host", "/setup?step=layout", ".plan"),
    "setting up: seats": ("host", "/setup?step=seats", ".seat-card .qr"),
    "joining": ("stranger", "/", ".join form"),
    "watching": ("stranger", "/watch", ".table-head"),
    "tools": ("stranger", "/tools", "[data-key=comfort]"),
    "the line": ("stranger", "/reach", "[data-key=again]"),
    "the guide": ("stranger", "/guide", ".topic"),
    "the evening": ("stranger", "/evening", ".chart"),
    "a secure connection": ("stranger", "/ca", "[data-key=comfort]"),
    "sending a photo": ("stranger", "/send#p=none", "[data-key=send]"),
    "nowhere": ("stranger", "/nowhere", ".awning"),
    "being the camera": ("stranger", "/camera", "[data-key=offer]"),
}
"""Whose browser looks at which address, and what it waits for."""


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all these looks; nobody plays."""
    running = Running(begin(House(tmp_path_factory.mktemp("fair"))), Settings(host="127.0.0.1", port=0))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def lookers(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """A browser for each kind of person, opened once."""
    sizes = {"player": PHONE, "host": DESKTOP, "stranger": PHONE}
    known = {who: browser.new_context(**size, reduced_motion="reduce") for who, size in sizes.items()}
    for context in known.values():
        context.set_default_timeout(WAIT_MS)
    yield known
    for context in known.values():
        context.close()


@pytest.fixture(scope="module")
def pages(fair: Running, lookers: dict[str, BrowserContext]) -> dict[str, Page]:
    """Everybody in."""
    opened = {who: context.new_page() for who, context in lookers.items()}
    opened["player"].goto(f"{fair.here}/#j={fair.house.access.seat_code(0).secret}")
    opened["player"].wait_for_selector(".mat")
    opened["host"].goto(fair.host_link())
    opened["host"].wait_for_selector(".table-head")
    return opened


@pytest.mark.long
@pytest.mark.parametrize("language", IN_ALL)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(fair: Running, pages: dict[str, Page], name: str, language: str) -> None:
    who, path, ready = PAGES[name]
    page = pages[who]
    page.context.add_cookies([{"name": "lang", "value": language, "url": fair.here}])
    page.goto("about:blank")
    page.goto(fair.here + path)
    page.wait_for_selector(ready)
    assert page.get_attribute("html", "lang") == language
    page.evaluate(AXE)
    assert {theme: complaints(page, theme) for theme in RULES} == {theme: [] for theme in RULES}


def complaints(page: Page, theme: str) -> list[str]:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    options = {"resultTypes": ["violations"], **RULES[theme]}
    found = page.evaluate("async (options) => (await axe.run(document, options)).violations", options)
    grave = [one for one in found if one["impact"] in GRAVE]
    return [f"{one['id']}: {node['target']} {node['failureSummary'][-160:]}" for one in grave for node in one["nodes"]]

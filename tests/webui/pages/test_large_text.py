"""Text at twice its size: nothing overlaps, is cut off or makes a page scroll sideways, in any language."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, expect

from tests.webui.conftest import DESKTOP, PHONE, WAIT_MS, Screens, begin
from tests.webui.pages.test_accessibility import LANGUAGES, PAGES
from tests.webui.play.test_stories import set_up
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
SIZES = {"phone": {"width": 360, "height": 740}, "laptop": {"width": 1366, "height": 768}}
TWICE_PX, SETTLED_MS = 32, 5000
WAYS = ("root", "browser")
"""The root's font size doubled by a style sheet; the browser's own text size doubled by its owner."""
LONGEST = "ru"
"""The language with the longest words is looked at each time, the others among the long tests."""
IN_ALL = [one if one == LONGEST else pytest.param(one, marks=pytest.mark.long) for one in LANGUAGES]
FAULTS = (Path(__file__).parent / "whole_text.js").read_text()


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all these looks; nobody plays."""
    running = Running(begin(House(tmp_path_factory.mktemp("large"))), Settings(host="127.0.0.1", port=0))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def lookers(browser: Browser, fair: Running) -> Iterator[dict[str, BrowserContext]]:
    """A browser for each kind of person, each in already."""
    sizes = {"player": PHONE, "host": DESKTOP, "stranger": PHONE}
    known = {who: browser.new_context(**size, reduced_motion="reduce") for who, size in sizes.items()}
    ways = {"player": f"{fair.here}/#j={fair.house.access.seat_code(0).secret}", "host": fair.host_link()}
    for who, context in known.items():
        context.set_default_timeout(WAIT_MS)
        page = context.new_page()
        page.goto(ways.get(who, fair.here))
        page.wait_for_selector({"player": ".mat", "host": ".table-head"}.get(who, ".join"))
        page.close()
    yield known
    for context in known.values():
        context.close()


def enlarge(page: Page, way: str) -> None:
    """All text twice as large, in one of two ways."""
    if way == "root":
        root = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
        page.evaluate(f"() => {{ document.documentElement.style.fontSize = 2 * {root} + 'px'; }}")
    else:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": TWICE_PX}})


def faults(page: Page) -> list[str]:
    """What does not stay whole once the page has found its size."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({FAULTS})().length === 0", timeout=SETTLED_MS)
    found: list[str] = page.evaluate(FAULTS)
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", IN_ALL)
@pytest.mark.parametrize("name", PAGES)
def test_text_at_twice_its_size_stays_whole(
    fair: Running, lookers: dict[str, BrowserContext], name: str, language: str
) -> None:
    who, path, ready = PAGES[name]
    lookers[who].add_cookies([{"name": "lang", "value": language, "url": fair.here}])
    found: dict[str, list[str]] = {}
    for way in WAYS:
        page = lookers[who].new_page()
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            page.goto("about:blank")
            page.goto(fair.here + path)
            page.wait_for_selector(ready)
            enlarge(page, way)
            found[f"{way} {size}"] = faults(page)
        page.close()
    assert not any(found.values()), found


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("language", IN_ALL)
def test_the_dock_stays_usable(fair: Running, lookers: dict[str, BrowserContext], language: str, way: str) -> None:
    """The bazaar is to be seen above it, and every button of a long decision can be reached."""
    lookers["player"].add_cookies([{"name": "lang", "value": language, "url": fair.here}])
    page = lookers["player"].new_page()
    page.set_viewport_size(SIZES["phone"])
    page.goto(fair.here)
    page.wait_for_selector(".bazaar")
    enlarge(page, way)
    page.locator(".bazaar [data-place='3']").click()
    page.locator(".dock [data-key=go]").wait_for()
    assert faults(page) == []
    assert page.locator(".dock button").count() >= 3
    for button in page.locator(".dock button").all():
        button.click(trial=True)
    for place in (15, 16):
        page.locator(f".bazaar [data-place='{place}']").click(trial=True)
    page.close()


LINE_PX = 40
"""A line of a choice at twice its size, with the edge above it."""
DOCK_AND_SECOND = """() => {
  const dock = document.querySelector(".dock");
  return [dock, dock.querySelectorAll(".choice")[1]].map((one) => one.getBoundingClientRect().toJSON());
}"""
"""Where the decision and the second of its choices are."""


@pytest.mark.parametrize("way", WAYS)
def test_on_a_small_phone_more_than_one_choice_is_in_sight(running: Running, screens: Screens, way: str) -> None:
    page = screens.phone(running, 0, viewport={"width": 320, "height": 568})
    enlarge(page, way)
    session = running.house.running()
    session.submit([session.game.parse_action(one) for one in ("move 6", "leave")], 0)
    second = page.locator(".dock .choice").nth(1)
    expect(second).to_contain_text("Draw a card from")
    dock, choice = page.evaluate(DOCK_AND_SECOND)  # at one moment: the page may just be drawn again
    assert dock and choice and choice["y"] + LINE_PX < dock["y"] + dock["height"] <= 569
    heading = page.locator(".dock h2")
    assert heading.evaluate(BROKEN) == []


@pytest.mark.long
def test_a_plan_keeps_its_shape_where_its_pictures_do_not_come(
    fair: Running, lookers: dict[str, BrowserContext]
) -> None:
    who, path, ready = PAGES["a new game"]
    page = lookers[who].new_page()
    page.route("**/place-*", lambda route: route.abort())
    page.set_viewport_size(SIZES["phone"])
    page.goto(fair.here + path)
    page.wait_for_selector(ready)
    enlarge(page, "browser")
    assert not faults(page)
    page.close()


BROKEN = """(node) => [...node.textContent.matchAll(/\\S+/g)].filter((word) => {
  const range = document.createRange();
  range.setStart(node.firstChild, word.index);
  range.setEnd(node.firstChild, word.index + word[0].length);
  return range.getClientRects().length > 1;
}).map(([word]) => word)"""
"""Which words of an element's text go on in a further line?"""


@pytest.mark.long
@pytest.mark.parametrize("language", IN_ALL)
def test_what_covers_the_hand_breaks_no_word(running: Running, screens: Screens, language: str) -> None:
    page = screens.phone(running, 0, locale=language)
    set_up(running, page, "0.hand=LIRA5,GOOD,RETURN,STAY")
    enlarge(page, "browser")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.locator(".hand-cover span").last.evaluate(BROKEN) == [], width

"""On a phone what belongs together stands in one line, in every language, and a head stays low."""

import pytest
from playwright.sync_api import expect

from tests.webui.conftest import PHONE, Screens, at_once
from webui.http.server import Running

pytestmark = pytest.mark.browser
IN_ALL = ["ru", *(pytest.param(language, marks=pytest.mark.long) for language in ("en", "fr"))]
"""The language with the longest words is looked at each time."""

BESIDE = """() => {
  const [begins, plays] = ['.first', '.who-plays']
    .map((what) => document.querySelector(`.player-more ${what}`)?.getBoundingClientRect());
  const middle = plays && (plays.top + plays.bottom) / 2;
  return begins && begins.width && begins.top < middle && middle < begins.bottom;
}"""
LONG = "Отменить: Cleo отдаёт 2 ткани, 2 специи, 2 фрукта, 2 драгоценности …"


@pytest.mark.parametrize("language", IN_ALL)
def test_who_begins_and_who_plays_a_seat(running: Running, screens: Screens, language: str) -> None:
    page = screens.host(running, "/setup?step=players", **PHONE, locale=language)
    page.wait_for_function(BESIDE)


@pytest.mark.parametrize("language", IN_ALL)
def test_the_tabs_of_the_menu(running: Running, screens: Screens, language: str) -> None:
    page = screens.table(running, **PHONE)
    page.context.add_cookies([{"name": "lang", "value": language, "url": running.here}])
    page.reload()
    page.locator("[data-key=menu]").click()
    expect(page.locator(".tab")).to_have_count(4)
    assert len(set(page.locator(".tab").evaluate_all("tabs => tabs.map((tab) => tab.offsetTop)"))) == 1


def test_a_long_undo_leaves_the_head_of_a_laptop_low(running: Running, screens: Screens) -> None:
    page = screens.table(running, viewport={"width": 1366, "height": 768})
    lengthened = f"undo => {{ undo.querySelector('span').textContent = {LONG!r}; return undo.offsetHeight; }}"
    assert at_once(page, ".undo", lengthened) < 60

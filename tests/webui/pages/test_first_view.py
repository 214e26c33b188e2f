"""Pages that are opened while the computer is busy begin once it answers; names stay with whoever they are of."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.webui.conftest import Screens
from webui.http.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.long]
BUSY = {"code": "busy", "message": "busy"}


@pytest.mark.parametrize(("path", "there"), [("/new", "[data-key=name-0]"), ("/setup", ".ways"), ("/learn", "h1")])
def test_a_page_whose_first_view_was_not_answered_begins_with_the_next(
    running: Running, screens: Screens, path: str, there: str
) -> None:
    page = screens.open(running.host_link())
    expect(page.locator(".joining")).to_be_visible()
    page.route("**/api/view*", lambda route: route.fulfill(status=503, json=BUSY), times=1)
    page.goto(f"{running.here}{path}")
    expect(page.locator(there).first).to_be_visible()
    screens.complaints.clear()  # the browser tells of the 503


def test_who_is_removed_takes_his_own_name_with_him(running: Running, screens: Screens) -> None:
    page = screens.open(running.host_link())
    expect(page.locator(".joining")).to_be_visible()
    page.goto(f"{running.here}/new")
    page.locator("[data-key=name-2]").wait_for()
    for number, name in enumerate(("Xavier", "Yann", "Zoe")):
        page.locator(f"[data-key=name-{number}]").fill(name)
    page.locator("[data-key=less-0]").click()
    expect(page.locator("[data-key=name-0]")).to_have_value("Yann")
    expect(page.locator("[data-key=name-1]")).to_have_value("Zoe")


@pytest.mark.parametrize("answer", ["busy", "none"])
@pytest.mark.parametrize(
    ("path", "asks", "there"),
    [
        ("/copy", "dice/copy", "[data-key=keep]"),
        ("/guide", "guide", ".topic"),
        ("/setup", "wizard", ".ways"),
        ("/learn", "wizard", "h1"),
    ],
)
def test_a_page_that_got_no_answer_says_so_and_begins_with_the_next(
    running: Running, screens: Screens, path: str, asks: str, there: str, answer: str
) -> None:
    page = screens.open(running.host_link())
    expect(page.locator(".joining")).to_be_visible()
    missed: list[Route] = []

    def miss(route: Route) -> None:
        missed.append(route)
        route.fulfill(status=503, json=BUSY) if answer == "busy" else route.abort()

    page.route(re.compile(rf"/api/{asks}(\?|$)"), miss, times=1)
    page.goto(f"{running.here}{path}")
    expect(page.get_by_text("The companion does not answer")).to_be_visible()
    expect(page.locator(there).first).to_be_visible()
    expect(page.get_by_text("The companion does not answer")).to_have_count(0)
    assert len(missed) == 1
    screens.complaints.clear()  # the browser tells of what failed


def test_the_page_of_a_copy_tells_why_it_shows_none(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/copy")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)

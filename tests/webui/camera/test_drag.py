"""The virtual table on the table screen: what lies there is dragged, by mouse and by finger."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.game import Say
from tests.webui.conftest import Screens
from webui.camera.desk import NoCamera
from webui.http.server import Running

pytestmark = pytest.mark.browser
LONG_PRESS_MS = 700
"""Elsewhere so long a press opens the guide."""


class Hands:
    """Moves what it is told to."""

    def __init__(self) -> None:
        self.lying: list[dict[str, Any]] = [
            {"kind": "merchant", "color": "red", "place": 7, "under": 4},
            {"kind": "governor", "color": "purple", "place": 5, "under": 0},
        ]

    def carry(self, kind: str, color: str, place: int, to: int, usual: bool) -> None:
        token = next(one for one in self.lying if (one["kind"], one["color"], one["place"]) == (kind, color, place))
        token["place"] = to


class Painted(NoCamera):
    """A desk with a virtual table."""

    def __init__(self) -> None:
        self.hands = Hands()

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | {"status": "in_step", "virtual": self.hands.lying}


def drag(page: Page, figure: str, place: int) -> None:
    page.locator(figure).hover()
    page.mouse.down()
    page.locator(f".bazaar [data-place='{place}']").hover()
    page.mouse.up()


@pytest.mark.long
def test_wood_is_dragged_from_place_to_place(running: Running, screens: Screens) -> None:
    running.house.desk = Painted()
    page = screens.table(running)
    drag(page, "[data-place='7'] .is-merchant", 12)
    expect(page.locator("[data-place='12'] .is-merchant")).to_be_visible()
    expect(page.locator("[data-place='7'] .is-merchant")).to_have_count(0)
    drag(page, "[data-place='5'] .is-governor", 1)
    expect(page.locator("[data-place='1'] .is-governor")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".is-carried")).to_have_count(0)


@pytest.mark.long
def test_wood_may_be_held_a_while_before_it_is_carried(running: Running, screens: Screens) -> None:
    running.house.desk = Painted()
    page = screens.table(running)
    page.locator("[data-place='7'] .is-merchant").hover()
    page.mouse.down()
    page.wait_for_timeout(LONG_PRESS_MS)
    page.locator(".bazaar [data-place='12']").hover()
    page.mouse.up()
    expect(page.locator("[data-place='12'] .is-merchant")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_tap_on_a_place_still_explains_it(running: Running, screens: Screens) -> None:
    running.house.desk = Painted()
    page = screens.table(running)
    page.locator("[data-place='9']").click()
    expect(page.get_by_role("dialog")).to_contain_text("Tea House")


def test_who_only_watches_drags_nothing(running: Running, screens: Screens) -> None:
    running.house.desk = Painted()
    page = screens.open(f"{running.here}/watch")
    expect(page.locator(".bazaar")).to_be_visible()
    expect(page.locator(".is-draggable")).to_have_count(0)

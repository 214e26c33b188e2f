"""The dice game without a pointer: a whole turn by Tab and Enter, the focus never lost, outcomes told."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.session.clock import FakeClock
from tests.webui.conftest import Screens
from tests.webui.play.test_by_keyboard import FOCUSED, HEAR, MOST_TABS, begin_by_keyboard, heard, name
from tests.webui.play.test_dice_game import Scripted, dice_house, say, served
from tests.webui.play.test_stories import answered

pytestmark = pytest.mark.browser


def use(page: Page, key: str, by: str = "Tab") -> None:
    """Goes by Tab, forwards or backwards, to the button with this key, uses it, and waits for what comes of it."""
    expect(page.locator(f'[data-key="{key}"]')).to_be_visible()
    for _ in range(MOST_TABS):
        if page.evaluate(f"{FOCUSED}.dataset.key") == key:
            page.keyboard.press("Enter")
            return answered(page)
        page.keyboard.press(by)
        assert name(page), "something without a name has the focus"
    raise AssertionError(f"no way by Tab to {key}")


@pytest.mark.long
def test_a_whole_turn_of_the_dice_game_by_keyboard(tmp_path: Path, clock: FakeClock, screens: Screens) -> None:
    """Throw, one die once more, pay with two dice, take a card; the others are asked then."""
    house = dice_house(
        tmp_path, clock, Scripted("rolled RRYKK", "rolled G", "revealed F4:X3;X/3"), cards="app", copy="practice"
    )
    say(house, 'set 0.crystals=2 1.crystals=6 2.crystals=4 because "a test"')
    with served(house) as server:
        anna = screens.phone(server, 0, reduced_motion="reduce")
        anna.evaluate(HEAR)
        begin_by_keyboard(anna)
        use(anna, "do-throw")
        expect(anna.locator(".tray .tray-die")).to_have_count(5)
        use(anna, "again-4", "Shift+Tab")
        use(anna, "reroll")
        use(anna, "end-Keep")
        use(anna, "do-two YG")
        use(anna, "do-cards 1")
        expect(anna.locator(".dock h2")).to_contain_text("decides")
        assert name(anna)
        assert any("rolls" in told for told in heard(anna, "outcomes"))

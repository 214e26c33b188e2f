"""What somebody has in hand while news come in: a slider, an open list, a full screen, a key, a fold, a long text."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.game import Say
from tests.webui.conftest import Screens, at_once, drawn_again, open_tab, until
from tests.webui.pages.test_comfort import play
from webui.camera.desk import NoCamera
from webui.house import House
from webui.http.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.long]
LONGER_THAN_A_TAP_MS = 900
BEN = 1
NOTES = "[data-key=notes]"


class Watching(NoCamera):
    """A desk whose camera agrees with the game."""

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | {"status": "in_step"}


def news(page: Page, house: House, head: str = ".table-head") -> None:
    """Something changes in the house, and the page is drawn anew."""
    at_once(page, head, "one => { one.id = 'before'; }")
    house.changed()
    expect(page.locator("#before")).to_have_count(0)


def drawn_to(page: Page, slider: Locator, share: float) -> None:
    box = slider.bounding_box()
    assert box
    page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2, steps=5)


def test_a_slider_is_drawn_on_while_the_table_shows_the_step(running: Running, screens: Screens) -> None:
    play(running.house, 30)
    page, last = screens.table(running), running.house.running().version
    page.get_by_role("button", name="Look back").click()
    slider, count = page.get_by_label("Step of the game"), page.locator(".past-count")
    expect(count).to_have_text(f"{last} / {last}")
    drawn_to(page, slider, 0.99)
    page.mouse.down()
    drawn_to(page, slider, 0.5)
    expect(count).to_have_text(f"{last // 2} / {last}")
    news(page, running.house)
    drawn_to(page, slider, 0.0)
    expect(count).to_have_text(f"0 / {last}")
    page.mouse.up()
    expect(slider).to_have_value("0")


def test_an_open_list_stays_open_and_what_is_around_it_is_new(running: Running, screens: Screens) -> None:
    page = screens.table(running)
    open_tab(page, "Correct")
    who = page.get_by_label("Whose values")
    page.get_by_role("button", name="Lira: one more").click()
    before = running.house.running().state.players[0].lira
    who.click()
    page.wait_for_timeout(LONGER_THAN_A_TAP_MS)
    assert who.evaluate("list => list.matches(':open')")
    play(running.house, 1)
    news(page, running.house)
    assert who.evaluate("list => list.matches(':open')")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Put it right").click()
    until(page, lambda: running.house.running().state.players[0].lira == before + 1)


LIST = """async () => {
  const { h, redraw } = await import('/static/js/basics/dom.js');
  const part = document.body.appendChild(h('div'));
  const list = (goods) => h('select', { 'data-key': 'goods' }, goods.map((good) => h('option', {}, good)));
  globalThis.show = (...goods) => redraw(part, h('label', {}, 'Goods', list(goods)), h('button', {}, 'Beside it'));
  globalThis.show('cloth', 'spice');
}"""
SHOWN = "goods => globalThis.show(...goods)"


@pytest.mark.parametrize("leave", ["Escape", "Tab"])
def test_a_list_closed_without_a_choice_has_what_came_while_it_was_open(
    running: Running, screens: Screens, leave: str
) -> None:
    page = screens.open(f"{running.here}/guide")
    page.evaluate(LIST)
    goods = page.locator("[data-key=goods]")
    goods.click()
    page.wait_for_timeout(LONGER_THAN_A_TAP_MS)
    assert goods.evaluate("list => list.matches(':open')")
    page.evaluate(SHOWN, ["cloth", "spice", "fruit"])
    expect(goods.locator("option")).to_have_text(["cloth", "spice"])
    page.keyboard.press(leave)
    expect(goods.locator("option")).to_have_text(["cloth", "spice", "fruit"])
    goods.select_option("fruit")
    page.evaluate(SHOWN, ["fruit", "jewelry"])
    expect(goods).to_have_value("fruit")


def test_a_list_that_is_chosen_from_while_news_come_keeps_the_choice(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/guide")
    page.evaluate(LIST)
    goods = page.locator("[data-key=goods]")
    goods.click()
    page.wait_for_timeout(LONGER_THAN_A_TAP_MS)
    page.evaluate(SHOWN, ["cloth", "spice", "fruit"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_timeout(LONGER_THAN_A_TAP_MS)
    expect(goods).to_have_value("spice")
    page.evaluate(SHOWN, ["cloth", "spice", "fruit"])
    expect(goods.locator("option")).to_have_text(["cloth", "spice", "fruit"])
    expect(goods).to_have_value("spice")


def test_the_picture_stays_on_the_whole_screen(running: Running, screens: Screens) -> None:
    running.house.desk = Watching()
    page = screens.table(running)
    open_tab(page, "Camera")
    page.get_by_role("button", name="The picture on the whole screen").click()
    page.wait_for_function("() => document.fullscreenElement?.matches('.camera-picture')")
    news(page, running.house)
    assert page.evaluate("document.fullscreenElement?.matches('.camera-picture')")


def test_news_between_pressing_and_leaving_the_space_bar_take_nothing(running: Running, screens: Screens) -> None:
    page = screens.table(running)
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.down(" ")
    drawn_again(page, running.house)
    page.keyboard.up(" ")
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "true")


def test_a_fold_that_is_open_by_itself_stays_closed_once_somebody_closes_it(running: Running, screens: Screens) -> None:
    running.house.desk = Watching()
    page = screens.table(running)
    open_tab(page, "Camera")
    fold = page.locator("[data-key=recorder]")
    fold.locator("summary").click()
    fold.locator("[data-key=recorder-switch]").click()
    expect(fold).to_contain_text("Stop keeping pictures")
    news(page, running.house)
    expect(fold).to_have_attribute("open", "")
    fold.locator("summary").click()
    for _ in range(2):
        news(page, running.house)
        expect(fold).not_to_have_attribute("open", "")


def test_long_notes_stay_where_they_are_read(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    anna.locator("[data-key=notes-fold] summary").tap()
    mine = anna.get_by_label("My notes")
    mine.fill("\n".join(str(line) for line in range(60)))
    at_once(anna, NOTES, "notes => notes.scrollTo({ top: 300 })")
    mine.blur()
    news(anna, running.house, ".head")
    assert at_once(anna, NOTES, "notes => notes.scrollTop") == 300

"""The table screen as people across the table read it, and that phones stay when the next game begins."""

import pytest
from playwright.sync_api import expect

from tests.webui.conftest import Screens, open_tab
from tests.webui.play.test_phones import play
from webui.http.server import Running

pytestmark = pytest.mark.browser
IN_ONE_LINE = """() => [...document.querySelectorAll('.bazaar .place-name')].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
  return lines.size !== 1 || range.getBoundingClientRect().right > one.getBoundingClientRect().right + 1;
}).map((one) => one.textContent)"""
COVERED = """() => [...document.querySelectorAll('.bazaar .place-number')].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const above = document.elementsFromPoint(x + width / 2, y + height / 2);
  return above.find((each) => each.matches('.place-number, .figure, .figure *, .price-tag, .place-rubies')) !== one;
}).map((one) => one.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_names_stand_in_one_line_and_numbers_uncovered(running: Running, screens: Screens, language: str) -> None:
    play(running.house, 60)
    page = screens.table(running, viewport={"width": 1366, "height": 768})
    page.context.add_cookies([{"name": "lang", "value": language, "url": running.here}])
    page.reload()
    expect(page.locator(".place-name")).to_have_count(16)
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        assert page.evaluate(IN_ONE_LINE) == []
        assert page.evaluate(COVERED) == []


def test_undo_says_what_it_takes_back_in_the_words_of_the_phones(running: Running, screens: Screens) -> None:
    table = screens.table(running)
    undo = table.locator("[data-key=undo]")
    expect(undo).to_have_text("Undo")
    expect(undo).to_be_disabled()
    game = running.house.running()
    game.submit([game.game.parse_action("move 12")], 0)
    expect(undo).to_have_text("Undo: Anna goes to the Police Station")
    undo.click()
    expect(undo).to_be_disabled()
    assert game.state.players[0].merchant == 7


def test_undo_of_what_the_app_rolled_says_what_asked_for_it(running: Running, screens: Screens) -> None:
    table = screens.table(running)
    game = running.house.running()
    game.submit([game.game.parse_action(one) for one in ("move 9", "leave", "announce 5")], 0)
    undo = table.locator("[data-key=undo]")
    expect(undo).to_have_text("Undo: Anna announces 5 …")
    undo.click()
    expect(undo).to_have_text("Undo: Anna leaves an assistant")


@pytest.mark.long
def test_phones_keep_their_seats_in_a_rematch_and_in_a_new_game_with_the_same_people(
    running: Running, screens: Screens
) -> None:
    ben = screens.phone(running, 1)
    table = screens.table(running)
    before = running.house.game_id
    table.on("dialog", lambda dialog: dialog.accept())
    open_tab(table, "More")
    table.get_by_role("button", name="Play again with the same people").click()
    expect(ben.locator("html")).not_to_have_attribute("data-moment", f"{before}/0")
    expect(ben.locator(".head h1")).to_have_text("Ben")
    rematch = running.house.game_id
    table.goto(f"{running.here}/new")
    for at, name in enumerate(("Anna", "Ben", "Cleo")):
        expect(table.locator(f"[data-key=name-{at}]")).to_be_visible()
        table.locator(f"[data-key=name-{at}]").fill(name)
    table.get_by_role("button", name="Open the bazaar").click()
    table.wait_for_url("**/table")
    assert running.house.game_id not in (before, rematch)
    expect(ben.locator("html")).not_to_have_attribute("data-moment", f"{rematch}/0")
    expect(ben.locator(".head h1")).to_have_text("Ben")
    expect(ben.locator(".join")).to_have_count(0)


@pytest.mark.long
def test_beside_the_result_the_host_plays_again(running: Running, screens: Screens) -> None:
    play(running.house, 10_000)
    before = running.house.game_id
    table, guest = screens.table(running), screens.open(f"{running.here}/watch")
    expect(guest.locator(".table-result, .result").first).to_be_visible()
    expect(guest.get_by_role("button", name="Play again with the same people")).to_have_count(0)
    table.get_by_role("button", name="Play again with the same people").click()
    expect(table.locator(".result")).to_have_count(0)
    assert running.house.game_id != before

"""What makes phone and table screen comfortable: help as wanted, reasons, filters, looking back, keeping, a kiosk."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from companion.istanbul.advice.policy import choose
from tests.webui.conftest import PHONE, Screens, at_once, begin, drawn_again, open_tab, until
from webui.house import House
from webui.http.server import Running

pytestmark = pytest.mark.browser


def play(house: House, moves: int = 10_000) -> None:
    """So many decisions of sensible players."""
    session, rng = house.running(), Random(5)
    while moves and not session.game.is_over(session.state):
        session.submit([choose(session.state, rng)], None)
        moves -= 1


def choose_for_device(page: Page, what: str, value: str) -> None:
    settings = page.locator("[data-key=comfort]")
    if settings.get_attribute("open") is None:
        settings.locator("summary").click()
    page.get_by_label(what).select_option(value)


@pytest.mark.long
def test_help_comes_in_three_levels(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    anna.locator("[data-place='3']").tap()
    expect(anna.locator(".offer-help")).to_contain_text("Fill the wheelbarrow with spice.")
    choose_for_device(anna, "Help", "legal")
    anna.locator("[data-place='3']").tap()
    expect(anna.locator(".offer-help")).to_have_text("Spice Warehouse")
    expect(anna.locator(".place.lit")).not_to_have_count(0)
    choose_for_device(anna, "Help", "off")
    anna.locator("[data-place='3']").tap()
    expect(anna.locator(".consequences")).to_contain_text("leaves an assistant")
    expect(anna.locator(".place.lit")).to_have_count(0)


def test_another_language_leaves_the_settings_open_where_they_were(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    choose_for_device(anna, "Language", "fr")
    settings = anna.locator("[data-key=comfort][open]")
    expect(settings.locator("summary")).to_have_text("Cet appareil")
    expect(settings.locator("summary")).to_be_in_viewport()


def test_the_hint_button_comes_as_soon_as_it_is_chosen(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    choose_for_device(anna, "Hint button", "on")
    expect(anna.locator("[data-key=hint]")).to_be_visible()
    choose_for_device(anna, "Hint button", "off")
    expect(anna.locator("[data-key=hint]")).to_have_count(0)


def test_what_cannot_be_done_shows_with_its_reason(running: Running, screens: Screens) -> None:
    house, game = running.house, running.house.running()
    game.submit([house.face.correction([{"what": "goods", "value": {"R": 2}, "seat": 0}], "dealt wrongly", True)], None)
    for line in ("move 14", "leave"):
        game.submit([game.game.parse_action(line)], 0)
    anna = screens.phone(running, 0)
    expect(anna.get_by_role("button", name="take the red mosque tile")).to_be_enabled()
    expect(anna.locator(".denied")).to_contain_text("take the green mosque tile")
    expect(anna.locator(".denied")).to_contain_text("This needs 2 spice; you have 0.")
    anna.get_by_role("button", name="What is this?").tap()
    expect(anna.get_by_role("dialog")).to_contain_text("Small Mosque")


@pytest.mark.long
def test_the_log_is_filtered_by_player_and_kind(running: Running, screens: Screens) -> None:
    play(running.house, 200)
    anna = screens.phone(running, 0)
    anna.locator("[data-key=log] > summary").tap()
    anna.get_by_label("Of whom").select_option("Cleo")
    expect(anna.locator(".log li b").first).to_have_text("Cleo")
    assert {name.strip() for name in anna.locator(".log li b").all_inner_texts()} == {"Cleo"}
    anna.get_by_label("What kind").select_option("dice")
    expect(anna.locator(".log li").first).to_contain_text("rolls")
    assert anna.locator(".log time").count() == anna.locator(".log li").count()
    anna.get_by_label("What kind").select_option("fix")
    expect(anna.locator("[data-key=log]")).to_contain_text("Nothing of this kind.")


def test_pictures_of_the_evening_go_with_their_game(running: Running, screens: Screens) -> None:
    play(running.house, 20)
    page = screens.open(f"{running.here}/evening")
    expect(page.locator(".stats-grid svg").first).to_be_visible()
    begin(running.house, 5)
    expect(page.locator(".stats-grid svg[aria-label*=Emil]").first).to_be_visible()
    assert not page.locator("polyline[points*=NaN]").count()


def test_a_layout_is_shown_by_its_number_or_by_its_code(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/tools", **PHONE)
    name, show = page.get_by_label("Number or code of a layout"), page.get_by_role("button", name="Show")
    name.fill("2147483646")
    show.click()
    expect(page.get_by_text("Number 2147483646")).to_be_visible()
    name.fill("0000000000")
    show.click()
    expect(page.locator("[data-key=code]")).to_have_text("0000000000")
    name.fill("57243")
    show.click()
    expect(page.get_by_text("Number 57243")).to_be_visible()
    code = page.locator("[data-key=code]").inner_text()
    name.fill("1")
    show.click()
    expect(page.locator("[data-key=code]")).not_to_have_text(code)
    name.fill(code.lower())
    show.click()
    expect(page.locator("[data-key=code]")).to_have_text(code)
    name.fill("99999999999999999999")
    show.click()
    expect(page.get_by_text("is no code of a layout")).to_be_visible()
    expect(page.locator("[data-key=code]")).to_have_text(code)


def test_what_was_taken_back_is_found_in_the_log(running: Running, screens: Screens) -> None:
    game = running.house.running()
    game.submit([game.game.parse_action("move 12")], 0)
    game.undo(keep=0, seat=0)
    table = screens.open(f"{running.here}/table")
    open_tab(table, "Log")
    table.get_by_label("What kind").select_option("undone")
    expect(table.locator(".log s")).to_have_text("goes to the Police Station")


def test_the_table_screen_brings_again_what_it_took_back(running: Running, screens: Screens) -> None:
    game = running.house.running()
    game.submit([game.game.parse_action("move 12")], 0)
    table = screens.table(running)
    table.get_by_role("button", name="Undo").click()
    expect(table.locator("[data-place='7'] .is-merchant")).to_have_count(3)
    table.get_by_role("button", name="Redo").click()
    expect(table.locator("[data-place='12'] .is-merchant")).to_have_count(1)
    expect(table.get_by_role("button", name="Redo")).to_have_count(0)


@pytest.mark.long
def test_the_table_screen_looks_back_while_the_game_goes_on(running: Running, screens: Screens) -> None:
    play(running.house, 30)
    session = running.house.running()
    table = screens.open(f"{running.here}/table")
    table.get_by_role("button", name="Look back").click()
    expect(table.locator(".past-count")).to_have_text(f"{session.version} / {session.version}")
    table.get_by_label("Step of the game").fill("0")
    expect(table.locator(".past-count")).to_have_text(f"0 / {session.version}")
    expect(table.locator("[data-place='7'] .is-merchant")).to_have_count(3)
    play(running.house, 2)
    expect(table.locator(".past-count")).to_have_text(f"0 / {session.version}")
    table.get_by_role("button", name="Back to now").click()
    expect(table.locator(".past-bar")).to_have_count(0)
    here = int(session.state.players[0].merchant)
    expect(table.locator(f"[data-place='{here}'] .is-merchant .wood-red.mark")).to_be_visible()


@pytest.mark.long
def test_a_button_under_a_finger_stays_until_the_finger_lifts(running: Running, screens: Screens) -> None:
    page = screens.table(running)
    page.wait_for_selector(".table-head")
    open_tab(page, "More")
    log = page.get_by_role("tab", name="Log")
    log.hover()
    page.mouse.down()
    drawn_again(page, running.house)
    page.mouse.up()
    expect(log).to_have_attribute("aria-selected", "true")


@pytest.mark.long
def test_an_answer_about_the_last_game_comes_too_late(running: Running, screens: Screens) -> None:
    anna, held = screens.phone(running, 0), list[tuple[Route, APIResponse]]()
    anna.route("**/api/view*", lambda route: held.append((route, route.fetch())))
    anna.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(anna, lambda: held)  # the phone asks where things stand
    begin(running.house, keep_seats=True)
    now = f"{running.house.game_id}/{running.house.version}"
    expect(anna.locator("html")).to_have_attribute("data-moment", now)
    for route, answer in held:
        route.fulfill(response=answer)
    anna.wait_for_timeout(300)
    assert anna.locator("html").get_attribute("data-moment") == now


@pytest.mark.long
def test_a_tap_made_before_the_last_one_was_answered_counts(running: Running, screens: Screens) -> None:
    anna, held = screens.phone(running, 0), list[tuple[Route, APIResponse]]()
    anna.route("**/api/act", lambda route: held.append((route, route.fetch())), times=1)
    anna.locator(".bazaar [data-place='3']").tap()
    anna.locator(".dock [data-key='go']").tap()
    anna.locator(".dock.busy [data-key='do-fill']").tap()
    until(anna, lambda: held)
    (route, answer) = held.pop()
    route.fulfill(response=answer)
    expect(anna.locator(".head-turn")).to_have_text("Ben plays")


@pytest.mark.long
def test_an_answer_that_comes_after_newer_news_leaves_nothing_waiting(running: Running, screens: Screens) -> None:
    anna, held = screens.phone(running, 0), list[tuple[Route, APIResponse]]()
    anna.route("**/api/act", lambda route: held.append((route, route.fetch())), times=1)
    anna.locator(".bazaar [data-place='3']").tap()
    anna.locator(".dock [data-key='go']").tap()
    until(anna, lambda: held)
    begin(running.house, keep_seats=True)
    now = f"{running.house.game_id}/{running.house.version}"
    expect(anna.locator("html")).to_have_attribute("data-moment", now)
    (route, answer) = held.pop()
    route.fulfill(response=answer)
    expect(anna.locator(".dock")).not_to_have_class(re.compile("busy"))


def test_a_kiosk_has_no_menus(running: Running, screens: Screens) -> None:
    play(running.house, 3)
    table = screens.open(f"{running.here}/table?kiosk=1")
    expect(table.locator(".log li").first).to_be_visible()
    for menu in (".table-tools", ".tabs"):
        expect(table.locator(menu)).to_have_count(0)
    expect(table.locator(".log-filters")).to_be_hidden()
    assert table.evaluate("getComputedStyle(document.querySelector('.place')).cursor") == "none"


@pytest.mark.long
def test_notes_stay_on_the_device(running: Running, screens: Screens) -> None:
    anna, ben = screens.phone(running, 0), screens.phone(running, 1)
    anna.locator("[data-key=notes-fold] summary").tap()
    anna.get_by_label("My notes").fill("Ben hoards jewelry")
    running.house.changed()
    expect(anna.get_by_label("My notes")).to_have_value("Ben hoards jewelry")
    anna.reload()
    anna.locator("[data-key=notes-fold] summary").tap()
    expect(anna.get_by_label("My notes")).to_have_value("Ben hoards jewelry")
    ben.locator("[data-key=notes-fold] summary").tap()
    expect(ben.get_by_label("My notes")).to_have_value("")


def test_what_others_do_takes_nobody_the_pen(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    anna.locator("[data-key=notes-fold] summary").tap()
    mine = anna.get_by_label("My notes")
    mine.press_sequentially("Ben jewelry")
    for _ in "jewelry":
        mine.press("ArrowLeft")
    anna.evaluate("document.querySelector('.head').id = 'before'")
    running.house.changed()
    expect(anna.locator("#before")).to_have_count(0)
    anna.keyboard.type("hoards ")
    expect(mine).to_have_value("Ben hoards jewelry")


@pytest.mark.long
def test_thinking_time_counts_up_for_those_who_want_it(running: Running, screens: Screens) -> None:
    play(running.house, 4)
    anna = screens.phone(running, 0)
    expect(anna.locator(".clock")).to_have_count(0)
    choose_for_device(anna, "Thinking time", "on")
    clock = anna.locator(".summary .clock").first
    expect(clock).to_have_text("0:00")
    now = running.house.running().state.turn
    expect(anna.locator(f"[data-clock='{now}']").first).not_to_have_text("0:00")


def test_two_colours_never_share_a_letter(running: Running, screens: Screens) -> None:
    for language in ("fr-FR", "ru-RU"):
        page = screens.open(f"{running.here}/tools", locale=language)
        names = "['red', 'blue', 'green', 'yellow', 'white']"
        letters = page.evaluate(f"import('/static/js/basics/dom.js').then((dom) => {names}.map(dom.letterOf))")
        assert len(set(letters)) == 5


@pytest.mark.long
def test_the_evening_is_taken_home(running: Running, screens: Screens, tmp_path: Path) -> None:
    play(running.house)
    page = screens.open(f"{running.here}/evening", **PHONE)
    expect(page.get_by_role("heading", name="won")).to_be_visible()
    expect(page.locator("figure .chart").first).to_be_visible()
    with page.expect_download() as got:
        page.get_by_role("button", name="Dice and odds (lines): PNG").tap()
    assert got.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as got:
        page.get_by_role("button", name="Rubies, turn by turn: SVG").tap()
    drawing = got.value.path().read_text()
    assert "Anna" in drawing and 'href="/' not in drawing
    with page.expect_download() as got:
        page.get_by_role("link", name="Result as a table").tap()
    assert "Anna" in got.value.path().read_text()
    link = page.get_by_role("link", name="BG Stats").get_attribute("href")
    assert link is not None and link.startswith("https://app.bgstatsapp.com/")


@pytest.mark.long
def test_a_waiting_phone_calls_once_more(running: Running, screens: Screens) -> None:
    ben = screens.open(f"{running.here}/guide", **PHONE)
    ben.clock.install()
    ben.add_init_script("window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; };")
    ben.goto(f"{running.here}/#j={running.house.access.seat_code(1).secret}")
    ben.locator(".head").tap()
    game = running.house.running()
    for line in ("move 12", "leave", "skip"):
        game.submit([game.game.parse_action(line)], 0)
    expect(ben.locator(".head-turn")).to_contain_text("Your turn")
    assert ben.evaluate("window.buzzes") == 1
    assert ben.title().startswith("●")
    ben.clock.run_for(60_000)
    assert ben.evaluate("window.buzzes") == 2


@pytest.mark.long
@pytest.mark.parametrize("size", [(390, 844), (568, 320)], ids=str)
def test_who_won_is_in_sight_when_the_last_turn_is_played(
    running: Running, screens: Screens, size: tuple[int, int]
) -> None:
    """The page stands where the bazaar is, as in play."""
    play(running.house)
    session = running.house.running()
    while session.game.is_over(session.state):
        session.undo(keep=session.log.effective[-1].number - 1, seat=None)
    anna = screens.phone(running, 0, viewport={"width": size[0], "height": size[1]})
    at_once(anna, ".bazaar", "node => node.scrollIntoView({ block: 'start' })")
    play(running.house)
    expect(anna.locator(".result h2")).to_be_in_viewport(ratio=0.99)
    anna.wait_for_function(
        """() => document.querySelector(".result h2").getBoundingClientRect().top
        >= document.querySelector(".head").getBoundingClientRect().bottom"""
    )
    at_once(anna, ".bazaar", "node => node.scrollIntoView({ block: 'start' })")
    top = anna.evaluate("scrollY")
    drawn_again(anna, running.house)
    assert anna.evaluate("scrollY") == top > 0


CUT = """() => [...document.querySelectorAll('.setting select')].filter((one) => {
  const look = getComputedStyle(one), pen = document.createElement('canvas').getContext('2d'), ARROW = 20;
  pen.font = look.font;
  const room = one.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - ARROW;
  return [...one.options].some((each) => pen.measureText(each.textContent).width > room);
}).map((one) => one.dataset.key)"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_no_choice_of_a_device_is_cut_off(running: Running, screens: Screens, language: str) -> None:
    anna = screens.phone(running, 0, locale=language)
    anna.locator("[data-key=comfort] summary").tap()
    assert anna.locator(".setting select").count() > 6
    assert anna.evaluate(CUT) == []


def test_the_pages_say_whose_they_are_not(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/guide")
    expect(page.locator("#about")).to_contain_text("without any tie to him or to its publisher")
    expect(page.locator("#about")).to_contain_text("MIT")
    assert json.loads(page.locator("#words").inner_text() or "{}") == {}


NUMBERS_UNDER_SIGNS = """() => [...document.querySelectorAll('.chart:has(polyline) > g')].filter((sign) => {
  const [one, other] = [sign, sign.nextElementSibling].map((each) => each.getBoundingClientRect());
  return one.right > other.left;
}).map((sign) => sign.nextElementSibling.textContent)"""


@pytest.mark.long
def test_large_numbers_stand_beside_the_signs_of_their_lines(running: Running, screens: Screens) -> None:
    session = running.house.running()
    rich = 'set 0.lira=150 0.merchant=1 0.rubies=4 0.hand=- 1.lira=88 despite because "a scene"'
    session.submit([session.game.parse_action(rich)], None, session.version, "table")
    session.submit([session.game.parse_action(one) for one in ("move 16", "leave", "ruby")], 0)
    play(running.house)
    page = screens.open(f"{running.here}/evening")
    expect(page.locator(".chart:has(polyline) > g").first).to_be_visible()
    assert page.evaluate(NUMBERS_UNDER_SIGNS) == []

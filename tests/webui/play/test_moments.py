"""Moments in real browsers: on the phone concerned and the table screen, under no finger, and not where unwanted."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.webui.play.test_calls import LISTEN
from tools.film_strips import END, SCENES, always, film, look_on, perform, set_scene
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    house = House(tmp_path_factory.mktemp("moments"), chance=always)
    running = Running(house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
    yield running
    running.stop()


@pytest.fixture
def screen(browser: Browser, table: Running, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The phone of Anna, or the table screen where a test says so."""
    set_scene(table.house, SCENES["dice"])
    page = look_on(browser, table, getattr(request, "param", "phone"))
    yield page
    page.context.close()


TAKINGS_WITH_ONE_FLIGHT = f"""() => {{
  const card = document.querySelector(".moment.is-takings");
  if (card) return document.querySelectorAll(".moment-flight").length === 1 && card.innerText;
  ({END})();
  return false;
}}"""
"""Looked at in every frame, for a moment is short; moments before it are ended."""


MOVING = """() => document.getAnimations().filter((one) => one.effect.target.closest("#moments")
  && one.playState === "running" && one.effect.getKeyframes().some(({ transform }) => transform))"""


def card(page: Page) -> str:
    return page.locator(".moment").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("screen", ["phone", "table"], indirect=True)
def test_dice_roll_and_add_up_and_the_coins_fly(table: Running, screen: Page) -> None:
    perform(table.house, SCENES["dice"].does)
    expect(screen.locator(".moment")).to_be_visible()
    assert "Tea House" in card(screen) and "4 + 6 = 10 ≥ 7: +7 Lira" in card(screen)
    expect(screen.locator(".moment-flight")).to_have_count(5)
    assert len(set(film(screen, "dice"))) >= 8
    expect(screen.locator(".moment")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("screen", ["table"], indirect=True)
def test_every_scene_moves_on_the_table_screen(table: Running, browser: Browser, screen: Page) -> None:
    screen.context.close()
    for name, scene in SCENES.items():
        set_scene(table.house, scene)
        page = look_on(browser, table, "table")
        perform(table.house, scene.does)
        assert len(set(film(page, scene.kind))) >= 4, name
        page.context.close()


@pytest.mark.long
def test_the_governor_walks_and_is_not_in_two_places(table: Running, browser: Browser, screen: Page) -> None:
    set_scene(table.house, SCENES["governor"])
    page = look_on(browser, table, "table")
    perform(table.house, SCENES["governor"].does)
    while not page.locator(".moment.is-dice").count():
        page.wait_for_selector(".moment")
        page.evaluate(END)
    expect(page.locator(".moment-walker")).to_have_count(1)
    expect(page.locator(".bazaar .is-governor")).to_be_hidden()
    page.evaluate(END)
    expect(page.locator(".bazaar .is-governor")).to_be_visible()
    page.context.close()


def test_a_moment_is_under_no_finger(table: Running, screen: Page) -> None:
    perform(table.house, SCENES["dice"].does)
    box = screen.locator(".moment").bounding_box()
    assert box is not None
    point = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert not screen.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#moments')", point)
    assert box["y"] + box["height"] < screen.evaluate("document.querySelector('.dock').getBoundingClientRect().top")


@pytest.mark.long
def test_who_wants_little_motion_hears_it_and_sees_none(table: Running, browser: Browser, screen: Page) -> None:
    page = look_on(browser, table, "phone", reduced_motion="reduce")
    perform(table.house, SCENES["dice"].does)
    expect(page.locator(".moment")).to_contain_text("4 + 6 = 10")
    expect(page.locator(".moment-flight")).to_have_count(0)
    assert len(set(film(page, "dice"))) == 1
    expect(page.locator("#outcomes")).to_contain_text("Anna: rolls 4 and 6")
    expect(page.locator(".moment")).to_have_count(0)
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("scene", ["card", "ruby", "winner"])
def test_a_still_card_shows_what_the_moving_one_ends_with(
    table: Running, browser: Browser, screen: Page, scene: str
) -> None:
    set_scene(table.house, SCENES[scene])
    page = look_on(browser, table, "phone", reduced_motion="reduce")
    perform(table.house, SCENES[scene].does)
    page.wait_for_selector(".moment")
    while not page.locator(f".moment.is-{SCENES[scene].kind}").count():
        page.evaluate(END)
        page.wait_for_selector(".moment")
    assert page.locator(".moment").evaluate("one => getComputedStyle(one).opacity") == "1"
    assert page.locator(".moment-words").evaluate("one => getComputedStyle(one).opacity") == "1"
    assert page.evaluate(MOVING) == []
    page.context.close()


def test_a_switch_turns_moments_off(table: Running, screen: Page) -> None:
    screen.locator("[data-key=comfort] summary").click()
    screen.get_by_label("Moments").select_option("off")
    perform(table.house, SCENES["dice"].does)
    expect(screen.locator("#outcomes")).to_contain_text("takes 7 Lira")
    expect(screen.locator(".moment")).to_have_count(0)


@pytest.mark.long
def test_a_card_turns_over_for_its_owner_alone(table: Running, browser: Browser, screen: Page) -> None:
    set_scene(table.house, SCENES["card"])
    watcher = look_on(browser, table, "table")
    expect(screen.locator("html")).to_have_attribute("data-moment", f"{table.house.game_id}/1")
    perform(table.house, SCENES["card"].does)
    expect(screen.locator(".moment .is-face")).to_have_count(1)
    expect(watcher.locator(".moment .is-back")).to_have_count(1)
    assert not watcher.locator(".moment .is-face").count() and "draws a card" in card(watcher)
    watcher.context.close()


@pytest.mark.long
def test_a_ruby_rings_where_sound_is_wanted(table: Running, browser: Browser, screen: Page) -> None:
    for sound, rings in (("on", True), ("off", False)):
        set_scene(table.house, SCENES["ruby"])
        page = look_on(browser, table, "phone")
        page.add_init_script(LISTEN)
        page.evaluate("sound => localStorage.setItem('bazaar-sound', sound)", sound)
        page.reload()
        page.wait_for_selector("[data-moment]")
        page.locator(".head").click()
        before = page.evaluate("window.tones")
        perform(table.house, SCENES["ruby"].does)
        page.wait_for_selector(".moment.is-ruby")
        assert (page.evaluate("window.tones") - before >= 3) is rings
        page.context.close()


@pytest.mark.long
def test_a_page_that_is_opened_shows_nothing_of_before(table: Running, browser: Browser, screen: Page) -> None:
    perform(table.house, SCENES["dice"].does)
    late = look_on(browser, table, "table")
    expect(late.locator(".dice-whose")).to_contain_text("Tea House")
    expect(late.locator(".moment")).to_have_count(0)
    late.context.close()


# ------------------------------------------------------------------------- the dice game


def in_the_dice_game(table: Running, browser: Browser, name: str, **options: str) -> Page:
    """Anna's phone, and what she has just done there."""
    set_scene(table.house, SCENES[name])
    page = look_on(browser, table, "phone", **options)
    perform(table.house, SCENES[name].does)
    return page


def test_its_dice_tumble_onto_the_faces_thrown(table: Running, browser: Browser) -> None:
    page = in_the_dice_game(table, browser, "dice-game-throw")
    expect(page.locator(".moment .moment-die")).to_have_count(5)
    page.evaluate("() => document.getAnimations().forEach((one) => { one.currentTime = 1000; })")
    shown = page.locator(".moment-die img").evaluate_all(
        "all => all.filter((one) => getComputedStyle(one).opacity === '1').map((one) => one.src.match(/face-(.)/)[1])"
    )
    assert shown == list("RRYLK")
    box = page.locator(".moment").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert box["y"] + box["height"] < page.evaluate("document.querySelector('.dock').getBoundingClientRect().top")
    page.context.close()


def test_its_markers_fly_to_whom_they_belong(table: Running, browser: Browser) -> None:
    page = in_the_dice_game(table, browser, "dice-game-takings")
    flying = page.wait_for_function(TAKINGS_WITH_ONE_FLIGHT).json_value()
    assert "+1 fabric" in flying
    page.context.close()


def test_its_moments_are_unseen_under_reduced_motion(table: Running, browser: Browser) -> None:
    page = in_the_dice_game(table, browser, "dice-game-takings", reduced_motion="reduce")
    expect(page.locator("#outcomes")).to_contain_text("takes 1 fabric")
    assert len(set(film(page, "takings"))) == 1, "a still card tells of it"
    expect(page.locator(".moment")).to_have_count(0)
    page.context.close()

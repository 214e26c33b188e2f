"""Called to the turn: by the phone itself, once it was touched, and by the table screen where it sleeps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.webui.conftest import DESKTOP, PHONE, Screens, open_tab
from webui.http.server import Running

pytestmark = pytest.mark.browser
LISTEN = """window.buzzes = 0; window.tones = 0; window.said = [];
navigator.vibrate = () => { window.buzzes += 1; return true; };
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; return begin.call(this, at); };
speechSynthesis.speak = (one) => window.said.push([one.lang, one.text]);
addEventListener('pointerdown', () => { window.touchedByHand = true; }, true);
const touch = { get hasBeenActive() { return window.touchedByHand === true; } };
Object.defineProperty(navigator, 'userActivation', { get: () => touch });"""
"""What reaches ears and hands; and only a finger counts as a touch, no question a test asks of the page."""


@pytest.fixture
def ben(running: Running, screens: Screens) -> Iterator[Page]:
    """The phone of Ben, who plays after Anna; nobody has touched it yet."""
    page = screens.open(f"{running.here}/guide", **PHONE)
    page.add_init_script(LISTEN)
    page.evaluate("localStorage.setItem('bazaar-sound', 'on')")
    page.goto(f"{running.here}/#j={running.house.access.seat_code(1).secret}")
    page.wait_for_selector(".mat")
    yield page


def table_of(running: Running, screens: Screens, calls: str, **options: str) -> Page:
    page = screens.open(f"{running.here}/guide", **DESKTOP, **options)
    page.add_init_script(LISTEN)
    page.evaluate("calls => localStorage.setItem('bazaar-call', calls)", calls)
    page.goto(f"{running.here}/table")
    page.wait_for_selector(".bazaar")
    return page


def annas_turn(running: Running) -> None:
    game = running.house.running()
    for line in ("move 12", "leave", "skip"):
        game.submit([game.game.parse_action(line)], 0)


@pytest.mark.long
def test_a_touched_phone_sounds_and_vibrates(running: Running, ben: Page) -> None:
    expect(ben.locator(".touch-me")).to_be_visible()
    ben.locator(".head").tap()
    expect(ben.locator(".touch-me")).to_have_count(0)
    annas_turn(running)
    expect(ben.locator(".head-turn")).to_contain_text("Your turn")
    assert ben.evaluate("[window.buzzes, window.tones]") == [1, 2]


@pytest.mark.long
def test_an_untouched_phone_asks_for_a_touch_and_makes_no_noise_later(running: Running, ben: Page) -> None:
    annas_turn(running)
    expect(ben.locator(".head-turn")).to_contain_text("Your turn")
    expect(ben.locator(".touch-me")).to_be_visible()
    ben.locator(".head").tap()
    assert ben.evaluate("[window.buzzes, window.tones]") == [0, 0]


@pytest.mark.long
def test_a_quiet_phone_stays_quiet(running: Running, ben: Page) -> None:
    ben.evaluate("() => { for (const one of ['sound', 'vibration']) localStorage.setItem(`bazaar-${one}`, 'off'); }")
    ben.reload()
    ben.wait_for_selector(".mat")
    expect(ben.locator(".touch-me")).to_have_count(0)
    ben.locator(".head").tap()
    annas_turn(running)
    expect(ben.locator(".head-turn")).to_contain_text("Your turn")
    assert ben.evaluate("[window.buzzes, window.tones]") == [0, 0]


@pytest.mark.long
def test_a_phone_that_slept_through_it_calls_when_it_wakes(running: Running, ben: Page) -> None:
    ben.locator(".head").tap()
    ben.route("**/api/view", lambda route: route.abort())
    ben.evaluate("dispatchEvent(new Event('pagehide'))")
    annas_turn(running)
    ben.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ben.locator(".offline")).to_be_visible()
    assert ben.evaluate("window.buzzes") == 0
    ben.unroute("**/api/view")
    ben.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ben.locator(".head-turn")).to_contain_text("Your turn")
    assert ben.evaluate("[window.buzzes, window.tones]") == [1, 2]


@pytest.mark.long
def test_the_table_calls_whose_phone_sleeps(running: Running, screens: Screens, ben: Page) -> None:
    table = table_of(running, screens, "asleep")
    ben.goto("about:blank")
    expect(table.locator(".phone-away")).to_have_count(1)
    annas_turn(running)
    expect(table.locator(".call")).to_contain_text("Ben")
    assert table.evaluate("parseFloat(getComputedStyle(document.querySelector('.call b')).fontSize)") >= 60
    assert table.evaluate("getComputedStyle(document.querySelector('.call')).pointerEvents") == "none"
    assert table.evaluate("window.said") == []
    expect(table.locator(".call")).to_have_count(0)


@pytest.mark.long
def test_the_table_does_not_call_whose_phone_is_awake(running: Running, screens: Screens, ben: Page) -> None:
    table = table_of(running, screens, "asleep")
    expect(ben.locator(".head-turn")).to_have_text("Anna plays")
    annas_turn(running)
    expect(table.get_by_role("heading", level=1)).to_have_text("Ben plays")
    expect(table.locator(".call")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("locale", "said"), [("en-GB", "Ben, it is your turn."), ("fr-FR", "Ben, à vous."), ("ru-RU", "Ben, ваш ход.")]
)
def test_where_it_is_switched_on_the_table_says_the_name(
    running: Running, screens: Screens, locale: str, said: str
) -> None:
    table = table_of(running, screens, "aloud", locale=locale)
    annas_turn(running)
    expect(table.locator(".call")).to_contain_text("Ben")
    assert table.evaluate("window.said") == [[locale[:2], said]]


@pytest.mark.long
def test_the_host_switches_it_on_the_table_screen(running: Running, screens: Screens) -> None:
    table = screens.table(running)
    open_tab(table, "More")
    table.locator("[data-key=comfort] summary").click()
    table.get_by_label("Calling players").select_option("aloud")
    assert table.evaluate("localStorage.getItem('bazaar-call')") == "aloud"

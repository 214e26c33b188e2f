"""The dock: what the camera says stands above the decision, own things stay in sight, one button stands out."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.game import Say
from tests.webui.conftest import PHONE, WAIT_MS, begin, drawn_again
from tests.webui.play.test_stories import FULL, TURNS, Turn, answered, moment, set_up, tap
from webui.camera.desk import NoCamera
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
SIZES = ((320, 640), (360, 740), (390, 844), (1366, 768), (1920, 1080))
EACH_TIME = [one if one in (SIZES[0], SIZES[3]) else pytest.param(one, marks=pytest.mark.long) for one in SIZES]
"""The smallest phone and a laptop are looked at each time, the others among the long tests."""
OPTIONS = [{"id": at, "text": f"Anna: Fountain → place {at}", "moves": []} for at in (0, 1, -1)]
SAYS: dict[str, dict[str, Any]] = {
    "seen": {"status": "in_step", "seen": {"seat": 0, "version": 1, "text": "Seen: Anna: Fountain → Post Office."}},
    "question": {
        "status": "asking",
        "question": {"id": "1-1", "seat": 0, "text": "What happened on the table?", "options": OPTIONS},
    },
    "differs": {"status": "lost", "differences": [{"text": "Ben's merchant stands on 12, the game says 7."}]},
}


class Saying(NoCamera):
    """A desk whose camera has one thing to say."""

    def __init__(self, says: str) -> None:
        self._says = SAYS[says]

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | self._says


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(
        begin(House(tmp_path_factory.mktemp("dock"))), Settings(host="127.0.0.1", port=0, join_limit="1000 per minute")
    )
    yield running
    running.stop()


@pytest.fixture
def anna(browser: Browser, table: Running) -> Iterator[Page]:
    begin(table.house)
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(f"{table.here}/#j={table.house.access.seat_code(0, take_over=True).secret}")
    page.wait_for_selector(".mat")
    yield page
    context.close()
    table.house.desk = NoCamera()


def in_sight(what: Locator) -> None:
    """All of it lies on the screen, under nothing else that could be tapped."""
    expect(what).to_be_in_viewport(ratio=0.99)
    what.click(trial=True)


@pytest.mark.long
@pytest.mark.parametrize("says", SAYS)
@pytest.mark.parametrize("size", EACH_TIME, ids=str)
def test_what_the_camera_says_is_in_sight_above_the_decision(
    table: Running, anna: Page, says: str, size: tuple[int, int]
) -> None:
    anna.set_viewport_size({"width": size[0], "height": size[1]})
    table.house.desk = Saying(says)
    table.house.changed()
    told = anna.locator(".dock > .camera-card, .dock > .camera-lines")
    expect(told).to_be_visible()
    for top in (0, 300):
        anna.evaluate("top => scrollTo(0, top)", top)
        for one in [told.locator("p, li").first, *told.locator("button").all()[:2]]:
            in_sight(one)
    assert told.evaluate("node => !node.previousElementSibling")


@pytest.mark.long
def test_own_goods_lira_and_rubies_stay_in_sight(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.goods=RRG 0.lira=11 0.rubies=1 governor=16 smuggler=16")
    for width, height in SIZES[:3]:
        anna.set_viewport_size({"width": width, "height": height})
        for top in (0, 200, 5000):
            anna.evaluate("top => scrollTo(0, top)", top)
            in_sight(anna.locator(".pinned"))
            assert anna.locator(".pinned").inner_text().split() == ["2/2", "1/2", "0/2", "0/2", "11", "1"]
            assert anna.evaluate("document.querySelector('.pinned').getBoundingClientRect().height") < 36


@pytest.mark.long
@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: f"place-{turn.place}")
def test_one_button_stands_out_all_through_a_turn(table: Running, anna: Page, turn: Turn) -> None:
    away = 16 if turn.place != 16 else 10
    set_up(table, anna, f"governor={away} smuggler={away} {turn.given}")
    tap(anna, f"place {turn.place}")
    for what in turn.taps:
        expect(anna.locator(".dock.busy")).to_have_count(0)
        assert anna.locator(".dock .primary").count() <= 1
        if anna.locator(".dock .go-ways button").count() > 1:
            expect(anna.locator(".dock [data-key=go]")).not_to_have_class("grow primary")
        tap(anna, what)


@pytest.mark.long
@pytest.mark.parametrize(("place", "given"), [(10, f"0.merchant=13 {FULL}"), (12, "0.merchant=4")])
def test_doing_nothing_never_stands_out_beside_something(table: Running, anna: Page, place: int, given: str) -> None:
    set_up(table, anna, f"governor=16 smuggler=16 {given}")
    tap(anna, f"place {place}")
    tap(anna, "go")
    nothing = anna.locator(".dock [data-key^=end-]")
    expect(nothing).to_be_visible()
    expect(nothing).not_to_have_class("primary grow")
    expect(nothing).to_have_class("grow")


def test_what_a_card_reaches_is_lit_only_when_asked_for(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.hand=LONG_MOVE 0.merchant=7 governor=12 smuggler=12")
    near = anna.locator(".place.lit").count()
    assert near < 12 and not anna.locator(".badge.is-card").count()
    anna.locator("[data-key=free] summary").click()
    anna.get_by_role("button", name="with Move 3–4").click()
    expect(anna.locator(".place.lit")).not_to_have_count(near)
    anna.get_by_role("button", name="with Move 3–4").click()
    expect(anna.locator(".place.lit")).to_have_count(near)


@pytest.mark.long
def test_a_place_that_only_a_card_reaches_tells_so_when_it_is_tapped(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.hand=LONG_MOVE 0.merchant=7 governor=12 smuggler=12")
    far = anna.locator(".place:not(.lit)[data-place='16']")
    expect(far).to_be_visible()
    far.click()
    expect(anna.locator(".consequences")).to_contain_text("plays the card Move 3 or 4")
    anna.locator("[data-key=go]").click()
    expect(anna.locator(".hand")).to_have_count(0)


OUT_OF_BOX = """() => [...document.querySelectorAll('.dock .choice')].filter((one) => {
  one.getBoundingClientRect(); // Chromium's first answer may be an empty box where a page has just been drawn
  const box = one.getBoundingClientRect(), words = one.querySelector('.choice-text').getBoundingClientRect();
  return words.top < box.top || words.bottom > box.bottom;
}).map((one) => one.textContent)"""


@pytest.mark.long
def test_long_words_of_the_dock_stay_in_their_boxes_and_go_on_in_the_next_line(table: Running, anna: Page) -> None:
    """Also where the dock is as high as it may become, and all in it could be pressed together."""
    anna.set_viewport_size({"width": 320, "height": 568})
    set_up(table, anna, "0.hand=LIRA5,GOOD,RETURN,STAY 0.stack=- 0.assistants=4,6,8,11 governor=16 smuggler=16")
    tap(anna, "place 3")
    tap(anna, "go")
    expect(anna.locator(".dock .denied")).to_be_visible()
    assert anna.evaluate(OUT_OF_BOX) == []
    expect(anna.locator(".dock [data-key^=end-] .small")).to_have_css("display", "inline")


EDGES = (
    "['.head', '.dock'].map((one, at) => document.querySelector(one).getBoundingClientRect()[at ? 'top' : 'bottom'])"
)
SEEN = """([top, bottom]) => [...document.querySelectorAll('.place.lit')].filter((one) => {
  const { y, height } = one.getBoundingClientRect();
  return y + height / 2 > top && y + height / 2 < bottom;
}).length"""


def all_in_sight(anna: Page) -> None:
    lit = anna.locator(".place.lit").count()
    assert lit > 4
    anna.wait_for_function(f"() => ({SEEN})({EDGES}) === {lit}")


@pytest.mark.long
def test_places_that_may_be_tapped_are_in_sight(table: Running, anna: Page) -> None:
    """At a turn's beginning, where a family member is sent, and when a card lights others."""
    for width, height in SIZES[:3]:
        anna.set_viewport_size({"width": width, "height": height})
        set_up(table, anna, "governor=16 smuggler=16 0.merchant=4 0.hand=LONG_MOVE")
        all_in_sight(anna)
        for what in ("place 12", "go"):
            tap(anna, what)
        answered(anna)
        all_in_sight(anna)
        set_up(table, anna, "governor=16 smuggler=16 0.merchant=4 0.hand=LONG_MOVE")
        anna.locator("[data-key=free] summary").click()
        anna.get_by_role("button", name="with Move 3–4").click()
        anna.wait_for_function("() => document.querySelectorAll('.badge.is-card').length")
        assert anna.evaluate(f"({SEEN})({EDGES})") >= 2, width


FREE = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector('.dock').getBoundingClientRect().top;
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [(568, 320), (844, 390)], ids=str)
def test_a_tapped_place_and_the_way_there_are_in_sight_on_a_rotated_phone(
    table: Running, anna: Page, size: tuple[int, int]
) -> None:
    """Not all places have room above the decision there."""
    anna.set_viewport_size({"width": size[0], "height": size[1]})
    set_up(table, anna, "0.merchant=2 0.stack=- 0.assistants=4,6,8,11 governor=16 smuggler=16")
    anna.evaluate("document.querySelector('.bazaar').scrollIntoView()")
    tap(anna, "place 14")
    tapped = anna.locator(".bazaar [data-place='14']")
    expect(anna.locator(".place.chosen")).to_have_attribute("data-place", "14")
    assert tapped.evaluate(FREE)
    expect(anna.locator(".dock [data-key=go]")).to_be_in_viewport(ratio=0.99)
    tap(anna, "place 14")
    expect(anna.locator(".place.chosen")).to_have_count(0)
    assert tapped.evaluate(FREE)


OUT_OF_PLACE = """() => [...document.querySelectorAll('.badge')].filter((one) => {
  const badge = one.getBoundingClientRect(), place = one.closest('.place').getBoundingClientRect();
  return badge.left < place.left || badge.right > place.right || badge.bottom > place.bottom;
}).map((one) => one.textContent)"""


def test_all_that_a_way_costs_stands_inside_its_place(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.merchant=12 0.lira=5 1.merchant=4 governor=16 smuggler=16")
    expect(anna.locator("[data-place='4'] .badge")).to_have_count(2)
    for width, height in SIZES[:3]:
        anna.set_viewport_size({"width": width, "height": height})
        assert anna.evaluate(OUT_OF_PLACE) == [], width


def test_no_wood_lies_over_the_number_of_a_place(table: Running, anna: Page) -> None:
    set_up(table, anna, "governor=7 smuggler=7")
    for width, height in SIZES:
        anna.set_viewport_size({"width": width, "height": height})
        over = (  # in one step: what is drawn anew meanwhile would be looked for, or scrolled to, in vain
            "() => { const one = document.querySelector(\"[data-place='7'] .place-number\");"
            "one.scrollIntoView({ block: 'center' });"
            "const { x, y, width, height } = one.getBoundingClientRect();"
            "return document.elementsFromPoint(x + width / 2, y + height * .7)"
            ".find((each) => each.matches('.place-number, .figure, .figure *, .crowd, .place-art'))?.className; }"
        )
        assert anna.evaluate(over) == "place-number", width


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "given", "lines", "key"),
    [
        (2, "0.merchant=5", ["leaves an assistant, 3 stay in the stack"], "do-leave,fill"),
        (10, f"0.merchant=13 {FULL}", ["leaves an assistant, 3 stay in the stack"], "do-leave,sell"),
        (3, "0.merchant=7 1.merchant=3 0.lira=9", ["leaves an", "pays 2 Lira, 7 left"], "do-leave,pay,fill"),
    ],
)
def test_one_tap_tells_of_the_assistant_and_what_is_done_with_him(
    table: Running, anna: Page, place: int, given: str, lines: list[str], key: str
) -> None:
    set_up(table, anna, f"governor=16 smuggler=16 {given}")
    session = table.house.running()
    session.submit([session.game.parse_action(f"move {place}")], None, session.version, "camera")
    expect(anna.locator("html")).to_have_attribute("data-moment", moment(table))
    expect(anna.locator(".dock .given .consequences li")).to_contain_text(lines)
    expect(anna.locator(".dock [data-key=do-leave], .dock [data-key^=end-]").first).to_be_visible()
    with_him = anna.locator(f".dock .given button[data-key^='{key}']").first
    with_him.click()
    answered(anna)
    told = [session.game.format_action(one.action) for one in session.log.effective if one.source == "phone"]
    assert ",".join(told).startswith(key.removeprefix("do-")) and len(told) > 1


class SeeingDice(NoCamera):
    """A desk whose camera names the dice it sees; it may see better later."""

    pair: tuple[int, int] | None = None

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | {"dice": self.pair and list(self.pair)}


def dice_shown(anna: Page) -> list[str | None]:
    return [one.get_attribute("aria-label") for one in anna.locator(".die-button[aria-pressed=true]").all()]


@pytest.mark.long
def test_dice_are_those_the_camera_sees_now_until_somebody_puts_them_right(table: Running, anna: Page) -> None:
    house, desk = begin(table.house, keep_seats=True, dice="real"), SeeingDice()
    house.desk = desk
    for text in ("move 9", "leave", "announce 3"):
        house.running().submit([house.running().game.parse_action(text)], 0)
    for pair in ((6, 1), (5, 1)):
        desk.pair = pair
        drawn_again(anna, house)
        assert dice_shown(anna) == [str(face) for face in pair]
    anna.locator("[data-key=die-1-4]").tap()
    desk.pair = (2, 2)
    drawn_again(anna, house)
    assert dice_shown(anna) == ["5", "4"]


CHOICE_IN_SIGHT = """() => {
  const one = document.querySelector('.dock .choice');
  const { left, top, width, height } = one.getBoundingClientRect();
  return [top + 4, top + height - 4].every((y) => one.contains(document.elementFromPoint(left + width / 2, y)));
}"""


@pytest.mark.parametrize(("width", "height", "text"), [(320, 568, 1), (390, 844, 2), (360, 740, 2)])
def test_a_choice_is_in_sight_on_a_small_phone_and_with_large_text(
    table: Running, anna: Page, width: int, height: int, text: int
) -> None:
    set_up(table, anna, "0.merchant=7 governor=16 smuggler=16")
    anna.set_viewport_size({"width": width, "height": height})
    anna.evaluate("text => { document.documentElement.style.fontSize = `${100 * text}%`; }", text)
    tap(anna, "place 6")
    session = table.house.running()
    session.submit([session.game.parse_action(one) for one in ("move 6", "leave")], 0)
    expect(anna.locator(".dock .choice").first).to_be_visible()
    anna.wait_for_function(CHOICE_IN_SIGHT)

"""A turn without a pointer: every step by keyboard, the focus never lost, everything told once to a screen reader."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.webui.conftest import PHONE, WAIT_MS, begin, drawn_again
from tests.webui.play.test_stories import answered, moment, set_up, state
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
HEAR = """window.heard = {live: [], outcomes: []};
new MutationObserver((all) => {
  for (const {target, addedNodes} of all) {
    const part = target.closest?.('#live, #outcomes');
    for (const one of part ? addedNodes : []) if (one.textContent) heard[part.id].push(one.textContent);
  }
}).observe(document, {childList: true, subtree: true});"""
"""Keeps what a screen reader would say of both live parts."""
FOCUSED = "document.activeElement"
NAME = f"({FOCUSED}.getAttribute('aria-label') ?? {FOCUSED}.textContent).trim()"
UNNAMED = """all => all.filter((one) => one.checkVisibility() && !one.ariaLabel && !one.textContent.trim()
  && !one.labels?.length).map((one) => one.outerHTML)"""
SIDE = 4
MOST_TABS = 40
QUIET = "governor=16 smuggler=16"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    house = begin(House(tmp_path_factory.mktemp("keyboard")))
    running = Running(house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
    yield running
    running.stop()


@pytest.fixture
def ben(browser: Browser, table: Running) -> Iterator[Page]:
    """Ben plays second, so that his turn begins while he looks on."""
    begin(table.house)
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.add_init_script(HEAR)
    page.goto(f"{table.here}/#j={table.house.access.seat_code(1, take_over=True).secret}")
    page.wait_for_selector(".mat")
    yield page
    context.close()


def pass_on(table: Running, ben: Page) -> None:
    """Anna's turn, so that it is Ben's."""
    session = table.house.running()
    for line in ("move 12", "leave", "skip"):
        session.submit([session.game.parse_action(line)], 0)
    expect(ben.locator("html")).to_have_attribute("data-moment", moment(table))
    expect(ben.locator(".head-turn")).to_have_text("Your turn")


def name(page: Page) -> str:
    """The accessible name of what has the focus; never the body."""
    assert page.evaluate(f"{FOCUSED}.localName") != "body", "the focus is lost"
    words: str = page.evaluate(NAME)
    return words


def tab_to(page: Page, pattern: str, key: str = "Tab") -> None:
    """By the Tab key alone, forwards or backwards."""
    for _ in range(MOST_TABS):
        if re.search(pattern, name(page)):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no way by {key} to {pattern}; the focus is on {name(page)}")


def walk_to(page: Page, place: int, key: str = "Tab") -> None:
    """Into the bazaar by Tab, through its streets by the arrow keys."""
    tab_to(page, r"^\d+: ", key)
    tiles = [int(one.get_attribute("data-place") or 0) for one in page.locator(".bazaar .place").all()]
    here, there = tiles.index(int(page.evaluate(f"{FOCUSED}.dataset.place"))), tiles.index(place)
    rows, columns = there // SIDE - here // SIDE, there % SIDE - here % SIDE
    for count, forth, back in ((rows, "ArrowDown", "ArrowUp"), (columns, "ArrowRight", "ArrowLeft")):
        for _ in range(abs(count)):
            page.keyboard.press(forth if count > 0 else back)
    assert name(page).startswith(f"{place}: ")


def use(page: Page, pattern: str, key: str = "Enter") -> None:
    """Goes to a button by Tab, uses it, and waits for what comes of it."""
    tab_to(page, pattern)
    page.keyboard.press(key)
    answered(page)


def heard(page: Page, part: str) -> list[str]:
    said: list[str] = page.evaluate(f"window.heard.{part}")
    return said


def begin_by_keyboard(page: Page) -> None:
    """As from a fresh page: the first Tab comes to its beginning."""
    page.locator("#app").focus()


def test_the_first_tab_leads_past_the_head(ben: Page) -> None:
    ben.keyboard.press("Tab")
    assert name(ben) == "Skip to the game"


@pytest.mark.long
def test_a_turn_at_the_tea_house(table: Running, ben: Page) -> None:
    set_up(table, ben, f"1.merchant=11 {QUIET} 1.hand=-")
    pass_on(table, ben)
    assert heard(ben, "live")[-1] == "Your turn. Choose where to go"
    begin_by_keyboard(ben)
    walk_to(ben, 9)
    assert re.match(r"9: Tea House\. [12] steps?\. leaves an assistant, \d stays? in the stack", name(ben))
    ben.keyboard.press("Enter")
    assert name(ben).startswith("9: Tea House")
    use(ben, "^Go there")
    assert name(ben) == "Act at the Tea House"
    before = heard(ben, "outcomes")
    use(ben, "^Announce 3", "Space")
    expect(ben.locator(".head-turn")).to_have_text("Cleo plays")
    assert name(ben).endswith("Cleo plays")
    dice, *rest = heard(ben, "outcomes")[len(before) :]
    assert re.search(r"^Ben: .*rolls \d and \d", dice + "".join(rest)), (dice, rest)
    assert re.search(r"\d Lira", dice + "".join(rest))
    assert heard(ben, "live")[-1].startswith("Cleo plays.")


@pytest.mark.long
def test_a_turn_at_the_small_market(table: Running, ben: Page) -> None:
    set_up(table, ben, f"1.merchant=6 1.goods=RRGGYYBB 1.capacity=5 {QUIET} 1.hand=-")
    pass_on(table, ben)
    begin_by_keyboard(ben)
    walk_to(ben, 11)
    ben.keyboard.press("Space")
    use(ben, "^Go there")
    assert name(ben) == "Act at the Small Market"
    while ben.locator("[data-key^=less-]:not(:disabled)").count() and "less" not in name(ben):
        ben.keyboard.press("Tab")
    less = name(ben)
    ben.keyboard.press("Enter")
    assert re.match("one .* (less|more)", name(ben)), less
    use(ben, "^Sell")
    expect(ben.locator(".head-turn")).to_have_text("Cleo plays")
    assert sum(state(table).players[1].goods) < 8
    assert re.search(r"Ben: .*gives .*takes \d+ Lira", " ".join(heard(ben, "outcomes")))


@pytest.mark.long
def test_nothing_is_told_twice_when_the_page_is_drawn_again(table: Running, ben: Page) -> None:
    set_up(table, ben, f"1.merchant=7 {QUIET} 1.hand=-")
    pass_on(table, ben)
    begin_by_keyboard(ben)
    walk_to(ben, 3)
    ben.keyboard.press("Enter")
    use(ben, "^Go and")
    expect(ben.locator(".head-turn")).to_have_text("Cleo plays")
    said = heard(ben, "live"), heard(ben, "outcomes")
    assert len(said[0]) == len(set(said[0])) and len(said[1]) == len(set(said[1]))
    for _ in range(3):
        drawn_again(ben, table.house)
    assert (heard(ben, "live"), heard(ben, "outcomes")) == said
    assert name(ben).endswith("Cleo plays")


@pytest.mark.long
def test_the_same_outcome_is_told_each_time_it_happens(table: Running, ben: Page) -> None:
    set_up(table, ben, f"1.merchant=7 {QUIET} 1.hand=-")
    pass_on(table, ben)
    begin_by_keyboard(ben)
    walk_to(ben, 3)
    ben.keyboard.press("Enter")
    use(ben, "^Go and")
    use(ben, "^Undo")
    assert heard(ben, "outcomes")[-1].startswith("Taken back: Ben: ")
    walk_to(ben, 3, "Shift+Tab")
    ben.keyboard.press("Enter")
    use(ben, "^Go and")
    expect(ben.locator(".head-turn")).to_have_text("Cleo plays")
    told = [one for one in heard(ben, "outcomes") if one.startswith("Ben: ") and "spice" in one]
    assert len(told) == 2 and len(set(told)) == 1


@pytest.mark.parametrize("opened", ["This device", "What happened", "My notes"])
def test_an_opened_fold_keeps_the_focus_over_a_redraw(table: Running, ben: Page, opened: str) -> None:
    begin_by_keyboard(ben)
    use(ben, f"^{opened}")
    drawn_again(ben, table.house)
    assert name(ben).startswith(opened)


def test_what_is_drawn_has_roles_and_names(table: Running, ben: Page) -> None:
    set_up(table, ben, f"1.merchant=11 2.merchant=9 1.lira=9 {QUIET}")
    pass_on(table, ben)
    expect(ben.get_by_role("group", name="The bazaar").get_by_role("button")).to_have_count(16)
    toll = ben.get_by_role("button", name=re.compile(r"^9: Tea House\. \d steps?\. .*pays 2 Lira, 7 left"))
    expect(toll).to_have_count(1)
    expect(ben.get_by_role("region", name="Your decision").get_by_role("heading", level=2)).to_have_text(
        "Choose where to go"
    )
    assert ben.locator("button, a, select, input, summary").evaluate_all(UNNAMED) == []

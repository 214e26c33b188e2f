"""Stories of an evening, told by real browsers: a whole turn at every place, cards, encounters, the end."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.istanbul.advice.policy import choose
from companion.istanbul.state import GameState, Player
from tests.webui.conftest import DESKTOP, PHONE, WAIT_MS, begin
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
SIZES = {"phone": PHONE, "desktop": DESKTOP}
FULL = "0.goods=RRGGYYBB 0.capacity=5"
QUIET = 16
"""A place far from the first moves, for Governor and Smuggler."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: what is set first, which place is tapped, which buttons then, and what has come of it."""

    place: int
    given: str
    taps: tuple[str, ...]
    came: Callable[[Player], bool]


TURNS = (
    Turn(1, "0.lira=7 0.merchant=10", ("go", "do-extend"), lambda me: (me.lira, me.capacity) == (0, 3)),
    Turn(2, "0.merchant=5", ("go-move 2,leave,fill",), lambda me: me.goods == (2, 0, 0, 0)),
    Turn(3, "0.merchant=7", ("go-move 3,leave,fill",), lambda me: me.goods == (0, 2, 0, 0)),
    Turn(4, "0.merchant=12", ("go-move 4,leave,fill",), lambda me: me.goods == (0, 0, 2, 0)),
    Turn(5, "0.merchant=2", ("go-move 5,leave,mail",), lambda me: sum(me.goods) == 2 and me.lira > 2),
    Turn(6, "0.merchant=8", ("go-move 6,leave,take draw,take draw", "do-give *"), lambda me: len(me.hand) == 2),
    Turn(
        7, "0.merchant=12 0.assistants=3,8 0.stack=oo", ("go", "Call 2 assistants back"), lambda me: not me.assistants
    ),
    Turn(8, "0.merchant=6", ("go-move 8,leave,enter,gain Y",), lambda me: me.goods[2] == 1),
    Turn(9, "0.merchant=11", ("go", "announce-3"), lambda me: me.lira >= 4),
    Turn(10, f"0.merchant=13 {FULL}", ("go", "Sell"), lambda me: sum(me.goods) < 8 and me.lira > 2),
    Turn(11, f"0.merchant=6 {FULL}", ("go", "Sell"), lambda me: sum(me.goods) < 8 and me.lira > 2),
    Turn(
        12,
        "0.merchant=4",
        ("go", "place 3", "Send there and fill"),
        lambda me: (int(me.family), me.goods[1]) == (3, 2),
    ),
    Turn(13, f"0.merchant=10 {FULL}", ("go", "do-deliver B"), lambda me: (me.rubies, sum(me.goods)) == (1, 3)),
    Turn(14, f"0.merchant=2 {FULL}", ("go-move 14,leave,tile R",), lambda me: me.goods[0] == 1 and len(me.tiles) == 1),
    Turn(15, f"0.merchant=5 {FULL}", ("go-move 15,leave,tile B",), lambda me: me.goods[3] == 1 and len(me.tiles) == 1),
    Turn(16, "0.lira=20 0.merchant=1", ("go-move 16,leave,ruby",), lambda me: me.rubies == 1 and me.lira < 20),
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server; every story begins a game of its own on it."""
    running = Running(begin(House(tmp_path_factory.mktemp("stories"))), Settings(host="127.0.0.1", port=0))
    yield running
    running.stop()


@pytest.fixture(
    scope="module", params=[one if one == "phone" else pytest.param(one, marks=pytest.mark.long) for one in SIZES]
)
def anna(request: pytest.FixtureRequest, browser: Browser, table: Running) -> Iterator[Page]:
    """Anna's phone, and then her laptop; it stays on her seat from story to story."""
    context = browser.new_context(**SIZES[request.param], reduced_motion="reduce")
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(f"{table.here}/#j={table.house.access.seat_code(0, take_over=True).secret}")
    page.wait_for_selector(".mat")
    yield page
    context.close()


def set_up(table: Running, anna: Page, given: str, seed: int = 7) -> None:
    """A fresh game with everybody on the old seats, and the table as the story wants it."""
    begin(table.house, seed=seed, keep_seats=True)
    session = table.house.running()
    words = f'set {" ".join(given.split())} despite because "a story"'
    session.submit([session.game.parse_action(words)], None, session.version, "table")
    expect(anna.locator("html")).to_have_attribute("data-moment", moment(table))


def moment(table: Running) -> str:
    return f"{table.house.game_id}/{table.house.version}"


def answered(anna: Page) -> None:
    """The last tap has been answered: until then a tap on what it may change counts for nothing."""
    expect(anna.locator(".dock.busy")).to_have_count(0)


def tap(anna: Page, what: str) -> None:
    """A place, a button by its key (a star stands for anything), or one by its words, once the last tap is answered."""
    answered(anna)
    if what.startswith("place "):
        anna.locator(f".bazaar [data-place='{what.removeprefix('place ')}']").click()
    elif what[0].isupper():
        anna.locator(".dock").get_by_role("button", name=what).first.click()
    elif what.endswith("*"):
        anna.locator(f".dock [data-key^='{what[:-1]}']").first.click()
    else:
        anna.locator(f".dock [data-key='{what}']").click()


def end_turn(anna: Page) -> None:
    """It is Ben's turn, at once or, where a card drawn could still be played, after Anna says so."""
    answered(anna)
    over = anna.locator(".head-turn", has_text="Ben plays")
    end = anna.locator(".dock [data-key^='end-']")
    expect(over.or_(end).first).to_be_visible()
    if end.count():
        end.click()
    expect(over).to_be_visible()


def state(table: Running) -> GameState:
    found: GameState = table.house.running().state
    return found


@pytest.mark.long
@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: f"place-{turn.place}")
def test_a_whole_turn_at_every_place(table: Running, anna: Page, turn: Turn) -> None:
    set_up(
        table,
        anna,
        f"governor={QUIET if turn.place != QUIET else 10} smuggler={QUIET if turn.place != QUIET else 10} {turn.given}",
    )
    tap(anna, f"place {turn.place}")
    for what in turn.taps:
        tap(anna, what)
    end_turn(anna)
    assert turn.came(state(table).players[0]), state(table).players[0]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: f"place-{turn.place}")
def test_a_usual_turn_takes_three_taps_at_most(turn: Turn) -> None:
    """Four at the Police Station, where two places are named."""
    assert 1 + len(turn.taps) <= (4 if turn.place == 12 else 3)


CARDS = (
    ("GOOD", "", ("Any good: take 1 jewelry",), lambda me: me.goods == (0, 0, 0, 1)),
    ("LIRA5", "0.lira=2", ("Take 5 Lira",), lambda me: me.lira == 7),
    (
        "FAMILY_HOME",
        "0.family=3 0.lira=2",
        ("Family member home for 3 Lira",),
        lambda me: (me.lira, int(me.family)) == (5, 12),
    ),
    (
        "RETURN",
        "0.assistants=3 0.stack=ooo",
        ("Assistant back from",),
        lambda me: (me.assistants, me.stack) == ((), "oooo"),
    ),
)


@pytest.mark.long
@pytest.mark.parametrize(("card", "given", "taps", "came"), CARDS, ids=[card for card, *_ in CARDS])
def test_a_card_that_is_played_at_any_time(
    table: Running, anna: Page, card: str, given: str, taps: tuple[str, ...], came: Callable[[Player], bool]
) -> None:
    set_up(table, anna, f"0.hand={card} {given}")
    anna.locator("[data-key=free] summary").click()
    for what in taps:
        tap(anna, what)
    expect(anna.locator(".hand")).to_have_count(0)
    assert came(state(table).players[0])


def test_the_card_for_a_long_way(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.hand=LONG_MOVE 0.merchant=7 governor=12 smuggler=12")
    expect(anna.locator("[data-place='16']")).not_to_have_class(re.compile("lit"))
    anna.locator("[data-key=free] summary").click()
    tap(anna, "with-card")
    expect(anna.locator("[data-place='16']")).to_contain_text("3–4")
    tap(anna, "place 16")
    expect(anna.locator(".consequences")).to_contain_text("plays the card Move 3 or 4")
    tap(anna, "go")
    expect(anna.locator(".hand")).to_have_count(0)
    assert int(state(table).players[0].merchant) == 16


def test_the_card_for_staying(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.hand=STAY 0.merchant=3 governor=16 smuggler=16")
    anna.locator("[data-key=free] summary").click()
    tap(anna, "stay")
    tap(anna, "do-fill")
    end_turn(anna)
    assert state(table).players[0].goods == (0, 2, 0, 0)


TWICE = (
    ("POST2", 5, "0.merchant=2", ("do-mail", "do-repeat"), lambda me: sum(me.goods) >= 3),
    ("DEALER2", 16, "0.merchant=1 0.lira=60", ("do-ruby", "do-repeat"), lambda me: me.rubies == 2),
    (
        "SULTAN2",
        13,
        "0.merchant=10 0.capacity=5 0.goods=RRRGGGYYYBBBBB",
        ("do-deliver B", "do-repeat*"),
        lambda me: me.rubies == 2,
    ),
)


@pytest.mark.parametrize(("card", "place", "given", "taps", "came"), TWICE, ids=[card for card, *_ in TWICE])
def test_a_card_for_an_action_twice(
    table: Running, anna: Page, card: str, place: int, given: str, taps: tuple[str, ...], came: Callable[[Player], bool]
) -> None:
    set_up(table, anna, f"0.hand={card} governor=12 smuggler=12 {given}")
    tap(anna, f"place {place}")
    tap(anna, "go")
    for what in taps:
        tap(anna, what)
    end_turn(anna)
    assert came(state(table).players[0]) and not state(table).players[0].hand


def test_the_card_for_any_goods_at_the_small_market(table: Running, anna: Page) -> None:
    set_up(table, anna, f"0.hand=ANY_GOODS governor=16 smuggler=16 0.merchant=6 {FULL}")
    tap(anna, "place 11")
    tap(anna, "go")
    anna.get_by_label("Play the card: any goods").check()
    tap(anna, "Sell")
    end_turn(anna)
    assert sum(state(table).players[0].goods) == 3 and not state(table).players[0].hand


@pytest.mark.long
def test_encounters_come_one_after_the_other(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.merchant=7 governor=3 smuggler=3 1.family=3 0.lira=9")
    tap(anna, "place 3")
    expect(anna.locator(".consequences li")).to_contain_text(["leaves an assistant", "meets"])
    tap(anna, "go-move 3,leave,fill")
    tap(anna, "do-catch")
    tap(anna, "do-reward lira")
    before = len(state(table).players[0].hand)
    tap(anna, "do-governor")
    tap(anna, "do-fee 2")
    tap(anna, "smuggle-R")
    tap(anna, "do-smuggler R fee 2")
    end_turn(anna)
    now = state(table)
    assert int(now.players[1].family) == 12 and len(now.players[0].hand) == before + 1


def test_a_toll_is_named_and_paid(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.merchant=7 1.merchant=3 0.lira=5 1.lira=3 governor=16 smuggler=16")
    tap(anna, "place 3")
    expect(anna.locator(".consequences")).to_contain_text("pays 2 Lira, 3 left")
    tap(anna, "go-move 3,leave,pay,fill")
    end_turn(anna)
    assert [one.lira for one in state(table).players[:2]] == [3, 5]


def test_a_whole_turn_is_taken_back(table: Running, anna: Page) -> None:
    set_up(table, anna, "0.merchant=7 governor=16 smuggler=16")
    before = state(table)
    tap(anna, "place 3")
    for what in ("go-move 3,leave,fill", "undo"):
        shown = moment(table)
        tap(anna, what)
        expect(anna.locator("html")).not_to_have_attribute("data-moment", shown)
    expect(anna.locator(".head-turn")).to_have_text("Your turn")
    assert state(table) == before


@pytest.mark.long
def test_the_last_ruby_ends_the_game_and_everybody_sees_who_won(table: Running, anna: Page, browser: Browser) -> None:
    set_up(table, anna, "0.merchant=1 0.lira=40 0.rubies=4 0.hand=- 1.hand=- 2.hand=- governor=12 smuggler=12")
    watcher = browser.new_context(**DESKTOP).new_page()
    watcher.goto(f"{table.here}/watch")
    tap(anna, "place 16")
    tap(anna, "go-move 16,leave,ruby")
    expect(watcher.locator(".last-round")).to_be_visible()
    session, rng = table.house.running(), Random(1)
    while not session.game.is_over(session.state):
        session.submit([choose(session.state, rng)], None)
    for screen in (anna, watcher):
        expect(screen.locator(".result")).to_contain_text("Anna")
    expect(anna.locator(".head-turn")).to_have_text("Game over")
    watcher.context.close()

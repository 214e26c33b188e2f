"""The dice game on phones and table screen: a whole turn tapped, what only the table knows, photos of dice."""

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page, expect

from companion.dice_game.copy.components import missing
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.events import DiceThrown
from companion.dice_game.view.story import tell
from companion.session.clock import FakeClock
from companion.session.draft import Chance
from tests.webui.conftest import SETTINGS, Device, Screens, until, wait_until
from vision.icon_dice import ICONS
from vision.painted.icon_dice import DiceLook, own_icons, paint_dice
from webui.app import create_app
from webui.house import House
from webui.http.server import Running
from webui.locales.words import say_in
from webui.play.games import open_game
from webui.play.sitting import Sitting
from webui.settings import Settings
from webui.setup.copies import read_copy

PEOPLE = [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}, {"name": "Cleo", "color": "yellow"}]
FROM_ABOVE = DiceLook(tilt_deg=6, noise=2)


def dice_house(folder: Path, clock: FakeClock, chance: Chance | None = None, **order: Any) -> House:
    """A companion with a dice game of three; Anna begins."""
    house = House(folder, clock, chance)
    begin(house, **order)
    return house


def begin(house: House, **order: Any) -> None:
    wish = json.dumps({"game": "dice", "players": PEOPLE, "first": 0} | order).encode()
    name, opening = open_game(wish, random.Random(3), house.data_dir)
    house.start(name, opening.setup, Sitting(opening.people, opening.dice, opening.cards, opening.copy))


@contextmanager
def served(house: House) -> Iterator[Running]:
    """A server of its own for a companion."""
    server = Running(house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute", heartbeat_s=2))
    try:
        yield server
    finally:
        server.stop()


def say(house: House, *texts: str) -> None:
    """The table says so."""
    session = house.running()
    session.submit([session.game.parse_action(text) for text in texts], None)


@pytest.fixture
def real(tmp_path: Path, clock: FakeClock) -> Iterator[House]:
    """Real dice, real cards, a copy nobody knows."""
    house = dice_house(tmp_path, clock, dice="real")
    yield house
    house.close()


@pytest.fixture
def phone(real: House) -> Callable[[int], Device]:
    """A device with a seat in the game with real dice."""
    app: Flask = create_app(real, SETTINGS)

    def join(seat: int) -> Device:
        one = Device(app.test_client(), app)
        assert one.join(real.access.seat_code(seat).secret).status_code == 200
        return one

    return join


# ------------------------------------------------------------------------- what the server says


def test_both_games_are_offered_with_their_copies(device: Callable[[], Device], host: Device) -> None:
    base, dice = host.get("/api/games").json
    assert (base["name"], base["players"], base["copies"]) == ("istanbul", [2, 5], [])
    assert (dice["name"], dice["players"]) == ("dice", [2, 4])
    mine, practice = dice["copies"]
    assert "tiles" in mine["missing"]["3"] and practice["missing"] == {"2": [], "3": [], "4": []}


def test_the_host_starts_the_dice_game_and_the_base_game_after_it(host: Device) -> None:
    order = {"game": "dice", "players": PEOPLE, "first": 0, "cards": "app", "copy": "practice"}
    view = host.post("/api/game", order).json
    assert view["game"] == "dice" and len(view["table"]["display"]) == 6
    assert host.post("/api/rematch").json["game"] == "dice"
    assert host.post("/api/game", {"players": PEOPLE}).json["game"] == "istanbul"


def test_a_game_that_cannot_be_is_refused_in_words_of_its_own(host: Device) -> None:
    answer = host.post("/api/game", {"game": "dice", "players": PEOPLE, "cards": "app"})
    assert answer.status_code == 422 and answer.json["message"].startswith("The app can deal only from a copy")
    five = [*PEOPLE, {"name": "", "color": "green"}, {"name": "", "color": "white"}]
    assert host.post("/api/game", {"game": "dice", "players": five}).json["message"] == "2 to 4 can play."
    assert host.post("/api/game", {"game": "chess", "players": PEOPLE}).status_code == 404


def test_dice_are_told_by_a_phone_and_nobody_tells_more_than_is_due(phone: Callable[[int], Device]) -> None:
    anna = phone(0)
    assert anna.act("throw").json["chance"]["number"] == 5
    assert anna.act("rolled RRYLKK").status_code == 422
    assert anna.act("rolled RRYLK").json["table"]["dice"] == "RRYLK"


@pytest.mark.long
def test_what_is_told_of_a_copy_is_kept_and_offered_next_time(phone: Callable[[int], Device], real: House) -> None:
    anna, ben = phone(0), phone(1)
    assert ben.act("told lira:RRR").status_code == 200  # what lies on the table may be told by anybody, at any time
    anna.act("throw")
    anna.act("rolled RRYLK")
    anna.act("keep")
    anna.act("price? lira")
    offers = [offer["do"] for offer in ben.view()["chance"]["offers"]]
    assert offers == [["price lira 10"], ["price lira 12"], ["empty lira"]]
    ben.act("price lira 14")
    known = read_copy("copy", real.data_dir)
    assert known.board["2-3"].lira.prices == (14,) and known.mosque_tile[0].face == "lira:RRR"
    assert "lira" in missing(known, 3)
    begin(real, copy="copy")
    assert real.running().state.copy.areas[4].prices == (14,)


def test_what_is_taken_back_is_forgotten(phone: Callable[[int], Device], real: House) -> None:
    phone(0).act("told lira:RRR")
    assert read_copy("copy", real.data_dir).mosque_tile
    real.running().undo(0, None)
    assert read_copy("copy", real.data_dir).mosque_tile == ()


def test_numbers_of_the_end_are_the_game_s_own(tmp_path: Path, clock: FakeClock) -> None:
    house = dice_house(tmp_path, clock, cards="app", copy="practice")
    say(house, "throw")
    device = Device((app := create_app(house, SETTINGS)).test_client(), app)
    device.join(house.access.seat_code(0).secret)
    numbers = device.get("/api/statistics").json
    assert sum(numbers["dice"].values()) == 5 and set(numbers["odds"].values()) == {1 / 6}
    assert numbers["visits"] == {} and numbers["turns"][0]["lira"] == [0, 1, 2]
    house.close()


def test_a_killed_companion_goes_on_where_it_was(real: House, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing is closed, nothing said good-bye: what lies on disk is enough, the copy too."""
    say(real, "throw", "rolled RRYLK", "keep", "pair R RR", "price? red", "price red 5")
    left = tmp_path_factory.mktemp("left") / "data"
    shutil.copytree(real.data_dir, left)
    after = House(left, FakeClock())
    assert after.running().state == real.running().state
    assert after.running().state.players[0].markers == (1, 0, 0, 0, 0)
    assert read_copy("copy", left).board["2-3"].red.prices == (5,)
    after.close()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "rolls 2 fabric, 1 coin, 2 cards"),
        ("fr", "2 tissus, 1 pièce, 2 cartes"),
        ("ru", "2 ткани, 1 монета, 2 карты"),
    ],
)
def test_what_is_counted_stands_in_the_form_its_number_needs(language: str, told: str) -> None:
    (text,) = tell([DiceThrown(0, (2, 0, 0, 0, 1, 2))], 0, 0, ["Anna"], say_in(language))
    assert text.endswith(told)


def test_the_log_is_filtered_and_lira_flow(phone: Callable[[int], Device]) -> None:
    anna = phone(0)
    for text in ("throw", "rolled RRYLK", "keep", "lira", "pair R RR"):
        anna.act(text)
    kinds = {row["text"][0]: row["kinds"] for row in anna.get("/api/log").json if row["text"]}
    assert kinds["rolls 2 fabric, 1 fruit, 1 coin, 1 card"] == ["dice"]
    assert kinds["uses 1 coin of the dice"] == ["dice", "lira"]
    flows = anna.get("/api/statistics").json["flows"]
    assert flows["lira"] == [{"source": "Coins into Lira", "came": [2, 0, 0], "went": [0, 0, 0]}]
    assert flows["goods"] == [{"source": "Goods into markers", "came": [1, 0, 0], "went": [0, 0, 0]}]


def test_the_host_puts_right_what_the_form_offers(real: House) -> None:
    """What the page sends for a player and for the table."""
    app = create_app(real, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(real.access.host_code().secret)
    fixes = {"lira": 9, "crystals": 2, "rubies": 1, "markers": {"R": 2, "Y": 0, "G": 0, "B": 0, "J": 1}}
    assert correct(host, 0, fixes).status_code == 422  # nobody knows where the ruby came from
    assert correct(host, 0, fixes, despite=True).status_code == 200
    anna = host.view()["players"][0]
    assert {what: anna[what] for what in fixes} == fixes
    assert correct(host, None, {"actions": 1, "round": 4}).json["table"]["round"] == 4
    assert host.view()["log"][0]["kinds"] == ["fix"]


def correct(host: Device, seat: int | None, values: dict[str, Any], despite: bool = False) -> Any:
    changes = [{"what": what, "value": value, "seat": seat} for what, value in values.items()]
    body = {"changes": changes, "reason": "a test", "version": host.view()["version"], "despite": despite}
    return host.post("/api/correct", body)


# ------------------------------------------------------------------------- the page of a copy


def test_a_copy_that_was_read_off_the_box_can_be_dealt_by_the_app(host: Device, house: House) -> None:
    whole = imagined_components(random.Random(2))
    board = {name: msgspec.to_builtins(side) for name, side in whole.board.items()}
    tiles, cards = (msgspec.to_builtins(lines) for lines in (whole.mosque_tile, whole.bazaar_card))
    known = host.get("/api/dice/copy").json
    assert known["missing"]["3"][-2:] == ["tiles", "cards"] and len(known["areas"]) == 7
    order = {"name": "copy", "board": board, "mosque_tile": tiles, "bazaar_card": cards}
    kept = host.post("/api/dice/copy", order)
    assert kept.json["missing"] == {"2": [], "3": [], "4": []}
    assert read_copy("copy", house.data_dir).board == whole.board
    assert host.post("/api/game", {"game": "dice", "players": PEOPLE, "cards": "app"}).status_code == 200
    assert host.post("/api/dice/copy", order).json["code"] == "copy_in_use"


def test_numbers_of_a_copy_that_cannot_be_are_refused(host: Device, seated: Callable[[int], Device]) -> None:
    falling = {
        "name": "copy",
        "board": {"4": {"red": {"rubies": 2, "prices": [5, 4]}}},
        "mosque_tile": [],
        "bazaar_card": [],
    }
    answer = host.post("/api/dice/copy", falling)
    assert answer.json["message"] == "The file of this copy does not add up: 4:red:falling"
    assert host.post("/api/dice/copy/face", {"kind": "tile", "code": "die:RYGB"}).json["name"] == "Die tile"
    assert host.post("/api/dice/copy/face", {"kind": "card", "code": "F9:R"}).status_code == 400
    assert seated(0).post("/api/dice/copy", falling).status_code == 403


@pytest.mark.browser
def test_a_screen_that_came_from_the_other_game_is_told_what_is_due(running: Running, screens: Screens) -> None:
    table = screens.table(running)
    table.keyboard.press("?")
    table.get_by_role("dialog").get_by_role("button", name="Close").click()
    begin(running.house, cards="app", copy="practice")
    table.get_by_role("button", name="To the table").click()
    expect(table.locator(".dice-board")).to_be_visible()
    table.keyboard.press("?")
    expect(table.get_by_role("dialog")).to_contain_text("Throw")


def page_of_the_copy(running: Running, screens: Screens) -> Page:
    return screens.host(running, "/copy", viewport={"width": 1280, "height": 900})


@pytest.mark.long
@pytest.mark.browser
def test_prices_and_tiles_are_typed_in_on_the_page_of_the_copy(running: Running, screens: Screens) -> None:
    page = page_of_the_copy(running, screens)
    for _ in range(2):
        tap(page, "red-more")
    for at, price in enumerate((4, 5)):
        page.locator(f'[data-key="price-red:{at}"]').fill(str(price))
        page.locator(f'[data-key="price-red:{at}"]').blur()
    tap(page, "dot-red:0")
    page.locator('[data-key="sure-red"]').check()
    tap(page, "new-tiles")
    tap(page, "form-5")
    tap(page, "built")
    tap(page, "die:RYGB-more")
    tap(page, "keep")
    expect(page.locator('[data-key="keep"]')).to_be_disabled()
    known = read_copy("copy", running.house.data_dir)
    assert (known.board["2-3"].red.prices, known.board["2-3"].red.confirmed) == ((4, 5), True)
    assert known.board["2-3"].two_player_skip.fields == ("red:0",)
    assert [(line.face, line.copies) for line in known.mosque_tile] == [("die:RYGB", 2)]


@pytest.mark.browser
def test_what_is_missing_for_several_numbers_of_players_is_said_once(running: Running, screens: Screens) -> None:
    page = page_of_the_copy(running, screens)
    expect(page.locator(".lacking li")).to_have_text(
        [re.compile("^With 2, 3, or 4 players still missing: Fabric hall")]
    )
    tap(page, "red-more")
    page.locator('[data-key="price-red:0"]').fill("4")
    page.locator('[data-key="sure-red"]').check()
    tap(page, "keep")
    fewer = ("^With 2 or 4 players still missing: Fabric hall", "^With 3 players still missing: Fruit hall")
    expect(page.locator(".lacking li")).to_have_text([re.compile(one) for one in fewer])


@pytest.mark.long
@pytest.mark.browser
def test_a_price_that_was_typed_stays_on_its_side_of_the_board(running: Running, screens: Screens) -> None:
    page = page_of_the_copy(running, screens)
    for side in ("4", "2-3"):
        tap(page, f"side-{side}")
        tap(page, "red-more")
    price = page.locator('[data-key="price-red:0"]')
    price.fill("4")
    tap(page, "side-4")
    expect(price).to_have_value("")
    tap(page, "side-2-3")
    expect(price).to_have_value("4")


# ------------------------------------------------------------------------- photos of dice


def upload(device: Device, path: str, faces: str, seed: int, in_row: bool = False) -> Any:
    picture = paint_dice(faces, own_icons(), FROM_ABOVE, seed, in_row)
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    return device.client.post(path, base_url="http://127.0.0.1:8484", data=jpeg, headers=HEADERS)


HEADERS = {"X-Bazaar": "1", "Origin": "http://127.0.0.1:8484", "Content-Type": "image/jpeg"}


@pytest.mark.long
def test_six_icons_are_learnt_once_and_dice_are_read_from_photos(phone: Callable[[int], Device]) -> None:
    anna = phone(0)
    assert upload(anna, "/api/dice/photo", "RRYLK", 5).json["code"] == "no_dice_due"
    anna.act("throw")
    assert anna.view()["icons"] == {"learnt": False}
    assert upload(anna, "/api/dice/photo", "RRYLK", 5).json["code"] == "icons_unknown"
    assert upload(anna, "/api/dice/icons", "RYG", 1, in_row=True).json["facts"] == {"seen": 3, "needed": 6}
    assert upload(anna, "/api/dice/icons", ICONS, 1, in_row=True).status_code == 200
    assert anna.view()["icons"] == {"learnt": True}
    assert upload(anna, "/api/dice/photo", "KYRLR", 5).json["dice"] == "RRYLK"
    answer = upload(anna, "/api/dice/photo", "KYRL", 6)
    assert answer.json["message"].startswith("4 of 5 dice could be read for sure.")


# ------------------------------------------------------------------------- in the browser


class Scripted:
    """Dice and cards that fall as the test wants; what is not scripted falls by itself."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def __call__(self, outcomes: Any, point: str) -> Any:
        from companion.dice_game.notation.lines import format_action

        wanted = self.texts[0] if self.texts else ""
        found = next((outcome for outcome in outcomes if format_action(outcome) == wanted), None)
        if found is not None:
            self.texts.pop(0)
            return found
        return next(iter(outcomes), None)


def tap(page: Page, key: str) -> None:
    page.locator(f'[data-key="{key}"]').click()


def lira(page: Page) -> str:
    return page.locator(".lira b").inner_text()


@pytest.mark.long
@pytest.mark.browser
def test_a_whole_turn_with_a_shortage_and_a_bazaar_card(tmp_path: Path, clock: FakeClock, screens: Screens) -> None:
    chance = Scripted("rolled RRYKK", "rolled G", "revealed F4:X3;X/3")
    house = dice_house(tmp_path, clock, chance, cards="app", copy="practice")
    say(house, 'set 0.crystals=2 1.crystals=6 2.crystals=4 because "a test"')  # all twelve
    with served(house) as server:
        anna, ben = screens.phone(server, 0), screens.phone(server, 1)
        table = screens.open(f"{server.here}/table")
        tap(anna, "do-throw")
        expect(anna.locator(".tray .tray-die")).to_have_count(5)
        tap(anna, "again-4")
        tap(anna, "reroll")  # the crystal goes to the supply, the die falls on green
        expect(anna.locator(".stock-X b")).to_have_text("1")
        tap(anna, "end-Keep")
        tap(anna, "do-two YG")  # the last crystal of the supply; these two dice, for the reds are worth more together
        expect(anna.locator(".stock-X b")).to_have_text("2")
        tap(anna, "do-cards 1")  # a crystal and 3 Lira: no crystal is left, so each who has one gives one back
        expect(ben.locator(".dock h2")).to_contain_text("What the others get")
        assert [player["crystals"] for player in ben.evaluate(VIEW)["players"]] == [2, 5, 3]
        expect(table.locator(".log")).to_contain_text("gives a crystal back, for the supply is short")
        tap(ben, "do-either 2")
        expect(ben.locator(".lira b")).to_have_text("4")
        assert house.running().state.turn == 0
        say(house, "either 1")
        expect(anna.locator(".dock h2")).to_contain_text("Ben")
        assert lira(anna) == "3"


@pytest.mark.long
@pytest.mark.browser
def test_dice_that_may_be_thrown_again_come_into_sight(tmp_path: Path, clock: FakeClock, screens: Screens) -> None:
    """On a small phone that was scrolled down, to the others."""
    house = dice_house(tmp_path, clock, Scripted("rolled RRYKK"), cards="app", copy="practice")
    with served(house) as server:
        anna = screens.phone(server, 0, viewport={"width": 360, "height": 640})
        anna.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        tap(anna, "do-throw")
        expect(anna.locator(".tray .tray-die")).to_have_count(5)
        until(anna, lambda: anna.evaluate(IN_SIGHT))


IN_SIGHT = """() => {
  const at = (one) => document.querySelector(one).getBoundingClientRect();
  const [head, tray, dock] = [at(".head"), at(".tray"), at(".dock")];
  return tray.top >= head.bottom - 1 && tray.bottom <= Math.min(dock.top, innerHeight) + 1;
}"""
VIEW = "() => fetch('/api/view').then((answer) => answer.json())"


@pytest.mark.long
@pytest.mark.browser
def test_a_ruby_that_can_be_paid_stands_among_the_decisions(tmp_path: Path, clock: FakeClock, screens: Screens) -> None:
    house = dice_house(tmp_path, clock, Scripted("rolled RRYLK"), cards="app", copy="practice")
    with served(house) as server:
        anna = screens.phone(server, 0)
        tap(anna, "do-throw")
        expect(anna.locator(".tray .tray-die")).to_have_count(5)
        say(house, "keep", 'set 0.lira=30 because "a test"')
        ruby = anna.locator(".dock").get_by_role("button", name="Take a ruby")
        expect(ruby).to_be_visible()
        expect(anna.locator(".dock")).not_to_contain_text("“?”")
        ruby.tap()
        wait_until(lambda: house.running().state.players[0].rubies == 1)


@pytest.mark.long
@pytest.mark.browser
def test_what_only_the_table_knows_is_tapped_in(tmp_path: Path, clock: FakeClock, screens: Screens) -> None:
    house = dice_house(tmp_path, clock, dice="real")
    with served(house) as server:
        anna = screens.phone(server, 0)
        tap(anna, "do-throw")
        for face in "RRYLK":
            tap(anna, f"face-{face}")
        tap(anna, "dice-go")
        tap(anna, "end-Keep")
        expect(anna.locator(".hall.lit").first).to_be_visible()
        tap(anna, "area-lira-0")
        tap(anna, "do-price? lira")
        tap(anna, "told-price lira 10")
        expect(anna.locator(".halls")).to_contain_text("10")
        tap(anna, "tile-?-0")
        tap(anna, "do-tile?")
        tap(anna, "form-0")
        tap(anna, "built")
        expect(anna.locator('[data-thing="tile-lira:RRR"]')).to_have_count(1)
        tap(anna, "do-cards 1")
        tap(anna, "form-7")
        tap(anna, "a-more-lira")
        tap(anna, "b-more-J")
        tap(anna, "built")
        expect(anna.locator(".lira b")).to_have_text("1")  # nothing to give: a Lira instead
        assert house.running().state.copy.card_faces[0].face == "F8:1>J"
        assert read_copy("copy", house.data_dir).board["2-3"].lira.prices == (10,)


@pytest.mark.long
@pytest.mark.browser
def test_a_price_is_counted_on_from_what_was_typed(tmp_path: Path, clock: FakeClock, screens: Screens) -> None:
    house = dice_house(tmp_path, clock, dice="real")
    say(house, "throw", "rolled RRYLK", "keep", "price? lira")
    with served(house) as server:
        anna = screens.phone(server, 0)
        price = anna.locator("[data-key=price]")
        price.fill("12")
        tap(anna, "price-more")
        expect(price).to_have_value("13")
        price.fill("1000")
        tap(anna, "price-less")
        expect(anna.locator("[data-key=price-go]")).to_contain_text(f"{int(price.input_value())}")


LOOKS = [
    one if one in (("light", "en"), ("dark", "ru")) else pytest.param(*one, marks=pytest.mark.long)
    for one in product(("light", "dark"), ("en", "fr", "ru"))
]
"""Each theme and the longest words each time, all of them among the long tests."""


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_its_pages_are_for_everyone(
    tmp_path: Path, clock: FakeClock, screens: Screens, theme: str, language: str
) -> None:
    """Axe finds nothing serious, nothing runs over a small phone."""
    house = dice_house(tmp_path, clock, Scripted("rolled RRYLK"), cards="app", copy="practice")
    with served(house) as server:
        look = {"color_scheme": theme, "locale": language, "reduced_motion": "reduce", "bypass_csp": True}
        anna = screens.phone(server, 0, **look)
        table = screens.open(f"{server.here}/table", viewport={"width": 1920, "height": 1080}, **look)
        tap(anna, "do-throw")
        expect(anna.locator(".tray .tray-die")).to_have_count(5)
        say(house, "keep", 'set 0.markers=RYGBJ 0.lira=20 0.crystals=2 because "a test"')
        anna.locator(".hall.lit").first.click()
        anna.wait_for_selector(".offer")
        for page in (anna, table):
            page.add_script_tag(content=AXE)
            found = page.evaluate("() => axe.run()")
            assert [one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")] == []
        anna.set_viewport_size({"width": 320, "height": 640})
        assert anna.evaluate("() => document.documentElement.scrollWidth") <= 320


AXE = Axe().axe_script


@pytest.mark.long
@pytest.mark.browser
def test_a_screen_loads_the_parts_of_the_game_that_is_played(running: Running, screens: Screens) -> None:
    """When the host begins another game, the parts of that one come too."""
    page = screens.phone(running, 0)
    table = screens.open(f"{running.here}/table")
    expect(table.locator(".bazaar")).to_be_visible()
    names = "() => performance.getEntriesByType('resource').map((one) => one.name.split(/[/+]/).pop())"
    for screen in (page, table):
        loaded = screen.evaluate(names)
        assert "base_game.js" in loaded and "dice_game.js" not in loaded and "dice_dock.js" not in loaded
    begin(running.house)
    expect(table.locator(".dice-board")).to_be_visible()
    table.reload()
    expect(table.locator(".dice-board")).to_be_visible()
    assert "base_game.js" not in table.evaluate(names)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_undo_and_the_end_of_the_turn_share_one_line_on_a_phone(
    running: Running, screens: Screens, language: str
) -> None:
    begin(running.house, cards="app", copy="practice")
    phone = screens.phone(running, 0)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": running.here}])
    for action in ("throw", "keep"):
        session = running.house.running()
        session.submit([session.game.parse_action(action)], 0)
    phone.reload()
    one_line = """() => {
      const line = document.querySelector(".dock-end"), end = line?.querySelector("[data-key=end-EndTurn]");
      return end && line.clientHeight < 1.5 * end.clientHeight;
    }"""
    for width, height in ((390, 844), (360, 740), (320, 640)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.wait_for_function(one_line)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_halls_are_named_in_full_and_nothing_is_cut_off_on_the_table_screen(
    running: Running, screens: Screens, language: str
) -> None:
    begin(running.house, cards="app", copy="practice")  # six prices of two figures on the right carpet
    page = screens.table(running, viewport={"width": 1366, "height": 768})
    page.context.add_cookies([{"name": "lang", "value": language, "url": running.here}])
    page.reload()
    cut = """() => [...document.querySelectorAll('.hall-name, .hall-track')].filter((one) => one.checkVisibility()
        && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
    expect(page.locator(".hall-name")).to_have_count(7)
    for width, height in ((1366, 768), (1920, 1080), (390, 844), (360, 740), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        assert page.evaluate(cut) == [], width

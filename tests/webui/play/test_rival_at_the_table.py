"""One person plays against the app at the virtual table, with the camera on: the wood first, then what stands out."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.webui.camera.test_drag import drag
from tests.webui.conftest import PHONE, Screens, know_the_painted_tiles, until
from vision.profile import Profile
from webui.camera.lookout import CameraChoice
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.long]
ROUNDS = 3
ANNA, APP = 0, 1
MOST_TAPS = 12
STANDS_OUT = (".dock .primary", ".dock .numbers button", ".dock .primary-soft", ".dock [data-key^=end-]")
TABLE = {"viewport": {"width": 1366, "height": 768}}


@pytest.fixture
def table(empty_house: House, painted: Profile) -> Iterator[Running]:
    """A companion whose camera looks at the virtual table; no game yet."""
    know_the_painted_tiles(empty_house.data_dir, painted)
    server = Running(empty_house, Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
    server.lookout.choose(CameraChoice("virtual"))
    yield server
    server.stop()


def open_game(table: Running, screens: Screens) -> Page:
    """The host opens a game for Anna and the app on the page for a new game; the table screen comes."""
    host = screens.host(table, "/new", **TABLE)
    host.locator("[data-key=less-2]").click()
    host.locator("[data-key=name-0]").fill("Anna")
    host.locator("[data-key=name-1]").fill("The Sultan's cousin")
    host.locator("[data-key=who-1]").select_option("middle")
    host.locator("[data-key=first-0]").check()
    host.get_by_role("button", name="Open the bazaar").click()
    host.wait_for_selector(".joining")
    return host


def sit_down(table: Running, screens: Screens) -> Page:
    """Anna's phone has scanned the only code that is shown."""
    phone = screens.open(f"{table.here}/#j={table.house.access.seat_code(ANNA).secret}", **PHONE)
    phone.wait_for_selector(".mat")
    return phone


def camera(house: House) -> dict[str, Any]:
    view: dict[str, Any] = house.desk.view(ANNA, str)
    return view


def acting(house: House) -> int | None:
    session = house.running()
    return session.game.seat_to_act(session.state)


def a_plain_way(house: House) -> int:
    """A place one can go to and do something, with nobody to pay or to meet there where that is possible."""
    view = house.view(ANNA, str)
    ways = [one for one in view["choices"] if one["kind"] == "Move" and not one["facts"].get("stops")]
    hindrance = ("toll", "idle", "meets")
    return int(min(ways, key=lambda one: sum(bool(one["facts"].get(what)) for what in hindrance))["place"])


def shows_it_all(house: House, phone: Page) -> bool:
    """Whether the phone shows the game as it stands now, and may be tapped."""
    return phone.locator(f'html[data-moment="{house.game_id}/{house.version}"] .dock:not(.busy)').count() > 0


def play_a_turn(house: House, host: Page, phone: Page) -> None:
    """Anna carries her merchant on the table screen; her phone asks for what the camera cannot see."""
    before, start = house.version, int(house.running().state.players[ANNA].merchant)
    drag(host, f"[data-place='{start}'] .is-merchant[data-color='red']", to := a_plain_way(house))
    until(phone, lambda: house.version > before or camera(house)["question"])
    for _ in range(MOST_TAPS):
        until(phone, lambda: camera(house)["status"] != "seeing")
        until(phone, lambda: acting(house) != ANNA or shows_it_all(house, phone))
        if acting(house) != ANNA:
            break
        version = house.version
        next(one for one in map(phone.locator, STANDS_OUT) if one.count()).first.click()
        until(phone, lambda: house.version > version, 15_000)  # noqa: B023
    assert house.running().state.players[ANNA].merchant == to


def test_the_app_is_played_against_at_the_virtual_table(table: Running, screens: Screens) -> None:
    house = table.house
    host = open_game(table, screens)
    expect(host.locator(".joining-seat .qr")).to_have_count(1)
    expect(host.locator(f".joining-seat[data-seat='{APP}']")).to_contain_text("app, medium")
    phone = sit_down(table, screens)
    until(host, lambda: camera(house)["status"] == "in_step")
    asked = list[str]()
    for past in range(ROUNDS):
        play_a_turn(house, host, phone)
        until(phone, lambda: (asked.extend(phone.locator(".rival-due").all_inner_texts()), acting(house) == ANNA)[1])
        until(phone, lambda: camera(house)["status"] == "in_step")
        state = house.running().state
        assert state.round == past + 2
        lying = {(one["kind"], one["color"], one["place"]) for one in camera(house)["virtual"]}
        assert ("merchant", str(state.players[APP].color), int(state.players[APP].merchant)) in lying
        expect(phone.locator(".rival-line")).to_contain_text("The Sultan's cousin")
        expect(host.locator(".rival-line")).to_have_count(0)  # its log says so already
        expect(phone.locator(".head-turn")).to_contain_text("Your turn")
    assert asked == []  # the virtual table lays itself

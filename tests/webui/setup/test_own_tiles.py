"""Screens show the bazaar with the tiles of the copy on the table: one switch, and only where a copy is known."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from calibration.store import delete_profile, save_profile
from tests.webui.conftest import SETTINGS, Device, Screens, begin, open_tab
from vision.profile import Profile
from webui.app import create_app
from webui.house import House
from webui.http.server import Running

Make = Callable[[], Device]


def picture_of(device: Device, place: int) -> str:
    return f"/api/own-tiles/{device.view()['own_tiles']['id']}/{place}.jpg"


def test_without_a_copy_there_is_nothing_to_switch(host: Device) -> None:
    assert host.view()["own_tiles"] is None


def test_the_host_switches_and_everybody_gets_the_pictures(
    house: House, painted: Profile, host: Device, device: Make
) -> None:
    save_profile(painted, house.data_dir)
    watcher = device()
    assert watcher.view()["own_tiles"] == {"on": False, "id": None}
    assert watcher.post("/api/own-tiles", {"on": True}).status_code == 403
    assert host.post("/api/own-tiles", {"on": True}).json["own_tiles"]["on"]
    answer = watcher.get(picture_of(watcher, 7))
    assert answer.data.startswith(b"\xff\xd8") and "immutable" in answer.headers["Cache-Control"]
    for path in (picture_of(watcher, 17), "/api/own-tiles/another/7.jpg"):
        assert watcher.get(path).status_code == 404


def test_the_switch_outlasts_a_restart_and_a_copy_that_is_gone(house: House, painted: Profile, host: Device) -> None:
    save_profile(painted, house.data_dir)
    host.post("/api/own-tiles", {"on": True})
    again = create_app(House(house.data_dir, house.clock), SETTINGS)
    assert Device(again.test_client(), again).view()["own_tiles"]["on"]
    delete_profile(painted.name, house.data_dir)
    assert host.view()["own_tiles"] is None


@pytest.mark.long
@pytest.mark.browser
def test_phone_and_table_show_them_with_numbers_and_prices(
    running: Running, screens: Screens, painted: Profile, tmp_path: Path
) -> None:
    save_profile(painted, running.house.data_dir)
    begin(running.house)
    table, phone = screens.table(running), screens.phone(running, 0)
    open_tab(table, "More")
    table.get_by_label("Show the bazaar with your own tiles").check()
    for page in (table, phone):
        expect(page.locator(".place-art.own")).to_have_count(16)
        shown = "() => [...document.querySelectorAll('.place-art.own')].every((one) => one.naturalWidth === 360)"
        page.wait_for_function(shown)
        expect(page.locator("[data-place='16'] .place-number")).to_be_visible()
    expect(table.locator("[data-place='16'] .price-tag")).to_be_visible()
    table.get_by_label("Show the bazaar with your own tiles").uncheck()
    expect(phone.locator(".place-art.own")).to_have_count(0)

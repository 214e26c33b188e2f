"""The companion always starts, and says what it could not read; nothing sound is set aside."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.session.clock import FakeClock
from companion.session.faults import OutOfReach
from tests.webui.conftest import DESKTOP, SETTINGS, Device, Screens, begin
from webui.app import create_app
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

SINCE_SCHEMA = "PRAGMA user_version = 99"


def played(house: House) -> Path:
    """A game of a few steps, closed; its file."""
    session = house.running()
    session.submit([session.game.parse_action(text) for text in ("move 12", "leave")], 0)
    session.submit([session.game.parse_action("skip")], 0)
    house.close()
    return session.store.path


def changed(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(sql)
    connection.close()


def host_of(house: House) -> Device:
    app = create_app(house, SETTINGS)
    one = Device(app.test_client(), app)
    one.join(house.access.host_code().secret)
    return one


@pytest.mark.long
def test_a_game_another_program_holds_stays_and_is_opened_on_request(house: House, clock: FakeClock) -> None:
    path = played(house)
    holder = sqlite3.connect(path)
    holder.execute("BEGIN EXCLUSIVE")
    again = House(house.data_dir, clock)
    host = host_of(again)
    assert again.session is None and path.exists()
    assert "cannot be opened now" in host.view()["troubles"][0]["text"]
    holder.close()
    assert host.post("/api/saved/try_again").json["version"] == 3
    assert host.view()["troubles"] == []
    again.close()


def test_a_game_of_a_newer_program_stays_and_is_named(house: House, clock: FakeClock) -> None:
    path = played(house)
    changed(path, SINCE_SCHEMA)
    again = House(house.data_dir, clock)
    (trouble,) = again.archive.troubles
    assert (trouble.code, trouble.file, path.exists()) == ("newer_game", path.name, True)
    begin(again)
    assert again.running() and path.exists()
    again.close()


def test_a_damaged_game_goes_on_from_before_the_damage(house: House, clock: FakeClock) -> None:
    path = played(house)
    changed(path, "UPDATE entry SET events = '[]' WHERE number = 3")
    again = House(house.data_dir, clock)
    host = host_of(again)
    (trouble,) = host.view()["troubles"]
    assert trouble["recover"] == f"{path.name}.damaged" and "first 2 of 3 steps" in trouble["text"]
    view = host.post("/api/saved/recover", {"file": trouble["recover"]}).json
    assert view["version"] == 2 and view["troubles"] == [] and view["players"][0]["merchant"] == 12
    assert (path.parent / trouble["recover"]).exists()
    again.close()


@pytest.mark.parametrize("file", ["../hosts.json", "game-00001.bazaar", "nothing"])
def test_only_what_was_set_aside_is_recovered(house: House, file: str) -> None:
    answer = host_of(house).post("/api/saved/recover", {"file": file})
    assert (answer.status_code, answer.json["code"]) == (404, "nothing_to_recover")


def test_only_the_host_opens_and_recovers(seated: Callable[[int], Device]) -> None:
    phone = seated(0)
    assert phone.post("/api/saved/try_again").status_code == 403
    assert phone.post("/api/saved/recover", {"file": "x"}).status_code == 403


def test_two_damaged_games_of_one_name_both_stay(house: House, clock: FakeClock) -> None:
    path = house.running().store.path
    house.close()
    for number in range(2):
        path.write_bytes(b"no game %d" % number)
        House(house.data_dir, clock).close()
    kept = sorted(one.name for one in path.parent.iterdir())
    assert kept == [f"{path.name}.damaged", f"{path.name}.damaged-2"]


def test_a_folder_that_takes_nothing_is_told_and_the_game_is_shown(
    house: House, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(house)

    def refuse(self: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    again = House(house.data_dir, clock)
    assert [one.code for one in again.archive.troubles] == ["folder_not_writable"]
    assert "Permission denied" in host_of(again).view()["troubles"][0]["text"] and again.version == 3
    again.close()


@pytest.mark.parametrize("content", [b"", b"[]", b'{"x":1}', b"\xff\xfe", b'{"a":{"seats":"x"}}', b"[" * 5000])
@pytest.mark.parametrize("name", ["hosts.json", "camera.json", "evening.json"])
def test_notes_that_say_nonsense_keep_nobody_from_starting(
    house: House, clock: FakeClock, name: str, content: bytes
) -> None:
    house.close()
    (house.data_dir / name).write_bytes(content)
    again = House(house.data_dir, clock)
    host = host_of(again)
    assert host.get("/api/wizard").status_code == 200 and again.running()
    create_app(again, SETTINGS).extensions["lookout"].remembered()
    again.close()


@pytest.mark.long
@pytest.mark.browser
def test_the_host_sees_the_trouble_and_goes_on_with_one_tap(house: House, clock: FakeClock, screens: Screens) -> None:
    changed(played(house), "UPDATE entry SET events = '[]' WHERE number = 3")
    again = House(house.data_dir, clock)
    server = Running(again, Settings(host="127.0.0.1", port=0))
    page = screens.open(server.host_link(), **DESKTOP)
    expect(page.get_by_role("alert")).to_contain_text("is damaged and was set aside")
    page.get_by_role("button", name="Go on from there").click()
    expect(page.get_by_text("is damaged and was set aside")).to_have_count(0)
    page.goto(f"{server.here}/table")
    expect(page.get_by_role("heading", name="Anna plays")).to_be_visible()
    server.stop()


def test_a_damaged_game_can_be_gone_on_with_after_another_start_as_well(house: House, clock: FakeClock) -> None:
    path = played(house)
    changed(path, "UPDATE entry SET seal = 'x' WHERE number = 3")
    House(house.data_dir, clock).close()
    again = House(house.data_dir, clock)
    host = host_of(again)
    (left,) = host.get("/api/saved").json["earlier"]
    assert (left["file"], left["damaged"]) == (f"{path.name}.damaged", True) and not again.archive.troubles
    assert host.post("/api/saved/recover", {"file": left["file"]}).json["version"] == 2
    assert host.get("/api/saved").json["earlier"] == []
    again.close()


def test_a_damaged_game_stays_in_the_notice_until_it_really_goes_on(house: House, clock: FakeClock) -> None:
    path = played(house)
    changed(path, "UPDATE entry SET seal = 'x' WHERE number = 3")
    again = House(house.data_dir, clock)

    def fails(store: Any) -> None:
        store.close()
        raise OutOfReach("not_kept", file=store.name, why="no space left")

    with pytest.raises(OutOfReach):
        again.archive.recover(f"{path.name}.damaged", fails)
    assert [one.file for one in again.archive.troubles] == [f"{path.name}.damaged"]
    again.close()

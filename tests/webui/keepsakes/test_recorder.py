"""Pictures of an evening are kept only while everybody knows, and the game can be followed again through them."""

import json
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.store import save_profile
from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.sync.observation import BoardObservation, NotSeen
from tests.sync.builders import a_look, merchant
from tests.webui.conftest import Device, begin
from vision.frame import Frame
from vision.painted.table_of_game import Hands
from vision.painted.virtual_table import PictureRate, VirtualTable
from vision.pipeline import Watcher
from vision.profile import Profile
from webui.camera.virtual_eyes import CAMERA
from webui.cli import main
from webui.hooks import Hooks
from webui.house import House
from webui.http.errors import Refused
from webui.keepsakes.recorder import PictureChoice, Recorder, RecorderLimits, pictures_in

GREY = np.full((90, 160, 3), 128, np.uint8)


@pytest.fixture
def recorder(house: House) -> Recorder:
    return watching(house, Recorder(house, RecorderLimits(free_bytes=0, pictures=3)))


def watching(house: House, recorder: Recorder) -> Recorder:
    """The one recorder that is shown what this house's camera reads."""
    house.hooks = Hooks(watchers=(recorder.look,))
    return recorder


def at(told: Any, at_s: float) -> Any:
    return msgspec.structs.replace(told, at_s=at_s)


def show(house: House, *told: BoardObservation | NotSeen, begin_s: float = 0.0) -> None:
    for number, one in enumerate(told):
        house.looked(Frame(GREY, number), at(one, begin_s + number))


def kept(house: House) -> list[str]:
    return [path.name for path in pictures_in(house.data_dir / "recordings" / house.game_id)]


def test_nothing_is_kept_until_the_host_says_so(house: House, recorder: Recorder) -> None:
    look = a_look(house.running().state)
    show(house, look, look, look)
    assert kept(house) == []


def test_one_picture_of_every_steady_table_is_kept(house: House, recorder: Recorder) -> None:
    recorder.switch(True)
    state = house.running().state
    moved = a_look(state, gone=((merchant("red"), 7),), there=((merchant("red"), 9),))
    still = a_look(state)
    show(house, still, still, still, a_look(state, hand=True), moved, moved, moved)
    assert kept(house) == ["look_0001.jpg", "look_0002.jpg"]


def test_a_table_that_is_not_seen_for_long_is_kept_once_with_the_reason() -> None:
    choice = PictureChoice()
    wanted = [choice.is_wanted(NotSeen(n, n / 2, "s", "too_dark")) for n in range(20)]
    assert wanted.count(True) == 1
    assert not wanted[0]


def test_it_ends_when_there_is_no_more_room_and_says_so(house: House, recorder: Recorder) -> None:
    recorder.switch(True)
    state = house.running().state
    for number, place in enumerate((2, 3, 4, 5)):
        look = a_look(state, there=((merchant("white"), place),))
        show(house, look, look, begin_s=10.0 * number)
    assert len(kept(house)) == 3
    assert recorder.view(str)["full"]
    assert not recorder.on


def test_pictures_kept_before_a_restart_are_counted_and_stay(house: House, recorder: Recorder) -> None:
    recorder.switch(True)
    state = house.running().state
    first, second = a_look(state), a_look(state, there=((merchant("white"), 2),))
    show(house, first, first)
    again = watching(house, Recorder(house, RecorderLimits(free_bytes=0, pictures=3)))
    assert again.view(str)["pictures"] == 1 and again.view(str)["megabytes"] == recorder.view(str)["megabytes"]
    again.switch(True)
    show(house, second, second)
    assert kept(house) == ["look_0001.jpg", "look_0002.jpg"] and again.view(str)["pictures"] == 2


def test_a_view_does_not_count_the_pictures_anew(
    house: House, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = a_look(house.running().state)
    recorder.switch(True)
    show(house, look, look)
    monkeypatch.setattr("webui.keepsakes.recorder.pictures_in", lambda folder: pytest.fail("the folder was listed"))
    assert recorder.view(str)["pictures"] == 1


def test_the_next_game_begins_without_it(house: House, recorder: Recorder) -> None:
    recorder.switch(True)
    begin(house)
    assert not recorder.on


def test_every_screen_sees_that_pictures_are_kept(host: Device, seated: Any) -> None:
    guest = seated(1)
    assert host.post("/api/recorder", {"on": True}).status_code == 200
    assert guest.view()["recorder"]["on"]
    host.post("/api/recorder", {"on": False})
    assert not guest.view()["recorder"]["on"]


def test_only_the_host_decides_and_takes_them_along(seated: Any) -> None:
    guest = seated(1)
    assert guest.post("/api/recorder", {"on": True}).status_code == 403
    assert guest.post("/api/recorder/delete").status_code == 403
    assert guest.get("/api/recorder/evening.zip").status_code == 403


def test_without_pictures_there_is_nothing_to_take_along(host: Device) -> None:
    assert host.get("/api/recorder/evening.zip").status_code == 404


def test_deleted_pictures_are_gone(house: House, recorder: Recorder) -> None:
    recorder.switch(True)
    look = a_look(house.running().state)
    show(house, look, look)
    recorder.zipped(str).close()
    recorder.delete()
    assert not list((house.data_dir / "recordings").iterdir())
    with pytest.raises(Refused):
        recorder.zipped(str)


def test_no_card_leaves_the_house_while_the_game_goes_on(house: House, recorder: Recorder) -> None:
    recorder.switch(True)
    look = a_look(house.running().state)
    show(house, look, look)
    with recorder.zipped(str) as file, zipfile.ZipFile(file) as bundle:
        assert not [name for name in bundle.namelist() if "record" in name]


@pytest.mark.long
def test_a_recorded_evening_is_followed_again(empty_house: House, painted: Profile, tmp_path: Path) -> None:
    """The virtual table is the camera; what it kept is unpacked elsewhere and followed as its instructions say."""
    house = begin(empty_house)
    save_profile(painted, house.data_dir)
    recorder = watching(house, Recorder(house, RecorderLimits(free_bytes=0)))
    now = [0.0]
    table = VirtualTable(camera=CAMERA, pace=PictureRate(clock=lambda: now[0]))
    Hands(table).follow(house.running())
    watcher = Watcher(painted)
    recorder.switch(True)
    for moves in ((), (act.Move(Place.TEA_HOUSE), act.LeaveAssistant(), act.Skip())):
        if moves:
            house.running().submit(list(moves), 0)
        for _ in range(3):
            now[0] += 1.0
            frame = table.next()
            assert frame is not None
            house.looked(frame, watcher.look(frame))
    with recorder.zipped(str) as file, zipfile.ZipFile(file) as bundle:
        bundle.extractall(tmp_path / "elsewhere")
    about = json.loads((tmp_path / "elsewhere" / house.game_id / "evening.json").read_text())
    folder = str(tmp_path / "elsewhere" / house.game_id)
    words = ["follow", folder, "--data-dir", folder, "--profile", about["profile"], "--json"]
    done = CliRunner().invoke(main, [*words, "--players", ",".join(about["players"])])
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["type"], line.get("player"), line.get("to")) for line in lines[1:]] == [("turn", "red", 9)]


def test_two_who_take_the_evening_along_and_one_who_deletes_it_do_not_disturb_each_other(
    house: House, recorder: Recorder
) -> None:
    recorder.switch(True)
    look = a_look(house.running().state)
    show(house, look, look)
    first, second = recorder.zipped(str), recorder.zipped(str)
    recorder.delete()
    for file in (first, second):
        with file, zipfile.ZipFile(file) as bundle:
            assert bundle.testzip() is None and any(name.endswith(".jpg") for name in bundle.namelist())

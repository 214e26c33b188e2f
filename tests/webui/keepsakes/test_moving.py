"""Everything in one file: made while people play, checked whole, brought back without writing over anything."""

import errno
import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from calibration.store import load_profile, profile_names, save_profile
from companion.session.clock import FakeClock
from companion.session.faults import OutOfReach
from tests.webui.conftest import BASE, DESKTOP, SETTINGS, Device, Screens, begin, open_tab
from vision.profile import make_profile
from webui.app import create_app
from webui.camera.lookout import NOTE, Lookout
from webui.cli import main
from webui.house import House
from webui.http.server import Running
from webui.keepsakes.backup import MANIFEST, BadBackup, write_backup
from webui.keepsakes.claim import Claim, InUse
from webui.keepsakes.restore import restore
from webui.settings import Settings


def learnt(folder: Path, seed: int, name: str = "mine") -> None:
    rng = np.random.default_rng(seed)
    tiles = [cv2.resize(rng.integers(0, 255, (9, 12, 3), np.uint8), (360, 270)) for _ in range(16)]
    save_profile(make_profile(name, tuple(tiles)), folder)


def backup_of(house: House) -> io.BytesIO:
    file = io.BytesIO()
    write_backup(house.data_dir, file)
    file.seek(0)
    return file


def move(house: House, *words: str) -> None:
    session = house.running()
    session.submit([session.game.parse_action(text) for text in words], None)


def everything_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def repacked(file: io.BytesIO, edit: Callable[[dict[str, bytes]], None]) -> io.BytesIO:
    """The same zip with other contents."""
    with zipfile.ZipFile(file) as bundle:
        contents = {name: bundle.read(name) for name in bundle.namelist()}
    edit(contents)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as bundle:
        for name, data in contents.items():
            bundle.writestr(name, data)
    out.seek(0)
    return out


def test_an_evening_moves_to_another_computer(house: House, clock: FakeClock, tmp_path: Path) -> None:
    learnt(house.data_dir, 1)
    move(house, "move 12", "leave")
    there = tmp_path / "there"
    restore(there, backup_of(house))
    moved = House(there, clock)
    assert moved.running().state == house.running().state and moved.sitting == house.sitting
    assert load_profile("mine", there).id == load_profile("mine", house.data_dir).id
    moved.close()


def test_what_belongs_to_this_computer_alone_stays_here(house: House, host: Device) -> None:
    (house.data_dir / "https").mkdir()
    (house.data_dir / "https" / "server.key").write_text("a key")
    with zipfile.ZipFile(backup_of(house)) as bundle:
        assert {name.partition("/")[0] for name in bundle.namelist()} == {"games", MANIFEST}


def test_a_backup_brought_back_where_it_was_made_adds_nothing(house: House) -> None:
    learnt(house.data_dir, 1)
    move(house, "move 12", "leave")
    older = backup_of(house)
    move(house, "skip")
    before = everything_in(house.data_dir)
    done = restore(house.data_dir, older, lambda: house.game_id)
    assert done.added == () and len(done.known) == 2 and everything_in(house.data_dir) == before


def test_a_game_that_was_played_further_elsewhere_is_added_before_the_running_one(
    house: House, clock: FakeClock, tmp_path: Path
) -> None:
    shutil.copytree(house.data_dir / "games", tmp_path / "there" / "games")
    there = House(tmp_path / "there", clock)
    move(there, "move 12", "leave")
    done = restore(house.data_dir, backup_of(there), lambda: house.game_id)
    assert len(done.added) == 1
    again = House(house.data_dir, clock)
    assert again.game_id == house.game_id and again.version == 0
    again.close()
    there.close()


def test_a_copy_of_the_same_name_is_not_written_over(house: House, tmp_path: Path) -> None:
    learnt(house.data_dir, 1)
    learnt(tmp_path / "there", 2)
    own = load_profile("mine", tmp_path / "there").id
    restore(tmp_path / "there", backup_of(house))
    assert profile_names(tmp_path / "there") == ["mine", "mine 2"]
    assert load_profile("mine", tmp_path / "there").id == own
    assert load_profile("mine 2", tmp_path / "there").id == load_profile("mine", house.data_dir).id


def changed_byte(contents: dict[str, bytes]) -> None:
    name = next(name for name in contents if name.startswith("games/"))
    contents[name] = contents[name][:-1] + b"x"


def a_way_out(contents: dict[str, bytes]) -> None:
    manifest = json.loads(contents[MANIFEST])
    name = next(name for name in contents if name.startswith("games/"))
    manifest["files"]["games/../../escaped"] = manifest["files"][name]
    contents["games/../../escaped"] = contents[name]
    contents[MANIFEST] = json.dumps(manifest).encode()


def a_missing_file(contents: dict[str, bytes]) -> None:
    del contents[next(name for name in contents if name.startswith("games/"))]


def another_format(contents: dict[str, bytes]) -> None:
    contents[MANIFEST] = contents[MANIFEST].replace(b'"bazaar_backup": 1', b'"bazaar_backup": 2')


def far_too_much(contents: dict[str, bytes]) -> None:
    name = next(name for name in contents if name.startswith("games/"))
    contents[name] = bytes(50 << 20)


@pytest.mark.parametrize("edit", [changed_byte, a_way_out, a_missing_file, another_format, far_too_much])
def test_a_backup_that_is_not_whole_is_refused_and_nothing_is_added(
    house: House, tmp_path: Path, edit: Callable[[dict[str, bytes]], None]
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    with pytest.raises(BadBackup):
        restore(there, repacked(backup_of(house), edit))
    assert list(there.iterdir()) == [] and not (tmp_path / "escaped").exists()


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04" + bytes(200)])
def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadBackup):
        restore(tmp_path / "there", io.BytesIO(content))


def test_every_cut_off_backup_is_refused(house: House, tmp_path: Path) -> None:
    data = backup_of(house).getvalue()
    for end in range(0, len(data) - 1, max(1, len(data) // 40)):
        with pytest.raises(BadBackup):
            restore(tmp_path / "there", io.BytesIO(data[:end]))


def test_only_the_host_takes_everything_along(seated: Callable[[int], Device], host: Device) -> None:
    phone = seated(0)
    elsewhere = host.get("/api/backup", environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert (elsewhere.status_code, elsewhere.json["code"]) == (403, "only_here"), "every hand is in it"
    assert phone.get("/api/backup").status_code == 403
    assert phone.post("/api/restore").status_code == 403


def test_a_host_on_a_new_computer_goes_on_with_the_game(house: House, clock: FakeClock, tmp_path: Path) -> None:
    move(house, "move 12", "leave")
    there = House(tmp_path / "there", clock)
    app = create_app(there, SETTINGS)
    one = Device(app.test_client(), app)
    one.join(there.access.host_code().secret)
    headers = {"X-Bazaar": "1", "Origin": BASE, "Content-Type": "application/zip"}
    done = one.client.post("/api/restore", base_url=BASE, data=backup_of(house).getvalue(), headers=headers)
    assert done.status_code == 200 and one.view()["version"] == house.version
    bad = one.client.post("/api/restore", base_url=BASE, data=b"no zip", headers=headers)
    assert (bad.status_code, bad.json["code"]) == (400, "bad_backup")
    there.close()


def test_the_command_moves_everything_too(house: House, tmp_path: Path) -> None:
    file, there = tmp_path / "mine.zip", tmp_path / "there"
    run = CliRunner().invoke
    assert run(main, ["backup", str(file), "--data-dir", str(house.data_dir)]).exit_code == 0
    assert run(main, ["restore", str(file), "--data-dir", str(there)]).exit_code == 0
    assert [path.name for path in (there / "games").iterdir()] == ["game-00001.bazaar"]
    file.write_bytes(file.read_bytes()[:-100])
    refused = run(main, ["restore", str(file), "--data-dir", str(there)])
    assert refused.exit_code == 1 and "nothing was changed" in refused.output


def test_nothing_is_brought_back_by_command_while_the_companion_runs(house: House, tmp_path: Path) -> None:
    claim = Claim(house.data_dir)
    with pytest.raises(InUse, match="already uses"):
        Claim(house.data_dir)
    CliRunner().invoke(main, ["backup", str(tmp_path / "b"), "--data-dir", str(house.data_dir)])
    refused = CliRunner().invoke(main, ["restore", str(tmp_path / "b"), "--data-dir", str(house.data_dir)])
    assert refused.exit_code == 1 and "already uses" in refused.output
    claim.release()
    Claim(house.data_dir).release()


@pytest.mark.long
@pytest.mark.browser
def test_the_page_downloads_a_backup_and_brings_it_back(house: House, screens: Screens, tmp_path: Path) -> None:
    begin(house)
    server = Running(house, Settings(host="127.0.0.1", port=0))
    page = screens.table(server, **DESKTOP)
    open_tab(page, "More")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a backup").click()
    file = tmp_path / "backup.zip"
    download.value.save_as(file)
    page.get_by_label("Bring a backup back").set_input_files(file)
    expect(page.get_by_role("status")).to_contain_text("0 things were added")
    server.stop()


def test_a_note_from_elsewhere_does_not_make_the_camera_look_into_a_folder(house: House) -> None:
    (house.data_dir / NOTE).write_bytes(msgspec.json.encode({"kind": "files", "spec": "/etc/", "profile": ""}))
    assert Lookout(house).remembered() is None


def test_a_disk_that_stops_midway_is_told_and_the_rest_comes_later(
    house: House, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system went read-only: what was brought back already cannot even be taken away again."""
    learnt(house.data_dir, 1)
    file, elsewhere = backup_of(house), tmp_path_factory.mktemp("elsewhere")
    with monkeypatch.context() as fault:
        fault.setattr(Path, "rename", rename_games_alone)
        fault.setattr(Path, "unlink", read_only)
        with pytest.raises(OutOfReach, match="half_restored"):
            restore(elsewhere, file)
    file.seek(0)
    done = restore(elsewhere, file)
    assert done.added == ("profiles/mine",) and len(list((elsewhere / "games").glob("*.bazaar"))) == 1


def rename_games_alone(path: Path, target: Path) -> None:
    if "profiles" in target.parts:
        read_only(target)
    shutil.move(path, target)


def read_only(path: Path, *_: object, **__: object) -> None:
    raise OSError(errno.EROFS, "Read-only file system", str(path))


class GameBegins:
    """Somebody begins a game while a backup is unpacked, just before nobody may any more."""

    def __init__(self, house: House) -> None:
        self._house = house

    def __enter__(self) -> None:
        begin(self._house, players=2, seed=8)

    def __exit__(self, *_: object) -> None:
        pass


def test_a_game_that_begins_while_a_backup_is_unpacked_is_the_newest_and_whole(
    house: House, clock: FakeClock, tmp_path: Path
) -> None:
    there = House(tmp_path / "there", clock)
    done = restore(there.data_dir, backup_of(house), lambda: there.game_id, GameBegins(there))
    assert len(done.added) == 1 and len(there.sitting.people) == 2
    there.close()
    again = House(there.data_dir, clock)
    assert len(again.sitting.people) == 2 and len(again.archive.earlier()) == 0
    again.close()


def test_what_has_come_in_the_place_of_a_restored_file_is_not_written_over(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / "taken").write_text("somebody's")
    monkeypatch.setattr(
        "webui.keepsakes.restore._moves", lambda scratch, *_: [(next((scratch / "games").iterdir()), there / "taken")]
    )
    with pytest.raises(OutOfReach):
        restore(there, backup_of(house))
    assert (there / "taken").read_text() == "somebody's"

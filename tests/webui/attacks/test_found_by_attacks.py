"""Faults that attacks on requests, folders and single calls have found, each by itself."""

import errno
import io
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from calibration.store import delete_profile, load_profile, profile_names, save_profile
from companion.session.clock import FakeClock
from companion.session.faults import OutOfReach
from companion.session.store import Store
from tests.session.test_store import SAVED
from tests.webui.conftest import BASE, SETTINGS, Device
from tests.webui.play.test_dice_game import dice_house
from webui.app import create_app
from webui.attacks.asked import asking
from webui.attacks.doors import FlaskDoor, LineDoor
from webui.attacks.kills.deeds import some_profile
from webui.house import House
from webui.http.server import Running
from webui.keepsakes.backup import write_backup
from webui.setup.copies import COPY, path_of


def host_of(house: House) -> Device:
    app = create_app(house, SETTINGS)
    one = Device(app.test_client(), app)
    one.join(house.access.host_code().secret)
    return one


def no_room(*args: Any, **more: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_backup_with_a_copy_in_it_comes_back(house: House, tmp_path: Path, clock: FakeClock) -> None:
    save_profile(some_profile("mine", 1), house.data_dir)
    save_profile(some_profile("yours", 2), house.data_dir)
    file = io.BytesIO()
    write_backup(house.data_dir, file)
    assert len(file.getvalue()) > SETTINGS.body_max_bytes
    there = House(tmp_path / "there", clock)
    headers = {"X-Bazaar": "1", "Origin": BASE, "Content-Type": "application/zip"}
    done = host_of(there).client.post("/api/restore", base_url=BASE, data=file.getvalue(), headers=headers)
    assert done.status_code == 200 and profile_names(there.data_dir) == ["mine", "yours"]
    there.close()


class LateError:
    """A connection whose commit is done and fails afterwards, as where the folder cannot be synced."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.fails = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def __enter__(self) -> sqlite3.Connection:
        return self._connection.__enter__()

    def __exit__(self, *how: Any) -> None:
        self._connection.__exit__(*how)
        if self.fails:
            raise sqlite3.OperationalError("disk I/O error")


@contextmanager
def late_error(store: Store) -> Iterator[None]:
    connection: Any = LateError(store._connection)
    store._connection, connection.fails = connection, True
    try:
        yield
    finally:
        connection.fails = False


def test_the_game_goes_on_after_a_commit_that_failed_when_all_was_written(house: House, clock: FakeClock) -> None:
    session = house.running()
    move = [session.game.parse_action("move 12"), session.game.parse_action("leave")]
    with late_error(session.store):
        try:
            session.submit(move, 0)
        except OutOfReach:
            assert session.version == 0
    if session.version == 0:
        session.submit(move, 0)
    assert session.version == 2
    shutil.copytree(house.data_dir, house.data_dir / "copy")
    again = House(house.data_dir / "copy", clock)
    assert again.running().state == session.state
    again.close()


def test_a_seat_taken_in_a_commit_that_failed_late_is_the_same_after_a_restart(house: House, clock: FakeClock) -> None:
    with late_error(house.running().store), suppress(OutOfReach):
        house.access.take(house.access.redeem(house.access.host_code().secret, None, True)[0], 2)
    shutil.copytree(house.data_dir, house.data_dir / "copy")
    again = House(house.data_dir / "copy", clock)
    assert again.access.taken() == house.access.taken()
    again.close()


def test_an_undo_is_not_refused_when_it_has_been_done(tmp_path: Path, clock: FakeClock) -> None:
    house = dice_house(tmp_path, clock, copy="practice", cards="app")
    session = house.running()
    before, written = session.version, session.store.append
    calls = []

    def append_once(entries: Any) -> None:
        if calls and entries:
            raise OutOfReach("not_kept")
        calls.append(1)
        written(entries)

    session.store.append = append_once  # type: ignore[method-assign]
    try:
        session.undo(0, None)
    except OutOfReach:
        assert session.version == before
    house.close()


@pytest.mark.parametrize("name", ["istanbul", "dice"])
def test_an_old_game_that_cannot_be_brought_up_to_date_now_is_not_damaged(
    tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """SQLite has rolled back by itself where the disk is full; rolling back once more is an error of its own."""
    (tmp_path / "games").mkdir()
    path = tmp_path / "games" / "game-00001.bazaar"
    shutil.copy(SAVED / f"schema-1-{name}.bazaar", path)
    real = sqlite3.connect

    class Full(sqlite3.Connection):
        def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
            if sql == "COMMIT":
                super().execute("ROLLBACK")
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().execute(sql, *more)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *args, **more: real(*args, **more, factory=Full))
        house = House(tmp_path, clock)
    assert path.exists() and [one.code for one in house.archive.troubles] == ["not_opened"]
    house.close()


def test_a_new_game_that_could_not_begin_is_refused_in_words(
    house: House, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk turns read-only after its file is there: neither the throw that is due nor its removal is possible."""
    host, real = host_of(house), Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".bazaar":
            raise OSError(errno.EROFS, "Read-only file system")
        real(path, missing_ok)

    def not_kept(self: Store, entries: Any) -> None:
        raise OutOfReach("not_kept", file=self.path.name, why="read-only")

    monkeypatch.setattr(Path, "unlink", refuse)
    monkeypatch.setattr(Store, "append", not_kept)
    answer = host.post("/api/rematch")
    assert (answer.status_code, answer.json["code"]) == (503, "not_kept")
    assert house.game_id == "game-00001"


def test_a_learnt_copy_is_never_without_its_old_or_its_new_pictures(tmp_path: Path) -> None:
    """The second move fails: the old copy must be back."""
    save_profile(some_profile("mine", 1), tmp_path)
    real, moves = Path.rename, list[Path]()

    def rename(path: Path, target: Path) -> Path:
        moves.append(path)
        if len(moves) == 2:
            no_room()
        return real(path, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with suppress(OSError, OutOfReach):
            save_profile(some_profile("mine", 2), tmp_path)
    assert load_profile("mine", tmp_path).tiles


def test_a_copy_that_is_forgotten_by_half_is_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_profile(some_profile("mine", 1), tmp_path)
    real = os.unlink

    def unlink(path: Any, **more: Any) -> None:
        if str(path).endswith("profile.json"):
            no_room()
        real(path, **more)

    monkeypatch.setattr(os, "unlink", unlink)
    with pytest.raises(OutOfReach):
        delete_profile("mine", tmp_path)
    monkeypatch.undo()
    for name in profile_names(tmp_path):
        load_profile(name, tmp_path)


def test_a_full_disk_is_told_where_a_copy_is_learnt(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    host = host_of(house)
    learnt = some_profile("mine", 1)
    monkeypatch.setattr(host.app.extensions["lesson"], "profile", lambda name: learnt)
    monkeypatch.setattr(Path, "mkdir", no_room)
    answer = host.post("/api/lesson/save", {"name": "mine"})
    assert (answer.status_code, answer.json["code"]) == (503, "not_kept")


def test_a_damaged_copy_of_the_dice_game_keeps_no_other_from_being_chosen(house: House) -> None:
    path_of(COPY, house.data_dir).parent.mkdir()
    path_of(COPY, house.data_dir).write_bytes(b"\xff no copy")
    host = host_of(house)
    assert host.get("/api/games").status_code == 200
    assert host.get("/api/wizard").status_code == 200


def test_a_step_is_not_answered_with_an_error_because_the_copys_file_is_damaged(
    tmp_path: Path, clock: FakeClock
) -> None:
    house = dice_house(tmp_path, clock, dice="real")
    path_of(COPY, tmp_path).parent.mkdir(exist_ok=True)
    path_of(COPY, tmp_path).write_bytes(b"\xff no copy")
    host, session = host_of(house), house.running()
    due = session.game.outcomes(session.state) or session.game.legal_actions(session.state)
    do = [session.game.format_action(next(iter(due)))]
    assert host.post("/api/table", {"do": do, "version": house.version}).status_code == 200
    house.close()


@pytest.mark.parametrize("who", ["a player", "the host"])
def test_rights_that_lie_in_two_files_are_never_changed_by_half(
    house: House, clock: FakeClock, tmp_path_factory: pytest.TempPathFactory, who: str
) -> None:
    """The power goes before one of the writes: whoever had a seat or was the host has it still, by his old cookie."""
    access, kept, cuts = house.access, house._staff.write, list[Path]()
    code = access.host_code().secret if who == "the host" else access.seat_code(0).secret
    token, had = access.redeem(code, None, loopback=True)

    def power_cut(note: Any) -> None:
        if msgspec.json.decode(msgspec.json.encode(note)) != house._staff._said:
            cuts.append(Path(shutil.copytree(house.data_dir, tmp_path_factory.mktemp("cut") / "data")))
        kept(note)

    house._staff.write = power_cut  # type: ignore[method-assign]
    if who == "the host":
        access.redeem(access.seat_code(2).secret, token, loopback=True)
    else:
        access.be_host(access.pin.number, token)
    for cut in cuts:
        again = House(cut, clock)
        device = again.access.device(token)
        assert (device.seats, device.host) == (had.seats, had.host)
        again.close()


def test_a_phone_is_not_the_camera_when_its_choice_could_not_be_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = host_of(house)
    token = house.access.offer_camera(None)
    (wish,) = house.access.wishes()
    monkeypatch.setattr(host.app.extensions["lookout"]._kept, "write", refuse_to_keep)
    answer = host.post("/api/wishes", {"id": wish.id, "let_in": True})
    assert answer.status_code == 503
    assert not house.access.device(token).camera and host.app.extensions["lookout"].choice is None


def refuse_to_keep(note: Any) -> None:
    raise OutOfReach("not_kept", file="camera.json", why="full")


def test_a_full_disk_is_not_taken_for_a_broken_backup(
    house: House, tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = io.BytesIO()
    write_backup(house.data_dir, file)
    there = House(tmp_path / "there", clock)
    host = host_of(there)
    monkeypatch.setattr("webui.keepsakes.backup.write_whole", no_room)
    headers = {"X-Bazaar": "1", "Origin": BASE, "Content-Type": "application/zip"}
    done = host.client.post("/api/restore", base_url=BASE, data=file.getvalue(), headers=headers)
    assert (done.status_code, done.json["code"]) == (503, "not_kept")
    there.close()


@pytest.mark.parametrize("path", ["/", "/api/view", "/api/nowhere", "/static/js/main.js"])
def test_a_cookie_that_is_no_utf8_is_no_cookie(house: House, path: str) -> None:
    app = create_app(house, SETTINGS)
    answer = FlaskDoor(app, "127.0.0.1:8484").ask(asking("stranger", "GET", path), "bazaar_8484=\xff\xfe; lang=\xff")
    assert answer.status < 500


def test_a_cookie_that_is_no_utf8_is_no_cookie_on_a_line_either(running: Running) -> None:
    door = LineDoor(running.port)
    for path in ("/", "/api/view", "/events"):
        assert 0 < door.ask(asking("stranger", "GET", path), "bazaar_8484=\xff; lang=\xff").status < 500
    door.close()


def test_a_folder_in_the_place_of_a_note_keeps_nobody_out_and_loses_nothing(house: House) -> None:
    (house.data_dir / "hosts.json").mkdir()
    (house.data_dir / "hosts.json" / "letter").write_text("somebody's")
    app = create_app(house, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(house.access.host_code().secret)
    assert host.view()["you"]["host"]
    assert (house.data_dir / "hosts.json").is_file()
    assert [path.read_text() for path in house.data_dir.glob("hosts.json.aside-*/hosts.json/letter")] == ["somebody's"]


def test_a_seat_is_left_though_the_hosts_could_not_be_written(
    house: House, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing about the hosts changes, so nothing is written about them, also after a restart."""
    house.access.redeem(house.access.host_code().secret, None, loopback=True)
    house.access.redeem(house.access.seat_code(0).secret, None, loopback=True)
    house.close()
    again = House(house.data_dir, clock)
    monkeypatch.setattr("webui.keepsakes.keepsake.write_whole", no_room)
    again.access.release(0)
    assert again.access.taken() == {}
    again.close()

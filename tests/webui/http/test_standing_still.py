"""Nothing that people do at the same moment makes the companion stand still."""

import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.istanbul.advice.policy import choose
from companion.locks import LockOrder
from companion.session.faults import OutOfReach
from tests.webui.conftest import Device, begin
from webui.house import House
from webui.http.errors import Refused

Make = Callable[[], Device]
PATIENCE_S = 120
ROUNDS = 40


def together(*works: Callable[[], None]) -> None:
    """Do all of this at once, each over and over; fails where one of them does not come to its end."""
    failures, ready = list[BaseException](), threading.Barrier(len(works))

    def over_and_over(work: Callable[[], None]) -> None:
        ready.wait()
        try:
            for _ in range(ROUNDS):
                work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=over_and_over, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert not [thread for thread in threads if thread.is_alive()], "somebody waits for somebody who waits for him"
    if failures:
        raise failures[0]


@pytest.mark.long
def test_games_begin_while_seats_change_hands_and_strangers_offer_cameras(
    house: House, host: Device, device: Make
) -> None:
    stranger, phone, rng = device(), device(), Random(1)

    def rematch() -> None:
        assert host.post("/api/rematch").status_code == 200

    def seats() -> None:
        phone.join(house.access.seat_code(1, take_over=True).secret)
        house.access.release(1)

    def offers() -> None:
        assert stranger.post("/api/phone_camera/offer").status_code in (200, 429)

    def plays() -> None:
        session = house.running()
        try:
            session.submit([choose(session.state, rng)], None, session.version)
        except Refused as refusal:
            assert refusal.code == "stale"
        except Exception as error:
            assert not isinstance(error, (LockOrder, OutOfReach)), error

    def looks() -> None:
        assert stranger.get("/api/view").status_code == 200

    together(rematch, seats, offers, plays, looks)
    begin(house)
    assert len(house.running().log.entries) == 0


def test_a_listener_may_ask_for_anything_while_it_is_told_of_a_new_game(house: House, device: Make) -> None:
    heard = list[str]()

    def listen(_: object) -> None:
        other = threading.Thread(target=lambda: heard.append(device().get("/api/view").json["game_id"]))
        other.start()
        other.join(PATIENCE_S)
        assert not other.is_alive(), "a lock is held while listeners are told"

    leave = house.when_opened(listen)
    begin(house)
    leave()
    assert heard[-1] == house.game_id


def test_a_full_disk_frees_no_seat_by_halves(house: House, host: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    host.post("/api/seats/take", {"seat": 1})

    def full(*_: object) -> None:
        raise OutOfReach("not_kept", file="game", why="database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(house.running().store, "keep_note", full)
        answer = host.post("/api/seats/free", {"seat": 1})
        assert (answer.status_code, answer.json["code"]) == (503, "not_kept")
        assert "disk is full" in answer.json["message"] and house.access.taken() == {1: 1}
    assert host.post("/api/seats/free", {"seat": 1}).status_code == 200 and house.access.taken() == {}


def test_a_full_disk_makes_nobody_host_by_halves(
    house: House, seated: Callable[[int], Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, pin = seated(1), house.access.pin.number

    def full(path: Path, data: bytes, mode: int = 0) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("webui.keepsakes.keepsake.write_whole", full)
        answer = phone.post("/api/be_host", {"pin": pin})
        assert (answer.status_code, answer.json["code"]) == (503, "not_kept")
    view = phone.view()["you"]
    assert view["seats"] == [1] and not view["host"]
    assert House(house.data_dir, house.clock).access.taken() == {1: 1}
    assert phone.post("/api/be_host", {"pin": pin}).json == {"seats": [1], "host": True}


def test_a_full_disk_keeps_the_old_game_going(house: House, host: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    old = house.game_id

    def full(*_: object, **more: object) -> None:
        raise OutOfReach("not_kept", file="game", why="database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("webui.keepsakes.archive.create_store", full)
        assert host.post("/api/rematch").json["code"] == "not_kept"
    assert house.game_id == old and host.view()["version"] == house.version
    assert host.post("/api/rematch").status_code == 200 and house.game_id != old

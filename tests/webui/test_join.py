"""Getting a seat, keeping it, being refused one in words."""

import json
from collections.abc import Callable

import pytest

from companion.session.clock import FakeClock
from tests.webui.conftest import Device
from webui.access import Access
from webui.house import House

Make = Callable[[], Device]
Seat = Callable[[int], Device]


def test_a_code_gives_the_seat_and_its_cards(house: House, seated: Seat) -> None:
    view = seated(1).view()
    assert view["you"]["seats"] == [1] and view["own"]["hand"]


def test_the_cookie_is_out_of_reach_and_carries_the_port(house: House, device: Make) -> None:
    answer = device().join(house.access.seat_code(0).secret)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("bazaar_8484=") and "HttpOnly" in cookie and "SameSite=Strict" in cookie


def test_six_characters_can_be_typed_in_any_case(house: House, device: Make) -> None:
    one = device()
    assert one.join(house.access.seat_code(2).short.lower()).json["waiting"] is True


def test_a_used_code_is_dead(house: House, device: Make) -> None:
    code = house.access.seat_code(0).secret
    device().join(code)
    second = device().join(code)
    assert (second.status_code, second.json["code"]) == (409, "code_used")
    assert "another phone" in second.json["message"]


def test_a_second_phone_for_a_taken_seat_is_refused_in_words(house: House, device: Make) -> None:
    early = house.access.seat_code(0)
    house.access.clock.at_s += 400  # type: ignore[attr-defined]
    late = house.access.seat_code(0)
    assert early != late
    device().join(late.secret)
    second = device().join(early.secret)
    assert (second.status_code, second.json["code"]) == (409, "seat_taken")
    assert "take-over code" in second.json["message"]


def test_an_old_code_is_dead(house: House, device: Make, clock: FakeClock) -> None:
    code = house.access.seat_code(0).secret
    clock.at_s += 601
    assert device().join(code).json["code"] == "code_expired"


def test_nonsense_is_not_a_code(device: Make) -> None:
    assert device().join("AAAAAA").status_code == 403


def test_a_take_over_signs_the_old_phone_out(house: House, seated: Seat, device: Make, host: Device) -> None:
    old, new = seated(0), device()
    fresh = host.post("/api/seats/code", {"seat": 0}).json
    assert new.join(fresh["link"].partition("#j=")[2]).json["seats"] == [0]
    assert old.view()["you"]["seats"] == [] and old.act("move 3").status_code == 401


def test_only_the_host_hands_out_codes(seated: Seat) -> None:
    phone = seated(0)
    assert phone.get("/api/seats").status_code == 403
    assert phone.post("/api/seats/code", {"seat": 1}).json["code"] == "not_host"


def test_a_taken_seat_shows_no_code(host: Device, seated: Seat) -> None:
    seated(1)
    ways = host.get("/api/seats").json
    assert [bool(way.get("qr")) for way in ways] == [True, False, True]


def test_the_host_plays_for_somebody_without_a_phone(host: Device) -> None:
    assert host.post("/api/seats/take", {"seat": 1}).json["you"]["seats"] == [1]
    assert host.post("/api/seats/take", {"seat": 1}).json["code"] == "seat_taken"


def test_leaving_frees_the_seat(seated: Seat, host: Device) -> None:
    phone = seated(0)
    phone.post("/api/leave", {"seat": 0})
    assert phone.view()["you"]["seats"] == []
    assert host.get("/api/seats").json[0]["taken"] is False


def test_the_host_link_works_once_and_only_here(house: House, device: Make) -> None:
    code = house.access.host_code().secret
    elsewhere = {"REMOTE_ADDR": "10.0.0.9"}
    far = device().post("/api/join", {"code": code}, environ_base=elsewhere)
    assert far.json["code"] == "only_here"
    assert device().join(code).json["host"] is True
    assert device().join(code).json["code"] == "code_used"


def test_seats_survive_a_kill(house: House, seated: Seat) -> None:
    seated(1)
    note = house.running().store.note("access")
    again = Access(house.clock)
    again.load(note)
    assert again.taken() == {1: 1}


def test_no_token_lies_on_the_disk(house: House, device: Make) -> None:
    one = device()
    one.join(house.access.seat_code(0).secret)
    token = one.client.get_cookie("bazaar_8484", domain="127.0.0.1")
    assert token is not None and token.value not in json.dumps(house.running().store.note("access"))


def test_guessing_is_slowed_down(house: House) -> None:
    from webui import create_app
    from webui.settings import Settings

    app = create_app(house, Settings(port=8484, join_limit="3 per minute"))
    one = Device(app.test_client(), app)
    answers = [one.join(f"WRONG{n}").status_code for n in range(5)]
    assert answers == [403, 403, 403, 429, 429]


@pytest.mark.parametrize("length", [22])
def test_the_code_of_a_link_has_at_least_128_bits(house: House, length: int) -> None:
    assert len(house.access.seat_code(0).secret) >= length


def test_a_waiting_take_over_is_shown_until_it_is_used(seated: Seat, device: Make, host: Device) -> None:
    seated(0)
    assert "qr" not in host.get("/api/seats").json[0]
    code = host.post("/api/seats/code", {"seat": 0}).json["code"]
    assert host.get("/api/seats").json[0]["code"] == code
    device().join(code)
    assert "qr" not in host.get("/api/seats").json[0]


def test_the_own_link_once_more_changes_nothing(house: House, device: Make) -> None:
    one, code = device(), house.access.seat_code(0).secret
    one.join(code)
    assert one.join(code).json["seats"] == [0]

"""Getting a seat, keeping it, being refused one in words."""

import json
from collections.abc import Callable

import pytest

from companion.session.clock import FakeClock
from tests.webui.conftest import Device
from webui.house import House
from webui.http.errors import Refused
from webui.play.sitting import seats_of
from webui.rights.access import Access

WAITING = {"seat": None, "seats": [], "host": False, "camera": False, "language": "", "waiting": True}
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


def test_a_typed_code_gives_nothing_until_the_host_lets_the_phone_in(house: House, device: Make, host: Device) -> None:
    phone = device()
    phone.join(house.access.seat_code(2).short)
    assert phone.view()["you"] | {"language": ""} == WAITING
    (wish,) = host.view()["wishes"]
    host.post("/api/wishes", {"id": wish["id"], "let_in": True})
    assert wish["seat"] == 2 and phone.view()["you"]["seats"] == [2] and not phone.view()["you"]["waiting"]


def test_a_phone_that_is_turned_away_holds_nothing(house: House, device: Make, host: Device) -> None:
    phone, code = device(), house.access.seat_code(2).short
    phone.join(code)
    host.post("/api/wishes", {"id": host.view()["wishes"][0]["id"], "let_in": False})
    assert phone.view()["you"] | {"language": ""} == WAITING | {"waiting": False}
    assert phone.join(code).json["code"] == "code_used" and host.view()["wishes"] == []


def test_only_the_host_lets_in(house: House, device: Make, seated: Seat) -> None:
    device().join(house.access.seat_code(2).short)
    anna = seated(0)
    assert "wishes" not in anna.view()
    assert anna.post("/api/wishes", {"id": house.access.wishes()[0].id, "let_in": True}).status_code == 403


def test_nobody_waits_for_ever(house: House, device: Make, host: Device, clock: FakeClock) -> None:
    device().join(house.access.seat_code(2).short)
    wish = host.view()["wishes"][0]["id"]
    clock.wait(601)
    assert host.view()["wishes"] == []
    assert host.post("/api/wishes", {"id": wish, "let_in": True}).json["code"] == "nobody_waits"


def test_the_host_types_a_code_and_is_let_in_at_once(house: House, host: Device) -> None:
    assert host.join(house.access.seat_code(1).short).json["seats"] == [1]


def test_nobody_brings_a_token_of_his_own_making(house: House, device: Make) -> None:
    phone = device()
    phone.client.set_cookie("bazaar_8484", "planted", domain="127.0.0.1")
    phone.join(house.access.seat_code(0).secret)
    kept = phone.client.get_cookie("bazaar_8484", domain="127.0.0.1")
    assert kept is not None and kept.value != "planted"


def test_the_seats_are_locked_when_the_game_begins(house: House, device: Make, seated: Seat, host: Device) -> None:
    late = house.access.seat_code(2).secret
    seated(0).act("move 12", "leave")
    assert device().join(late).json["code"] == "bazaar_locked"
    assert ["qr" in way for way in host.get("/api/seats").json] == [False, False, False]


def test_the_host_opens_a_locked_seat(seated: Seat, device: Make, host: Device) -> None:
    seated(0).act("move 12", "leave")
    fresh = host.post("/api/seats/code", {"seat": 2}).json
    assert "qr" in host.get("/api/seats").json[2]
    assert device().join(fresh["link"].partition("#j=")[2]).json["seats"] == [2]


def test_the_pin_makes_another_device_the_host(house: House, device: Make, host: Device) -> None:
    pin = host.get("/api/pin").json["pin"]
    assert len(pin) == 6 and pin.isdigit()
    phone = device()
    assert phone.post("/api/be_host", {"pin": pin}).json["host"] is True
    assert phone.post("/api/seats/free", {"seat": 0}).status_code == 200


def test_the_pin_is_told_to_the_computer_itself_alone(host: Device, seated: Seat) -> None:
    assert host.get("/api/pin", environ_base={"REMOTE_ADDR": "10.0.0.9"}).json["pin"] is None
    assert seated(0).get("/api/pin").status_code == 403


def test_the_sixth_wrong_pin_has_to_wait_and_so_has_the_right_one(house: House, device: Make, clock: FakeClock) -> None:
    phone, right = device(), house.access.pin.number
    wrong = "000000" if right != "000000" else "000001"
    answers = [phone.post("/api/be_host", {"pin": wrong}).json["code"] for _ in range(6)]
    assert answers == ["pin_wrong"] * 5 + ["pin_wait"]
    assert phone.post("/api/be_host", {"pin": right}).status_code == 429
    clock.wait(31)
    assert phone.post("/api/be_host", {"pin": right}).json["host"] is True


def test_each_wrong_pin_makes_the_next_wait_longer(house: House, clock: FakeClock) -> None:
    waits = []
    for _ in range(8):
        with pytest.raises(Refused) as refusal:
            house.access.pin.check("no", "10.0.0.5")
        if refusal.value.code == "pin_wait":
            waits.append(refusal.value.facts["seconds"])
            clock.wait(refusal.value.facts["seconds"] + 1)
    assert waits == [30, 60]


def test_the_host_of_no_game_yet_is_known_after_a_restart(empty_house: House, clock: FakeClock) -> None:
    token, _ = empty_house.access.redeem(empty_house.access.host_code().secret, None, loopback=True)
    again = House(empty_house.data_dir, clock)
    assert again.access.device(token).host
    assert token not in (empty_house.data_dir / "hosts.json").read_text()
    again.close()


def test_a_seat_whose_page_is_closed_is_marked_away(house: House, seated: Seat) -> None:
    anna = seated(0)
    token = anna.client.get_cookie("bazaar_8484", domain="127.0.0.1")
    assert token is not None and anna.view()["present"] == [False, False, False]
    waiting = house.hub.open(token.value, "127.0.0.1", lambda: None)
    assert anna.view()["present"] == [True, False, False]
    house.hub.leave(waiting)
    assert anna.view()["present"] == [False, False, False]


def test_a_used_code_is_dead(house: House, device: Make) -> None:
    code = house.access.seat_code(0).secret
    device().join(code)
    second = device().join(code)
    assert (second.status_code, second.json["code"]) == (409, "code_used")
    assert "another phone" in second.json["message"]


def test_a_second_phone_for_a_taken_seat_is_refused_in_words(house: House, device: Make, clock: FakeClock) -> None:
    early = house.access.seat_code(0)
    clock.wait(400)
    late = house.access.seat_code(0)
    assert early != late
    device().join(late.secret)
    second = device().join(early.secret)
    assert (second.status_code, second.json["code"]) == (409, "seat_taken")
    assert "take-over code" in second.json["message"]


def test_an_old_code_is_dead(house: House, device: Make, clock: FakeClock) -> None:
    code = house.access.seat_code(0).secret
    clock.wait(601)
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
    assert device().join(code).json["code"] == "host_link_used"


def test_seats_survive_a_kill(house: House, seated: Seat) -> None:
    seated(1)
    again = Access(house.clock)
    again.load(seats_of(house.running().store))
    assert again.taken() == {1: 1}


def test_no_token_lies_on_the_disk(house: House, device: Make) -> None:
    one = device()
    one.join(house.access.seat_code(0).secret)
    token = one.client.get_cookie("bazaar_8484", domain="127.0.0.1")
    assert token is not None and token.value not in json.dumps(house.running().store.note("access"))


def test_guessing_is_slowed_down(house: House) -> None:
    from webui.app import create_app
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
    host.join(code)
    assert "qr" not in host.get("/api/seats").json[0]


def test_the_own_link_once_more_changes_nothing(house: House, device: Make) -> None:
    one, code = device(), house.access.seat_code(0).secret
    one.join(code)
    assert one.join(code).json["seats"] == [0]

"""Nobody does what is another's to do, and what is refused has not happened."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.istanbul.actions import Rolled
from companion.session.clock import FakeClock
from companion.session.faults import OutOfReach
from tests.webui.conftest import BASE, SETTINGS, Device, begin
from webui.app import create_app
from webui.house import House
from webui.http.errors import Refused

Make = Callable[[], Device]
Seat = Callable[[int], Device]
TWO_TURNS = ("move 3", "leave", "fill", "move 6", "leave", "skip")
THROW = ("move 9", "leave", "announce 7")


def token_of(one: Device) -> str:
    cookie = one.client.get_cookie("bazaar_8484", domain="127.0.0.1")
    assert cookie is not None
    value: str = cookie.value
    return value


def rolls(house: House) -> list[tuple[int, int]]:
    entries = house.running().log.effective
    return [(one.action.first, one.action.second) for one in entries if isinstance(one.action, Rolled)]


def test_a_phone_cannot_play_the_next_players_turn_in_one_tap(house: House, seated: Seat) -> None:
    answer = seated(0).act(*TWO_TURNS)
    assert (answer.status_code, answer.json["code"]) == (422, "not_your_turn")
    assert house.version == 0


def test_a_phone_that_holds_two_seats_plays_them_one_after_the_other(house: House, seated: Seat) -> None:
    phone = seated(0)
    phone.join(house.access.seat_code(1).secret)
    assert phone.act(*TWO_TURNS).status_code == 422
    assert phone.act(*TWO_TURNS[:3]).status_code == 200 == phone.act(*TWO_TURNS[3:]).status_code


@pytest.mark.parametrize("order", [{"version": 0, "seat": 1}, {"version": 0, "seat": 1, "keep": 0}])
def test_undo_for_anothers_seat_is_refused_and_not_done(
    house: House, seated: Seat, host: Device, order: dict[str, Any]
) -> None:
    phone = seated(0)
    phone.act("move 12", "leave")
    for one in (phone, host):
        for path in ("/api/undo", "/api/redo"):
            version = house.version
            assert one.post(path, order | {"version": version}).status_code == 403
            assert house.version == version


def test_a_tap_for_anothers_seat_is_refused_and_not_done(house: House, seated: Seat) -> None:
    phone = seated(0)
    assert phone.post("/api/act", {"do": ["move 3"], "version": 0, "seat": 1}).status_code == 403
    assert house.version == 0


def test_a_player_corrects_nothing_while_the_table_throws(empty_house: House) -> None:
    begin(empty_house, dice="real")
    app = create_app(empty_house, SETTINGS)
    anna = Device(app.test_client(), app)
    anna.join(empty_house.access.seat_code(0).secret)
    anna.act(*THROW)
    version = empty_house.version
    for words in ('set 0.lira=99 because "gift"', "tell 1 LIRA5"):
        assert anna.act(words).status_code in (400, 401, 403)
    assert empty_house.version == version and anna.act("rolled 3 4").status_code == 200


def test_nobody_names_the_dice_that_the_app_throws(house: House, host: Device, seated: Seat) -> None:
    assert seated(0).act("move 9", "leave", "announce 12", "rolled 6 6").status_code == 403
    body = {"do": ["move 9", "leave", "announce 12", "rolled 6 6"], "version": 0}
    assert host.post("/api/table", body).status_code == 422 and house.version == 0


def test_undo_is_no_second_throw(house: House, host: Device, seated: Seat) -> None:
    phone, found = seated(0), set[tuple[tuple[int, int], ...]]()
    for _ in range(12):
        phone.act(*THROW)
        found.add(tuple(rolls(house)))
        host.post("/api/undo", {"version": house.version, "keep": 0})
    assert len(found) == 1


def test_a_correction_between_two_throws_finds_no_better_one(house: House, host: Device, seated: Seat) -> None:
    phone, found = seated(0), set[tuple[tuple[int, int], ...]]()
    for lira in range(8):
        change = {"changes": [{"seat": 1, "what": "lira", "value": lira}], "reason": "so", "version": house.version}
        assert host.post("/api/correct", change | {"despite": True}).status_code == 200
        phone.act(*THROW)
        found.add(tuple(rolls(house)))
        host.post("/api/undo", {"version": house.version, "keep": 0})
    assert len(found) == 1


def test_the_throws_of_two_games_are_different_though_all_is_done_alike(house: House, host: Device) -> None:
    found = set[tuple[tuple[int, int], ...]]()
    for _ in range(8):
        begin(house)
        host.post("/api/table", {"do": list(THROW), "version": house.version})
        found.add(tuple(rolls(house)))
    assert len(found) > 1


def test_the_table_names_its_own_dice_freely(empty_house: House) -> None:
    begin(empty_house, dice="real")
    session = empty_house.running()
    for first in (1, 5):
        session.submit([session.game.parse_action(text) for text in THROW], 0)
        session.submit([session.game.parse_action(f"rolled {first} 2")], None)
        assert rolls(empty_house) == [(first, 2)]
        session.undo(0, None)


def test_a_device_whose_rights_grow_gets_a_new_token(house: House, device: Make, seated: Seat) -> None:
    phone = seated(1)
    old = token_of(phone)
    phone.post("/api/be_host", {"pin": house.access.pin.number})
    assert token_of(phone) != old and not house.access.device(old).is_known
    now = house.access.device(token_of(phone))
    assert now.host and now.seats == (1,)


def test_an_open_page_of_a_renewed_device_still_counts_as_present(house: House, seated: Seat) -> None:
    phone = seated(1)
    house.hub.open(token_of(phone), "10.0.0.5", lambda: None)
    phone.post("/api/be_host", {"pin": house.access.pin.number})
    assert phone.view()["present"] == [False, True, False]


def test_a_host_is_signed_out_by_another_and_the_pin_changes(house: House, device: Make, host: Device) -> None:
    other, pin = device(), house.access.pin.number
    other.post("/api/be_host", {"pin": pin})
    (away,) = (one for one in host.get("/api/hosts").json if not one["own"])
    assert host.post("/api/hosts/sign_out", {"id": away["id"]}).status_code == 200
    assert other.get("/api/hosts").status_code == 403
    assert other.post("/api/be_host", {"pin": pin}).json["code"] == "pin_wrong"
    assert House(house.data_dir, house.clock).access.hosts(None) == [
        {"id": one["id"], "since": one["since"], "own": False, "camera": False} for one in host.get("/api/hosts").json
    ]


def test_a_host_who_also_plays_keeps_the_seat_when_signed_out(house: House, seated: Seat, host: Device) -> None:
    phone = seated(2)
    phone.post("/api/be_host", {"pin": house.access.pin.number})
    (own,) = (one for one in phone.get("/api/hosts").json if one["own"])
    assert phone.post("/api/hosts/sign_out", {"id": own["id"]}).json["you"]["seats"] == [2]
    assert phone.get("/api/hosts").status_code == 403


def test_a_strangers_camera_offers_keep_nobody_out(house: House, device: Make, host: Device) -> None:
    for _ in range(20):
        assert device().post("/api/phone_camera/offer").status_code == 200
    assert len(house.access.wishes()) == 1
    phone = device()
    assert phone.join(house.access.seat_code(2).short).json["waiting"] is True
    assert {wish["seat"] for wish in host.view()["wishes"]} == {None, 2}


def test_offers_from_many_addresses_leave_room_for_typed_codes(house: House, device: Make) -> None:
    for number in range(30):
        house.access.offer_camera(None, f"10.0.0.{number}")
    device().join(house.access.seat_code(2).short)
    assert [wish.seat for wish in house.access.wishes()].count(2) == 1 and len(house.access.wishes()) <= 9


def test_wrong_pins_of_a_stranger_do_not_keep_the_host_out(house: House) -> None:
    for _ in range(5):
        with pytest.raises(Refused, match="pin_wrong"):
            house.access.be_host("wrong", None, "10.0.0.66")
    with pytest.raises(Refused, match="pin_wait"):
        house.access.be_host(house.access.pin.number, None, "10.0.0.66")
    assert house.access.be_host(house.access.pin.number, None, "10.0.0.5")[1].host


def test_many_addresses_together_guess_no_better(house: House) -> None:
    first, told = house.access.pin.number, list[str]()
    house.access.pin.keep = told.append
    for number in range(60):
        with pytest.raises(Refused):
            house.access.be_host("wrong", None, f"10.0.1.{number}")
    assert told == [house.access.pin.number] and told != [first]


def test_a_clock_set_back_locks_nobody_out_and_keeps_no_code_alive(house: House, clock: FakeClock) -> None:
    code = house.access.seat_code(0)
    for _ in range(5):
        with pytest.raises(Refused):
            house.access.be_host("wrong", None, "10.0.0.5")
    clock.at_s -= 86_400
    clock.wait(31)
    assert house.access.be_host(house.access.pin.number, None, "10.0.0.5")[1].host
    clock.wait(600)
    with pytest.raises(Refused, match="code_expired"):
        house.access.redeem(code.secret, None, loopback=True)


def test_the_camera_is_taken_from_a_phone_and_the_pin_stays(house: House, device: Make, host: Device) -> None:
    phone = device()
    phone.post("/api/phone_camera/offer")
    host.post("/api/wishes", {"id": host.view()["wishes"][0]["id"], "let_in": True})
    pin = house.access.pin.number
    (row,) = [one for one in host.get("/api/hosts").json if one["camera"]]
    assert host.post("/api/hosts/sign_out", {"id": row["id"]}).status_code == 200
    assert phone.post("/api/phone_camera/picture").json["code"] == "not_the_camera"
    assert house.access.pin.number == pin and not any(one["camera"] for one in host.get("/api/hosts").json)


def test_a_phone_that_leaves_its_seat_is_still_the_camera(house: House, device: Make, host: Device) -> None:
    phone = device()
    phone.join(house.access.seat_code(0).secret)
    phone.post("/api/phone_camera/offer")
    host.post("/api/wishes", {"id": host.view()["wishes"][0]["id"], "let_in": True})
    phone.post("/api/leave", {"seat": 0})
    assert phone.post("/api/phone_camera/picture").json["code"] != "not_the_camera"


def test_a_cookie_that_is_no_text_is_as_good_as_none(house: House, device: Make) -> None:
    phone = device()
    answer = phone.client.get("/api/view", base_url=BASE, headers={"Cookie": "other=\xff\xfe"})
    assert answer.status_code == 200 and answer.json["you"]["seats"] == []


def test_a_host_whose_new_pin_cannot_be_kept_stays_the_host(house: House) -> None:
    token, _ = house.access.be_host(house.access.pin.number, None)
    before = house.access.pin.number

    def full(number: str) -> None:
        raise OutOfReach("not_kept", file="hosts.json", why="no space left")

    house.access.pin.keep = full
    with pytest.raises(OutOfReach):
        house.access.sign_out_host(house.access.hosts(token)[0]["id"])
    assert house.access.device(token).host and house.access.pin.number == before


def test_the_pin_a_host_knew_is_worth_nothing_once_he_is_signed_out(house: House) -> None:
    token, _ = house.access.be_host(known := house.access.pin.number, None)
    kept = list[str]()
    house.access.pin.keep = kept.append
    house.access.sign_out_host(house.access.hosts(token)[0]["id"])
    assert kept == [house.access.pin.number] and house.access.pin.number != known


def test_a_device_that_is_signed_out_already_is_not_said_to_wait(house: House) -> None:
    with pytest.raises(Refused, match="signed_out_already"):
        house.access.sign_out_host("0" * 16)

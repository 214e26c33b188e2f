"""Whom the server listens to, and what it never tells."""

import json
from collections.abc import Callable

import pytest

from companion.istanbul.events import CardDrawn
from tests.webui.conftest import BASE, Device
from webui.house import House

Make = Callable[[], Device]
Seat = Callable[[int], Device]
PUBLIC_PATHS = ("/api/view", "/", "/table", "/new", "/setup", "/learn", "/send", "/tools")


def test_a_foreign_page_cannot_act(seated: Seat) -> None:
    answer = seated(0).post("/api/act", {"do": "move 3", "version": 0}, headers={"Origin": "http://evil.example"})
    assert (answer.status_code, answer.json["code"]) == (403, "foreign_origin")


def test_a_form_without_our_header_cannot_act(seated: Seat) -> None:
    answer = seated(0).post("/api/act", {"do": "move 3", "version": 0}, headers={"X-Bazaar": ""})
    assert answer.status_code == 403


def test_only_json_is_read(seated: Seat) -> None:
    one = seated(0)
    text = {"data": '{"do":"move 3","version":0}', "content_type": "text/plain"}
    answer = one.client.post("/api/act", base_url=BASE, headers={"X-Bazaar": "1"}, **text)
    assert answer.status_code == 415


@pytest.mark.parametrize("name", ["evil.example", "evil.example:8484", "10.254.254.254", "bazaar.local.evil.example"])
def test_a_wrong_host_name_is_refused(device: Make, name: str) -> None:
    answer = device().client.get("/api/view", base_url=f"http://{name}")
    assert (answer.status_code, answer.json["code"]) == (400, "wrong_host")


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:8484", "[::1]:8484", "bazaar.local:8484"])
def test_own_names_are_known(device: Make, name: str) -> None:
    assert device().client.get("/api/view", base_url=f"http://{name}").status_code == 200


@pytest.mark.parametrize("path", ["/static/js/pages/phone.js", "/art/icon.svg", "/static/nowhere.js"])
def test_scripts_and_pictures_carry_what_concerns_them(device: Make, path: str) -> None:
    headers = device().get(path).headers
    assert headers["Content-Security-Policy"] == "default-src 'none'" and "Permissions-Policy" not in headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("path", [*PUBLIC_PATHS, "/nowhere"])
def test_every_answer_carries_the_headers(device: Make, path: str) -> None:
    headers = device().get(path).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"


def test_nothing_changes_by_looking(house: House, host: Device) -> None:
    for path in ("/api/act", "/api/undo", "/api/game", "/api/rematch", "/api/join", "/api/camera/settle", "/api/photo"):
        assert host.get(path).status_code in (404, 405)


@pytest.mark.parametrize("name", ["../webui/house.py", "..%2f..%2fpyproject.toml", "js/../../house.py", ".git/config"])
def test_only_our_files_are_served(device: Make, name: str) -> None:
    assert device().get(f"/static/{name}").status_code == 404


def test_no_card_reaches_anybody_but_its_owner(house: House, device: Make, seated: Seat, host: Device) -> None:
    hands = [set(player.hand) for player in house.running().state.players]
    readers = {None: device(), "host": host} | {seat: seated(seat) for seat in range(3)}
    for seat, reader in readers.items():
        sent = b"".join(reader.get(path).data for path in PUBLIC_PATHS)
        foreign = {str(card) for other, hand in enumerate(hands) if other != seat for card in hand}
        own = {str(card) for card in hands[seat]} if isinstance(seat, int) else set[str]()
        for card in foreign - own:
            assert f'"{card}"'.encode() not in sent, f"{card} was sent to {seat}"


def test_a_drawn_card_is_told_to_its_owner_alone(house: House, seated: Seat) -> None:
    session, phones = house.running(), [seated(seat) for seat in range(3)]
    phones[0].act("move 6", "leave", "take draw", "take draw")
    events = [event for entry in session.log.entries for event in entry.events]
    drawn = [event.card for event in events if isinstance(event, CardDrawn)]
    mine, other = (json.dumps(phone.view()["log"]) for phone in phones[:2])
    assert len(drawn) == 2 and "draws: " in mine
    assert "draws: " not in other and "draws a card" in other


def test_choices_go_to_the_seat_that_acts(seated: Seat, device: Make) -> None:
    assert seated(0).view()["choices"] and not seated(1).view()["choices"] and not device().view()["choices"]


def test_a_phone_cannot_name_its_own_dice(seated: Seat) -> None:
    phone = seated(0)
    phone.act("move 9", "leave")
    answer = phone.act("announce 12", "rolled 6 6")
    assert (answer.status_code, answer.json["code"]) == (403, "not_yours_to_say")


def test_a_phone_cannot_correct_the_table(seated: Seat) -> None:
    answer = seated(0).act('override 0.lira=99 because "gift"')
    assert answer.status_code in (400, 403)


def test_a_phone_cannot_look_from_anothers_seat(seated: Seat) -> None:
    assert seated(0).get("/api/view?seat=1").status_code == 403


def test_the_picture_is_for_those_at_the_table(device: Make, seated: Seat) -> None:
    assert device().get("/api/camera.jpg").status_code == 403
    assert seated(0).get("/api/camera.jpg").status_code == 204

"""Setting up with the camera's help: the list is there while it is needed, nothing counts as a move, and it ends."""

from typing import Any

import msgspec
import numpy as np
import pytest
from flask import Flask

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.sync.observation import BoardObservation
from tests.sync.builders import a_look, merchant
from tests.webui.conftest import Device, begin
from vision.frame import Frame
from vision.painted.table_of_game import Hands
from webui.camera.camera_desk import CameraDesk
from webui.house import House
from webui.setup.setup_desk import BEARABLE_S, SetupDesk

GREY = np.zeros((4, 4, 3), np.uint8)
AWAY = {"gone": ((merchant("blue"), 7),), "there": ((merchant("blue"), 5),)}


class Eyes:
    """A desk with a camera that sees what it is shown."""

    hands: Hands | None = None

    def view(self, seat: int | None, say: Any) -> dict[str, Any]:
        return {"status": "looking", "detail": "", "question": None, "differences": [], "frame": 0}


@pytest.fixture
def setup(app: Flask, house: House) -> SetupDesk:
    house.desk = Eyes()  # type: ignore[assignment]
    desk: SetupDesk = app.extensions["setup_desk"]
    return desk


def show(house: House, *looks: BoardObservation, source: str = "camera") -> None:
    for number, look in enumerate(looks):
        house.looked(Frame(GREY, number, source=source), msgspec.structs.replace(look, at_s=float(number)))


def the_list(device: Device) -> Any:
    return device.view()["setup"]


def test_without_a_look_there_is_no_list(setup: SetupDesk, host: Device) -> None:
    assert the_list(host) is None


def test_a_misplaced_merchant_is_named_on_every_screen(
    setup: SetupDesk, host: Device, house: House, seated: Any
) -> None:
    show(house, *[a_look(house.running().state, **AWAY)] * 2)  # type: ignore[arg-type]
    for device in (host, seated(1)):
        told = {item["text"]: item for item in the_list(device)["items"]}
        assert told["All merchants are in the Fountain"]["notes"] == ["At the Post Office stands: blue merchant."]
        assert told["The tiles lie as on the plan"]["mark"] == "right"


def test_exchanged_tiles_are_named_and_marked_on_the_plan(setup: SetupDesk, host: Device, house: House) -> None:
    look = a_look(house.running().state)
    cells = (look.cells[1], look.cells[0], *look.cells[2:])
    show(house, *[msgspec.structs.replace(look, cells=cells)] * 2)
    told = the_list(host)
    assert told["wrong"] == [0, 1]
    assert "exchanged" in told["items"][0]["notes"][0]


def test_it_ends_by_itself_when_all_is_right(setup: SetupDesk, host: Device, house: House) -> None:
    assert house.held
    show(house, *[a_look(house.running().state)] * 2)
    assert the_list(host)["stage"] == "right"
    assert not house.held


def test_it_ends_though_a_piece_is_not_seen_clearly(setup: SetupDesk, host: Device, house: House) -> None:
    look = a_look(house.running().state, covered=(int(house.running().state.governor),))
    show(house, *[look] * (int(BEARABLE_S) + 3))
    assert the_list(host)["stage"] == "right"


def test_a_mirrored_lamp_is_told_until_it_is_moved_and_stops_nobody(
    setup: SetupDesk, host: Device, house: House
) -> None:
    state = house.running().state
    glare = frozenset({9, 4})
    show(house, *[msgspec.structs.replace(a_look(state, **AWAY), glare=glare)] * 2)  # type: ignore[arg-type]
    line = the_list(host)["items"][1]
    assert line["text"] == "No lamp is mirrored in the tiles"
    assert line["notes"] == [
        "Something bright hides a part here: Fruit Warehouse, Tea House. Is a lamp mirrored there? "
        "Move the lamp or the camera a little."
    ]
    laid = a_look(state)
    show(house, *[msgspec.structs.replace(laid, glare=glare)] * 2)
    assert not house.held
    assert (the_list(host)["stage"], the_list(host)["advice"]) == ("right", line["notes"])
    show(house, msgspec.structs.replace(laid, hand=True))
    assert the_list(host)["advice"] == line["notes"]
    show(house, laid)
    assert the_list(host)["advice"] == []


def test_more_light_is_asked_for_where_wood_may_stand_unseen(setup: SetupDesk, host: Device, house: House) -> None:
    laid = a_look(house.running().state)
    show(house, *[msgspec.structs.replace(laid, unseen={4: 0.4, 9: 0.3})] * 2)
    assert not house.held
    assert the_list(host)["advice"] == [
        "Wood may stand here that the camera cannot make out: Fruit Warehouse, Tea House. "
        "More light on the table helps."
    ]


def test_the_host_may_skip_it_and_nobody_else(setup: SetupDesk, host: Device, house: House, seated: Any) -> None:
    show(house, *[a_look(house.running().state, **AWAY)] * 2)  # type: ignore[arg-type]
    assert seated(1).post("/api/setup-check/skip").status_code == 403
    assert house.held
    assert host.post("/api/setup-check/skip").status_code == 200
    assert the_list(host) is None
    assert not house.held
    assert host.post("/api/setup-check/again").status_code == 200
    assert house.held


def test_the_first_move_on_a_phone_ends_it(setup: SetupDesk, host: Device, house: House) -> None:
    show(house, *[a_look(house.running().state, **AWAY)] * 2)  # type: ignore[arg-type]
    house.running().submit([act.Move(Place.TEA_HOUSE)], 0)
    assert the_list(host) is None
    assert not house.held


def test_a_first_move_that_is_taken_back_begins_no_second_set_up(setup: SetupDesk, host: Device, house: House) -> None:
    show(house, *[a_look(house.running().state)] * 2)
    house.running().submit([act.Move(Place.TEA_HOUSE)], 0)
    show(house, a_look(house.running().state))
    house.running().undo(0, 0)
    show(house, *[a_look(house.running().state, **AWAY)] * 2)  # type: ignore[arg-type]
    assert the_list(host) is None
    assert not house.held


def test_a_phones_photo_is_no_part_of_it(setup: SetupDesk, host: Device, house: House) -> None:
    show(house, *[a_look(house.running().state, **AWAY)] * 2, source="photo")  # type: ignore[arg-type]
    assert the_list(host) is None


def test_the_next_game_is_set_up_anew(setup: SetupDesk, host: Device, house: House) -> None:
    show(house, *[a_look(house.running().state)] * 2)
    assert not house.held
    begin(house)
    assert house.held


def test_the_virtual_table_sets_itself_up(setup: SetupDesk, host: Device, house: House) -> None:
    house.desk.hands = object()  # type: ignore[attr-defined]
    show(house, *[a_look(house.running().state, **AWAY)] * 2)  # type: ignore[arg-type]
    assert the_list(host) is None
    assert not house.held


def test_while_people_set_up_nothing_is_a_move(house: House, setup: SetupDesk, painted: Any) -> None:
    desk = CameraDesk(house, lambda: (painted, None))
    desk.start()
    desk._deliver(a_look(house.running().state))
    assert desk.view(None, str)["status"] == "off"
    setup.skip()
    desk._deliver(a_look(house.running().state))
    desk._deliver(a_look(house.running().state))
    assert desk._follower is not None and desk._follower.status.kind == "in_step"
    desk.stop()

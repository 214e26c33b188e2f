"""Photos by a phone, without any camera: read, compared with the game, asked about; what is no picture says so."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from companion.session.clock import FakeClock
from companion.sync.params import LIVE
from tests.webui.conftest import begin
from vision.profile import Profile
from vision.sources.virtual import VirtualTable
from webui.camera_desk import CameraDesk
from webui.errors import Refused
from webui.house import House
from webui.virtual_eyes import CAMERA
from webui.virtual_table import Hands

POST_OFFICE = 5


@pytest.fixture
def desk(tmp_path: Path, painted: Profile) -> Iterator[CameraDesk]:
    """A desk with no camera and a game of three on the short paths."""
    house = begin(House(tmp_path, FakeClock()))
    desk = CameraDesk(house, lambda: (painted, None), LIVE)
    house.desk = desk
    desk.start()
    desk._thread.join()
    yield desk
    desk.stop()
    house.close()


def a_photo(desk: CameraDesk, carry: Callable[[Hands], object] = lambda hands: None) -> bytes:
    """The painted table of the running game, after somebody moved something."""
    table = VirtualTable(camera=CAMERA)
    hands = Hands(table)
    hands.follow(desk._house.running())
    carry(hands)
    frame = table.next()
    assert frame is not None
    return bytes(cv2.imencode(".jpg", frame.bgr)[1])


def test_a_photo_of_an_untouched_table_agrees(desk: CameraDesk) -> None:
    assert desk.photo(a_photo(desk), 0, str) == "Table and game agree."


def test_a_photo_of_a_move_is_asked_about_and_confirmed(desk: CameraDesk) -> None:
    color = str(desk._house.running().state.player.color)
    photo = a_photo(desk, lambda hands: hands.carry("merchant", color, 7, POST_OFFICE, usual=True))
    desk.photo(photo, 0, str)
    question = desk.view(0, str)["question"]
    assert question["seat"] == 0
    assert "Post Office" in question["options"][0]["text"]
    with pytest.raises(Refused):
        desk.answer(question["id"], 0, seat=1)
    desk.answer(question["id"], 0, seat=0)
    assert desk._house.running().state.players[0].merchant == POST_OFFICE


@pytest.mark.parametrize("data", [b"", b"no picture at all", b"\xff\xd8\xff\xe0 broken"])
def test_what_is_no_picture_changes_nothing(desk: CameraDesk, data: bytes) -> None:
    with pytest.raises(Refused, match="not_an_image"):
        desk.photo(data, 0, str)
    assert desk._house.version == 0


def test_a_photo_of_something_else_says_what_to_do(desk: CameraDesk) -> None:
    empty = bytes(cv2.imencode(".jpg", 128 + cv2.randn(cv2.UMat(400, 600, cv2.CV_8UC3), 0, 9).get())[1])
    words = desk.photo(empty, 0, str)
    assert words != "Table and game agree."
    assert desk.view(0, str)["status"] == "not_seen"

"""Photos from phones: only pictures, not too large, before anything decodes them."""

import struct
from collections.abc import Callable

import pytest

from companion.game import Say
from tests.webui.conftest import BASE, Device
from vision.sources import heic
from webui.camera.desk import NoCamera
from webui.house import House
from webui.http.errors import Refused
from webui.http.upload import check_picture

Seat = Callable[[int], Device]


def a_jpeg(width: int, height: int) -> bytes:
    frame = struct.pack(">BBHBHHB", 0xFF, 0xC0, 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8" + b"\xff\xe0\x00\x04ab" + frame + b"\xff\xd9"


def a_png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", width, height) + b"\x08\x02"


class Album(NoCamera):
    """A desk that only counts the photos it is given."""

    def __init__(self) -> None:
        self.photos: list[bytes] = []

    def photo(self, picture: bytes, seat: int | None, say: Say) -> str:
        self.photos.append(picture)
        return say("seen")


def send(phone: Device, data: bytes) -> int:
    headers = {"X-Bazaar": "1", "Origin": BASE, "Content-Type": "image/jpeg"}
    return phone.client.post("/api/photo", base_url=BASE, data=data, headers=headers).status_code


@pytest.mark.parametrize("make", [a_jpeg, a_png])
def test_a_picture_tells_its_size(make: Callable[[int, int], bytes]) -> None:
    assert check_picture(make(640, 480), 50_000_000) == (640, 480)


@pytest.mark.parametrize("data", [b"", b"hello", b"<svg onload=alert(1)>", b"\xff\xd8\xff", b"GIF89a" + b"0" * 40])
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(Refused, match="not_a_picture"):
        check_picture(data, 50_000_000)


def test_an_apple_photo_that_cannot_be_read_here_is_refused_with_what_to_do(
    house: House, seated: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heic, "find_spec", lambda name: None)
    house.desk = Album()
    headers = {"X-Bazaar": "1", "Origin": BASE, "Content-Type": "image/heic"}
    photo = b"\0\0\0\x18ftypheic" + bytes(30)
    answer = seated(0).client.post("/api/photo", base_url=BASE, data=photo, headers=headers)
    assert answer.status_code == 415 and "Most Compatible" in answer.get_data(as_text=True)


def test_a_bomb_of_pixels_is_refused() -> None:
    with pytest.raises(Refused, match="too_many_pixels"):
        check_picture(a_png(60_000, 60_000), 50_000_000)


def test_a_photo_reaches_the_desk(house: House, seated: Seat) -> None:
    house.desk = album = Album()
    assert send(seated(0), a_jpeg(640, 480)) == 200 and len(album.photos) == 1


def test_text_never_reaches_the_desk(house: House, seated: Seat) -> None:
    house.desk = album = Album()
    assert send(seated(0), b"not a picture") == 415 and not album.photos


def test_thirteen_megabytes_are_too_much(seated: Seat) -> None:
    assert send(seated(0), a_jpeg(640, 480) + b"0" * (13 * 1024 * 1024)) == 413


def test_without_a_camera_a_photo_is_refused_in_words(seated: Seat) -> None:
    headers = {"X-Bazaar": "1", "Content-Type": "image/jpeg"}
    answer = seated(0).client.post("/api/photo", base_url=BASE, data=a_jpeg(64, 64), headers=headers)
    assert answer.status_code == 409 and "Tap your moves" in answer.json["message"]

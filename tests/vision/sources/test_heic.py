"""A photo in Apple's format is read where the library for it is installed, else refused with what to do."""

import struct
import sys
from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest

from vision.sources import heic
from vision.sources.pictures import BadPicture, decode_picture, stated_size, trouble_with

SIZES = (struct.pack(">4sIII", b"ispe", 0, 512, 384), struct.pack(">4sIII", b"ispe", 0, 4032, 3024))
PHOTO = b"\0\0\0\x18ftypheic" + bytes(12) + b"".join(SIZES) + bytes(20)


def installed(monkeypatch: pytest.MonkeyPatch, pixels: np.ndarray | None) -> None:
    """The library is there and reads these pixels, or finds the file damaged."""

    def open_heif(file: BytesIO, bgr_mode: bool) -> np.ndarray:
        assert bgr_mode and file.read() == PHOTO
        if pixels is None:
            raise ValueError("invalid input")
        return pixels

    monkeypatch.setattr(heic, "find_spec", lambda name: SimpleNamespace())
    monkeypatch.setitem(sys.modules, "pillow_heif", SimpleNamespace(open_heif=open_heif))


def test_its_size_is_that_of_the_largest_picture_it_holds() -> None:
    assert stated_size(PHOTO) == (4032, 3024)


@pytest.mark.parametrize("length", range(4, len(PHOTO), 5))
def test_a_cut_file_states_a_size_or_none(length: int) -> None:
    assert stated_size(PHOTO[:length]) in (None, (512, 384), (4032, 3024))


def test_without_the_library_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heic, "find_spec", lambda name: None)
    bad = decode_picture(PHOTO, "photo")
    assert isinstance(bad, BadPicture) and "Most Compatible" in str(bad) and "pillow-heif" in str(bad)


def test_with_the_library_it_is_a_picture_without_what_is_transparent(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, np.full((4, 6, 4), 9, np.uint8))
    picture = decode_picture(PHOTO)
    assert not isinstance(picture, BadPicture) and picture.shape == (4, 6, 3)


def test_a_damaged_one_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, None)
    bad = decode_picture(PHOTO, "photo")
    assert isinstance(bad, BadPicture) and "damaged" in str(bad)


def test_one_with_too_many_pixels_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, None)
    huge = b"\0\0\0\x18ftypheic" + struct.pack(">4sIII", b"ispe", 0, 60_000, 60_000)
    assert "million" in trouble_with(huge)


def test_a_real_one_is_read_upright_in_colour() -> None:
    library = pytest.importorskip("pillow_heif")
    blue = np.zeros((80, 120, 3), np.uint8)
    blue[:, :, 0] = 200
    file = BytesIO()
    library.from_bytes(mode="BGR", size=(120, 80), data=blue.tobytes()).save(file, quality=90)
    picture = decode_picture(file.getvalue())
    assert not isinstance(picture, BadPicture) and picture.shape == (80, 120, 3)
    assert picture[40, 60, 0] > 150 > 60 > picture[40, 60, 2]

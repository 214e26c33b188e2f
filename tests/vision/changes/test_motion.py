"""A picture like the last one is told from one in which something moved."""

import numpy as np
import pytest

from tests.vision.changes.test_steady import from_above
from vision.changes.motion import is_still, thumb_of
from vision.changes.steady import change, sheet_again, sheet_of
from vision.frame import Image

RNG = np.random.default_rng(3)


def a_table(shift_px: int = 0, noise: float = 3.0) -> Image:
    """A dim table with tiles like a chessboard, through a noisy sensor."""
    y, x = np.mgrid[0:720, 0:1280]
    tiles = 40 + 50 * (((x + shift_px) // 160 + y // 120) % 2)
    return np.clip(tiles[..., None] + RNG.normal(0, noise, (720, 1280, 3)), 0, 255).astype(np.uint8)


@pytest.mark.long
def test_noise_is_no_movement() -> None:
    assert is_still(thumb_of(a_table()), thumb_of(a_table()))


def test_a_token_set_down_is_a_movement() -> None:
    table = a_table()
    table[300:330, 600:630] = (30, 30, 160)
    assert not is_still(thumb_of(a_table()), thumb_of(table))


def test_a_camera_knocked_aside_is_a_movement_though_the_picture_has_little_contrast() -> None:
    assert not is_still(thumb_of(a_table()), thumb_of(a_table(shift_px=70)))


def test_a_lamp_switched_on_is_a_movement() -> None:
    bright = np.minimum(a_table().astype(np.int32) + 40, 255).astype(np.uint8)
    assert not is_still(thumb_of(a_table()), thumb_of(bright))


def test_a_knocked_camera_is_not_taken_for_a_noisy_one() -> None:
    before = sheet_of(a_table(), from_above(1.5), np.array([-236.0, -182.0]), 1.0, (364, 472))
    same, knocked = (sheet_again(before, a_table(shift)) for shift in (0, 110))
    assert same is not None and knocked is not None
    seen = change(before, same)
    assert seen is not None and not seen.cells.any()
    assert change(before, knocked) is None

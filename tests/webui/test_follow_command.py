"""A camera that was knocked stands elsewhere; one that trembles does not."""

from dataclasses import replace

import numpy as np

from vision.sources.virtual_camera import Camera, bumped, framed
from webui.cli.follow import has_moved

CAMERA = framed(Camera(), 0.8)


def test_a_knock_is_told_from_a_tremble() -> None:
    there, beside = bumped(CAMERA, 30, 0, 5), replace(CAMERA, look_at_mm=tuple(np.add(CAMERA.look_at_mm, 0.5)))
    assert has_moved(CAMERA.pose, there.pose, CAMERA.width_px)
    assert not has_moved(CAMERA.pose, beside.pose, CAMERA.width_px)


def test_the_first_picture_and_one_without_the_board_say_nothing() -> None:
    assert not has_moved(None, CAMERA.pose, CAMERA.width_px)
    assert not has_moved(CAMERA.pose, None, CAMERA.width_px)


def test_the_shift_is_that_of_the_boards_corners() -> None:
    moved = replace(CAMERA, tilt_deg=0.0, azimuth_deg=0.0, k1=0.0)
    beside = replace(moved, look_at_mm=(moved.look_at_mm[0] + 10, moved.look_at_mm[1]))
    assert abs(beside.pose.shift_px(moved.pose) - 10 * moved.px_per_mm()) < 0.5

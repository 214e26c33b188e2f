"""A camera in whose picture the tiles are small is told of."""

from dataclasses import replace

import pytest

from companion.sync.observation import BoardObservation
from vision.painted.camera import Camera, framed
from vision.painted.virtual_table import VirtualTable
from vision.pipeline import look
from vision.profile import Profile
from webui.camera.virtual_eyes import learn_virtual

NEAR = framed(Camera(1280, 720, 62.0, -0.02, 30.0, 0.0), 0.85)
AWAY = replace(NEAR, distance_mm=2.4 * NEAR.distance_mm)
LOW = framed(Camera(1280, 720, 62.0, -0.02, 60.0, 0.0), 0.75)


@pytest.fixture(scope="module")
def known() -> Profile:
    """The virtual table's own tiles."""
    return learn_virtual("painted")


@pytest.mark.parametrize(("camera", "far"), [(NEAR, False), (AWAY, True), (LOW, True)])
def test_a_camera_is_far_if_a_millimetre_is_small_anywhere_on_the_board(
    known: Profile, camera: Camera, far: bool
) -> None:
    frame = VirtualTable(camera=camera).next()
    assert frame is not None
    told = look(frame, known).observation
    assert isinstance(told, BoardObservation) and told.far == far

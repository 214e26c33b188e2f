"""Cameras come and go in an evening: each is let go of whole."""

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from calibration.store import save_profile
from tests.webui.conftest import wait_until
from vision.profile import Profile
from webui.camera.camera_desk import CameraDesk
from webui.camera.lookout import CameraChoice, Lookout
from webui.camera.virtual_eyes import FOLDER, art_name
from webui.house import House


@contextmanager
def no_collector() -> Iterator[None]:
    """What is free now is what nobody leads to; what leads to itself would stay."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.long
@pytest.mark.parametrize("next_camera", ["none", "virtual"])
def test_a_camera_that_was_let_go_of_takes_no_memory(house: House, painted: Profile, next_camera: str) -> None:
    save_profile(replace(painted, name=art_name()), house.data_dir / FOLDER)
    lookout = Lookout(house)
    with no_collector():
        lookout.choose(CameraChoice("virtual"))
        desk = house.desk
        assert isinstance(desk, CameraDesk) and desk.hands is not None
        wait_until(lambda: lookout.frame() is not None)
        gone = weakref.ref(desk), weakref.ref(desk.hands.table)
        del desk
        lookout.choose(CameraChoice(next_camera))  # type: ignore[arg-type]
        assert [one() for one in gone] == [None, None]
    lookout.stop()

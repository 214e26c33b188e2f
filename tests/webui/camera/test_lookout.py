"""Cameras come and go in an evening: each is let go of whole, and what was chosen last stays chosen."""

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
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


class Overtaken(Lookout):
    """Whoever is about to choose is overtaken: another camera is chosen elsewhere, unless that has to wait."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.elsewhere = threading.Thread(target=lambda: super(Overtaken, self).choose(CameraChoice("phone")))
        self.is_armed = False

    def choose(self, choice: CameraChoice, keep: bool = True) -> None:
        if self.is_armed:
            self.is_armed = False
            self.elsewhere.start()
            if self._lock.held() is None:
                self.elsewhere.join()
        super().choose(choice, keep)


CHANGES: dict[str, tuple[CameraChoice, Callable[[Lookout], None]]] = {
    "another copy": (CameraChoice("photos"), lambda lookout: lookout.use_profile("")),
    "the first eye": (CameraChoice("photos"), lambda lookout: lookout.eye_known(True)),
    "no eye is left": (CameraChoice("eye"), lambda lookout: lookout.eye_known(False)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_camera_chosen_meanwhile_is_not_exchanged_for_the_one_before(house: House, what: str) -> None:
    first, change = CHANGES[what]
    lookout = Overtaken(house)
    lookout.choose(first)
    lookout.is_armed = True
    change(lookout)
    lookout.elsewhere.join()
    assert lookout.choice == CameraChoice("phone")
    lookout.stop()

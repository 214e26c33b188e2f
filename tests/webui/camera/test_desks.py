"""Whatever looks at the table, a page finds the same things in what it is told of the camera."""

from collections.abc import Iterator

import pytest

from tests.sync.builders import a_look
from tests.webui.conftest import begin
from vision.profile import Profile
from webui.camera.camera_desk import CameraDesk
from webui.camera.desk import NOTHING, NoCamera
from webui.camera.following import Following
from webui.club.work.photo_desk import PhotoDesk
from webui.eyes.eye_desk import EyeDesk
from webui.eyes.messenger import Messenger
from webui.house import House

DESKS = {
    "camera": lambda house, profile, eyes: CameraDesk(house, lambda: (profile, None)),
    "eye elsewhere": lambda house, profile, eyes: EyeDesk(house, eyes),
    "photos": lambda house, profile, eyes: PhotoDesk(house, lambda picture: None),
}


@pytest.fixture
def eyes() -> Iterator[Messenger]:
    """Who hands on what eyes see; it ends with the test."""
    messenger = Messenger()
    yield messenger
    messenger.stop()


def test_where_nothing_looks_there_is_nothing_to_say() -> None:
    assert NoCamera().view(0, str) == NOTHING | {"photos": False}


@pytest.mark.parametrize("kind", DESKS)
def test_a_desk_tells_the_same_things_with_a_camera_and_without(
    kind: str, empty_house: House, painted: Profile, eyes: Messenger
) -> None:
    desk = DESKS[kind](empty_house, painted, eyes)
    assert isinstance(desk, Following)
    wanted = NoCamera().view(0, str).keys()
    assert desk.view(0, str).keys() == wanted, "before it has started"
    desk.start()
    assert desk.view(0, str).keys() == wanted, "before there is a game"
    begin(empty_house)
    assert desk.view(0, str).keys() == wanted, "while a game runs"
    desk.stop()


def test_a_camera_that_follows_a_game_tells_the_same_things_as_none(house: House, painted: Profile) -> None:
    desk = CameraDesk(house, lambda: (painted, None))
    desk.start()
    desk._thread.join()
    follower = desk._need_follower()
    follower.see(a_look(house.running().state), still=True)
    told = desk.view(0, str)
    assert told["status"] == "in_step" and told.keys() == NoCamera().view(0, str).keys()
    desk.stop()

"""A desk follows the running game, and none once it was let go of."""

from webui.camera.following import FollowingReports
from webui.house import House


def test_a_desk_that_was_let_go_of_while_a_game_begins_follows_nothing(house: House) -> None:
    desk = FollowingReports(house)
    desk.start()
    session = house.running()
    desk.stop()
    heard = len(session._listeners)
    desk._follow(session)
    assert desk._follower is None and len(session._listeners) == heard


def test_a_desk_that_starts_again_follows_again(house: House) -> None:
    desk = FollowingReports(house)
    desk.start()
    desk.stop()
    desk.start()
    assert desk._follower is not None
    desk.stop()
    desk.stop()

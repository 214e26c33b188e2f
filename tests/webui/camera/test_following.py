"""A desk follows the running game, and none once it was let go of."""

from collections.abc import Iterator
from random import Random

import pytest

from calibration.simulated.eyes import PERFECT, MadeUpEye
from companion.istanbul.actions import Change, LeaveAssistant, Move, Override, UseYellowTile
from companion.istanbul.engine import play
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from tests.webui.conftest import begin
from webui.camera.camera_view import BY_TILE_FOR_GOOD, NONE_OF_THESE, camera_view
from webui.camera.following import FollowingReports
from webui.house import House
from webui.http.errors import Refused


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


class TileTable:
    """Anna holds the yellow tile and a card that fetches as well, and has two assistants away."""

    def __init__(self, desk: FollowingReports, house: House) -> None:
        self.desk, self.session, self._eye = desk, house.running(), MadeUpEye(PERFECT, Random(3))
        held = (("hand", "RETURN"), ("tiles", "Y"), ("assistants", "5,13"), ("stack", "oo"), ("lira", "9"))
        changes = tuple(Change(what, value, 0) for what, value in held)
        self.session.submit([Override(changes, "so it stands", despite_problems=True)], None, None)
        self.look(self.session.state)

    def look(self, state: GameState) -> None:
        """Three seconds in which the table lies as in this state."""
        self._eye.lay(state)
        for _ in range(30):
            self.desk._deliver(self._eye.look())

    def fetch(self, place: Place) -> None:
        """An assistant goes home."""
        self.look(play(self.session.state, UseYellowTile(place)))

    @property
    def options(self) -> dict[int, str]:
        """The answers to the question, by their ids."""
        question = camera_view(self.desk._status(), self.desk._house, str)["question"]
        return {one["id"]: one["text"] for one in question["options"]} if question else {}


@pytest.fixture
def at_table(house: House) -> Iterator[TileTable]:
    desk = FollowingReports(house)
    desk.start()
    yield TileTable(desk, house)
    desk.stop()


def says_for_good(table: TileTable) -> None:
    """Anna fetches an assistant, and says that she always does it by the tile."""
    table.fetch(Place.POST_OFFICE)
    question = table.desk._status().question
    assert question is not None
    table.desk.answer(question.id, BY_TILE_FOR_GOOD, seat=0)


def test_beside_tile_and_card_it_is_offered_that_it_is_the_tile_from_now_on(at_table: TileTable) -> None:
    at_table.fetch(Place.POST_OFFICE)
    assert list(at_table.options) == [0, 1, BY_TILE_FOR_GOOD, NONE_OF_THESE]
    assert "from now on always" in at_table.options[BY_TILE_FOR_GOOD]


def test_who_fetches_by_the_tile_for_good_does_so_after_the_power_failed(at_table: TileTable, house: House) -> None:
    says_for_good(at_table)
    assert at_table.session.state.yellow_used
    again = FollowingReports(house)
    again.start()
    assert again._follower is not None and again._follower.by_tile == {0}
    again.stop()


def test_who_takes_back_what_was_done_by_the_tile_no_longer_fetches_so_for_good(
    at_table: TileTable, house: House
) -> None:
    says_for_good(at_table)
    at_table.session.undo(at_table.session.version - 1, 0, at_table.session.version)
    at_table.look(at_table.session.state)
    again = FollowingReports(house)
    again.start()
    assert again._follower is not None and again._follower.by_tile == set()
    again.stop()


def test_that_it_is_the_tile_from_now_on_is_no_answer_to_another_question(at_table: TileTable) -> None:
    at_table.desk.ask_first(True)
    at_table.look(play(play(at_table.session.state, Move(Place.TEA_HOUSE)), LeaveAssistant()))
    question = at_table.desk._status().question
    assert question is not None and BY_TILE_FOR_GOOD not in at_table.options
    with pytest.raises(Refused):
        at_table.desk.answer(question.id, BY_TILE_FOR_GOOD, seat=0)


def test_what_was_said_of_the_tile_in_one_game_is_not_kept_beside_the_next(at_table: TileTable, house: House) -> None:
    says_for_good(at_table)
    before = at_table.desk._follower
    assert before is not None
    begin(house)
    at_table.desk._keep_by_tile(before)
    assert (house.running().store.note("camera") or {}).get("by_tile", []) == []

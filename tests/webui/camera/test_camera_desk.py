"""Photos by a phone, without any camera: read, compared with the game, asked about; what is no picture says so."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import cv2
import msgspec
import pytest

from calibration.simulated.eyes import PERFECT, MadeUpEye
from companion.istanbul.actions import Change, EndTurn, LeaveAssistant, LongMove, Move, Override, PlayReturn
from companion.istanbul.engine import legal_actions, play
from companion.istanbul.names import Card, Place
from companion.session.clock import FakeClock
from companion.session.log import HOST
from companion.sync.observation import BoardObservation, Kind, Thing
from companion.sync.status import Hypothesis, Question, Status, UnderWay
from companion.sync.table import Carry, Misfit, expected
from tests.sync.builders import a_game, a_look
from tests.webui.conftest import begin
from vision.painted.table_of_game import Hands
from vision.painted.virtual_table import VirtualTable
from vision.pipeline import Watcher
from vision.profile import Profile
from webui.camera.camera_desk import CameraDesk
from webui.camera.camera_view import _by_owner, camera_view, without_answers, without_errands
from webui.camera.camera_words import IS_FAR, hypothesis_words, likely_words
from webui.camera.virtual_eyes import CAMERA
from webui.house import House
from webui.http.errors import Refused

POST_OFFICE, FOUNTAIN = 5, 7


@pytest.fixture
def desk(tmp_path: Path, painted: Profile) -> Iterator[CameraDesk]:
    """A desk with no camera and a game of three on the short paths."""
    house = begin(House(tmp_path, FakeClock()))
    desk = CameraDesk(house, lambda: (painted, None))
    house.desk = desk
    desk.start()
    desk._thread.join()
    yield desk
    desk.stop()
    house.close()


def a_photo(desk: CameraDesk, carry: Callable[[Hands], object] = lambda hands: None) -> bytes:
    """The painted table of the running game, after somebody moved something."""
    table = VirtualTable(camera=CAMERA)
    hands = Hands(table)
    hands.follow(desk._house.running())
    carry(hands)
    frame = table.next()
    assert frame is not None
    return bytes(cv2.imencode(".jpg", frame.bgr)[1])


def test_the_eye_is_told_what_stands_on_the_table_once_that_is_beyond_doubt(desk: CameraDesk) -> None:
    session, known, eye = desk._house.running(), dict[object, object](), MadeUpEye(PERFECT, Random(3))
    learns = SimpleNamespace(confirm=lambda seen, wood, step: wood is not None and known.setdefault(step, wood))
    desk._watcher = cast(Watcher, learns)
    eye.lay(session.state)
    for _ in range(9):
        desk._deliver(eye.look())
    assert known == {session.version: expected(session.state)}
    there = next(one for one in legal_actions(session.state) if isinstance(one, Move))
    session.submit([there, LeaveAssistant()], None, None)
    for _ in range(9):
        desk._deliver(eye.look())
    assert session.version not in known  # the wood is not carried yet
    eye.lay(session.state)
    for _ in range(30):
        desk._deliver(eye.look())
    assert known[session.version] == expected(session.state)


@pytest.mark.long
def test_a_photo_of_an_untouched_table_agrees(desk: CameraDesk) -> None:
    assert desk.photo(a_photo(desk), 0, str) == "Table and game agree."


@pytest.mark.long
def test_photos_are_dated_by_the_clock_of_the_cameras(desk: CameraDesk) -> None:
    before_s = time.monotonic()
    desk.photo(a_photo(desk), 0, str)
    told = desk.told()
    assert told is not None and before_s <= told.at_s <= time.monotonic()


def red_at_the_post_office(desk: CameraDesk) -> bytes:
    color = str(desk._house.running().state.player.color)
    return a_photo(desk, lambda hands: hands.carry("merchant", color, 7, POST_OFFICE, usual=True))


def test_a_photo_of_a_move_is_played_and_taken_back(desk: CameraDesk) -> None:
    desk.photo(a_photo(desk), 0, str)
    desk.photo(red_at_the_post_office(desk), 0, str)
    seen = desk.view(0, str)["seen"]
    assert seen["text"] == "Seen: Anna: Fountain → Post Office, leaves an assistant."
    assert desk._house.running().state.players[0].merchant == POST_OFFICE
    with pytest.raises(Refused):
        desk.take_back(seen["version"], seat=1)
    desk.take_back(seen["version"], seat=0)
    assert desk._house.running().state.players[0].merchant == FOUNTAIN


def test_the_virtual_table_is_tidy_until_somebody_moves_wood(desk: CameraDesk) -> None:
    hands = Hands(VirtualTable(camera=CAMERA))
    assert not hands.is_tidy
    hands.follow(desk._house.running())
    assert hands.is_tidy
    hands.carry("merchant", str(desk._house.running().state.player.color), FOUNTAIN, POST_OFFICE, usual=True)
    assert not hands.is_tidy
    hands.tidy()
    assert hands.is_tidy


def test_nobody_is_sent_for_wood_that_lies_right_already() -> None:
    camera = {"status": "carry", "carry": ["the Governor"], "missing": [], "prints": ["a tile"], "late": True}
    told = without_errands(camera)
    assert (told["status"], told["carry"], told["prints"], told["late"]) == ("looking", [], [], False)
    assert without_errands(camera | {"status": "lost"})["status"] == "lost"


def test_where_track_is_lost_what_has_no_name_is_named_with_its_place(desk: CameraDesk) -> None:
    missing = Misfit(Thing(Kind.ASSISTANT, "red"), 3, seen=False)
    lost, in_step = (
        [one["text"] for one in camera_view(Status(kind, misfits=(missing,)), desk._house, str, {3})["differences"]]
        for kind in ("lost", "in_step")
    )
    assert len(lost) == len(in_step) + 1 and "cannot name" in lost[-1] and "Spice Warehouse" in lost[-1]


@pytest.mark.long
def test_who_wants_to_be_asked_first_is_asked_and_nobody_else_is_told_what_of(desk: CameraDesk) -> None:
    desk.ask_first(True)
    desk.photo(red_at_the_post_office(desk), 0, str)
    question = desk.view(0, str)["question"]
    assert question["seat"] == 0
    assert "Post Office" in question["options"][0]["text"]
    assert {(move["kind"], move["place"]) for move in question["options"][0]["moves"]} == {
        ("merchant", POST_OFFICE),
        ("assistant", POST_OFFICE),
    }
    others = without_answers(desk.view(1, str), (1,), host=False)["question"]
    assert (others["seat"], others["options"]) == (0, [])
    for seats, host in (((1,), True), ((0, 2), False)):
        assert without_answers(desk.view(0, str), seats, host)["question"] == question
    with pytest.raises(Refused):
        desk.answer(question["id"], 0, seat=1)
    desk.answer(question["id"], 0, seat=0)
    assert desk._house.running().state.players[0].merchant == POST_OFFICE


def test_what_seems_to_be_under_way_names_no_card() -> None:
    """The table screen shows it to everybody."""
    held = (Change("hand", "RETURN", 0), Change("assistants", "13", 0), Change("stack", "ooo", 0))
    state = play(a_game(cards="app"), Override(held, "for this test", despite_problems=True))
    actions = (Move(Place.TEA_HOUSE), PlayReturn(Place.SULTANS_PALACE))
    found = Hypothesis(actions, play(play(state, actions[0]), actions[1]))
    names = ("Anna", "Ben", "Cleo")
    seen = "Anna: Fountain → Tea House, calls assistants back from: Sultan's Palace."
    assert likely_words(UnderWay(state, found), names, str) == f"Seeing: {seen}"
    assert hypothesis_words(state, found, names, str) == f"{seen} (with the card “An assistant returns”)"


def test_what_moves_no_wood_is_told_by_what_was_done() -> None:
    """At a place without an assistant one may leave one, or go on without: nothing on the table shows that."""
    state = play(a_game(cards="app"), Move(Place.TEA_HOUSE))
    words = hypothesis_words(state, Hypothesis((EndTurn(),), play(state, EndTurn())), ("Anna", "Ben", "Cleo"), str)
    assert words == "Anna: End the turn."


@pytest.mark.parametrize(("seat", "by"), [(1, "1"), (None, HOST)])
def test_who_says_that_the_table_is_right_stands_in_the_log(desk: CameraDesk, seat: int | None, by: str) -> None:
    session = desk._house.running()
    thing = Thing(Kind.MERCHANT, str(session.state.players[1].color))
    for _ in range(3):
        desk._deliver(a_look(session.state, gone=((thing, FOUNTAIN),), there=((thing, POST_OFFICE),)))
    desk.settle("table", seat)
    assert session.log.entries[-1].by == by


def test_the_next_game_at_this_table_asks_first_too(desk: CameraDesk) -> None:
    desk.ask_first(True)
    begin(desk._house)
    assert desk.view(0, str)["ask_first"]


@pytest.mark.long
def test_what_was_tapped_first_is_to_be_carried(desk: CameraDesk) -> None:
    desk.photo(a_photo(desk), 0, str)
    untouched = a_photo(desk)
    desk._house.running().submit([Move(Place.POST_OFFICE), LeaveAssistant()], None)
    desk.photo(untouched, 0, str)
    view = desk.view(0, str)
    assert view["status"] == "carry"
    assert [one["text"] for one in view["carry"]] == [
        "Anna: the red assistant goes to the Post Office.",
        "Anna: the red merchant goes from the Fountain to the Post Office.",
    ]


def test_wood_is_carried_by_whose_it_is(desk: CameraDesk) -> None:
    """Anna acted last, but Ben's family member is Ben's."""
    owned = _by_owner(desk._house)
    assert owned(Carry(Thing(Kind.FAMILY, "blue"), 3, 12, seat=0)).seat == 1
    assert owned(Carry(Thing(Kind.GOVERNOR, "purple"), 3, 12, seat=0)).seat == 0


@pytest.mark.parametrize("data", [b"", b"no picture at all", b"\xff\xd8\xff\xe0 broken"])
def test_what_is_no_picture_changes_nothing(desk: CameraDesk, data: bytes) -> None:
    with pytest.raises(Refused, match="not_an_image"):
        desk.photo(data, 0, str)
    assert desk._house.version == 0


@pytest.mark.long
def test_a_photo_of_something_else_says_what_to_do(desk: CameraDesk) -> None:
    empty = bytes(cv2.imencode(".jpg", 128 + cv2.randn(cv2.UMat(400, 600, cv2.CV_8UC3), 0, 9).get())[1])
    words = desk.photo(empty, 0, str)
    assert words != "Table and game agree."
    assert desk.view(0, str)["status"] == "not_seen"


def test_tiles_that_have_become_small_are_told_of_once_the_game_is_on(desk: CameraDesk) -> None:
    session = desk._house.running()
    near = a_look(session.state)
    far = msgspec.structs.replace(near, far=True)
    assert shown(desk, far) is None and shown(desk, near) is None  # the list of the set-up tells it
    session.submit([next(one for one in legal_actions(session.state) if isinstance(one, Move))], None, None)
    assert shown(desk, far) == IS_FAR and shown(desk, near) is None


def test_a_camera_that_was_always_far_away_is_not_complained_of_in_the_game(desk: CameraDesk) -> None:
    session = desk._house.running()
    session.submit([next(one for one in legal_actions(session.state) if isinstance(one, Move))], None, None)
    assert shown(desk, msgspec.structs.replace(a_look(session.state), far=True)) is None


def shown(desk: CameraDesk, told: BoardObservation) -> str | None:
    """What screens are told of how large the tiles are seen."""
    desk._seen = cast(Any, SimpleNamespace(told=told))
    desk._deliver(told)
    return desk.too_far(lambda text: text)


def test_a_card_is_named_to_its_holder_alone(desk: CameraDesk) -> None:
    """The host's screen stands on the table; for somebody without a phone it asks all the same."""
    state = a_game(cards="app")
    holder = msgspec.structs.replace(state.players[0], hand=(Card.LONG_MOVE,))
    state = msgspec.structs.replace(state, players=(holder, *state.players[1:]))
    far = LongMove(Place.GEMSTONE_DEALER)
    asked = Question("1", 0, 1, state, (Hypothesis((far,), play(state, far)),))
    camera = camera_view(Status("asking", question=asked), desk._house, str)
    seen = {
        "his phone": without_answers(camera, (0,), host=False, taken=(0, 1)),
        "another phone": without_answers(camera, (1,), host=False, taken=(0, 1)),
        "the table screen": without_answers(camera, (), host=True, taken=(0, 1)),
        "the table screen, he has no phone": without_answers(camera, (), host=True, taken=(1,)),
    }
    named = [who for who, one in seen.items() if one["question"]["options"]]
    assert named == ["his phone", "the table screen, he has no phone"]

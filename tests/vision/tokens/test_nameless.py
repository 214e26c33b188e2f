"""What lies on a tile and has no name is told as that: wood on edge or lying, a glass, what the net does not know."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.cases import ORDER, learnt_from
from companion.sync.observation import BoardObservation, Unknown
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.frame import Frame
from vision.painted.board import own_art
from vision.painted.camera import Camera, framed
from vision.painted.light import Conditions
from vision.painted.painter import paint
from vision.painted.scene import Loose, Scene, Token
from vision.params import TOKENS, UNSEEN
from vision.pipeline import look
from vision.profile import GameSet, Profile
from vision.tokens.nameless import strange_things, unknown_things
from vision.tokens.net import LAMP, NAMELESS, NEAR, NOTHING, STRIDE, NetAnswer, ask_net
from vision.tokens.read import find_tops, judged, table_view
from vision.tokens.unseen import strange_middle, strangeness

NO_GLARE = frozenset[int]()
PHOTO, COPY = "dark_tokens", "dark_bare"
CAMERA = framed(Camera(1280, 720, 62, 0.0, tilt_deg=35), 0.8)
SCENE = Scene(tokens=(Token("merchant", "red", 6, 2, (30.0, 20.0)), Token("assistant", "blue", 2, 0, (45.0, 40.0))))


@pytest.fixture(scope="module")
def copy() -> Profile:
    return learnt_from(paint(Scene(ORDER, bare=True), CAMERA, Conditions(), 3, own_art())[0], "own")


def told(copy: Profile, loose: tuple[Loose, ...]) -> tuple[BoardObservation, dict[int, Unknown]]:
    picture, _ = paint(replace(SCENE, loose=loose), CAMERA, Conditions(), 3, own_art())
    seen = look(Frame(picture), copy).observation
    assert isinstance(seen, BoardObservation)
    return seen, {thing.place: thing for thing in seen.unknown}


def test_where_all_wood_stands_as_it_should_nothing_is_without_a_name(copy: Profile) -> None:
    seen, nameless = told(copy, ())
    assert {one.place for one in seen.sightings} == {2, 6} and nameless == {}


@pytest.mark.parametrize(
    "thing",
    [
        Loose("edge", "red", 9, (45.0, 31.0), 40.0, "merchant"),
        Loose("lying", "blue", 9, (45.0, 31.0), 110.0, "family"),
        Loose("glass", "red", 9, (45.0, 31.0)),
    ],
    ids=["a merchant on edge", "a family member lying", "a glass"],
)
def test_what_has_no_name_is_told_where_it_lies(copy: Profile, thing: Loose) -> None:
    seen, nameless = told(copy, (thing,))
    assert {one.place for one in seen.sightings} == {2, 6} and set(nameless) == {9}


def test_what_the_net_never_saw_is_told_where_much_of_a_tile_is_hidden() -> None:
    pose, place = pose_of(PHOTO), 1
    view = table_view(photo(PHOTO)[0], pose, profile_of(COPY))
    tile = next(tile for tile in pose.tiles if tile.place == place)
    x, y = view.scale.px(tile.corners_mm.mean(axis=0)[None])[0].astype(int)
    view.seen[y - 14 : y + 14, x - 14 : x + 14] = (0.7, 0.1, 0.9)
    answer = ask_net(view)
    _, tops = judged(view, pose, find_tops(view, answer, pose, GameSet(profile_of(COPY))))
    strange = strange_things(view, pose, answer, strange_middle(view, strangeness(view), pose, tops))
    thing = next(thing for thing in unknown_things(view, pose, strange, NO_GLARE) if thing.place == place)
    at_px = pose.project_plane(view.scale.mm(np.array([[x, y]], np.float64)))[0]
    assert np.hypot(*(np.array(thing.at_px) - at_px)) < 25 and thing.confidence >= UNSEEN.thing_told
    assert place not in {other.place for other in unknown_things(view, pose, strange, frozenset({place}))}


@pytest.mark.parametrize("what", [NAMELESS, LAMP])
def test_what_is_no_token_is_looked_for_around_a_point_and_nowhere_beyond_the_view(what: int) -> None:
    told = np.full((14, 20, 30), NOTHING, np.float32)
    told[what, 10, 12] = 1.5
    answer, beside = NetAnswer(told), STRIDE * (NEAR + 1)
    at_px = np.array([12.0, 10.0]) * STRIDE
    assert answer.most_near(what, at_px) == answer.most_near(what, at_px + STRIDE * NEAR) == 1.5
    assert answer.most_near(what, at_px + np.array([beside, 0])) == NOTHING
    assert all(answer.most_near(what, at_px * 0 + away) == NOTHING for away in (-500.0, 500.0))


def test_a_token_is_less_likely_where_something_without_a_name_stands() -> None:
    view, pose = table_view(photo(PHOTO)[0], pose_of(PHOTO), profile_of(COPY)), pose_of(PHOTO)
    answer, game = ask_net(view), GameSet(profile_of(COPY))
    named = max((top for top in find_tops(view, answer, pose, game) if top.place == 1), key=lambda top: top.log_odds)
    doubted = NetAnswer(answer.told.copy())
    doubted.told[NAMELESS] = TOKENS.nameless_least + 2.0
    (same,) = [
        top
        for top in find_tops(view, doubted, pose, game)
        if (top.cell, top.thing, top.place) == (named.cell, named.thing, 1)
    ]
    assert same.log_odds == pytest.approx(named.log_odds - 2.0 * TOKENS.nameless_cost, abs=0.01)

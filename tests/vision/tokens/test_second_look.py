"""What may be a top but is not surely one is looked at again: wood on edge is none, wood that stands is."""

import numpy as np
import pytest

from calibration.cases import ORDER, learnt_from
from calibration.tokens import board_point
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.frame import Frame
from vision.painted.board import own_art
from vision.painted.camera import Camera, framed
from vision.painted.light import Conditions
from vision.painted.painter import paint
from vision.painted.scene import RADIUS_MM, Loose, Scene, Token
from vision.pipeline import look
from vision.profile import Profile
from vision.tokens import second_look
from vision.tokens.net import PLAIN
from vision.tokens.peaks import Peak
from vision.tokens.read import table_view
from vision.tokens.second_look import SECOND_LOOK, SIZE_PX, against_top, looked_at_again, patch_input
from vision.tokens.view import Scale, StraightView

CAMERA = framed(Camera(1280, 720, 62, 0.0, tilt_deg=40), 0.8)
PLACES = (1, 2, 3, 4, 5, 9, 10, 11)
SPOT_MM = (45.0, 38.0)
COLORS = ("red", "blue", "green", "yellow", "white")


@pytest.fixture(scope="module")
def copy() -> Profile:
    return learnt_from(paint(Scene(ORDER, bare=True), CAMERA, Conditions(), 3, own_art())[0], "own")


@pytest.fixture(scope="module")
def view() -> StraightView:
    return table_view(photo("dark_tokens")[0], pose_of("dark_tokens"), profile_of("dark_bare"))


def denied(copy: Profile, scene: Scene, what: str, rise_mm: float) -> list[float]:
    """The log-odds against a disc's top so high over where each of what the truth names is seen."""
    picture, truth = paint(scene, CAMERA, Conditions(), 3, own_art())
    seen = look(Frame(picture), copy)
    assert seen.kept is not None and seen.pose is not None and len(truth[what]) == len(PLACES)
    view = seen.kept.view
    at_px = view.scale.px(np.array([board_point(seen.pose, tuple(one["px"])) for one in truth[what]]))
    return [against_top(view, top_px, PLAIN) for top_px in view.scale.leaning(at_px, rise_mm)]


@pytest.mark.long
def test_wood_on_edge_is_no_disc_and_a_disc_that_stands_is_one(copy: Profile) -> None:
    wood = [(place, COLORS[i % 5]) for i, place in enumerate(PLACES)]
    standing = tuple(Token("assistant", color, place, 0, SPOT_MM) for place, color in wood)
    on_edge = tuple(Loose("edge", color, place, SPOT_MM, 90.0, "assistant") for place, color in wood)
    assert max(denied(copy, Scene(tokens=standing), "tokens", 0.0)) < -2
    assert min(denied(copy, Scene(loose=on_edge), "nameless", RADIUS_MM["assistant"])) > 2


@pytest.fixture
def doubt(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the second look says, as a test wants it."""
    said = [0.0]
    monkeypatch.setattr(second_look, "against_top", lambda *_: said[0])
    return said


def peak(log_odds: float) -> Peak:
    return Peak((10, 10), np.array([20.0, 20.0]), PLAIN, log_odds, np.zeros(7))


@pytest.mark.parametrize("first", [SECOND_LOOK.least - 0.1, SECOND_LOOK.most + 0.1])
def test_nothing_is_looked_at_again_that_is_sure_either_way(
    view: StraightView, doubt: list[float], first: float
) -> None:
    doubt[0] = 5.0
    assert looked_at_again(view, peak(first)).log_odds == first


def test_the_second_look_speaks_for_a_top_and_against_it_within_its_bounds(
    view: StraightView, doubt: list[float]
) -> None:
    left = []
    for doubt[0] in (-50.0, -SECOND_LOOK.bound, 0.0, 1.0, SECOND_LOOK.bound, 50.0):
        left.append(looked_at_again(view, peak(0.5)).log_odds)
    assert left[0] == left[1] > left[2] > left[3] > left[4] == left[5]
    assert left[2] - left[3] == pytest.approx(SECOND_LOOK.weight)


def test_the_second_look_makes_nothing_surer_than_what_needs_none(view: StraightView, doubt: list[float]) -> None:
    doubt[0] = -SECOND_LOOK.bound
    assert looked_at_again(view, peak(SECOND_LOOK.most - 0.1)).log_odds == SECOND_LOOK.most


@pytest.mark.parametrize("angle_deg", range(0, 360, 45))
def test_a_patch_is_turned_so_that_the_camera_is_below_it(angle_deg: float) -> None:
    scale = Scale(1.0, np.zeros(2), (400, 400), np.array([200.0, 200.0]), 500.0)
    away = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    top_px = 200 + 120 * away
    seen = np.zeros((400, 400, 3), np.float32)
    column, row = np.round(top_px - 12 * away).astype(int)
    seen[row - 1 : row + 2, column - 1 : column + 2] = 1.0
    shown = patch_input(seen, np.zeros_like(seen), np.ones((400, 400), bool), scale, top_px)
    brightest = np.unravel_index(int(shown[0].argmax()), shown[0].shape)
    assert brightest == pytest.approx((SIZE_PX / 2 + 12, SIZE_PX / 2), abs=1.5)
    assert shown[8] == pytest.approx(120 / 500)

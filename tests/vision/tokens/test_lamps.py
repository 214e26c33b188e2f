"""A bare lamp mirrored in glossy print is not a white disc: the net sees it, or it is bright and uneven or oval."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.cases import painted_cases
from calibration.tokens import board_point
from tests.vision.table_photo import photo, pose_of, profile_of
from vision.frame import Frame
from vision.params import TOKENS
from vision.pipeline import look
from vision.profile import GameSet
from vision.tokens.lamps import disc_doubt, like_a_lamp
from vision.tokens.net import LAMP, NOTHING, STRIDE, NetAnswer, ask_net
from vision.tokens.read import SHADE_LIKE, find_tops, table_view
from vision.tokens.view import StraightView

AT = np.array([200.0, 150.0])


@pytest.fixture(scope="module")
def view() -> StraightView:
    return table_view(photo("dark_tokens")[0], pose_of("dark_tokens"), profile_of("dark_bare"))


def spotted(view: StraightView, axes: tuple[int, int], brightness: float, soft: float = 0.5) -> StraightView:
    """The view with one bright spot on dark print."""
    seen = np.full_like(view.seen, 0.2)
    cv2.ellipse(seen, (200, 150), axes, 30.0, 0, 360, (brightness,) * 3, -1)
    return replace(view, seen=np.asarray(cv2.GaussianBlur(seen, (0, 0), soft), np.float32))


@pytest.mark.parametrize(
    ("axes", "brightness", "soft", "lamp"),
    [
        ((10, 10), 1.7, 0.5, False),
        ((10, 10), 1.0, 0.5, False),
        ((12, 8), 1.0, 0.5, False),
        ((12, 8), 1.7, 0.5, True),
        ((8, 8), 1.9, 4.0, True),
        ((30, 12), 1.7, 0.5, False),
    ],
    ids=["bright wood", "wood", "dark enough", "oval", "uneven", "more than one thing"],
)
def test_what_is_brighter_than_paper_must_be_round_and_even(
    view: StraightView, axes: tuple[int, int], brightness: float, soft: float, lamp: bool
) -> None:
    assert like_a_lamp(spotted(view, axes, brightness, soft), AT, 9.5) is lamp


def test_a_white_disc_is_less_likely_the_surer_the_net_sees_a_lamp_there(view: StraightView) -> None:
    told = np.full((14, *(side // STRIDE for side in view.tile.shape)), NOTHING, np.float32)
    unseen = disc_doubt(view, NetAnswer(told), AT)
    for more in (1.0, 2.0):
        told[LAMP, int(AT[1]) // STRIDE, int(AT[0]) // STRIDE] = TOKENS.lamp_least + more
        assert disc_doubt(view, NetAnswer(told), AT) - unseen == pytest.approx(more * TOKENS.lamp_cost, abs=0.01)


def test_a_white_family_member_is_less_likely_where_the_net_sees_a_lamp(view: StraightView) -> None:
    pose, game = pose_of("dark_tokens"), GameSet(profile_of("dark_bare"))
    answer = ask_net(view)
    lit = NetAnswer(answer.told.copy())
    answer.told[LAMP], lit.told[LAMP] = NOTHING, TOKENS.lamp_least + 1.0
    seen, doubted = (
        {(top.cell, top.place): top.log_odds for top in find_tops(view, one, pose, game) if top.thing == SHADE_LIKE}
        for one in (answer, lit)
    )
    less = [seen[key] - doubted[key] for key in seen.keys() & doubted.keys()]
    assert less == pytest.approx([TOKENS.lamp_narrow_cost] * len(less), abs=0.05) and less


@pytest.mark.long
def test_the_net_sees_mirrored_lamps_and_hardly_any_in_discs() -> None:
    at_lamps, at_discs = list[float](), list[float]()
    for case in painted_cases("glossy", 600, 4):
        seen = look(Frame(case.bgr), case.profile)
        assert seen.kept is not None and seen.pose is not None and case.truth is not None
        discs = [one for one in case.truth["tokens"] if one["kind"] == "assistant"]
        for things, told in ((case.truth["lamps"], at_lamps), (discs, at_discs)):
            at_px = (seen.kept.view.scale.px(board_point(seen.pose, tuple(one["px"]))[None])[0] for one in things)
            told += [seen.kept.answer.most_near(LAMP, one) for one in at_px]
    assert np.median(at_lamps) > np.percentile(at_discs, 90) + 1

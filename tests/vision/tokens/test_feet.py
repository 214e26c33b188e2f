"""A stack leans out over the tile behind it; its front tells how high it is, and so where it stands."""

import json
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.sync.observation import Kind, Thing
from tests.vision.table_photo import pose_by
from vision.frame import Frame
from vision.painted.board import own_art
from vision.painted.camera import Camera, framed
from vision.painted.light import Conditions
from vision.painted.painter import paint
from vision.painted.scene import Scene, Token
from vision.params import TOKENS
from vision.pose import Pose
from vision.profile import GameSet
from vision.tokens import read
from vision.tokens.cut_off_stacks import with_hidden_fronts
from vision.tokens.feet import Foot, Top, feet_away, stands_on
from vision.tokens.net import ask_net
from vision.tokens.stacks import foot_of, height_of, under_shares
from vision.tokens.view import Scale, StraightView, prints_of, straight_view

RED, RED_ASSISTANT = Thing(Kind.MERCHANT, "red"), Thing(Kind.ASSISTANT, "red")
STACKS = {"red": (2, 4), "blue": (7, 3), "green": (9, 2), "yellow": (16, 1), "white": (12, 0)}
"""The place of each merchant, and how many assistants are under him."""


@cache
def painted() -> tuple[StraightView, Pose, dict[str, Any]]:
    """Five stacks near the far edges of their tiles, seen at 45 degrees."""
    tokens = tuple(Token("merchant", color, place, n, at_mm=(45.0, 14.0)) for color, (place, n) in STACKS.items())
    camera = framed(Camera(1280, 720, 62.0, -0.02, 45.0, 0.0), 0.85)
    picture, truth = paint(Scene(tokens=tokens, dice=None, discards=0), camera, Conditions(), 4, own_art())
    truth = json.loads(json.dumps(truth, default=list))
    pose = pose_by(truth)
    return straight_view(Frame(picture).bgr, pose, prints_of(dict(enumerate(own_art(), 1)))), pose, truth


def merchants() -> dict[str, Top]:
    """The merchants told, by colour."""
    view, pose, _ = painted()
    seen = read.judged(view, pose, read.find_tops(view, ask_net(view), pose, GameSet(NO_COLORS)))[1]
    return {top.thing.color: top for top in seen if top.thing.kind == Kind.MERCHANT}


NO_COLORS: Any = SimpleNamespace(colors={})
"""A copy whose wood was not learnt."""


def test_a_leaning_stack_is_told_on_its_own_tile() -> None:
    assert {color: top.place for color, top in merchants().items()} == {c: place for c, (place, _) in STACKS.items()}


def test_assistants_under_a_merchant_are_counted_or_left_open() -> None:
    told = {color: top.under for color, top in merchants().items()}
    assert all(told[color] in (None, under) for color, (_, under) in STACKS.items())
    assert sum(under is not None for under in told.values()) >= 2


def test_the_shares_of_the_numbers_add_up_to_one() -> None:
    view = painted()[0]
    assert np.exp(under_shares(view, np.array([200.0, 150.0]))).sum() == pytest.approx(1)


def test_heights_that_lead_to_one_place_speak_for_it_together() -> None:
    feet = [Foot((0, 0), 1, 0.4), Foot((0, 5), 2, 0.35), Foot((0, 10), 2, 0.25)]
    found = stands_on(feet)
    assert [(stand.place, stand.likely_under) for stand in found] == [(2, 1), (1, 0)]
    assert np.exp([stand.log_share for stand in found]) == pytest.approx([0.6, 0.4])


def test_no_number_is_told_where_a_stack_of_tiles_may_lift_it() -> None:
    assert [stands_on([Foot((0, 0), place, 1.0), Foot((0, 5), place, 0.0)])[0].under for place in (7, 10)] == [0, None]


def test_feet_too_near_to_other_wood_are_left_out() -> None:
    feet = [Foot((0, 0), 1, 0.75), Foot((0, 20), 1, 0.25)]
    left, share = feet_away(feet, [Foot((0, 3), 1, 1.0)], 12.0)
    assert share == 0.25 and [foot.share for foot in left] == [0.0, 1.0]


def stack(*feet: Foot) -> Top:
    return Top(np.array([0.0, 0.0]), 5.0, RED, feet[0].place, None, (0, 0), 0, feet)


def assistant(log_odds: float, y_mm: float) -> Top:
    return Top(np.array([0.0, 30.0]), log_odds, RED_ASSISTANT, 1, None, (9, 0), 0, (Foot((0.0, y_mm), 1, 1.0),))


def test_the_side_of_a_stack_is_no_assistant() -> None:
    tops, side = stack(Foot((0, 0), 1, 0.01), Foot((0, 20), 1, 0.99)), assistant(2.0, 18.0)
    kept = read._resolved([tops, side], TOKENS)[0]
    assert [top.thing for top in kept if top.log_odds > 0] == [RED]


def test_an_assistant_plainly_seen_before_a_stack_makes_it_lower() -> None:
    tops = stack(Foot((0, 0), 2, 0.3), Foot((0, 20), 1, 0.7))
    kept = read._resolved([tops, assistant(5.0, 21.0)], TOKENS)[0]
    assert [(top.thing, top.place) for top in kept] == [(RED, 2), (RED_ASSISTANT, 1)]


def test_an_assistant_of_another_colour_stands_where_he_is_seen() -> None:
    blue = replace(assistant(2.0, 18.0), thing=Thing(Kind.ASSISTANT, "blue"))
    kept = read._resolved([stack(Foot((0, 20), 1, 1.0)), blue], TOKENS)[0]
    assert [top.log_odds for top in kept] == [5.0, 2.0]


def test_a_stack_that_ends_where_another_begins_may_be_higher() -> None:
    """It may stand on the next tile, in front of which nobody sees it."""
    scale = Scale(1.0, np.zeros(2), (400, 400), np.array([200.0, 600.0]), 500.0)
    low = Foot((200.0, 100.0), 4, 0.9), *(Foot((200.0, 110.0 + 5 * n), 7, 0.02) for n in range(5))
    stack = Top(np.array([200.0, 90.0]), 3.0, RED, 4, None, cell=(1, 1), feet=low)
    ends_at = foot_of(scale, stack.at_px, height_of(Kind.MERCHANT, 0)) + np.array(
        [0, 2 * TOKENS.radius_mm[Kind.MERCHANT]]
    )
    before_it = Top(ends_at, 5.0, Thing(Kind.MERCHANT, "blue"), 7, None, cell=(2, 2))
    likely = {top.place: top.log_odds for top in with_hidden_fronts(scale, [stack, before_it]) if top.thing == RED}
    assert abs(likely[7] - likely[4]) < 1.0
    assert with_hidden_fronts(scale, [stack]) == [stack]
    assert with_hidden_fronts(scale, [stack, replace(before_it, at_px=ends_at + np.array([40, 0]))])[0] == stack


def test_a_stack_that_ends_behind_another_may_be_higher() -> None:
    """The other one begins far above that end and goes on below it."""
    scale = Scale(1.0, np.zeros(2), (400, 400), np.array([200.0, 600.0]), 500.0)
    low = Foot((200.0, 100.0), 4, 0.9), *(Foot((200.0, 110.0 + 5 * n), 7, 0.02) for n in range(5))
    behind = Top(np.array([200.0, 90.0]), 3.0, RED, 4, None, cell=(1, 1), feet=low)
    high = tuple(Foot((205.0, 130.0), 7, float(under == 4)) for under in range(6))
    before_it = Top(np.array([205.0, 101.0]), 5.0, Thing(Kind.MERCHANT, "blue"), 7, None, cell=(2, 2), feet=high)
    likely = {top.place: top.log_odds for top in with_hidden_fronts(scale, [behind, before_it]) if top.thing == RED}
    assert abs(likely[7]) < 2.0 and abs(likely[4]) < 2.0
    beside = replace(before_it, at_px=before_it.at_px + np.array([25.0, 0.0]))
    assert with_hidden_fronts(scale, [behind, beside])[0] == behind

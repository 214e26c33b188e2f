"""Dice lying beside the board are read from straight above; anything but two dice is not told."""

from itertools import combinations_with_replacement

import cv2
import numpy as np
import pytest

from tests.vision.table_photo import photo, pose_of
from vision.dice import DieTop, look_for_dice, two_dice
from vision.frame import Image
from vision.params import DICE
from vision.pose import Pose, TilePose

FACES = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where a face has pips: places 1 to 9, row by row."""
STEP_MM = 3.2


def pose() -> Pose:
    """A camera straight above one tile."""
    matrix = np.array([[1300, 0, 600], [0, 1300, 450], [0, 0, 1.0]])
    tile = TilePose(1, False, np.array([[-150, -31], [-60, -31], [-60, 32], [-150, 32.0]]), 1.0)
    return Pose(matrix, 0.0, np.zeros(3), np.array([0, 0, 400.0]), (tile,))


def table(*dice: tuple[int, float, float, float]) -> Image:
    """A grey table with a white tile and dice (value, x mm, y mm, turn) drawn in the plane of their tops."""
    image = np.full((900, 1200, 3), 90, np.uint8)
    cv2.fillConvexPoly(
        image, np.round(pose().project_plane(pose().tiles[0].corners_mm)).astype(np.int32), (230, 235, 240)
    )
    for value, x, y, turn in dice:
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        square = np.array([[-6, -6], [6, -6], [6, 6], [-6, 6.0]]) @ axes + [x, y]
        cv2.fillConvexPoly(image, _px(square), (225, 232, 235), cv2.LINE_AA)
        places = np.array([divmod(int(digit) - 1, 3) for digit in FACES[value]])
        for spot in (places - 1) * STEP_MM @ axes + [x, y]:
            px = _px(spot[None])[0]
            cv2.circle(image, (int(px[0]), int(px[1])), 3, (30, 30, 30), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)


def dice_in(picture_bgr: Image, seen_from: Pose | None = None) -> tuple[int, int] | None:
    return two_dice(look_for_dice(picture_bgr, seen_from or pose()).tops)


def _px(
    points_mm: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(pose().project_plane(points_mm, DICE.top_mm)).astype(np.int32)


@pytest.mark.parametrize(("left", "right"), list(combinations_with_replacement(range(1, 7), 2)))
def test_every_pair_is_read(left: int, right: int) -> None:
    picture = table((left, -20, 20, 0.3 * right), (right, 10, -5, 0.2 * left))
    assert dice_in(picture) == (left, right)


@pytest.mark.parametrize("dice", [(), ((4, 0, 0, 0.2),), ((4, -40, 0, 0.2), (5, 0, 0, 0.2), (6, -20, 30, 0.2))])
def test_not_two_dice_are_not_told(dice: tuple[tuple[int, float, float, float], ...]) -> None:
    assert dice_in(table(*dice)) is None


def top(value: int, log_odds: float, share: float = 1.0, x_mm: float = 0.0) -> DieTop:
    return DieTop(value, share, np.array([x_mm, 0.0]), log_odds)


def test_the_left_die_comes_first() -> None:
    assert two_dice([top(3, 4.0, x_mm=9.0), top(5, 2.0, x_mm=-9.0)]) == (5, 3)


@pytest.mark.parametrize(
    "tops",
    [
        (top(3, 4.0), top(5, DICE.told - 0.1)),
        (top(3, 4.0), top(5, 2.0, DICE.least_share - 0.1)),
        (top(3, 4.0), top(5, 2.0), top(1, DICE.third_odds + 0.1)),
    ],
)
def test_a_doubtful_die_a_doubtful_number_or_a_third_die_is_not_told(tops: tuple[DieTop, ...]) -> None:
    assert two_dice(tops) is None


def test_dice_of_a_photo_are_read() -> None:
    frame, truth = photo("dark_tokens")
    told = dice_in(frame.bgr, pose_of("dark_tokens"))
    assert told is None or sorted(told) == sorted(truth["dice"])

"""A bare lamp mirrored in glossy print is not a white disc: it is brighter than paper, and uneven or not round."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.table_photo import photo, pose_of, profile_of
from vision.tokens.lamps import like_a_lamp
from vision.tokens.read import table_view
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
